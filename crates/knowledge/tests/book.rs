//! A book of others, read by us and by a naive reader: every entry of every position of a thousand random walks.

mod shared;

use std::collections::HashMap;

use chess::{Move, Position};
use game::{Rng, Rules};
use knowledge::book::Book;
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Position as _};

#[test]
fn a_thousand_walks() {
    let Some(path) = shared::path("chess/book/performance.bin") else { return };
    let book = Book::open_file(&path).unwrap();
    assert_eq!(book.len(), 92_954);
    let bytes = std::fs::read(&path).unwrap();
    let mut naive: HashMap<&[u8], Vec<&[u8]>> = HashMap::new();
    bytes.chunks_exact(16).for_each(|entry| naive.entry(&entry[..8]).or_default().push(&entry[8..]));
    let mut rng = Rng::new(1);
    let (mut positions, mut entries) = (0, 0);
    for _ in 0..1000 {
        let mut position = Position::default();
        let mut theirs = Chess::default();
        let mut last: Option<Move> = None;
        loop {
            let found = book.moves(&position, last);
            // The move is read by another rules library, from the fields of the format's description.
            let hash: Zobrist64 = theirs.zobrist_hash(EnPassantMode::PseudoLegal);
            let expected: Vec<(String, u16, u32)> = naive
                .get(&hash.0.to_be_bytes()[..])
                .map_or(&[][..], Vec::as_slice)
                .iter()
                .filter_map(|rest| {
                    let code = usize::from(u16::from_be_bytes([rest[0], rest[1]]));
                    let square = |bits: usize| format!("{}{}", (b'a' + (bits & 7) as u8) as char, (bits >> 3 & 7) + 1);
                    let promotion = ["", "n", "b", "r", "q"].get(code >> 12)?;
                    let text = format!("{}{}{promotion}", square(code >> 6), square(code));
                    // shakmaty understands the king taking its rook.
                    let mv = text.parse::<UciMove>().ok()?.to_move(&theirs).ok()?;
                    let weight = u16::from_be_bytes([rest[2], rest[3]]);
                    let learn = u32::from_be_bytes([rest[4], rest[5], rest[6], rest[7]]);
                    Some((mv.to_uci(shakmaty::CastlingMode::Standard).to_string(), weight, learn))
                })
                .collect();
            let ours: Vec<(String, u16, u32)> =
                found.iter().map(|entry| (position.uci_text(entry.mv, false), entry.weight, entry.learn)).collect();
            assert_eq!(ours, expected, "{position:?}");
            positions += 1;
            entries += ours.len();
            let moves = position.moves();
            // Out of the book, sometimes one move further: that position may be in it again.
            let mv = match found.is_empty() {
                false => rng.pick(&found).mv,
                true if rng.below(2) == 0 && !moves.is_empty() => rng.pick(&moves),
                true => break,
            };
            let uci: UciMove = position.uci_text(mv, false).parse().unwrap();
            theirs.play_unchecked(uci.to_move(&theirs).unwrap());
            position.play(mv);
            last = Some(mv);
        }
    }
    assert!(positions > 5_000 && entries > 10_000, "{positions} positions, {entries} entries");
}
