//! Games given as text: those that the program carries, and those that somebody loads.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use game::{Outcome, Rng, Rules};
use rules::{Loaded, Loading, Ruled, RuledEval, RulesError};
use search::Control;

use crate::insight::{self, Insight};
use crate::networks::OrNetwork;
use crate::registry::{InputsVisitor, own_or_network};
use crate::session::{Session, Sitting};
use crate::{Error, Go, Identity, Method, Options, Playable, Resources};

impl From<RulesError> for Error {
    fn from(error: RulesError) -> Error {
        Error::Request(format!("rules: {error}"))
    }
}

impl Playable for Ruled {
    type Evaluator = OrNetwork<Ruled, RuledEval>;
    type Own = RuledEval;

    fn evaluators(&self) -> &'static [&'static str] {
        RuledEval::NAMES
    }

    fn by_name(&self, name: &str) -> Option<RuledEval> {
        RuledEval::by_name(self.game(), name)
    }

    fn evaluator(&self, source: &str) -> Result<Self::Evaluator, Error> {
        own_or_network(self, source)
    }

    const HAS_INPUTS: bool = true;

    fn visit_inputs<V: InputsVisitor>(self, visitor: V) -> Option<V::Result> {
        Some(visitor.visit(self))
    }

    fn insight(&self, source: &str) -> Result<Option<Insight>, Error> {
        insight::of(self, source)
    }

    fn session(self) -> Box<dyn Session<Ruled>> {
        Box::new(Sitting::new(self))
    }

    /// Nobody knows the game: a contest tells.
    fn prefers_mcts(&self) -> bool {
        let [search, mcts] = contest(self.game());
        mcts > search
    }
}

/// The folder with games as files, if somebody has named one.
static SHELF: OnceLock<PathBuf> = OnceLock::new();

/// The endings of files with rules.
const ENDINGS: [&str; 2] = ["game", "kif"];

/// Names the folder whose files are games by their names: `NAME.game`, `NAME.kif`. It is named once; later words are not heard.
pub fn shelve(folder: &Path) {
    let _ = SHELF.set(folder.to_path_buf());
}

/// The names of the games in the folder.
pub fn shelf() -> Vec<String> {
    let Some(folder) = SHELF.get().and_then(|folder| std::fs::read_dir(folder).ok()) else { return Vec::new() };
    let name = |entry: std::io::Result<std::fs::DirEntry>| {
        let path = entry.ok()?.path();
        let is_game = path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known));
        let stem = path.file_stem()?.to_str()?;
        (is_game && is_plain(stem)).then(|| stem.to_string())
    };
    let mut names: Vec<String> = folder.filter_map(name).collect();
    names.sort();
    names.dedup();
    names
}

/// Can a file of this name lie in the folder and nowhere else?
fn is_plain(name: &str) -> bool {
    let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || "-_".contains(letter);
    !name.is_empty() && name.len() <= 80 && name.chars().all(plain)
}

/// The text of a game in the folder.
pub fn shelved(name: &str) -> Option<String> {
    let folder = SHELF.get().filter(|_| is_plain(name))?;
    ENDINGS.iter().find_map(|ending| {
        let path = folder.join(format!("{name}.{ending}"));
        let size = std::fs::metadata(&path).ok()?.len();
        if size > 1 << 20 { None } else { std::fs::read_to_string(path).ok() }
    })
}

/// Is there a game of this name: loaded, carried by the program, or in the folder? It is loaded when it is first asked for.
pub(crate) fn is_known(name: &str) -> Result<bool, Error> {
    if rules::by_name(name).is_some() {
        return Ok(true);
    }
    let Some(own) = rules::OWN.iter().find(|own| own.name == name) else {
        let Some(text) = shelved(name) else { return Ok(false) };
        return Ok(rules::load(name, &text, Loading::default())?.name == name);
    };
    let loaded = rules::load(own.name, own.text, Loading::default());
    // The texts are ours and tested: they load.
    debug_assert!(loaded.is_ok(), "{name} does not load");
    Ok(loaded.is_ok_and(|loaded| loaded.name == name))
}

/// The game given as text that has this name.
pub fn ruled(name: &str) -> Result<&'static Loaded, Error> {
    let known = is_known(name)?;
    let found = rules::by_name(name).filter(|_| known);
    found.ok_or_else(|| Error::Request(format!("'{name}' is no game given as text")))
}

/// The names of all games given as text.
pub fn names() -> Vec<String> {
    let loaded = rules::loaded().into_iter().map(|loaded| loaded.name.clone());
    let own = rules::OWN.iter().map(|own| own.name.to_string());
    let mut names: Vec<String> = own.chain(loaded).chain(shelf()).collect();
    names.sort();
    names.dedup();
    names
}

