//! Records in every format: any bytes are read within the limits, and what was read is written and read as the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use record::pgn::{Detail, Games};
use record::{Limits, Record, pgn, sgf, transcript};

const LIMITS: Limits = Limits { bytes: 1 << 16, moves: 1000, depth: 8, tags: 30, games: 50, faults: 4 };

fn check(record: &Record) {
    assert!(record.moves.len() <= LIMITS.moves);
    assert!(record.faults.len() <= LIMITS.faults + 1);
}

fuzz_target!(|bytes: &[u8]| {
    for detail in [Detail::Tags, Detail::MainLine, Detail::Everything] {
        for record in Games::new(bytes).detail(detail).limits(LIMITS).flatten().flatten() {
            check(&record);
            let text = pgn::write(&record);
            let again = Games::new(text.as_bytes()).detail(detail).flatten().flatten().next().expect("what was written");
            assert_eq!(again.result, record.result, "{text}");
            assert_eq!(pgn::write(&again), text);
        }
    }
    let text = String::from_utf8_lossy(bytes);
    for record in sgf::read(&text, &LIMITS).into_iter().flatten() {
        check(&record);
        let text = sgf::write(&record).expect("a record of Go");
        let again = sgf::read(&text, &Limits::default()).remove(0).expect("what was written");
        assert_eq!(sgf::write(&again).as_ref(), Ok(&text));
    }
    for record in transcript::read(&text, &LIMITS).into_iter().flatten() {
        check(&record);
    }
});
