//! What a worker is asked and what it answers: one object of JSON a line, in both directions.
//!
//! `{"id": 7, "job": {"questions": [{"game": "othello", "limits": {"depth": 6}}]}}` is answered by
//! `{"id": 7, "done": {"answers": [{"answer": {...}}]}}`. What is not known is refused with the reason. Lengths and amounts are bounded
//! here, so that a job that was read can be done with what a machine has.

use std::time::Duration;

use arena::schedule::Fixture;
use arena::{Adjudication, Arena, DrawRule, Finished, Opening, Openings, ResignRule, Rules};
use engine::{Answered, EndgameTables, PastGames, PlayerSpec, Probing, Question};
use learn::data::Settings;
use serde::{Deserialize, Serialize};

/// The version of this form. A job of another version is refused.
pub const VERSION: u32 = 1;

/// A job without a deadline of its own has this one.
const DEADLINE: Duration = Duration::from_secs(600);
/// No job may take longer.
const LONGEST: Duration = Duration::from_secs(7 * 24 * 3600);
/// Signs of life are not more frequent than this.
const BRIEFEST_BEAT: u64 = 50;
/// How many questions a job has at most.
const MOST_QUESTIONS: usize = 10_000;
/// How many games of self-play.
const MOST_GAMES: u32 = 100_000;
/// How many pairs of a candidate's games.
const MOST_PAIRS: u64 = 10_000;
/// How many players meet.
const MOST_PLAYERS: usize = 10_000;

/// The first line of a worker: who it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hello {
    /// The version of the form.
    pub version: u32,
    /// The program and its version.
    pub program: String,
    /// The signature of what it plays ([`engine::signature`]): two that differ play otherwise.
    pub bench: u64,
}

/// A line to a worker.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// Something to do.
    Do(Box<Request>),
    /// The job of this number is not wanted any more.
    Cancel(u64),
}

/// A job with its number and its time.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The version of the form.
    #[serde(default = "version")]
    pub version: u32,
    /// The number by which it is answered.
    pub id: u64,
    /// After so many milliseconds nobody wants the answer.
    #[serde(default = "deadline")]
    pub deadline_ms: u64,
    /// A sign of life is wanted each so many milliseconds while it works.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heartbeat_ms: Option<u64>,
    /// What is to be done.
    pub job: Job,
}

fn version() -> u32 {
    VERSION
}

fn deadline() -> u64 {
    DEADLINE.as_millis() as u64
}

/// What is to be done.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Job {
    /// Games of one pair.
    Pair(Box<Pair>),
    /// Games of self-play.
    Selfplay(Selfplay),
    /// Positions to be searched, each as if it were the only one.
    Questions(Vec<Question>),
    /// Games between two sets of numbers that are tuned.
    Candidate(Candidate),
}

/// One or both games of a pair.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pair {
    /// Who meets, and by which rules.
    pub meeting: Meeting,
    /// Where both games begin.
    #[serde(default)]
    pub opening: Opening,
    /// The games.
    pub fixtures: Vec<Fixture>,
}

/// All that decides how games are played, but for their openings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meeting {
    /// The game with its parameters.
    pub game: String,
    /// Who takes part.
    pub players: Vec<PlayerSpec>,
    /// The time control of those who have none of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// By so many milliseconds a clock may be overrun.
    #[serde(default)]
    pub margin_ms: u64,
    /// How long a player is waited for that no clock limits.
    #[serde(default = "patience")]
    pub patience_ms: u64,
    /// May programs think in the opponent's time?
    #[serde(default)]
    pub ponder: bool,
    /// When games end as drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
    /// When games end as lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resign: Option<ResignRule>,
    /// Do endgame tables end games?
    #[serde(default)]
    pub tables: bool,
    /// The folders of Syzygy tables, at the worker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub syzygy: Option<String>,
    /// A longer game is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_plies: Option<usize>,
    /// Where randomness begins.
    #[serde(default)]
    pub seed: u64,
    /// The event, for PGN.
    #[serde(default)]
    pub event: String,
}

fn patience() -> u64 {
    Rules::default().patience.as_millis() as u64
}

/// Games of self-play, as `kiebitz data generate --from A --to B` plays them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Selfplay {
    /// The game with its parameters.
    pub game: String,
    /// How they are played.
    #[serde(default)]
    pub settings: Settings,
    /// The number of the first game.
    pub from: u32,
    /// The number after that of the last one.
    pub to: u32,
}

