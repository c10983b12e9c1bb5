//! Games as PGN: the seven tags in order, then what the field expects besides, then the moves with what the players said.
//!
//! The tags and the layout are those of the PGN standard of 1994; `%clk` and `%emt` are from its supplement of 2001, `%eval` is what
//! chess sites and python-chess read. Games other than chess are written in the same form with their own moves.

use std::borrow::Cow;
use std::time::Duration;

use engine::{Score, Side};

use crate::referee::{Game, Thinking, first_view};

/// What a PGN says about a game besides its moves.
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
    /// What the sides are called.
    pub side_names: [Cow<'static, str>; 2],
    /// The time controls by side, as text.
    pub controls: [String; 2],
}

/// Lines are not longer, unless a comment is.
const WIDTH: usize = 80;

/// The result as PGN writes it: White's points first.
pub fn result_text(winner: Option<Side>, side_names: &[Cow<'_, str>; 2]) -> &'static str {
    match winner {
        None => "1/2-1/2",
        Some(side) if side == white(side_names) => "1-0",
        Some(_) => "0-1",
    }
}

/// Which side PGN calls White: the one with that name, else the first.
pub fn white(side_names: &[Cow<'_, str>; 2]) -> Side {
    if side_names[1] == "White" { Side::Second } else { Side::First }
}

/// A game as PGN, with an empty line at the end.
pub fn write(game: &Game, headers: &Headers) -> String {
    let white = white(&headers.side_names);
    let [white_name, black_name] = [white, !white].map(|side| &headers.players[side.index()]);
    let result = result_text(game.winner, &headers.side_names);
    let is_chess = headers.game == "chess";
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        text.push_str(&format!("[{name} \"{value}\"]\n"));
    };
    tag("Event", &headers.event);
    tag("Site", "?");
    tag("Date", &headers.date);
    tag("Round", &headers.round);
    tag("White", white_name);
    tag("Black", black_name);
    tag("Result", result);
    if let Some(start) = &game.start {
        tag("SetUp", "1");
        tag("FEN", start);
    }
    if headers.game.starts_with("chess960") {
        tag("Variant", "Chess960");
    } else if !is_chess {
        tag("Variant", &headers.game);
    }
    match &headers.controls {
        [one, other] if one == other => tag("TimeControl", one),
        controls => {
            tag("WhiteTimeControl", &controls[white.index()]);
            tag("BlackTimeControl", &controls[(!white).index()]);
        }
    }
    tag("Termination", game.ending.termination());
    tag("PlyCount", &game.moves.len().to_string());
    text.push('\n');
    let mut column = 0;
    let mut word = |word: &str| {
        if column > 0 && column + 1 + word.len() > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += word.len();
    };
    // Numbered as the position has it; games without such a number begin with 1.
    let number = game.start.as_deref().filter(|_| headers.game.starts_with("chess"));
    let number: usize = number.and_then(|fen| fen.split(' ').nth(5)).and_then(|text| text.parse().ok()).unwrap_or(1);
    let offset = usize::from(game.first_to_move == Side::Second);
    let mut after_comment = false;
    for (index, played) in game.moves.iter().enumerate() {
        let ply = index + offset;
        let side = Side::BOTH[ply % 2];
        if side == Side::First {
            word(&format!("{}.", number + ply / 2));
        } else if index == 0 || after_comment {
            word(&format!("{}...", number + ply / 2));
        }
        word(&played.text);
        after_comment = played.thinking.is_some();
        if let Some(thinking) = &played.thinking {
            word(&comment(first_view_of(side, white), thinking));
        }
    }
    word(&format!("{{{}}}", ending_text(game, headers)));
    word(result);
    text.push_str("\n\n");
    text
}

/// Is a score of `side` to be turned round to be White's?
fn first_view_of(side: Side, white: Side) -> Side {
    if side == white { Side::First } else { Side::Second }
}

/// Why the game is over, in words that may stand in a comment.
fn ending_text(game: &Game, headers: &Headers) -> String {
    let text = match &game.ending {
        crate::Ending::Rules(text) | crate::Ending::Adjudicated(text) => text.clone(),
        crate::Ending::Fault(fault) => {
            let loser = game.winner.map_or("", |winner| &headers.players[(!winner).index()]);
            format!("{loser}: {}: {fault}", fault.kind())
        }
    };
    text.replace(['{', '}'], "|")
}

/// `{[%eval 0.35,18] [%clk 0:00:59.8] [%emt 0:00:00.2] [%nodes 12345]}`, as far as it is known.
fn comment(view: Side, thinking: &Thinking) -> String {
    let thought = thinking.thought;
    let mut parts = Vec::new();
    if let Some(score) = thought.score {
        let depth = thought.depth.map_or(String::new(), |depth| format!(",{depth}"));
        parts.push(format!("[%eval {}{depth}]", eval(first_view(view, score))));
    }
    if let Some(left) = thinking.left {
        parts.push(format!("[%clk {}]", time(left)));
    }
    parts.push(format!("[%emt {}]", time(thinking.took)));
    if let Some(nodes) = thought.nodes {
        parts.push(format!("[%nodes {nodes}]"));
    }
    format!("{{{}}}", parts.join(" "))
}

/// Pawns, or moves to mate, from White's view.
fn eval(score: Score) -> String {
    match score.plies_to_end() {
        None => format!("{:.2}", f64::from(score.value()) / 100.0),
        Some(plies) if score.is_win() => format!("#{}", plies.div_ceil(2)),
        Some(plies) => format!("#-{}", plies.div_ceil(2)),
    }
}

/// `0:00:59.812`; whole seconds are written without a fraction.
fn time(time: Duration) -> String {
    let milliseconds = time.as_millis();
    let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000);
    let whole = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if rest == 0 { whole } else { format!("{whole}.{rest:03}") }
}

/// Today, as PGN writes it, in universal time.
pub fn today() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    date(now.as_secs())
}

