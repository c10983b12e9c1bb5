//! One position, its moves shared out: each move at the root is a question of its own (root splitting).
//!
//! It asks nothing of the search and bears any network and any loss of workers, but does more work than one search: the moves
//! know nothing of each other's values. What it gives besides is a value of its own for every move, and no bound, hence as many best
//! lines as are wanted. [`peers`](crate::peers) are the way to one best move.

use engine::{Answered, Error, Line, Question};

use crate::job::Judged;

/// The question about each move, for so many workers. Time and nodes are shared among the moves, a depth is that of each.
pub fn split(question: &Question, workers: usize) -> Result<Vec<Question>, Error> {
    let refuse = |reason: &str| Err(Error::Request(format!("workers share the moves of a position: {reason}")));
    let board = question.open()?;
    let (options, go) = question.options(&*board)?;
    board.check(&options, &go)?;
    if question.player.level.is_some() || question.player.elo.is_some() {
        return refuse("a level does not look at each move in the same way; take a player without one");
    }
    if question.limits.clock.is_some() {
        return refuse("a clock is for one search; say how long, how many nodes or how deep");
    }
    if question.limits.win_in.is_some() {
        return refuse("a win within so many plies is looked for by one search");
    }
    if question.counters {
        return refuse("counters are those of one search");
    }
    let moves = match question.limits.only.as_slice() {
        [] => board.moves().into_iter().map(|ply| ply.code).collect(),
        only => {
            only.iter().try_for_each(|mv| board.fork().advance(mv))?;
            only.to_vec()
        }
    };
    let count = moves.len().max(1) as u64;
    let share = |total: u64, hands: u64| (total.saturating_mul(hands) / count).max(1);
    let about = |mv: String| {
        let mut one = Question { lines: 1, ..question.clone() };
        // A book knows no other moves than its own.
        one.player.book = None;
        one.limits.only = vec![mv];
        // At most as many work at the same time as there are moves.
        one.limits.time_ms = question.limits.time_ms.map(|time| share(time, count.min(workers as u64)));
        one.limits.nodes = question.limits.nodes.map(|nodes| share(nodes, 1));
        one
    };
    Ok(moves.into_iter().map(about).collect())
}

/// The answer to the question, from those about its moves; moves without an answer were not searched.
pub fn gather(question: &Question, answers: Vec<Judged>) -> Result<Answered, String> {
    let mut all = Vec::with_capacity(answers.len());
    for judged in answers {
        match judged {
            Judged::Answer(answer) => all.push(*answer),
            Judged::Error(reason) => return Err(reason),
        }
    }
    // Equal moves stay in their order.
    all.sort_by_key(|answer| std::cmp::Reverse(answer.best.as_ref().map(|line| line.score)));
    let searched = |answer: &Answered| answer.best.clone();
    let nodes = all.iter().filter_map(searched).map(|line| line.nodes).sum();
    let mut lines: Vec<Line> = all.iter().filter_map(searched).take(question.lines).collect();
    // As in one search: the nodes are those of all.
    lines.iter_mut().for_each(|line| line.nodes = nodes);
    let first = all.first();
    Ok(Answered {
        version: Question::VERSION,
        mv: first.and_then(|answer| answer.mv.clone()),
        code: first.and_then(|answer| answer.code.clone()),
        from_book: false,
        best: lines.first().cloned(),
        counters: Default::default(),
        lines,
    })
}

#[cfg(test)]
mod tests {
    use engine::Control;

    use super::*;

    fn ask(question: &Question) -> Answered {
        question.answer(&Control::timeless(), &mut |_| {}).expect("an answer")
    }

    fn asked(json: &str) -> Question {
        serde_json::from_str(json).expect("a question")
    }

    #[test]
    fn the_values_are_those_of_one_search() {
        for json in [
            r#"{"game": "connect-four", "moves": ["4", "4", "5"], "limits": {"depth": 6}, "lines": 7}"#,
            r#"{"game": "tic-tac-toe", "limits": {"depth": 9}, "lines": 9}"#,
            r#"{"game": "othello", "moves": ["f5"], "limits": {"depth": 4}, "lines": 3}"#,
        ] {
            let mut question = asked(json);
            question.player.techniques = Some("minimax+alpha-beta".to_string());
            let apart = split(&question, 3).expect("it can be split");
            let answers = apart.iter().map(|one| Judged::Answer(Box::new(ask(one))));
            let gathered = gather(&question, answers.collect()).expect("all are there");
            let whole = ask(&question);
            let scores = |answer: &Answered| answer.lines.iter().map(|line| line.score).collect::<Vec<_>>();
            assert_eq!(scores(&gathered), scores(&whole), "{json}");
            assert_eq!(gathered.lines.len(), question.lines);
        }
    }

    #[test]
    fn limits_are_shared() {
        let question = asked(r#"{"game": "tic-tac-toe", "limits": {"nodes": 900, "time_ms": 4500, "depth": 5}}"#);
        let apart = split(&question, 2).expect("it can be split");
        assert_eq!(apart.len(), 9);
        let limits = &apart[8].limits;
        assert_eq!((limits.nodes, limits.time_ms, limits.depth), (Some(100), Some(1000), Some(5)));
        let one = asked(r#"{"game": "tic-tac-toe", "limits": {"nodes": 900, "time_ms": 4500, "only": ["5"]}}"#);
        let limits = &split(&one, 2).expect("it can be split")[0].limits;
        assert_eq!((limits.nodes, limits.time_ms), (Some(900), Some(4500)));
    }

    #[test]
    fn what_cannot_be_shared_is_refused() {
        for (json, hint) in [
            (r#"{"game": "chess", "player": {"kind": "kiebitz", "level": 3}}"#, "level"),
            (r#"{"game": "chess", "limits": {"clock": {"remaining_ms": 1000}}}"#, "clock"),
            (r#"{"game": "chess", "limits": {"win_in": 3}}"#, "win"),
            (r#"{"game": "chess", "limits": {"depth": 2}, "counters": true}"#, "counters"),
            (r#"{"game": "chess", "limits": {"only": ["a1a8"]}}"#, "a1a8"),
            (r#"{"game": "checkers"}"#, "checkers"),
        ] {
            let error = split(&asked(json), 2).expect_err(json).to_string();
            assert!(error.contains(hint), "{json}: {error}");
        }
        let wrong = gather(&asked(r#"{"game": "chess"}"#), vec![Judged::Error("no disk".to_string())]);
        assert_eq!(wrong, Err("no disk".to_string()));
        // A game that is over has no moves.
        let over = asked(r#"{"game": "tic-tac-toe", "start": "XXXOO----", "limits": {"depth": 2}}"#);
        assert_eq!(split(&over, 2).map(|apart| apart.len()).map_err(|error| error.to_string()), Ok(0));
        assert_eq!(gather(&over, Vec::new()).expect("nothing").mv, None);
    }
}
