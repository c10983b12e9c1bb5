//! The tests that every game passes: random games from seeds, with every law of [`Rules`](crate::Rules), [`Abilities`](crate::Abilities) and
//! [`Show`] checked at every position.
//!
//! ```ignore
//! #[test]
//! fn conforms() {
//!     game::conformance::check(&Othello::default(), 200);
//! }
//! ```

use std::collections::HashSet;
use std::fmt::Write;

use crate::{Evaluator, Game, Inputs, Outcome, Rng, Score, Show, Side, Stage, Step};

/// Long enough for every finite game here; games that can go on forever are cut off.
const MAX_PLIES: usize = 600;

/// Plays `games` random games from `start` and checks every law at every position. Panics with the game's moves at the first
/// breach.
pub fn check<G: Show>(start: &G, games: u64) {
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut position = start.clone();
        // Moves met earlier in the game, to try where they may not be legal.
        let mut earlier: Vec<G::Move> = Vec::new();
        let mut line: Vec<String> = Vec::new();
        for _ in 0..MAX_PLIES {
            let context =
                || format!("{} seed {seed} after {}\n{}", position.spec(), line.join(" "), position.position_text());
            let moves = check_position(start, &position, &earlier, &context);
            if moves.is_empty() {
                break;
            }
            let mv = rng.pick(&moves);
            let text = position.move_text(mv);
            position.play(mv);
            line.push(text);
            earlier.push(mv);
            if earlier.len() > 40 {
                earlier.swap_remove(rng.below(40));
            }
        }
    }
}

/// Checks the laws of an evaluator along random lines, as a search walks them: down by moves and, where the game allows it, by
/// null moves, up again, and down another way.
///
/// - Whatever line it has followed, its answer is that of a new evaluator that starts at the position.
/// - Its values are judgements: within ±[`Score::MAX_JUDGEMENT`], and the same when asked twice.
/// - `mirror`, where the game has that symmetry, gives the position with the sides exchanged: it is worth the same to the
///   side to move.
pub fn check_evaluator<G: Game, E: Evaluator<G>>(
    start: &G,
    evaluator: &E,
    games: u64,
    mirror: Option<&dyn Fn(&G) -> G>,
) {
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut following = evaluator.clone();
        following.follow(Step::Start(start));
        // The root first; the last one is the end of the line.
        let mut line = vec![start.clone()];
        for _ in 0..MAX_PLIES {
            let position = line[line.len() - 1].clone();
            let moves = position.moves();
            let context = || format!("{} seed {seed}\n{}", position.spec(), position.position_text());
            // Not at every position: an evaluator that updates lazily must be right too.
            if !moves.is_empty() && rng.below(2) == 0 {
                let value = following.evaluate(&position);
                assert_eq!(value, value.clamp_judgement(), "not a judgement: {}", context());
                assert_eq!(value, following.evaluate(&position), "another value at the second look: {}", context());
                let from_start = |position: &G| {
                    let mut fresh = evaluator.clone();
                    fresh.follow(Step::Start(position));
                    fresh.evaluate(position)
                };
                assert_eq!(value, from_start(&position), "following the line and from nothing differ: {}", context());
                if let Some(mirror) = mirror {
                    let mirrored = from_start(&mirror(&position));
                    assert_eq!(value, mirrored, "another value for the sides exchanged: {}", context());
                }
            }
            if line.len() > 1 && (moves.is_empty() || rng.below(4) == 0) {
                following.follow(Step::Up);
                line.pop();
            } else if moves.is_empty() {
                break;
            } else if position.can_pass() && rng.below(12) == 0 {
                let mut after = position.clone();
                after.pass();
                following.follow(Step::Down { before: &position, mv: None, after: &after });
                line.push(after);
            } else {
                let mv = rng.pick(&moves);
                let after = position.after(mv);
                following.follow(Step::Down { before: &position, mv: Some(mv), after: &after });
                line.push(after);
            }
            // A search that is stopped leaves its line where it is; the next one starts anew.
            if rng.below(100) == 0 {
                let root = line[line.len() - 1].clone();
                following.follow(Step::Start(&root));
                line = vec![root];
            }
        }
    }
}

