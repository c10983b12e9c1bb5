//! A question and its answer as data, stateless: what `--json` prints and what can be sent over a wire, to a worker for instance.
//!
//! ```
//! let question: engine::Question =
//!     serde_json::from_str(r#"{"game": "connect-four", "moves": ["4", "4"], "limits": {"depth": 6}}"#).unwrap();
//! let answer = question.answer(&engine::Control::timeless(), &mut |_| {}).unwrap();
//! assert_eq!(answer.version, engine::Question::VERSION);
//! assert_eq!(answer.lines[0].depth, 6);
//! ```

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::{
    Answer, Bound, Clock, Control, Engine, Error, Go, Options, PastGames, PlayerKind, PlayerSpec, Ply, Report,
    Reporting,
};

/// A position, who is to think about it, how long, and what is wanted of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The version of this form: [`Question::VERSION`]. A question of another version is refused.
    #[serde(default = "Question::version")]
    pub version: u32,
    /// The game with its parameters.
    pub game: String,
    /// Where the moves begin, in the game's notation; the start position if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The moves since, in any notation of the game.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Who thinks: a program of ours.
    #[serde(default = "Question::usual_player")]
    pub player: PlayerSpec,
    /// How long, besides what the player says itself.
    #[serde(default)]
    pub limits: Bounds,
    /// How many best lines are wanted.
    #[serde(default = "Question::one")]
    pub lines: usize,
    /// Is it wanted how often what happened? It costs a little time.
    #[serde(default)]
    pub counters: bool,
}

/// What bounds a search. Nothing set means until it is stopped.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Bounds {
    /// The greatest depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<i32>,
    /// The greatest number of nodes; for Monte Carlo tree search, playouts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Milliseconds, used whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
    /// A clock to be shared among the moves to come.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockState>,
    /// Only these moves are considered; all, if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<String>,
    /// Look for a win in at most so many plies, and stop when it is found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_in: Option<usize>,
}

/// A clock as the side to move sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockState {
    /// Milliseconds left.
    pub remaining_ms: u64,
    /// Milliseconds gained with each move.
    #[serde(default)]
    pub increment_ms: u64,
    /// Moves until more time is added, if the control has periods.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves_to_go: Option<u32>,
}

/// One of the best lines.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Line {
    /// The value for the side to move, in score steps.
    pub score: i32,
    /// The value as this game's players write it.
    pub score_text: String,
    /// How many plies a certain win or loss is away.
    pub plies_to_end: Option<usize>,
    /// The share of the points that the side to move may expect, 0 to 1.
    pub chance: f64,
    /// `exact`, `lower` or `upper`.
    pub bound: String,
    /// The depth of the iteration.
    pub depth: i32,
    /// The greatest distance from the root that was reached.
    pub deepest: usize,
    /// Nodes; for Monte Carlo tree search, playouts.
    pub nodes: u64,
    /// Time since the question was asked.
    pub time_ms: u64,
    /// The line as people write it.
    pub pv: Vec<String>,
    /// The line as programs write it.
    pub codes: Vec<String>,
}

/// The answer to a [`Question`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answered {
    /// The version of this form.
    pub version: u32,
    /// The best move as people write it; absent only if the game is over.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The same as programs write it.
    pub code: Option<String>,
    /// Does it come from the book, without a search?
    pub from_book: bool,
    /// The best line; the fields stand beside the move.
    #[serde(flatten)]
    pub best: Option<Line>,
    /// What was counted, by name.
    pub counters: BTreeMap<String, f64>,
    /// The best lines, the best first.
    pub lines: Vec<Line>,
}

impl Question {
    /// The version of the form.
    pub const VERSION: u32 = 1;

    /// About the start position of a game, put to our program at full strength, without a limit.
    pub fn new(game: &str) -> Question {
        Question {
            version: Question::VERSION,
            game: game.to_string(),
            start: None,
            moves: Vec::new(),
            player: Question::usual_player(),
            limits: Bounds::default(),
            lines: Question::one(),
            counters: false,
        }
    }

    fn version() -> u32 {
        Question::VERSION
    }

    fn usual_player() -> PlayerSpec {
        PlayerSpec::new(PlayerKind::Kiebitz)
    }

    fn one() -> usize {
        1
    }

    /// The position that it is about. A question of another version is refused.
    pub fn open(&self) -> Result<Box<dyn Engine>, Error> {
        let mut board = crate::open(&self.game)?;
        self.set_up(&mut *board)?;
        Ok(board)
    }

    /// Goes there on a board of its game.
    pub fn set_up(&self, board: &mut dyn Engine) -> Result<(), Error> {
        if self.version != Question::VERSION {
            let reason = format!("version {}: this program answers version {}", self.version, Question::VERSION);
            return Err(Error::Request(reason));
        }
        board.set_position(self.start.as_deref().unwrap_or("start"))?;
        self.moves.iter().try_for_each(|mv| board.advance(mv))
    }

    /// How its position is to be searched, and how long. What the board cannot do is refused.
    pub fn options(&self, board: &dyn Engine) -> Result<(Options, Go), Error> {
        self.player.check()?;
        let (mut options, own) = self.player.options(board.has_books())?;
        options.report = Reporting { lines: self.lines, counted: self.counters };
        let go = Go::from(&self.limits).within(&own);
        if self.player.hash.is_none() {
            options.resources.fit_table(go.nodes);
        }
        options.check()?;
        go.check()?;
        Ok((options, go))
    }

    /// Searches and answers. Blocks until a limit is reached or `control` stops it; `report` hears of progress.
    pub fn answer(&self, control: &Control, report: &mut dyn FnMut(&Report)) -> Result<Answered, Error> {
        self.answer_with(&PastGames::default(), control, report)
    }