/// Pairs of games between two sets of numbers, as the tuners play them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Candidate {
    /// The game with its parameters.
    pub game: String,
    /// The evaluator whose weights are tuned; the game's default one if empty.
    #[serde(default)]
    pub eval: String,
    /// Are whole groups of terms tuned?
    #[serde(default)]
    pub groups: bool,
    /// The numbers of the search that are tuned, all if the list is empty; weights, if there is no list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parameters: Option<Vec<String>>,
    /// Nodes for each move.
    pub nodes: u64,
    /// Where random openings begin.
    pub seed: u64,
    /// The numbers of one side.
    pub one: Vec<i32>,
    /// The numbers of the other.
    pub other: Vec<i32>,
    /// The number of the first pair.
    pub from: u64,
    /// The number after that of the last one.
    pub to: u64,
}

/// A line from a worker, but for the first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Reply {
    /// Which job it is about; none if the line could not be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<u64>,
    /// What came of it.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// What came of a job.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// It is being done: a sign of life, the seconds so far.
    Working(f64),
    /// It is done.
    Done(Done),
    /// It cannot be done, and why.
    Refused(String),
    /// It was broken off, and why: its deadline, or nobody wants it any more.
    Stopped(String),
}

/// The result of a job.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Done {
    /// The games of a pair, in the order of the fixtures.
    Games(Vec<Finished>),
    /// The bytes of the file of self-play, in base 64.
    Bytes(String),
    /// The answers, in the order of the questions.
    Answers(Vec<Judged>),
    /// For each pair the points of one side, and how many of the two games were drawn.
    Points(Vec<(f64, u64)>),
}

/// What came of one question.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Judged {
    /// Its answer.
    Answer(Box<Answered>),
    /// Why there is none.
    Error(String),
}

/// A line that asks for an end.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cancel {
    cancel: u64,
}

impl Command {
    /// Reads a line. The error says what is wrong with it, with the number of the job if that can be told.
    pub fn parse(line: &str) -> Result<Command, (Option<u64>, String)> {
        if let Ok(Cancel { cancel }) = serde_json::from_str(line) {
            return Ok(Command::Cancel(cancel));
        }
        let request: Request = serde_json::from_str(line).map_err(|error| {
            let id = serde_json::from_str::<serde_json::Value>(line).ok();
            (id.and_then(|line| line.get("id")?.as_u64()), format!("this is no job: {error}"))
        })?;
        request.check().map_err(|reason| (Some(request.id), reason))?;
        Ok(Command::Do(Box::new(request)))
    }
}

fn within<T: PartialOrd + std::fmt::Display>(what: &str, value: T, low: T, high: T) -> Result<(), String> {
    if low <= value && value <= high { Ok(()) } else { Err(format!("{what} {value}: expected {low} to {high}")) }
}

impl Request {
    /// A job with the usual time.
    pub fn new(id: u64, job: Job) -> Request {
        Request { version: VERSION, id, deadline_ms: deadline(), heartbeat_ms: None, job }
    }

    fn check(&self) -> Result<(), String> {
        if self.version != VERSION {
            return Err(format!("version {}: this worker does jobs of version {VERSION}", self.version));
        }
        within("deadline_ms", self.deadline_ms, 1, LONGEST.as_millis() as u64)?;
        within("heartbeat_ms", self.heartbeat_ms.unwrap_or(BRIEFEST_BEAT), BRIEFEST_BEAT, LONGEST.as_millis() as u64)?;
        self.job.check()
    }
}

impl Job {
    fn check(&self) -> Result<(), String> {
        match self {
            Job::Pair(pair) => pair.check(),
            Job::Selfplay(job) if job.to <= job.from => {
                Err(format!("to {}: expected more than from {}", job.to, job.from))
            }
            Job::Selfplay(job) => within("the number of games", job.to - job.from, 1, MOST_GAMES),
            Job::Questions(list) => within("the number of questions", list.len(), 1, MOST_QUESTIONS),
            Job::Candidate(job) if job.to <= job.from => {
                Err(format!("to {}: expected more than from {}", job.to, job.from))
            }
            Job::Candidate(job) => {
                within("nodes", job.nodes, 1, u64::MAX)?;
                within("the number of pairs", job.to - job.from, 1, MOST_PAIRS)
            }
        }
    }
}

impl Pair {
    fn check(&self) -> Result<(), String> {
        let players = self.meeting.players.len();
        within("the number of players", players, 2, MOST_PLAYERS)?;
        within("the number of fixtures", self.fixtures.len(), 1, 2)?;
        for (index, Fixture { first, second, leg, pair, .. }) in self.fixtures.iter().enumerate() {
            if first == second || *first.max(second) >= players || *leg > 1 {
                return Err(format!(
                    "fixture of players {first} and {second}, leg {leg}: expected two players from 0 to {}, legs 0 and 1",
                    players - 1
                ));
            }
            if index > 0 && (self.fixtures[0].pair != *pair || self.fixtures[0].leg == *leg) {
                return Err("the fixtures are not the two games of a pair".to_string());
            }
        }
        Ok(())
    }
}

