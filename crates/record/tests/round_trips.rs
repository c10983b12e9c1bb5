//! What is written is read again: random games of every kind, in every format that has them, with variations and remarks.

use boards::connect_four::ConnectFour;
use boards::draughts::Draughts;
use boards::go::Go;
use boards::othello::Othello;
use boards::tic_tac_toe::TicTacToe;
use game::{Rng, Rules, Show, Side};
use record::pgn::{Detail, Games};
use record::{Colors, GameResult, Limits, Moves, Numbering, Record, pdn, pgn, replay, sgf, transcript};

const RESULTS: [GameResult; 4] = [GameResult::First, GameResult::Second, GameResult::Draw, GameResult::Open];

fn start<G: Show>(game: &str) -> G {
    G::start(&game.parse().unwrap()).unwrap()
}

/// A random game with some variations and remarks.
fn random_moves<G: Show>(start: &G, rng: &mut Rng, plies: usize) -> Moves {
    let mut moves = Moves::default();
    let mut position = start.clone();
    let mut last = None;
    if rng.below(4) == 0 {
        moves.remark.say("before the first move");
    }
    for _ in 0..plies {
        let legal = position.moves();
        if legal.is_empty() {
            break;
        }
        let mv = rng.pick(&legal);
        let index = moves.add(last, &position.move_text(mv));
        annotate(&mut moves, index, rng);
        let mut instead: Vec<G::Move> = legal.into_iter().filter(|&other| other != mv).collect();
        while !instead.is_empty() && rng.below(12) == 0 {
            vary(&mut moves, last, &position, instead.swap_remove(rng.below(instead.len())), rng, 3);
        }
        position.play(mv);
        last = Some(index);
    }
    moves
}

fn vary<G: Show>(moves: &mut Moves, parent: Option<usize>, position: &G, mv: G::Move, rng: &mut Rng, depth: usize) {
    let mut last = moves.add(parent, &position.move_text(mv));
    annotate(moves, last, rng);
    let mut position = position.after(mv);
    for _ in 0..rng.below(6) {
        let legal = position.moves();
        if legal.is_empty() {
            break;
        }
        let mv = rng.pick(&legal);
        let next = moves.add(Some(last), &position.move_text(mv));
        if let Some(&other) = legal.iter().find(|&&other| other != mv).filter(|_| depth > 0 && rng.below(4) == 0) {
            vary(moves, Some(last), &position, other, rng, depth - 1);
        }
        position.play(mv);
        last = next;
    }
}

fn annotate(moves: &mut Moves, index: usize, rng: &mut Rng) {
    if rng.below(6) > 0 {
        return;
    }
    let note = moves.note_mut(index);
    if rng.below(2) == 0 {
        note.nags.push(1 + rng.below(6) as u8);
    }
    if rng.below(2) == 0 || note.nags.is_empty() {
        note.remark.say("a word on the move, and one more, so that lines break somewhere in it");
    }
}

fn random_record<G: Show>(start: &G, rng: &mut Rng) -> Record {
    let colors = Colors::of(start);
    let mut record = Record { number: 1, line: 1, colors, result: rng.pick(&RESULTS), ..Record::default() };
    for (name, value) in [("Event", "a \"test\" with a \\"), ("Site", "?"), ("Date", "2026.11.15"), ("Round", "1.1")] {
        record.tags.set(name, value);
    }
    record.tags.set("White", if colors.white() == Side::First { "one" } else { "two" });
    record.tags.set("Black", if colors.white() == Side::First { "two" } else { "one" });
    record.tags.set("Result", colors.result_text(record.result));
    if let Some(variant) = start.customs().variant_tag(&start.spec()) {
        record.tags.set("Variant", variant);
    }
    record.moves = random_moves(start, rng, 120);
    record
}

fn read(text: &str, colors: Colors) -> Record {
    let games = Games::new(text.as_bytes()).detail(Detail::Everything).colors(move |_| colors);
    let mut found: Vec<Record> = games.map(|game| game.unwrap().unwrap().whole().unwrap()).collect();
    assert_eq!(found.len(), 1, "{text}");
    found.remove(0)
}