/// Loads a game from its text, in GDL or in the language of boards. `stem` becomes its name, changed where a game that the
/// program knows by itself has that name.
pub fn load_rules(stem: &str, text: &str, loading: Loading) -> Result<&'static Loaded, Error> {
    let taken = |name: &str| crate::games().iter().any(|game| game.name == name);
    let stem = if taken(&stem.to_lowercase()) { format!("{stem}-rules") } else { stem.to_string() };
    Ok(rules::load(&stem, text, loading)?)
}

/// Keeps a text in the folder of games under a name that only this text has, and loads it. Without a folder it lasts as long as the program.
pub fn keep_rules(title: &str, text: &str, loading: Loading) -> Result<&'static Loaded, Error> {
    let hash = text.bytes().fold(0u64, |hash, byte| game::mix(hash ^ u64::from(byte)));
    let slug: String =
        title.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    let slug: Vec<&str> = slug.split('-').filter(|word| !word.is_empty()).collect();
    let slug: String = slug.join("-").chars().take(40).collect();
    let name = format!("{}-{:08x}", if slug.is_empty() { "game" } else { &slug }, hash >> 32);
    let loaded = load_rules(&name, text, loading)?;
    if let Some(folder) = SHELF.get().filter(|_| loaded.name == name) {
        let ending = if text.trim_start().starts_with(['(', ';']) { "kif" } else { "game" };
        let path = folder.join(format!("{name}.{ending}"));
        if !path.exists() {
            let io = |error: std::io::Error| Error::Request(format!("the rules could not be stored: {error}"));
            std::fs::create_dir_all(folder).map_err(io)?;
            let mut file =
                knowledge::WholeFile::create(&path, true).map_err(|error| Error::Request(error.to_string()))?;
            std::io::Write::write_all(&mut file, text.as_bytes()).map_err(io)?;
            file.finish().map_err(|error| Error::Request(error.to_string()))?;
        }
    }
    Ok(loaded)
}

/// Games of the contest, moves of a game that are drawn at random, and the longest game.
const GAMES: u64 = 10;
const RANDOM_PLIES: usize = 2;
const MAX_PLIES: usize = 200;
/// The most work a position, in conditions of the net, for which the contest is held.
const MAX_WORK: u64 = 50_000;
/// Nodes a move, for rules that are quickly played.
const NODES: f64 = 500.0;

/// Who plays this game better, alpha-beta or Monte Carlo tree search? A short contest between them decides, held when it is first
/// asked for and remembered: half points of the one and the other. Both look at about as many positions a move, so that the
/// result does not depend on the machine.
pub fn contest(loaded: &'static Loaded) -> [u32; 2] {
    *loaded.contest.get_or_init(|| {
        let (_, views, clauses) = loaded.rules.sizes();
        let nodes = NODES * (10_000.0 / (views + clauses) as f64).clamp(0.05, 1.0);
        let plies = loaded.survey.plies as f64 / loaded.survey.games.max(1) as f64;
        let go = |method: Method| match method {
            Method::Mcts => Go::nodes((nodes / plies.max(1.0)).max(20.0) as u64),
            _ => Go::nodes(nodes.max(20.0) as u64),
        };
        let mut points = [0; 2];
        let work = loaded.survey.work / loaded.survey.plies.max(1) as u64;
        if loaded.rules.is_proved() || work > MAX_WORK {
            // Playouts would take minutes: nothing is played, and alpha-beta it is.
            return points;
        }
        for game in 0..GAMES {
            let methods = [Method::Search, Method::Mcts];
            // Sides change from game to game, and each opening is played by both.
            let first = (game % 2) as usize;
            let mut sessions = methods.map(|_| Sitting::new(Ruled::begin(loaded)));
            let mut rng = Rng::new(game / 2);
            let mut position = Ruled::begin(loaded);
            for ply in 0..MAX_PLIES {
                let moves = position.moves();
                if moves.is_empty() {
                    break;
                }
                let who = (ply + first) % 2;
                let options = Options {
                    player: Identity { method: methods[who], seed: game, ..Identity::default() },
                    resources: Resources { table_megabytes: 1, ..Resources::default() },
                    ..Options::default()
                };
                let mv = if ply < RANDOM_PLIES || moves.len() == 1 {
                    rng.pick(&moves)
                } else {
                    let answer = Session::go(
                        &mut sessions[who],
                        &options,
                        &go(methods[who]),
                        &[],
                        &Control::timeless(),
                        &mut |_| {},
                    );
                    answer.ok().and_then(|answer| answer.best).unwrap_or(moves[0])
                };
                sessions.iter_mut().for_each(|session| session.record_mut().play(mv));
                position.play(mv);
            }
            match position.outcome().and_then(Outcome::winner) {
                Some(side) => points[(side.index() + first) % 2] += 2,
                None => points.iter_mut().for_each(|points| *points += 1),
            }
        }
        points
    })
}