impl Meeting {
    /// What an arena plays by; endgame tables are named by `tables` and the folders of `syzygy`.
    pub fn of(arena: &Arena, tables: bool, syzygy: Option<String>) -> Meeting {
        let Arena { game, contestants, clock, rules, seed, event, .. } = arena;
        Meeting {
            game: game.clone(),
            players: contestants.clone(),
            clock: clock.map(|clock| clock.to_string()),
            margin_ms: rules.margin.as_millis() as u64,
            patience_ms: rules.patience.as_millis() as u64,
            ponder: rules.ponder,
            draw: rules.adjudication.draw,
            resign: rules.adjudication.resign,
            tables,
            syzygy,
            max_plies: rules.max_plies,
            seed: *seed,
            event: event.clone(),
        }
    }

    /// The arena for it, on this machine.
    pub fn arena(&self, past: &PastGames) -> Result<Arena, String> {
        let wrong = |error: arena::Error| error.to_string();
        let tables = match &self.syzygy {
            _ if !self.tables && self.syzygy.is_none() => EndgameTables::default(),
            None => EndgameTables::own(),
            Some(folders) => {
                let tables = EndgameTables::with_syzygy(folders, Probing::default());
                if tables.syzygy_size().0 == 0 {
                    return Err(format!("{folders}: there are no Syzygy tables here"));
                }
                tables
            }
        };
        let arena = Arena {
            game: self.game.clone(),
            contestants: self.players.clone(),
            past: past.clone(),
            clock: self.clock.as_deref().map(str::parse).transpose().map_err(wrong)?,
            openings: Openings::Listed(vec![Opening::default()]),
            rules: Rules {
                margin: Duration::from_millis(self.margin_ms),
                patience: Duration::from_millis(self.patience_ms),
                ponder: self.ponder,
                adjudication: Adjudication { draw: self.draw, resign: self.resign, tables },
                max_plies: self.max_plies,
                ..Rules::default()
            },
            concurrency: 1,
            seed: self.seed,
            event: self.event.clone(),
        };
        arena.check().map_err(wrong)?;
        Ok(arena)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_is_refused() {
        for (line, id, hint) in [
            ("", None, "no job"),
            ("nonsense", None, "no job"),
            (r#"{"id": 3}"#, Some(3), "missing field `job`"),
            (r#"{"id": 3, "job": {"dance": []}}"#, Some(3), "dance"),
            (r#"{"id": 3, "version": 9, "job": {"questions": [{"game": "chess"}]}}"#, Some(3), "version 9"),
            (r#"{"id": 3, "job": {"questions": []}}"#, Some(3), "questions 0"),
            (r#"{"id": 3, "deadline_ms": 0, "job": {"questions": [{"game": "chess"}]}}"#, Some(3), "deadline_ms 0"),
            (r#"{"id": 3, "more": 1, "job": {"questions": [{"game": "chess"}]}}"#, Some(3), "more"),
            (r#"{"id": 3, "job": {"selfplay": {"game": "chess", "from": 5, "to": 5}}}"#, Some(3), "more than from 5"),
            (
                r#"{"id": 3, "job": {"selfplay": {"game": "chess", "from": 0, "to": 4000000000}}}"#,
                Some(3),
                "4000000000",
            ),
            (
                r#"{"id": 3, "job": {"pair": {"meeting": {"game": "chess", "players": [{"kind": "random"}, {"kind": "random"}]},
                    "fixtures": [{"round": 1, "pair": 0, "leg": 0, "first": 0, "second": 2}]}}}"#,
                Some(3),
                "players 0 and 2",
            ),
        ] {
            let (found, reason) = Command::parse(line).expect_err(line);
            assert!(found == id && reason.contains(hint), "{line}: {found:?} {reason}");
        }
        assert_eq!(Command::parse(r#"{"cancel": 8}"#), Ok(Command::Cancel(8)));
    }

    #[test]
    fn lines_are_read_as_they_were_written() {
        let request = Request::new(4, Job::Questions(vec![Question::new("othello")]));
        let line = serde_json::to_string(&request).expect("JSON");
        assert_eq!(Command::parse(&line), Ok(Command::Do(Box::new(request))));
        for outcome in [
            Outcome::Working(0.5),
            Outcome::Done(Done::Points(vec![(1.5, 1)])),
            Outcome::Refused("why".to_string()),
            Outcome::Stopped("late".to_string()),
        ] {
            let reply = Reply { id: Some(4), outcome };
            let line = serde_json::to_string(&reply).expect("JSON");
            assert!(line.starts_with(r#"{"id":4,""#), "{line}");
            assert_eq!(serde_json::from_str::<Reply>(&line).expect(&line), reply);
        }
    }
}
