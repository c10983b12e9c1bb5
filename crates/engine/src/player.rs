//! Who plays: one description for every surface, as text and as data.

mod kind;
mod text;

use std::str::FromStr;
use std::time::Duration;

use search::{Parameters, Techniques};
use serde::{Deserialize, Serialize};

pub use kind::PlayerKind;
pub(crate) use text::split;

use crate::networks;
use crate::source::{SCALE, Source};
use crate::{BookSource, Elo, EndgameTables, Error, Go, Identity, Level, Measured, Method, Options};

/// What the names of settings that are numbers of the search begin with.
const PARAMETER: &str = "parameter.";

/// A player as it is described: on the command line and in files as text, over a wire as an object with the same names.
///
/// `human`, `human:name=Ana`, `random`, `mcts:playouts=1000`, `kiebitz`, `kiebitz:level=3`, `kiebitz:elo=1500`,
/// `kiebitz:techniques=alpha-beta+ordering,depth=4`, `kiebitz:eval=classical,scale.mobility=50%`, `uci:/usr/games/stockfish,option.Threads=1,nodes=1000`.
///
/// The settings follow the kind, as `name=value` with commas between; a comma inside a value is written `\,`. The text that
/// [`Display`](std::fmt::Display) writes is read back as the same player.
///
/// ```
/// use engine::{PlayerKind, PlayerSpec};
/// let player: PlayerSpec = "kiebitz:techniques=minimax+alpha-beta,depth=4,name=ab".parse().unwrap();
/// assert_eq!((player.kind, player.depth, player.label().as_str()), (PlayerKind::Kiebitz, Some(4), "ab"));
/// assert_eq!(player.to_string().parse(), Ok(player));
/// assert!("kiebitz:depth=x".parse::<PlayerSpec>().is_err());
/// ```
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PlayerSpec {
    /// What sort of player it is.
    pub kind: PlayerKind,
    /// The program of another maker: a path, a name in `PATH`, or an address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// The name in tables and records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The level, 1 to 10.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// The rating to play at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo: Option<u32>,
    /// Which techniques are on: `minimax+alpha-beta`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub techniques: Option<String>,
    /// The evaluator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eval: Option<String>,
    /// The weights of its evaluator: a file, or a set by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<String>,
    /// What weights are multiplied by, groups and terms by name: `mobility`, `50%`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scale: Vec<(String, String)>,
    /// Which quiescence: `noisy` is our own, `full-width` that of a seminar paper.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quiescence: Option<String>,
    /// How many plies quiescence may follow.
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "quiescence-depth")]
    pub quiescence_depth: Option<u32>,
    /// How moves are ordered: `learned` is our own way, `evaluation` that of the papers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ordering: Option<String>,
    /// How many moves of a node are looked at, the first in the order; all, if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plausible: Option<u32>,
    /// Numbers of the search that are not as built in: `null-base`, 4.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parameter: Vec<(String, i32)>,
    /// The greatest depth of a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<i32>,
    /// The nodes of a move; of Monte Carlo tree search the playouts.
    #[serde(default, skip_serializing_if = "Option::is_none", alias = "playouts")]
    pub nodes: Option<u64>,
    /// Seconds for a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    /// Its own time control, if it does not play by the common one: `10+0.1`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// Where randomness begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// How many threads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
    /// The size of the transposition table in MiB.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<usize>,
    /// The book it opens from: `own` is the embedded one, `none` is none, anything else a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub book: Option<String>,
    /// How it chooses from the book.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choice: Option<String>,
    /// Folders with Syzygy tables.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub syzygy: Option<String>,
    /// May it think in the opponent's time, even where that is not the rule?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ponder: bool,
    /// Where another program runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dir: Option<String>,
    /// Its arguments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arg: Vec<String>,
    /// The options it is sent, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub option: Vec<(String, String)>,
}

impl PlayerSpec {
    /// A player of this kind with nothing set.
    pub fn new(kind: PlayerKind) -> PlayerSpec {
        PlayerSpec { kind, ..PlayerSpec::default() }
    }

    /// Is it a person?
    pub fn is_human(&self) -> bool {
        self.kind == PlayerKind::Human
    }

    /// How strong it was found to play chess. Only a level or a rating was measured, and only as it is: a setting that changes what it sees
    /// makes another player of it.
    pub fn measured(&self) -> Option<Measured> {
        const HARMLESS: [&str; 8] = ["level", "elo", "seed", "hash", "book", "choice", "ponder", "name"];
        let as_it_is = self.settings().iter().all(|(name, _)| HARMLESS.contains(&name.as_str()));
        match (self.kind, self.level, self.elo) {
            (PlayerKind::Kiebitz, Some(level), None) if as_it_is => level.to_string().parse::<Level>().ok()?.measured(),
            (PlayerKind::Kiebitz, None, Some(elo)) if as_it_is && (Elo::MIN..=Elo::MAX).contains(&elo) => {
                Elo::new(elo).measured()
            }
            _ => None,
        }
    }

