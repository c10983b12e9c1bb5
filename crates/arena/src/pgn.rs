//! The records of games that were played here: tags, then the moves with what the players said.
//!
//! `%nodes` is ours; the other commands in the comments are those of PGN.

use engine::{Customs, Score, Side};
use record::{Colors, GameResult, Moves, Numbering, Record, Remark, eval_text, time_text};

use crate::{Ending, Game, Thinking};

/// What a record says about a game besides its moves.
#[derive(Clone, Debug, Default)]
pub struct Headers {
    /// The event.
    pub event: String,
    /// The date, `2026.11.15`.
    pub date: String,
    /// The round.
    pub round: String,
    /// The names of the players by side.
    pub players: [String; 2],
    /// The game with its parameters.
    pub game: String,
    /// How it is written down.
    pub customs: Customs,
    /// Who is White.
    pub colors: Colors,
    /// The time controls by side, as text.
    pub controls: [String; 2],
}

/// The record of a finished game.
pub fn record(game: &Game, headers: &Headers) -> Record {
    let colors = headers.colors;
    let mut record = Record { colors, result: GameResult::from(game.winner), ..Record::default() };
    for (name, value) in [("Event", headers.event.as_str()), ("Date", &headers.date), ("Round", &headers.round)] {
        record.tags.set(name, value);
    }
    for side in Side::BOTH {
        record.set_side_tag(side, "", headers.players[side.index()].as_str());
    }
    if let Some(start) = &game.start {
        record.tags.set("SetUp", "1");
        record.tags.set("FEN", start.as_str());
    }
    if let Some(variant) = headers.customs.variant_tag(&headers.game) {
        record.tags.set("Variant", variant);
    }
    match &headers.controls {
        [one, other] if one == other => record.tags.set("TimeControl", one.as_str()),
        controls => {
            for side in [colors.white(), !colors.white()] {
                record.set_side_tag(side, "TimeControl", controls[side.index()].as_str());
            }
        }
    }
    record.tags.set("Termination", game.ending.termination());
    record.tags.set("PlyCount", game.moves.len().to_string());
    record.moves = moves(game, headers);
    record
}

fn moves(game: &Game, headers: &Headers) -> Moves {
    let mut moves = Moves::line(game.moves.iter().map(|played| &played.text));
    // Numbered as the position has it; games without such a number begin with 1.
    let start = game.start.as_deref().filter(|_| headers.customs.fen);
    moves.numbering = start.map(Numbering::of_fen).unwrap_or_default();
    moves.numbering.second_begins = game.first_to_move == Side::Second;
    for (index, played) in game.moves.iter().enumerate() {
        if let Some(thinking) = &played.thinking {
            let (_, is_second) = moves.numbering.at(index);
            let side = if is_second { Side::Second } else { Side::First };
            moves.note_mut(index).remark = remark(side == headers.colors.white(), thinking);
        }
    }
    moves.ending = ending_text(game, headers);
    moves
}

/// Why the game is over, in words.
fn ending_text(game: &Game, headers: &Headers) -> String {
    let loser = game.winner.map_or("", |winner| &headers.players[(!winner).index()]);
    match &game.ending {
        Ending::Rules(text) | Ending::Adjudicated(text) => text.clone(),
        Ending::Resigned => format!("{loser} resigns"),
        Ending::Agreed => "draw: agreed".to_string(),
        Ending::Fault(fault) => format!("{loser}: {}: {fault}", fault.kind()),
    }
}

/// `[%eval 0.35,18] [%clk 0:00:59.8] [%emt 0:00:00.2] [%nodes 12345]`, as far as it is known.
fn remark(is_white: bool, thinking: &Thinking) -> Remark {
    let thought = thinking.thought;
    let mut remark = Remark::default();
    if let Some(score) = thought.score {
        let white: Score = if is_white { score } else { -score };
        let depth = thought.depth.map_or(String::new(), |depth| format!(",{depth}"));
        remark.command("eval", eval_text(white) + &depth);
    }
    if let Some(left) = thinking.left {
        remark.command("clk", time_text(left));
    }
    remark.command("emt", time_text(thinking.took));
    if let Some(nodes) = thought.nodes {
        remark.command("nodes", nodes.to_string());
    }
    remark
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Fault, Played, Thought};
    use std::time::Duration;

    #[test]
    fn a_whole_game() {
        let thinking = Thinking {
            took: Duration::from_millis(250),
            left: Some(Duration::from_secs(59)),
            thought: Thought { score: Some(Score::new(40)), depth: Some(9), nodes: Some(1234), own_time: None },
            expects: None,
        };
        let played =
            |text: &str, thinking| Played { text: text.to_string(), code: String::new(), side: Side::First, thinking };
        let game = Game {
            start: Some("4k3/8/8/8/8/8/4P3/4K3 b - - 0 7".to_string()),
            first_to_move: Side::Second,
            moves: vec![played("Kd7", None), played("e4", None), played("Kd6", Some(thinking)), played("e5+", None)],
            winner: Some(Side::First),
            ending: Ending::Fault(Fault::OutOfTime("too {slow}".to_string())),
        };
        let headers = Headers {
            event: "a \"test\"".to_string(),
            date: "2026.11.15".to_string(),
            round: "1.1".to_string(),
            players: ["one".to_string(), "two".to_string()],
            game: "chess".to_string(),
            customs: engine::open("chess").expect("a game").customs(),
            colors: Colors::WHITE_FIRST,
            controls: ["1+0.1".to_string(), "1+0.1".to_string()],
        };
        let expected = "\
[Event \"a \\\"test\\\"\"]
[Site \"?\"]
[Date \"2026.11.15\"]
[Round \"1.1\"]
[White \"one\"]
[Black \"two\"]
[Result \"1-0\"]
[SetUp \"1\"]
[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]
[TimeControl \"1+0.1\"]
[Termination \"time forfeit\"]
[PlyCount \"4\"]

7... Kd7 8. e4 Kd6
{[%eval -0.40,9] [%clk 0:00:59] [%emt 0:00:00.250] [%nodes 1234]} 9. e5+
{two: time forfeit: too |slow|} 1-0

";
        assert_eq!(record::pgn::write(&record(&game, &headers)), expected);
    }
}