fn check_pgn<G: Show>(game: &str, games: usize) {
    let start: G = start(game);
    let mut rng = Rng::new(7);
    for _ in 0..games {
        let mut record = random_record(&start, &mut rng);
        // PGN has commands, and SGF has not.
        if record.moves.len() > 1 {
            record.moves.note_mut(1).remark.command("eval", "0.35,18");
            record.moves.note_mut(1).remark.command("clk", "0:00:59.8");
        }
        if rng.below(3) == 0 && !record.moves.is_empty() {
            record.moves.numbering = Numbering { first: rng.below(100), second_begins: rng.below(2) == 0 };
        }
        let text = pgn::write(&record);
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        let again = read(&text, record.colors);
        assert_eq!(again, record, "{text}");
        assert_eq!(pgn::write(&again), text);
        let end = replay(&start, record.moves.main_texts(), |_, _| {}).unwrap();
        let played = record.moves.main_line().count();
        assert!(played == 120 || end.outcome().is_some(), "{game}: {played}");
    }
}

#[test]
fn games_as_pgn() {
    check_pgn::<chess::Position>("chess", 40);
    check_pgn::<TicTacToe>("tic-tac-toe", 20);
    check_pgn::<ConnectFour>("connect-four", 20);
    check_pgn::<Othello>("othello", 20);
    check_pgn::<Draughts<u64>>("draughts", 20);
    check_pgn::<Draughts<u64>>("draughts(rules=international)", 20);
    check_pgn::<Go>("go(size=5)", 20);
}

#[test]
fn games_as_pdn() {
    for game in ["draughts", "draughts(rules=international)", "draughts(rules=russian)", "draughts(rules=frisian)"] {
        let start: Draughts<u64> = start(game);
        let mut rng = Rng::new(8);
        for _ in 0..20 {
            let mut record = random_record(&start, &mut rng);
            assert!(pdn::mark(&mut record, game));
            let text = pgn::write(&record);
            let again = read(&text, record.colors);
            assert_eq!(again.moves, record.moves, "{text}");
            assert_eq!((again.result, again.tag("GameType")), (record.result, record.tag("GameType")));
            assert_eq!(record::game_name(&again.tags), Ok(Some(game.to_string())));
            assert_eq!(pgn::write(&again), text);
        }
    }
}

#[test]
fn go_as_sgf() {
    for size in [5, 9, 19] {
        let start: Go = start(&format!("go(size={size},komi=6.5)"));
        let mut rng = Rng::new(9);
        for _ in 0..10 {
            let mut record = random_record(&start, &mut rng);
            record.tags.remove("Result");
            record.tags.remove("Site");
            let text = sgf::write(&record).unwrap();
            let mut again = sgf::read(&text, &Limits::default()).remove(0).unwrap();
            assert_eq!(record::game_name(&again.tags), Ok(Some(start.spec())));
            // The result stands there in SGF's words as well; tags come in SGF's order, and so do variations, which are the same
            // if they are written the same.
            again.tags.remove("RE");
            for record in [&mut record, &mut again] {
                record.tags.0.sort();
            }
            assert_eq!((&again.tags, again.colors), (&record.tags, record.colors), "{text}");
            assert_eq!(pgn::write(&again), pgn::write(&record), "{text}");
            replay(&start, again.moves.main_texts(), |_, _| {}).unwrap();
        }
    }
}

#[test]
fn othello_as_transcripts() {
    let start: Othello = start("othello");
    let mut rng = Rng::new(10);
    let mut passes = 0;
    for _ in 0..100 {
        let record = random_record(&start, &mut rng);
        let text = transcript::write(&record);
        assert!(transcript::is_transcript(&text));
        let again = transcript::read(&text, &Limits::default()).remove(0).unwrap();
        let (mut one, mut two) = (Vec::new(), Vec::new());
        let end = replay(&start, record.moves.main_texts(), |_, mv| one.push(mv)).unwrap();
        assert_eq!(replay(&start, again.moves.main_texts(), |_, mv| two.push(mv)).unwrap(), end);
        assert_eq!(one, two);
        passes += record.moves.main_texts().filter(|mv| *mv == "pass").count();
        // The position that the game itself reads from a transcript is the same.
        assert_eq!(start.parse_position(&text).map(|read| read.key()).ok(), last_without_pass(&start, &one));
    }
    assert!(passes > 0);
}

/// The key of the position after the last move that is not a pass: transcripts do not show passes at the end.
fn last_without_pass(start: &Othello, moves: &[<Othello as Rules>::Move]) -> Option<game::Key> {
    let mut position = start.clone();
    let mut key = None;
    for &mv in moves {
        let is_pass = position.move_text(mv) == "pass";
        position.play(mv);
        if !is_pass {
            key = Some(position.key());
        }
    }
    key
}