/// The day of a moment in seconds since 1970, as PGN writes it, in universal time.
pub fn date(seconds: u64) -> String {
    let (year, month, day) = civil(seconds / 86_400);
    format!("{year:04}.{month:02}.{day:02}")
}

/// Year, month and day of a day since 1970-01-01.
///
/// Counted in years that begin in March, so that the leap day is the last; see H. Hinnant, "chrono-compatible low-level date
/// algorithms", 2014.
fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let era = days / 146_097;
    let day_of_era = days % 146_097;
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    (era * 400 + year_of_era + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::{Ending, Played};
    use crate::{Fault, Thought};

    #[test]
    fn dates() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(59), (1970, 3, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(20_772), (2026, 11, 15));
    }

    #[test]
    fn times_and_values() {
        assert_eq!(time(Duration::from_millis(3_723_004)), "1:02:03.004");
        assert_eq!(time(Duration::from_secs(59)), "0:00:59");
        assert_eq!(eval(Score::new(-35)), "-0.35");
        assert_eq!(eval(Score::win_in(3)), "#2");
        assert_eq!(eval(Score::loss_in(4)), "#-2");
    }

    #[test]
    fn a_whole_game() {
        let thinking = Thinking {
            took: Duration::from_millis(250),
            left: Some(Duration::from_secs(59)),
            thought: Thought { score: Some(Score::new(40)), depth: Some(9), nodes: Some(1234), own_time: None },
        };
        let played = |text: &str, thinking| Played { text: text.to_string(), thinking };
        let game = Game {
            start: Some("4k3/8/8/8/8/8/4P3/4K3 b - - 0 7".to_string()),
            first_to_move: Side::Second,
            moves: vec![played("Kd7", None), played("e4", None), played("Kd6", Some(thinking)), played("e5+", None)],
            winner: Some(Side::First),
            ending: Ending::Fault(Fault::OutOfTime("too {slow}".to_string())),
            preparing: Duration::ZERO,
            thinking: [Duration::ZERO; 2],
            clock_gap: [Duration::ZERO; 2],
        };
        let headers = Headers {
            event: "a \"test\"".to_string(),
            date: "2026.11.15".to_string(),
            round: "1.1".to_string(),
            players: ["one".to_string(), "two".to_string()],
            game: "chess".to_string(),
            side_names: ["White".into(), "Black".into()],
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
        assert_eq!(write(&game, &headers), expected);
    }
}