/// Checks the laws of the inputs of a network along random games.
///
/// - Views, inputs and stages are within their bounds; the cells of a position stand for different inputs.
/// - What a cell stands for does not depend on the position.
/// - `mirror`, where the game has that symmetry, gives the position with the sides exchanged: each side then sees what the other
///   one saw.
pub fn check_inputs<G: Inputs>(start: &G, games: u64, mirror: Option<&dyn Fn(&G) -> G>) {
    let seen = |position: &G, side: Side| {
        let view = position.view(side);
        assert!(view < G::VIEWS, "view {view} of {}: {}", G::VIEWS, position.position_text());
        let sets = position.sets();
        let mut inputs = Vec::new();
        for (set, &word) in sets.as_ref().iter().enumerate() {
            for cell in (0..64).filter(|cell| word >> cell & 1 == 1) {
                let input = position.input(side, view, set, cell);
                assert_eq!(input, start.input(side, view, set, cell), "the input depends on the position");
                inputs.push(input);
            }
        }
        inputs.sort_unstable();
        inputs
    };
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut position = start.clone();
        for _ in 0..MAX_PLIES {
            let context = || format!("{} seed {seed}\n{}", position.spec(), position.position_text());
            assert!(position.stage() < G::STAGES, "stage {}: {}", position.stage(), context());
            assert_eq!(position.inputs(), start.inputs(), "the number of inputs changes: {}", context());
            for side in Side::BOTH {
                let inputs = seen(&position, side);
                assert!(inputs.last().is_none_or(|&input| input < start.inputs()), "out of range: {}", context());
                assert!(inputs.windows(2).all(|pair| pair[0] < pair[1]), "an input twice: {}", context());
                if let Some(mirror) = mirror {
                    assert_eq!(inputs, seen(&mirror(&position), !side), "the sides exchanged: {}", context());
                }
            }
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            position.play(rng.pick(&moves));
        }
    }
}

/// Every law that concerns one position. Returns its legal moves.
fn check_position<G: Show>(start: &G, position: &G, earlier: &[G::Move], context: &dyn Fn() -> String) -> Vec<G::Move> {
    let moves = position.moves();
    assert_eq!(position.key(), position.compute_key(), "key is not what it should be: {}", context());

    let distinct: HashSet<_> = moves.iter().copied().collect();
    assert_eq!(distinct.len(), moves.len(), "a move is generated twice: {}", context());
    assert_eq!(moves, position.moves(), "the order of moves is not fixed: {}", context());
    match position.outcome() {
        Some(_) => assert!(moves.is_empty(), "a finished game has moves: {}", context()),
        None => assert!(!moves.is_empty(), "an unfinished game has no moves: {}", context()),
    }
    if let Some(Outcome::Margin(margin)) = position.outcome() {
        assert!(margin == margin.clamp_judgement(), "margin out of range: {}", context());
    }
    check_stages(position, &moves, context);
    check_notation(start, position, &moves, context);

    let mut codes = HashSet::new();
    let mut ways = HashSet::new();
    for &mv in &moves {
        let text = position.move_text(mv);
        assert!(position.is_legal(mv), "{text} is generated but not legal: {}", context());
        assert!(position.action(mv) < G::ACTIONS, "action of {text} out of range: {}", context());
        assert!(position.victim(mv) < G::VICTIMS, "victim of {text} out of range: {}", context());
        let code = position.encode(mv);
        assert!(code != 0 && codes.insert(code), "code of {text} is 0 or not distinct: {}", context());
        assert_eq!(position.decode(code), Some(mv), "code of {text} does not decode: {}", context());
        let before = position.clone();
        let after = position.after(mv);
        assert_eq!(&before, position, "playing on a clone changed the position: {}", context());
        assert_eq!(after.key(), after.compute_key(), "key wrong after {text}: {}", context());
        let cells = position.diagram().cells.len();
        assert!(position.move_cells(mv).iter().all(|&cell| cell < cells), "cells of {text}: {}", context());
        let clicks = position.clicks(mv);
        for path in clicks.also.into_iter().chain([clicks.cells]) {
            assert!(path.iter().all(|&cell| cell < cells), "clicks of {text}: {}", context());
            assert!(ways.insert((path, clicks.choice.clone())), "{text} is clicked like another move: {}", context());
        }
    }
    for &mv in earlier {
        assert_eq!(position.is_legal(mv), moves.contains(&mv), "is_legal and moves differ on {mv:?}: {}", context());
    }
    for code in [1, 2, 77, 4095, 40_000, u16::MAX] {
        if let Some(mv) = position.decode(code) {
            assert!(moves.contains(&mv), "code {code} decodes to an illegal move: {}", context());
        }
    }
    if position.can_pass() && !moves.is_empty() {
        let mut passed = position.clone();
        passed.pass();
        assert_eq!(passed.side_to_move(), !position.side_to_move(), "a pass does not change sides: {}", context());
        assert_eq!(passed.key(), passed.compute_key(), "key wrong after a pass: {}", context());
    }
    check_solving(position, &moves, context);
    moves
}