    /// Does it name a file or a folder? Then it is for those to say who sit at this machine.
    pub fn names_files(&self) -> bool {
        let book = self.book.as_deref().is_some_and(|book| !matches!(book, "own" | "none"));
        let network = self.eval.as_deref().is_some_and(|source| networks::file(source).is_some());
        let mut player = Identity::default();
        // What cannot be read is refused anyway.
        let read =
            self.apply_evaluator(&mut player).and_then(|()| player.evaluator.unwrap_or_default().parse::<Source>());
        let weights = read.is_ok_and(|source| source.names_file());
        self.kind.is_foreign() || book || network || weights || self.syzygy.is_some() || self.dir.is_some()
    }

    /// What it is called: its name, else what it is made of.
    pub fn label(&self) -> String {
        match (&self.name, &self.program) {
            (Some(name), _) => name.clone(),
            (None, Some(program)) => {
                let stem = std::path::Path::new(program).file_stem();
                stem.map_or(program.clone(), |stem| stem.to_string_lossy().into_owned())
            }
            (None, None) => PlayerSpec { clock: None, ..self.clone() }.to_string(),
        }
    }

    /// Takes its evaluator, with what is said about the weights of it.
    fn apply_evaluator(&self, player: &mut Identity) -> Result<(), Error> {
        if let Some(eval) = &self.eval {
            player.set_evaluator(eval);
            player.method = Method::Search;
        }
        if self.weights.is_some() || !self.scale.is_empty() {
            let name = player.evaluator.take().unwrap_or_default();
            if networks::file(&name).is_some() {
                return Err(Error::Request(format!("eval={name}: a network has no weights that could be scaled")));
            }
            let mut source: Source = name.parse()?;
            source.weights = self.weights.clone().or(source.weights);
            for (group, factor) in &self.scale {
                source.set(&format!("{SCALE}{group}"), factor).map_err(Error::Request)?;
            }
            player.evaluator = Some(source.to_string());
            player.method = Method::Search;
        }
        Ok(())
    }

    /// Takes what it says about quiescence and ordering, where there are several ways of it.
    fn apply_variants(&self, player: &mut Identity) -> Result<(), Error> {
        /// The paper's default.
        const FULL_WIDTH_PLIES: u32 = 2;
        match (self.quiescence.as_deref(), self.quiescence_depth) {
            (None | Some("noisy"), depth) => player.quiescence_limit = depth.or(player.quiescence_limit),
            (Some("full-width"), depth) => {
                player.techniques = player.techniques.with_full_width(depth.unwrap_or(FULL_WIDTH_PLIES));
            }
            (Some(other), _) => {
                return Err(Error::Request(format!("quiescence={other}: expected noisy or full-width")));
            }
        }
        match self.ordering.as_deref() {
            None | Some("learned") => {}
            Some("evaluation") => player.techniques = player.techniques.ordered_by_evaluation(),
            Some(other) => return Err(Error::Request(format!("ordering={other}: expected learned or evaluation"))),
        }
        match self.plausible {
            None => {}
            Some(moves @ 1..=1000) => player.techniques = player.techniques.with_plausible(moves),
            Some(moves) => return Err(Error::Request(format!("plausible={moves}: expected 1 to 1000 moves"))),
        }
        let mut parameters = *player.techniques.parameters();
        for (name, value) in &self.parameter {
            parameters.set(name, *value).map_err(Error::Request)?;
        }
        player.techniques = player.techniques.with_parameters(parameters);
        let way = self.quiescence.is_some() || self.quiescence_depth.is_some() || self.ordering.is_some();
        if way || self.plausible.is_some() || !self.parameter.is_empty() {
            player.method = Method::Search;
        }
        Ok(())
    }

    /// What it says itself about the limits of a move.
    pub fn limits(&self) -> Result<Go, Error> {
        let seconds = |seconds: f64| {
            let time = Duration::try_from_secs_f64(seconds);
            time.map_err(|_| Error::Request(format!("time={seconds} is not a number of seconds")))
        };
        let time = self.time.map(seconds).transpose()?;
        let go = Go { depth: self.depth, nodes: self.nodes, time, ..Go::default() };
        go.check().map(|()| go)
    }

    /// Limits its moves as everybody's are, unless it says something about its limits itself.
    pub fn limit_by(&mut self, common: &Go) {
        let limited = match self.kind {
            PlayerKind::Kiebitz | PlayerKind::Mcts => self.limits_with_strength().is_limited(),
            _ => self.depth.is_some() || self.nodes.is_some() || self.time.is_some(),
        };
        if !limited && self.kind != PlayerKind::Random {
            self.depth = common.depth;
            self.nodes = common.nodes;
            self.time = common.time.map(|time| time.as_secs_f64());
        }
    }