    /// The same with games to learn from, for a player who learns.
    pub fn answer_with(
        &self,
        past: &PastGames,
        control: &Control,
        report: &mut dyn FnMut(&Report),
    ) -> Result<Answered, Error> {
        let mut board = self.open()?;
        let (mut options, go) = self.options(&*board)?;
        options.resources.past = past.clone();
        Ok(Answered::from(&board.go(&options, &go, control, report)?))
    }
}

impl From<&Bounds> for Go {
    fn from(bounds: &Bounds) -> Go {
        Go {
            depth: bounds.depth,
            nodes: bounds.nodes,
            playouts: None,
            time: bounds.time_ms.map(Duration::from_millis),
            clock: bounds.clock.map(|clock| Clock {
                remaining: Duration::from_millis(clock.remaining_ms),
                increment: Duration::from_millis(clock.increment_ms),
                moves_to_go: clock.moves_to_go,
            }),
            only: bounds.only.clone(),
            win_in: bounds.win_in,
        }
    }
}

impl From<&Report> for Line {
    fn from(report: &Report) -> Line {
        Line {
            score: report.score.value(),
            score_text: report.score_text.clone(),
            plies_to_end: report.score.plies_to_end(),
            chance: report.chance,
            bound: match report.bound {
                Bound::Exact => "exact",
                Bound::Lower => "lower",
                Bound::Upper => "upper",
            }
            .to_string(),
            depth: report.depth,
            deepest: report.deepest,
            nodes: report.nodes,
            time_ms: report.time.as_millis() as u64,
            pv: Ply::texts(&report.pv),
            codes: Ply::codes(&report.pv),
        }
    }
}

impl From<&Answer> for Answered {
    fn from(answer: &Answer) -> Answered {
        let lines: Vec<Line> = answer.lines.iter().map(Line::from).collect();
        Answered {
            version: Question::VERSION,
            mv: answer.best.as_ref().map(|ply| ply.text.clone()),
            code: answer.best.as_ref().map(|ply| ply.code.clone()),
            from_book: answer.from_book,
            best: lines.first().cloned(),
            counters: answer.counters.iter().cloned().collect(),
            lines,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(json: &str) -> Result<Answered, String> {
        let question: Question = serde_json::from_str(json).map_err(|error| error.to_string())?;
        let again: Question =
            serde_json::from_str(&serde_json::to_string(&question).expect("JSON")).expect("a question");
        assert_eq!(question, again);
        question.answer(&Control::timeless(), &mut |_| {}).map_err(|error| error.to_string())
    }

    #[test]
    fn questions_of_every_game_are_answered() {
        for game in crate::games() {
            let json = format!(r#"{{"game": "{}", "limits": {{"depth": 2, "nodes": 300}}, "lines": 2}}"#, game.name);
            let answer = ask(&json).unwrap_or_else(|error| panic!("{json}: {error}"));
            assert!(answer.mv.is_some() && !answer.lines.is_empty(), "{json}: {answer:?}");
            let text = serde_json::to_string(&answer).expect("JSON");
            assert_eq!(serde_json::from_str::<Answered>(&text).expect("an answer"), answer);
            assert_eq!(ask(&json).map(|answer| answer.lines), Ok(answer.lines), "{json}: the same twice");
        }
    }

    #[test]
    fn a_question_says_only_what_is_not_usual() {
        let short: Question = serde_json::from_str(r#"{"game": "othello"}"#).expect("a question");
        assert_eq!(short, Question::new("othello"));
    }

    /// A player limits itself, and the question limits it further.
    #[test]
    fn the_nearest_limit_counts() {
        let asked = |nodes| {
            let question = Question {
                player: "kiebitz:nodes=500,depth=3".parse().expect("a player"),
                limits: Bounds { nodes: Some(nodes), depth: Some(9), time_ms: Some(70), ..Bounds::default() },
                lines: 2,
                ..Question::new("connect-four")
            };
            let board = question.open().expect("a board");
            let (options, go) = question.options(&*board).expect("options");
            assert_eq!((options.report, options.resources.table_megabytes), (Reporting::lines(2), 1));
            assert_eq!((go.depth, go.time), (Some(3), Some(Duration::from_millis(70))));
            go.nodes
        };
        assert_eq!((asked(100), asked(1000)), (Some(100), Some(500)));
    }

    #[test]
    fn what_is_not_known_is_refused() {
        for (json, hint) in [
            (r#"{"game": "chess", "colour": "red"}"#, "colour"),
            (r#"{"game": "checkers"}"#, "checkers"),
            (r#"{"game": "chess", "version": 9}"#, "version 9"),
            (r#"{"game": "chess", "moves": ["e5"], "limits": {"depth": 1}}"#, "e5"),
            (r#"{"game": "chess", "start": "x", "limits": {"depth": 1}}"#, "x"),
            (r#"{"game": "chess", "player": {"kind": "human"}, "limits": {"depth": 1}}"#, "human"),
            (r#"{"game": "chess", "player": {"kind": "uci", "program": "sh"}, "limits": {"depth": 1}}"#, "uci"),
            (r#"{"game": "chess", "limits": {"depth": 0}}"#, "depth 0"),
            (r#"{"game": "chess", "lines": 0, "limits": {"depth": 1}}"#, "lines 0"),
            (r#"{"game": "chess", "limits": {"depth": 1, "only": ["a1a8"]}}"#, "a1a8"),
        ] {
            let error = ask(json).expect_err(json);
            assert!(error.contains(hint), "{json}: {error}");
        }
    }
}
