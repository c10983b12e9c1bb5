//! Damaged records of every kind are read as far as they go, within the limits; what was read is written and read as the same.

use game::Rng;
use record::pgn::{Detail, Games};
use record::{Limits, Record, pgn, sgf, transcript};

const LIMITS: Limits = Limits { bytes: 1 << 16, moves: 100, depth: 8, tags: 30, games: 50, faults: 4 };

const TEXTS: [&str; 5] = [
    "[Event \"A \\\"B\\\"\"]\n[White \"M\u{fc}ller\"]\n[Result \"1-0\"]\n\n{intro} 1. e4! {good [%eval 0.35,18] [%cal Ge2e4]} \
     (1. d4 d5 ({or} 1... Nf6 2. c4 $13)) 1... e5 2. Nf3 ; rest\nNc6 1-0 {end}\n\n1. c4 *\n",
    "[GameType \"20\"]\n[Result \"1-1\"]\n\n1. 32-28 19-23 2. 28x19 14x23 1-1\n\n[GameType \"21\"]\n\n1. 11-15 0-0\n",
    "(;GM[1]FF[4]SZ[9]KM[6.5]PB[Ana]RE[W+1]AB[aa:bb][cc];W[ee]C[x\\]];B[](;W[gc]TE[2])(;W[dd]BM[1];W[ff]))(;SZ[5];B[aa])",
    "f5d6c3d3c4\nf5 d6 pass\n",
    "1. e4 e5 2. 0-0 Z0 ½-½ 1. d4 1/2",
];

fn damage(text: &str, rng: &mut Rng) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=rng.below(6) {
        let at = rng.below(bytes.len());
        match rng.below(4) {
            0 => bytes[at] = rng.next_u64() as u8,
            1 => bytes[at] = rng.pick(b"[]{}();\"\\\n\r%x0= $*1-"),
            2 => drop(bytes.drain(at..(at + 1 + rng.below(9)).min(bytes.len()))),
            _ => {
                let piece = bytes[at..(at + 1 + rng.below(9)).min(bytes.len())].to_vec();
                bytes.splice(at..at, piece);
            }
        }
        if bytes.is_empty() {
            bytes.push(0);
        }
    }
    bytes
}

fn check(record: &Record) {
    assert!(record.moves.len() <= LIMITS.moves);
    assert!(record.faults.len() <= LIMITS.faults + 1);
    assert!((0..record.moves.len()).all(|index| record.moves.parent(index).is_none_or(|parent| parent < index)));
}

#[test]
fn damaged_records() {
    let mut rng = Rng::new(1);
    let mut read = 0;
    for round in 0..20_000 {
        let bytes = damage(TEXTS[round % TEXTS.len()], &mut rng);
        for detail in [Detail::Tags, Detail::MainLine, Detail::Everything] {
            for record in Games::new(&bytes[..]).detail(detail).limits(LIMITS).flatten().flatten() {
                check(&record);
                read += 1;
                let text = pgn::write(&record);
                let again: Vec<Record> = Games::new(text.as_bytes()).detail(detail).flatten().flatten().collect();
                assert_eq!(again.len(), 1, "{text}");
                assert_eq!(again[0].result, record.result, "{text}");
                assert_eq!(pgn::write(&again[0]), text, "{:?}", String::from_utf8_lossy(&bytes));
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        for record in sgf::read(&text, &LIMITS).into_iter().flatten() {
            check(&record);
            read += 1;
            let text = sgf::write(&record).unwrap();
            let again = sgf::read(&text, &Limits::default()).remove(0).unwrap();
            assert_eq!(sgf::write(&again).as_ref(), Ok(&text));
        }
        transcript::read(&text, &LIMITS).iter().flatten().for_each(check);
    }
    assert!(read > 40_000, "{read}");
}
