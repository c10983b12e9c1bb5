//! Who answers: what is asked, by method and path as over HTTP, and what comes back.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use answers::analysis::{self, Analysis};
use answers::experiments::{self, Ablation};
use answers::explain::Asked;
use answers::judgements::Judgements;
use answers::report::{self, Review};
use answers::search::Searching;
use answers::trees::{self, Below, Form, One, Other, Recorded, RootMove, Row, What, Written};
use answers::wire::{Ask, ExhibitRequest, Gallery, GameSummary, NodeAnswer, Registry, Say};
use answers::{Code, Refusal, import, judgement, knowledge, limits, pictures, players, position, registry, show};
use engine::{Control, PastGames, PlayerSpec};
use lab::horizon;
use lab::learning::learning;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::games::Games;
use crate::sitting::Sitting;
use crate::world::{World, control};

/// What the worker asks.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
enum Call {
    /// As over HTTP. A game comes with what is stored of it.
    Request { method: String, path: String, body: Option<String>, saved: Option<Box<answers::play::Saved>> },
    /// As over the socket: an analysis, or the next position of a report. Asked again with the same number it goes on.
    Search { ask: Ask },
    /// The program whose turn it is moves, or goes on thinking.
    Think { id: String, saved: Option<Box<answers::play::Saved>> },
    /// A clock has run out.
    Tick { id: String, saved: Option<Box<answers::play::Saved>> },
    /// A game is as it is stored, whatever happened here.
    Forget { id: String },
}

/// The first line of an answer.
#[derive(Serialize)]
pub(crate) struct Head {
    status: u16,
    kind: String,
    /// The name of a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// Is there more to be found?
    more: bool,
    /// A game that is to be stored before anybody hears of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    saved: Option<Box<answers::play::Saved>>,
    /// The same in a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<GameSummary>,
    /// In so many milliseconds a program is to think.
    #[serde(skip_serializing_if = "Option::is_none")]
    thinks: Option<u64>,
    /// In so many milliseconds a clock runs out.
    #[serde(skip_serializing_if = "Option::is_none")]
    falls: Option<u64>,
}

/// An answer.
pub(crate) struct Answer {
    head: Head,
    body: Vec<u8>,
}

type Answered = Result<Answer, Refusal>;

impl Answer {
    /// Bytes of a kind.
    pub fn bytes(kind: &str, body: Vec<u8>) -> Answer {
        let head = Head {
            status: 200,
            kind: kind.to_string(),
            name: None,
            more: false,
            saved: None,
            summary: None,
            thinks: None,
            falls: None,
        };
        Answer { head, body }
    }

    /// A file of this name.
    pub fn file(kind: &str, name: &str, body: Vec<u8>) -> Answer {
        let mut answer = Answer::bytes(kind, body);
        answer.head.name = Some(name.to_string());
        answer
    }

    /// Something that goes over the wire.
    pub fn json(value: &impl Serialize) -> Answered {
        let body = serde_json::to_vec(value).map_err(|error| Refusal::new(Code::Fault, error.to_string()))?;
        Ok(Answer::bytes("application/json", body))
    }

    /// Nothing, but is there more?
    pub fn more(more: bool) -> Answer {
        let mut answer = Answer::bytes("application/json", b"null".to_vec());
        answer.head.more = more;
        answer
    }

    fn refused(refusal: &Refusal) -> Answer {
        // What cannot be written as JSON has no text.
        let body = serde_json::to_vec(&refusal.body()).unwrap_or_default();
        let mut answer = Answer::bytes("application/json", body);
        answer.head.status = refusal.code.status();
        answer
    }

    /// A game, with what is to be stored of it if it has changed, and what happens next.
    pub fn game(sitting: &Sitting, changed: bool) -> Answered {
        let mut answer = Answer::json(&sitting.live())?;
        if changed {
            answer.head.saved = Some(Box::new(sitting.saved.clone()));
            answer.head.summary = Some(sitting.saved.summary());
        }
        let ms = |time: Duration| time.as_millis() as u64;
        answer.head.thinks = sitting.thinks().map(ms);
        answer.head.falls = sitting.falls().map(ms);
        Ok(answer)
    }