    /// Does it need no common limit? It has its own, or moves without thinking.
    pub fn is_limited(&self) -> bool {
        self.clock.is_some() || self.kind == PlayerKind::Random || self.limits_with_strength().is_limited()
    }

    /// Its limits, those of its level or rating among them.
    fn limits_with_strength(&self) -> Go {
        let mut go = Go::default();
        let mut options = Options::default();
        self.apply_strength(&mut options, &mut go);
        self.override_limits(&mut go);
        go
    }

    fn apply_strength(&self, options: &mut Options, go: &mut Go) {
        if let Some(level) = self.level.and_then(|level| level.to_string().parse::<Level>().ok()) {
            level.apply(options, go);
        }
        if let Some(elo) = self.elo.filter(|elo| (Elo::MIN..=Elo::MAX).contains(elo)) {
            Elo::new(elo).apply(options, go);
        }
    }

    fn override_limits(&self, go: &mut Go) {
        go.depth = self.depth.or(go.depth);
        if self.nodes.is_some() {
            (go.nodes, go.playouts) = (self.nodes, None);
        }
        go.time = self.time.and_then(|time| Duration::try_from_secs_f64(time).ok()).or(go.time);
    }

    /// How a program of ours searches as this player, and for how long. `has_books` says whether there are opening books for the
    /// game: the levels open from the embedded one unless they are told not to.
    pub fn options(&self, has_books: bool) -> Result<(Options, Go), Error> {
        let mut options = Options::default();
        let mut go = Go::default();
        match self.kind {
            PlayerKind::Kiebitz => options.player.endgames = EndgameTables::own(),
            PlayerKind::Mcts => options.player.method = Method::Mcts,
            PlayerKind::Random => options.player.method = Method::Random,
            _ => return Err(Error::Request(format!("{} is no program of ours", self.kind.name()))),
        }
        self.limits()?;
        if let Some(level) = self.level {
            level.to_string().parse::<Level>()?;
            options.player.book = (has_books && self.kind == PlayerKind::Kiebitz).then_some(BookSource::Embedded);
        }
        if let Some(elo) = self.elo.filter(|elo| !(Elo::MIN..=Elo::MAX).contains(elo)) {
            return Err(Error::Request(format!("elo={elo}: expected {} to {}", Elo::MIN, Elo::MAX)));
        }
        self.apply_strength(&mut options, &mut go);
        // These belong to the alpha-beta search, so they select it, in Go too.
        if let Some(techniques) = &self.techniques {
            options.player.techniques = techniques.parse()?;
            options.player.method = Method::Search;
            // A player described by its techniques is to show what they can do.
            options.player.endgames = EndgameTables::default();
        }
        self.apply_evaluator(&mut options.player)?;
        self.apply_variants(&mut options.player)?;
        self.override_limits(&mut go);
        options.player.seed = self.seed.unwrap_or(options.player.seed);
        options.resources.threads = self.threads.unwrap_or(options.resources.threads);
        match self.hash {
            Some(hash) => options.resources.table_megabytes = hash,
            None => options.resources.fit_table(go.nodes),
        }
        match self.book.as_deref() {
            None => {}
            Some("none") => options.player.book = None,
            Some("own") => options.player.book = Some(BookSource::Embedded),
            Some(file) => options.player.book = Some(BookSource::File(file.into())),
        }
        if let Some(choice) = &self.choice {
            options.player.book_choice = choice.parse().map_err(Error::Request)?;
        }
        if let Some(folders) = &self.syzygy {
            options.player.endgames = EndgameTables::with_syzygy(folders, crate::Probing::default());
        }
        options.check()?;
        go.check()?;
        Ok((options, go))
    }