/// Noisy and quiet moves together are all moves, and `is_noisy` tells them apart.
fn check_stages<G: Game>(position: &G, moves: &[G::Move], context: &dyn Fn() -> String) {
    if moves.is_empty() {
        return;
    }
    let stage = |stage| {
        let mut moves = Vec::new();
        position.generate(stage, &mut moves);
        moves
    };
    let (noisy, quiet) = (stage(Stage::Noisy), stage(Stage::Quiet));
    assert!(noisy.iter().all(|&mv| position.is_noisy(mv)), "a quiet move is generated as noisy: {}", context());
    assert!(!quiet.iter().any(|&mv| position.is_noisy(mv)), "a noisy move is generated as quiet: {}", context());
    let staged: HashSet<_> = noisy.iter().chain(&quiet).copied().collect();
    assert_eq!(staged.len(), noisy.len() + quiet.len(), "a staged move is generated twice: {}", context());
    assert_eq!(staged, moves.iter().copied().collect(), "stages and moves differ: {}", context());
    for &mv in moves {
        let (said, done) = (position.gives_check(mv), position.after(mv).in_check());
        assert_eq!(said, done, "gives_check is wrong for {}: {}", position.move_text(mv), context());
    }
    let mut checks = Vec::new();
    position.generate_checks(&mut checks);
    let wanted: Vec<_> = quiet.into_iter().filter(|&mv| position.gives_check(mv)).collect();
    assert_eq!(checks, wanted, "generate_checks is wrong: {}", context());
}

/// Positions and moves survive being written and read.
fn check_notation<G: Show>(start: &G, position: &G, moves: &[G::Move], context: &dyn Fn() -> String) {
    let text = position.position_text();
    match start.parse_position(&text) {
        Ok(read) => {
            assert_eq!(read.position_text(), text, "position text changes when read: {}", context());
            assert_eq!(read.side_to_move(), position.side_to_move(), "side to move changes when read: {}", context());
            assert_eq!(read.diagram(), position.diagram(), "board changes when read: {}", context());
        }
        Err(error) => panic!("{error}: {}", context()),
    }
    let mut texts = HashSet::new();
    for &mv in moves {
        let text = position.move_text(mv);
        match position.parse_move(&text) {
            Ok(read) => assert_eq!(read, mv, "move {text} is read as another: {}", context()),
            Err(error) => panic!("{error}: {}", context()),
        }
        assert!(texts.insert(text.clone()), "two moves are written {text}: {}", context());
    }
    for garbage in ["", " ", "\u{0}", "zz9", "-1", "99999999999999999999", "ä", "a", "1-", "x", "(", "e2e4e5"] {
        if let Ok(mv) = position.parse_move(garbage) {
            assert!(moves.contains(&mv), "'{garbage}' is read as an illegal move: {}", context());
        }
        let _ = position.parse_position(garbage);
    }
}

/// The abilities for searching to the end agree with the rules one ply ahead.
fn check_solving<G: Game>(position: &G, moves: &[G::Move], context: &dyn Fn() -> String) {
    let (low, high) = position.bounds();
    if moves.is_empty() {
        return;
    }
    if let Some(left) = position.plies_left() {
        assert!(left > 0, "no plies left in an unfinished game: {}", context());
        for &mv in moves {
            let after = position.after(mv).plies_left();
            assert!(after.is_some_and(|after| after < left), "plies left do not shrink: {}", context());
        }
    }
    let side = position.side_to_move();
    let wins = |mv: &&G::Move| position.after(**mv).outcome() == Some(Outcome::Win(side));
    let mut last = Vec::new();
    position.generate_final(&mut last);
    assert!(last.iter().all(|mv| moves.contains(mv)), "a final move is illegal: {}", context());
    assert!(moves.iter().filter(wins).all(|mv| last.contains(mv)), "a final move is missing: {}", context());
    for depth in 0..=2 {
        if let Some(leaves) = position.leaves(depth) {
            let played = crate::perft::by_playing(position, depth);
            assert_eq!(leaves, played, "move sequences of length {depth}: {}", context());
        }
    }
    // An immediate win must lie within the bounds, and a known value must include it.
    if moves.iter().any(|mv| wins(&mv)) {
        assert!(high >= Score::win_in(1), "upper bound below an immediate win: {}", context());
        if let Some(value) = position.known_value(-Score::INFINITY, Score::INFINITY) {
            assert_eq!(value, Score::win_in(1), "known value misses an immediate win: {}", context());
        }
    }
    assert!(low <= high, "bounds cross: {}", context());
    if position.known_value(-Score::INFINITY, Score::INFINITY).is_none() {
        let mut relevant = Vec::new();
        position.generate_relevant(&mut relevant);
        assert!(!relevant.is_empty(), "no relevant move in an unfinished game: {}", context());
        assert!(relevant.iter().all(|mv| moves.contains(mv)), "a relevant move is illegal: {}", context());
    }
}