    fn written(self) -> Vec<u8> {
        let mut bytes = serde_json::to_vec(&self.head).unwrap_or_default();
        bytes.push(b'\n');
        bytes.extend(self.body);
        bytes
    }
}

/// An analysis that may go on.
struct Running {
    id: u64,
    analysis: Arc<Mutex<Analysis>>,
    searching: Searching,
    spent: Duration,
}

/// Who answers the questions of one worker.
pub struct Office {
    world: &'static dyn World,
    judgements: Arc<Judgements>,
    analysis: Option<Running>,
    review: Option<(u64, Review)>,
    trees: Vec<Recorded>,
    games: Games,
}

impl Office {
    /// Opens it.
    pub fn new(world: &'static dyn World) -> Office {
        Office {
            world,
            judgements: Arc::default(),
            analysis: None,
            review: None,
            trees: Vec::new(),
            games: Games::new(world),
        }
    }

    /// Answers a request: a line of JSON about the answer, and the answer.
    pub fn ask(&mut self, request: &[u8]) -> Vec<u8> {
        let bad = |error: serde_json::Error| Refusal::new(Code::BadJson, error.to_string());
        let answered = serde_json::from_slice(request).map_err(bad).and_then(|call| self.hear(call));
        answered.unwrap_or_else(|refusal| Answer::refused(&refusal)).written()
    }

    fn hear(&mut self, call: Call) -> Answered {
        match call {
            Call::Request { method, path, body, saved } => {
                let (path, query) = path.split_once('?').unwrap_or((&path, ""));
                let segments: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
                let asked = Request { method: &method, query, body: body.as_deref().unwrap_or("{}") };
                match segments[..] {
                    ["games", ..] => self.games.answer(&segments[1..], &asked, saved),
                    ["trees", ..] => self.tree(&segments[1..], &asked),
                    ["lab", part] => self.lab(part, &asked),
                    [part] => self.small(part, &asked),
                    _ => Err(no_such_address()),
                }
            }
            Call::Search { ask: Ask::Analyse { id, game, position, moves, lines, threads, hash, limits, threat } } => {
                let wish = analysis::Wish { id, game, position, moves, lines, threads, hash, limits, threat };
                self.analyse(wish)
            }
            Call::Search { ask: Ask::Report { id, game, position, moves, nodes_per_move } } => {
                self.report(report::Wish { id, game, position, moves, nodes: nodes_per_move })
            }
            Call::Search { .. } => Err(Refusal::new(Code::BadRequest, "expected an analysis or a report")),
            Call::Think { id, saved } => self.games.think(&id, saved),
            Call::Tick { id, saved } => self.games.tick(&id, saved),
            Call::Forget { id } => {
                self.games.forget(&id);
                Ok(Answer::more(false))
            }
        }
    }

    /// What is answered at once, and an explanation.
    fn small(&mut self, part: &str, asked: &Request) -> Answered {
        match (asked.method, part) {
            ("GET", "registry") => Answer::json(&who_plays_here()),
            // Nobody is rated here.
            ("GET", "ratings") => Answer::json(&[(); 0]),
            ("POST", "position") => Answer::json(&position::answer(&asked.body()?, &Control::timeless())?),
            ("POST", "weights") => Answer::json(&position::weights(&asked.body()?)?),
            ("POST", "judgement") => Answer::json(&judgement::answer(&asked.body()?)?),
            ("POST", "record") => {
                Answer::json(&import::write(&asked.body()?, &self.control(Some(limits::IMPORT_TIME)))?)
            }
            ("POST", "import") => {
                Answer::json(&import::read(&asked.body()?, &self.control(Some(limits::IMPORT_TIME)))?)
            }
            ("GET", "explorer") => {
                let place: knowledge::Place = asked.query()?;
                let mut board = show::set_up(&place.game, place.position.as_deref(), &[])?;
                Answer::json(&knowledge::explore(&mut *board, Vec::new())?)
            }
            ("GET", "endgame") => Answer::json(&knowledge::probe(&asked.query()?)?),
            ("POST", "explain") => {
                let what = Asked::of(asked.body()?)?;
                Answer::json(&what.explain(&self.judgements, &self.control(Some(limits::EXPLAIN_TIME)))?)
            }
            ("POST", "picture.svg") => {
                Ok(Answer::bytes("image/svg+xml", pictures::requested(&asked.body()?)?.svg().into_bytes()))
            }
            _ => Err(no_such_address()),
        }
    }

