//! Report, live lines and explanation name the same best move, in every position of ten games.

use std::sync::Arc;

use answers::explain::Asked;
use answers::judgements::{Judgements, Place};
use answers::report::{Review, Wish};
use answers::search::Searching;
use answers::wire::{ExplainRequest, Say};
use engine::{Control, Go, Options, Ply};
use game::Rng;

/// Nodes of a position in the report, and of an explanation.
const REPORT: u64 = 1_500;
const EXPLAIN: u64 = 3_000;
/// Moves of a game.
const PLIES: usize = 36;

/// A game with mistakes: now and then a move by lot.
fn game(rng: &mut Rng) -> Vec<String> {
    let mut board = engine::open("chess").expect("a game");
    let mut options = Options::default();
    options.player.seed = rng.next_u64();
    while board.ply() < PLIES && board.end().is_none() {
        let moves = board.moves();
        let by_lot = board.ply() < 4 || rng.below(4) == 0;
        let mv = if by_lot {
            moves[rng.below(moves.len())].code.clone()
        } else {
            let found = board.go(&options, &Go::nodes(300), &Control::timeless(), &mut |_| {}).expect("an answer");
            found.best.expect("a move").code
        };
        board.play(&mv).expect("a legal move");
    }
    Ply::codes(&board.played())
}

/// The best move of every position that is not the end, as the report says it.
fn report(moves: &[String], judgements: &Judgements) -> Vec<Option<String>> {
    let (game, position) = ("chess".to_string(), None);
    let wish = Wish { id: 1, game, position, moves: moves.to_vec(), nodes: Some(REPORT) };
    let mut review = Review::of(wish).expect("a report");
    let mut best = Vec::new();
    while !review.is_over() {
        if let Some(question) = review.question(judgements) {
            let found = Searching::of(question).expect("a question").run(&Arc::new(Control::timeless())).0;
            review.found(judgements, &found.expect("an answer").lines);
        }
        let Say::Report { best_code, .. } = review.tell(judgements).expect("told") else { panic!("no report") };
        best.push(best_code);
    }
    best
}

#[test]
fn all_speak_of_one_best_move() {
    let mut rng = Rng::new(21);
    for _ in 0..10 {
        let moves = game(&mut rng);
        let judgements = Judgements::default();
        assert_eq!(report(&moves, &judgements).len(), moves.len() + 1);
        let start = engine::open("chess").expect("a game").position();
        let mut explained = Vec::new();
        for ply in 0..moves.len() {
            let request = ExplainRequest {
                game: "chess".to_string(),
                position: None,
                moves: moves[..ply].to_vec(),
                mv: Some(moves[ply].clone()),
                language: None,
                nodes: Some(EXPLAIN),
                client: None,
            };
            let asked = Asked::of(request).expect("a position");
            let answer = asked.explain(&judgements, &Control::timeless()).expect("an explanation");
            let line = &answer.judged.lines[0];
            let place = moves[..ply].iter().fold(Place::new("chess", &start, &[]), |place, mv| place.after(mv));
            let known = judgements.known(&place);
            let whole = moves[..ply].join(" ");
            assert_eq!(answer.explanation.best, line.pv[0], "explanation and lines after {whole}");
            assert_eq!(known[0].pv[0].code, line.codes[0], "what is kept and what is told after {whole}");
            explained.push(Some(line.codes[0].clone()));
        }
        let again = report(&moves, &judgements);
        assert_eq!(again[..moves.len()], explained[..], "report and explanations of {}", moves.join(" "));
    }
}