    /// Sets what stands in the text as `name=value`. The error says what would be right.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        fn number<T: FromStr>(name: &str, value: &str) -> Result<Option<T>, String> {
            value.parse().map(Some).map_err(|_| format!("{name}={value} is not a suitable number"))
        }
        let text = || Some(value.to_string());
        match name {
            "name" => self.name = text(),
            "level" => self.level = Some(value.parse::<Level>().map_err(|error| error.to_string())?.number()),
            "elo" => self.elo = number(name, value)?,
            "techniques" => self.techniques = text(),
            "eval" => self.eval = text(),
            "weights" => self.weights = text(),
            "quiescence" => self.quiescence = text(),
            "quiescence-depth" => self.quiescence_depth = number(name, value)?,
            "ordering" => self.ordering = text(),
            "plausible" => self.plausible = number(name, value)?,
            "depth" => self.depth = number(name, value)?,
            "nodes" | "playouts" => self.nodes = number(name, value)?,
            "time" => self.time = number(name, value)?,
            "clock" => self.clock = text(),
            "seed" => self.seed = number(name, value)?,
            "threads" => self.threads = number(name, value)?,
            "hash" => self.hash = number(name, value)?,
            "book" => self.book = text(),
            "choice" => self.choice = text(),
            "syzygy" => self.syzygy = text(),
            "ponder" => {
                let wrong = |_| format!("ponder={value}: expected true or false");
                self.ponder = value.parse().map_err(wrong)?;
            }
            "dir" => self.dir = text(),
            "arg" => self.arg.push(value.to_string()),
            _ => self.set_one_of_many(name, value)?,
        }
        Ok(())
    }

    /// Takes a setting whose name has two parts, `scale.mobility`.
    fn set_one_of_many(&mut self, name: &str, value: &str) -> Result<(), String> {
        let part = |prefix: &str| name.strip_prefix(prefix).filter(|rest| !rest.is_empty());
        if let Some(option) = part("option.") {
            self.option.push((option.to_string(), value.to_string()));
        } else if let Some(group) = part(SCALE) {
            game::read_factor(value).map_err(|reason| format!("{name}: {reason}"))?;
            self.scale.retain(|(earlier, _)| earlier != group);
            self.scale.push((group.to_string(), value.to_string()));
        } else if let Some(parameter) = part(PARAMETER) {
            let wrong = |_| format!("{name}={value}: expected a whole number");
            let number = value.parse().map_err(wrong)?;
            let mut parameters = Parameters::DEFAULT;
            parameters.set(parameter, number)?;
            self.parameter.retain(|(earlier, _)| earlier != parameter);
            self.parameter.push((parameter.to_string(), number));
        } else {
            return Err(format!("unknown setting '{name}'"));
        }
        Ok(())
    }

    /// What is set, as it stands in the text.
    fn settings(&self) -> Vec<(String, String)> {
        let nodes = if self.kind == PlayerKind::Mcts { "playouts" } else { "nodes" };
        let texts = [
            ("level", self.level.map(|level| level.to_string())),
            ("elo", self.elo.map(|elo| elo.to_string())),
            ("techniques", self.techniques.clone()),
            ("eval", self.eval.clone()),
            ("weights", self.weights.clone()),
            ("quiescence", self.quiescence.clone()),
            ("quiescence-depth", self.quiescence_depth.map(|depth| depth.to_string())),
            ("ordering", self.ordering.clone()),
            ("plausible", self.plausible.map(|moves| moves.to_string())),
            ("depth", self.depth.map(|depth| depth.to_string())),
            (nodes, self.nodes.map(|nodes| nodes.to_string())),
            ("time", self.time.map(|time| time.to_string())),
            ("clock", self.clock.clone()),
            ("seed", self.seed.map(|seed| seed.to_string())),
            ("threads", self.threads.map(|threads| threads.to_string())),
            ("hash", self.hash.map(|hash| hash.to_string())),
            ("book", self.book.clone()),
            ("choice", self.choice.clone()),
            ("syzygy", self.syzygy.clone()),
            ("ponder", self.ponder.then(|| "true".to_string())),
            ("dir", self.dir.clone()),
        ];
        let texts = texts.into_iter().filter_map(|(name, text)| Some((name.to_string(), text?)));
        let arguments = self.arg.iter().map(|arg| ("arg".to_string(), arg.clone()));
        let options = self.option.iter().map(|(name, value)| (format!("option.{name}"), value.clone()));
        let scales = self.scale.iter().map(|(group, factor)| (format!("{SCALE}{group}"), factor.clone()));
        let parameters = self.parameter.iter().map(|(name, value)| (format!("{PARAMETER}{name}"), value.to_string()));
        let name = self.name.iter().map(|name| ("name".to_string(), name.clone()));
        texts.chain(scales).chain(parameters).chain(arguments).chain(options).chain(name).collect()
    }

    /// Does everything that is set go with its kind? To be asked of a player that comes as data; one that is read from text has
    /// been checked.
    pub fn check(&self) -> Result<(), Error> {
        if let Some((name, _)) = self.settings().iter().find(|(name, _)| !self.kind.has_setting(name)) {
            return Err(Error::Request(self.kind.no_setting(name)));
        }
        if self.name.as_deref().is_some_and(|name| name.is_empty() || name.chars().any(char::is_control)) {
            let reason = "a name must have letters and nothing that is not printed";
            return Err(Error::Request(reason.to_string()));
        }
        match (&self.program, self.kind.is_foreign()) {
            (None, true) => {
                Err(Error::Request(format!("expected the path of a program, as in {}:PATH", self.kind.name())))
            }
            (Some(_), false) => Err(Error::Request(format!("{} has no program", self.kind.name()))),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;