    fn lab(&self, part: &str, asked: &Request) -> Answered {
        let time = Some(limits::LAB_TIME);
        match (asked.method, part) {
            ("GET", "learning") => Answer::json(&learning()),
            ("GET", "horizon") => Answer::json(&Gallery { exhibits: horizon::gallery() }),
            ("POST", "horizon") => {
                let request: ExhibitRequest = asked.body()?;
                Answer::json(&experiments::exhibit(horizon::find(&request.id)?, &self.control(time))?)
            }
            ("POST", "ablate") => Answer::json(&Ablation::of(&asked.body()?)?.run(&self.control(time))?),
            ("POST", "growth") => {
                Answer::json(&experiments::grow(&experiments::growth(asked.body()?)?, &self.control(time))?)
            }
            _ => Err(no_such_address()),
        }
    }

    fn tree(&mut self, segments: &[&str], asked: &Request) -> Answered {
        if let ("POST", []) = (asked.method, segments) {
            let what = What::of(asked.body()?)?;
            let recorded = what.record(new_id(self.world), &self.control(Some(limits::TREE_TIME)))?;
            if self.trees.len() >= limits::TREES_PER_CLIENT {
                self.trees.remove(0);
            }
            self.trees.push(recorded);
            return self.trees.last().map_or_else(|| Err(trees::gone()), |kept| Answer::json(&kept.answer()?));
        }
        let [id, rest @ ..] = segments else { return Err(no_such_address()) };
        let find = |id: &str| self.trees.iter().find(|tree| tree.id == id).ok_or_else(trees::gone);
        let tree = find(id)?;
        match (asked.method, rest) {
            ("GET", []) => Answer::json(&tree.answer()?),
            ("GET", ["nodes"]) => Answer::json(&tree.row(&asked.query::<Row>()?)),
            ("GET", ["boards"]) => Answer::json(&tree.boards(&asked.query::<Row>()?)?),
            ("GET", ["children"]) => Answer::json(&tree.below(&asked.query::<Below>()?)),
            ("GET", ["node"]) => {
                let node: NodeAnswer = tree.node(asked.query::<One>()?.node)?;
                Answer::json(&node)
            }
            ("GET", ["why"]) => Answer::json(&tree.why(&asked.query::<RootMove>()?.r#move)?),
            ("GET", ["steps"]) => Answer::json(&tree.steps()),
            ("GET", ["compare"]) => Answer::json(&tree.compare(find(&asked.query::<Other>()?.with)?)),
            ("GET", ["export"]) => {
                let form: Form = asked.query::<Written>()?.form.parse()?;
                Ok(Answer::file(form.kind(), form.file(), tree.export(form)?))
            }
            _ => Err(no_such_address()),
        }
    }

    /// Searches until there is nothing more to find, or the world says stop.
    fn analyse(&mut self, wish: analysis::Wish) -> Answered {
        let id = wish.id;
        if self.analysis.as_ref().is_none_or(|running| running.id != id) {
            self.analysis = None;
            let Some(analysis) = Analysis::of(wish)? else { return Ok(Answer::more(false)) };
            if let Some(known) = analysis.known(&self.judgements) {
                tell(self.world, &known);
            }
            let searching = Searching::of(analysis.question.clone())?;
            let analysis = Arc::new(Mutex::new(analysis));
            self.analysis = Some(Running { id, analysis, searching, spent: Duration::ZERO });
        }
        let Some(running) = &mut self.analysis else { return Ok(Answer::more(false)) };
        let (world, analysis, judgements) = (self.world, Arc::clone(&running.analysis), Arc::clone(&self.judgements));
        let progress = Arc::clone(running.searching.progress());
        let found = move |last: bool| {
            let mut found = progress.snapshot();
            if last && found.lines.is_empty() {
                return;
            }
            found.nodes = found.nodes.max(found.lines.first().map_or(0, |line| line.nodes));
            let analysis = analysis.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(said) = analysis.found(&judgements, found) {
                tell(world, &said);
            }
        };
        let found = Arc::new(found);
        let ticks = Arc::clone(&found);
        let control = Arc::new(control(self.world, running.spent, None, move || ticks(false)));
        let (ended, more) = running.searching.run(&control);
        running.spent = control.elapsed();
        ended?;
        found(true);
        if !more {
            self.analysis = None;
        }
        Ok(Answer::more(more))
    }

    /// Looks at the next position of a game.
    fn report(&mut self, wish: report::Wish) -> Answered {
        let id = wish.id;
        if self.review.as_ref().is_none_or(|(running, _)| *running != id) {
            self.review = Some((id, Review::of(wish)?));
        }
        let control = Arc::new(self.control(None));
        let Some((_, review)) = &mut self.review else { return Ok(Answer::more(false)) };
        if let Some(question) = review.question(&self.judgements) {
            let (found, more) = Searching::of(question)?.run(&control);
            if more {
                return Ok(Answer::more(true));
            }
            review.found(&self.judgements, &found?.lines);
        }
        tell(self.world, &review.tell(&self.judgements)?);
        let more = !review.is_over();
        if !more {
            self.review = None;
        }
        Ok(Answer::more(more))
    }

    fn control(&self, limit: Option<Duration>) -> Control {
        control(self.world, Duration::ZERO, limit, || {})
    }
}

/// What there is, without players who cannot play here: those who learn from a history of games.
fn who_plays_here() -> Registry {
    let mut registry = registry::registry(&[]);
    let plays = |game: &str, player: &PlayerSpec| {
        let board = engine::open(game).map_err(Refusal::from);
        board.and_then(|board| players::seated(player, &*board, &[], &PastGames::default(), false)).is_ok()
    };
    registry.players.retain(|one| plays("chess", &one.player));
    registry.historic.retain(|one| plays(&one.game, &one.player));
    registry
}

/// Tells the page something.
pub(crate) fn tell(world: &dyn World, said: &Say) {
    if let Ok(text) = serde_json::to_string(said) {
        world.say(&text);
    }
}

/// An id that is there once.
pub(crate) fn new_id(world: &dyn World) -> String {
    (0..12).map(|_| format!("{:02x}", (world.chance() * 256.0) as u8)).collect()
}

/// A request as over HTTP.
pub(crate) struct Request<'a> {
    pub method: &'a str,
    query: &'a str,
    body: &'a str,
}

impl Request<'_> {
    pub fn body<T: DeserializeOwned>(&self) -> Result<T, Refusal> {
        serde_json::from_str(self.body).map_err(|error| Refusal::new(Code::BadJson, error.to_string()))
    }

    pub fn query<T: DeserializeOwned>(&self) -> Result<T, Refusal> {
        serde_urlencoded::from_str(self.query).map_err(|error| Refusal::new(Code::BadRequest, error.to_string()))
    }
}

pub(crate) fn no_such_address() -> Refusal {
    Refusal::new(Code::UnknownId, "there is no such address")
}