/// Plays `games` random games from `start` and compares, at every position with at most `plies` plies left, what the
/// abilities for searching to the end say with the value that plain minimax finds. Only for games with
/// [`Abilities::plies_left`](crate::Abilities::plies_left); keep `plies` small, because the whole tree is searched.
pub fn check_values<G: Game>(start: &G, games: u64, plies: usize) {
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut position = start.clone();
        loop {
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            if position.plies_left().is_some_and(|left| left <= plies) {
                check_value(&position);
            }
            position.play(rng.pick(&moves));
        }
    }
}

/// The value of an unfinished position by minimax, and everything that the game claims to know about it.
fn check_value<G: Game>(position: &G) {
    let value = minimax(position);
    let context = || format!("{} {}, value {value}", position.spec(), position.position_text());
    let (low, high) = position.bounds();
    assert!((low..=high).contains(&value), "bounds {low} to {high}: {}", context());
    // Windows above, around and below the value; the whole one last.
    let infinity = Score::INFINITY;
    for (alpha, beta) in
        [(value, value + 1), (value - 1, value), (value - 1, value + 1), (-infinity, value), (value, infinity)]
            .into_iter()
            .chain([-1, 1].map(|step| (value + step * G::UNIT, value + step * G::UNIT + 1)))
            .chain([(-infinity, infinity)])
    {
        let Some(known) = position.known_value(alpha, beta) else { continue };
        let sound = if known <= alpha {
            value <= known
        } else if known >= beta {
            value >= known
        } else {
            value == known
        };
        assert!(sound, "known value {known} for the window {alpha} to {beta}: {}", context());
    }
    if position.known_value(-infinity, infinity).is_none() {
        let mut relevant = Vec::new();
        position.generate_relevant(&mut relevant);
        let best = relevant.iter().map(|&mv| -minimax(&position.after(mv)).from_node(1)).max();
        assert_eq!(best, Some(value), "the relevant moves miss the value: {}", context());
    }
}

/// The value by looking at every continuation.
fn minimax<G: Game>(position: &G) -> Score {
    match position.outcome() {
        Some(outcome) => outcome.score(position.side_to_move()),
        None => {
            let values = position.moves().into_iter().map(|mv| -minimax(&position.after(mv)).from_node(1));
            values.max().expect("an unfinished game has moves")
        }
    }
}

/// One random game written out in full: the golden text that a change of the rules would change.
pub fn playthrough<G: Show>(start: &G, seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let mut position = start.clone();
    let mut text = format!("game {}\nseed {seed}\n", position.spec());
    for ply in 0..MAX_PLIES {
        let moves = position.moves();
        let names: Vec<String> = moves.iter().map(|&mv| position.move_text(mv)).collect();
        writeln!(
            text,
            "\nply {ply} {}\nposition {}\nkey {}",
            position.side_name(position.side_to_move()),
            position.position_text(),
            position.key()
        )
        .expect("writing to a string");
        text.push_str(&position.diagram().ascii(&[]));
        if moves.is_empty() {
            let outcome = position.outcome().expect("a game without moves is over");
            writeln!(text, "outcome {outcome:?}").expect("writing to a string");
            break;
        }
        let choice = rng.below(moves.len());
        writeln!(text, "moves {}\nplay {}", names.join(" "), names[choice]).expect("writing to a string");
        position.play(moves[choice]);
    }
    text
}

/// Compares [`playthrough`] with the file at `path`, which is written if the environment variable `KIEBITZ_GOLDEN` is set.
pub fn check_playthrough<G: Show>(start: &G, seed: u64, path: &std::path::Path) {
    let found = playthrough(start, seed);
    if std::env::var_os("KIEBITZ_GOLDEN").is_some() {
        std::fs::write(path, &found).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        return;
    }
    let expected = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    for (number, (found, expected)) in found.lines().zip(expected.lines()).enumerate() {
        assert_eq!(found, expected, "{} line {}", path.display(), number + 1);
    }
    assert_eq!(found.lines().count(), expected.lines().count(), "{}", path.display());
}
