//! The options: what the client may set, and what is set.

use std::path::PathBuf;
use std::time::Duration;

use engine::book::Book;
use engine::{
    BookSource, Choice, Chosen, Elo, EndgameTables, Go, Identity, MAX_TABLE, MAX_THREADS, Options, Parameters,
    PastGames, Peers, PlayerKind, PlayerSpec, Probing, Technique,
};
use protocol::uci::{Declaration, Kind, Message, Setting};

use super::info::notice;
use crate::commands::peer;

/// The game whose evaluators the `Eval` option lists.
const GAME: &str = "chess";

fn check(name: &str, default: bool) -> Declaration {
    Declaration::new(name, Kind::Check { default })
}

fn spin(name: &str, default: i64, min: i64, max: i64) -> Declaration {
    Declaration::new(name, Kind::Spin { default, min, max })
}

/// The first value is the default.
fn combo(name: &str, values: &[&str]) -> Declaration {
    let values: Vec<String> = values.iter().map(ToString::to_string).collect();
    Declaration::new(name, Kind::Combo { default: values[0].clone(), values })
}

/// Empty to begin with.
fn text(name: &str) -> Declaration {
    Declaration::new(name, Kind::Text { default: String::new() })
}

/// The options in the order in which they are announced.
fn all() -> impl Iterator<Item = Declaration> {
    let mut evaluators: Vec<&str> =
        engine::games().into_iter().find(|game| game.name == GAME).map_or(Vec::new(), |game| game.evaluators.to_vec());
    evaluators.push("history");
    let declared = [
        spin("Hash", 64, 1, MAX_TABLE as i64),
        Declaration::new("Clear Hash", Kind::Button),
        spin("Threads", 1, 1, MAX_THREADS as i64),
        spin("MultiPV", 1, 1, 256),
        check("Ponder", false),
        spin("Move Overhead", 30, 0, 5000),
        check("UCI_Chess960", false),
        check("UCI_LimitStrength", false),
        spin("UCI_Elo", 1500, i64::from(Elo::MIN), i64::from(Elo::MAX)),
        check("UCI_ShowWDL", false),
        check("UCI_AnalyseMode", false),
        check("OwnBook", false),
        text("BookFile"),
        combo("BookChoice", Choice::NAMES),
        combo("Eval", &evaluators),
        text("EvalFile"),
        text("SyzygyPath"),
        spin("SyzygyProbeDepth", 1, 1, 100),
        check("Syzygy50MoveRule", true),
        spin("SyzygyProbeLimit", 7, 0, 7),
        text("HistoryFile"),
        text("Peers"),
        text("PeerSecret"),
    ];
    let techniques = Technique::ALL.iter().map(|technique| check(technique.name(), true));
    declared.into_iter().chain(techniques)
}

/// The numbers of the search, each as an option. They are understood but not announced: a client would show all seventy.
fn numbers() -> impl Iterator<Item = Declaration> {
    Parameters::LIST.iter().map(|row| spin(row.name, i64::from(row.default), i64::from(row.min), i64::from(row.max)))
}

/// The answer to `spsa`: a line for each parameter as tuners by SPSA read them, `name, int, value, min, max, step, rate`.
pub fn spsa() -> String {
    let mut lines = String::new();
    for row in Parameters::LIST {
        lines += &format!("{}, int, {}, {}, {}, {}, 0.002\n", row.name, row.default, row.min, row.max, row.step);
    }
    lines
}

/// The answer to `uci`.
pub fn introduction() -> String {
    let id = |field: &str, text: String| Message::Id { field: field.to_string(), text };
    let name = id("name", format!("Kiebitz {}", env!("CARGO_PKG_VERSION")));
    let author = id("author", "the Kiebitz authors".to_string());
    let options: String = all().map(|option| format!("{}\n", Message::Option(option))).collect();
    format!("{name}\n{author}\n\n{options}{}\n", Message::UciOk)
}

/// What has to happen besides remembering the value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    Nothing,
    /// Forget what was learned from earlier searches.
    Forget,
    /// Moves are written differently from now on.
    OtherGame,
    /// Other endgame tables are to be opened.
    Tables,
    /// Another book from now on.
    OtherBook,
}

/// The options that are properties of a player, and what they are called where a player is written as text: `Hash` is the 64 of
/// `kiebitz:hash=64`. The techniques, one option each, are its `techniques`.
const PROPERTIES: [(&str, &str); 7] = [
    ("Hash", "hash"),
    ("Threads", "threads"),
    ("UCI_Elo", "elo"),
    ("BookFile", "book"),
    ("BookChoice", "choice"),
    ("Eval", "eval"),
    ("SyzygyPath", "syzygy"),
];

/// What is set.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Who plays. Whether its book and its rating count is said by options of their own.
    player: PlayerSpec,
    pub chess960: bool,
    pub show_chances: bool,
    limit_strength: bool,
    own_book: bool,
    analyse: bool,
    /// The file of a network, which then judges instead of `Eval`.
    eval_file: Option<String>,
    probing: Probing,
    /// The endgame tables of the player, opened.
    tables: EndgameTables,
    lines: usize,
    overhead: Duration,
    past: PastGames,
    /// Who helps, as it was said, and the file with the secret.
    peers: (String, String),
    /// The same, called.
    called: Peers,
}

impl Default for Settings {
    fn default() -> Settings {
        let mut settings = Settings {
            player: PlayerSpec { book: Some("own".to_string()), ..PlayerSpec::new(PlayerKind::Kiebitz) },
            chess960: false,
            show_chances: false,
            limit_strength: false,
            own_book: false,
            analyse: false,
            eval_file: None,
            probing: Probing::default(),
            tables: EndgameTables::own(),
            lines: 1,
            overhead: Duration::ZERO,
            past: history::past(None),
            peers: Default::default(),
            called: Peers::default(),
        };
        for option in all().filter(|option| matches!(option.kind, Kind::Check { .. } | Kind::Spin { .. })) {
            settings.set(&option.name, Some(&option.kind.default())).expect("a default is within its bounds");
        }
        settings
    }
}

impl Settings {
    /// Sets an option. Names are known in whatever case they are written. The error says what would be right.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, String> {
        let Some(option) = all().chain(numbers()).find(|known| known.name.eq_ignore_ascii_case(name)) else {
            return Err(format!("no option '{name}': uci lists the options"));
        };
        let setting = option.read(value.unwrap_or_default())?;
        if let Some((_, property)) = PROPERTIES.iter().find(|(known, _)| *known == option.name) {
            return self
                .set_property(property, &setting.to_string())
                .map_err(|error| format!("option {}: {error}", option.name));
        }
        Ok(match setting {
            Setting::Pressed => Effect::Forget,
            Setting::Check(on) => self.check(&option.name, on),
            Setting::Spin(number) => self.spin(&option.name, number),
            Setting::Text(file) if option.name == "EvalFile" => {
                self.eval_file = network(&file).map_err(|error| format!("option EvalFile: {error}"))?;
                Effect::Nothing
            }
            Setting::Text(text) if ["Peers", "PeerSecret"].contains(&option.name.as_str()) => {
                let mut wanted = self.peers.clone();
                if option.name == "Peers" {
                    wanted.0 = text
                } else {
                    wanted.1 = text
                }
                self.called =
                    call_peers(&wanted.0, &wanted.1).map_err(|error| format!("option {}: {error}", option.name))?;
                self.peers = wanted;
                Effect::Nothing
            }
            Setting::Text(file) | Setting::Combo(file) => {
                self.past = history::past((!file.is_empty()).then(|| file.into()));
                Effect::Nothing
            }
        })
    }

    /// A property of the player. A book that cannot be used is refused at once, and what was set before stays.
    fn set_property(&mut self, property: &str, value: &str) -> Result<Effect, String> {
        match (property, value) {
            ("book", "") => self.player.set(property, "own")?,
            ("book", file) => {
                Book::open(&BookSource::File(file.into())).map_err(|error| error.to_string())?;
                self.player.set(property, file)?;
            }
            ("syzygy", "") => self.player.syzygy = None,
            _ => self.player.set(property, value)?,
        }
        Ok(match property {
            "book" => Effect::OtherBook,
            "syzygy" => Effect::Tables,
            _ => Effect::Nothing,
        })
    }

    /// Opens the endgame tables anew, and says how many Syzygy files there are and with how many men.
    pub fn open_tables(&mut self) -> (usize, usize) {
        self.tables = EndgameTables::with_syzygy(self.player.syzygy.as_deref().unwrap_or_default(), self.probing);
        self.tables.syzygy_size()
    }

    /// Complaints about endgame tables that could not be used.
    pub fn complaints(&self) -> Vec<String> {
        self.tables.complaints()
    }

    fn check(&mut self, name: &str, on: bool) -> Effect {
        match name {
            "UCI_Chess960" => {
                self.chess960 = on;
                return Effect::OtherGame;
            }
            "OwnBook" => {
                self.own_book = on;
                return Effect::OtherBook;
            }
            "UCI_LimitStrength" => self.limit_strength = on,
            "Syzygy50MoveRule" => {
                self.probing.fifty_moves = on;
                return Effect::Tables;
            }
            "UCI_ShowWDL" => self.show_chances = on,
            "UCI_AnalyseMode" => self.analyse = on,
            // A client tells by it that it may send `go ponder`, which is understood anyway.
            "Ponder" => {}
            _ => {
                if let Ok(technique) = name.parse::<Technique>() {
                    let chosen: Chosen =
                        self.player.techniques.as_deref().and_then(|list| list.parse().ok()).unwrap_or(Chosen::ALL);
                    let chosen = if on { chosen.with(technique) } else { chosen.without(technique) };
                    self.player.techniques = (!chosen.is_all()).then(|| chosen.to_string());
                }
            }
        }
        Effect::Nothing
    }

    fn spin(&mut self, name: &str, number: i64) -> Effect {
        match name {
            "SyzygyProbeDepth" => {
                self.probing.depth = number as i32;
                return Effect::Tables;
            }
            "SyzygyProbeLimit" => {
                self.probing.most_men = number as usize;
                return Effect::Tables;
            }
            "MultiPV" => self.lines = number as usize,
            "Move Overhead" => self.overhead = Duration::from_millis(number.unsigned_abs()),
            _ => {
                let set = self.player.set(&format!("parameter.{name}"), &number.to_string());
                set.expect("a number of the search, within its range");
            }
        }
        Effect::Nothing
    }

    /// Who plays now. Analysis is always at full strength and without a book.
    fn player(&self) -> PlayerSpec {
        let PlayerSpec { elo, threads, book, eval, .. } = self.player.clone();
        let limited = self.limit_strength && !self.analyse;
        PlayerSpec {
            elo: elo.filter(|_| limited),
            // The ratings were measured with one thread.
            threads: threads.filter(|_| !limited),
            book: book.filter(|_| self.own_book && !self.analyse),
            // They are open already.
            syzygy: None,
            eval: self.eval_file.clone().or(eval),
            ..self.player.clone()
        }
    }

    /// How to search, and how long at most, if the strength is limited.
    pub fn options(&self) -> Result<(Options, Go), engine::Error> {
        let (mut options, limit) = self.player().options(true)?;
        options.player.endgames = self.tables.clone();
        (options.resources.overhead, options.resources.past) = (self.overhead, self.past.clone());
        options.resources.peers = self.called.clone();
        options.report.lines = self.lines;
        Ok((options, limit))
    }

    /// The game that is played.
    pub fn game(&self) -> &'static str {
        if self.chess960 { "chess960" } else { GAME }
    }
}

/// Calls those who help. Beyond this machine they need a secret, so what has none waits for it.
fn call_peers(peers: &str, secret: &str) -> Result<Peers, String> {
    let list: Vec<String> = peers.split([',', ' ']).filter(|peer| !peer.is_empty()).map(str::to_string).collect();
    if list.is_empty() {
        return Ok(Peers::default());
    }
    let file = (!secret.is_empty()).then(|| PathBuf::from(secret));
    let known = peer::secret(file.as_ref()).map_err(|error| error.to_string())?;
    let (peers, _) = peer::call(&list, &known, |text| drop(notice(&text))).map_err(|error| error.to_string())?;
    Ok(peers)
}

/// The evaluator that the network in a file is, once it has shown that it can judge; none without a file.
fn network(file: &str) -> Result<Option<String>, engine::Error> {
    if file.is_empty() {
        return Ok(None);
    }
    let source = format!("network:{file}");
    let player = Identity { evaluator: Some(source.clone()), ..Identity::default() };
    engine::open(GAME)?.judgement(&player)?;
    Ok(Some(source))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_must_be_there() {
        let mut settings = Settings::default();
        let error = settings.set("EvalFile", Some("/no/such.kbn")).unwrap_err();
        assert!(error.starts_with("option EvalFile: evaluator 'network:/no/such.kbn':"), "{error}");
        assert_eq!(settings.options().unwrap().0.player.evaluator, None);
        settings.set("EvalFile", Some("")).unwrap();
    }

    #[test]
    fn every_option_takes_its_default() {
        let mut settings = Settings::default();
        for option in all() {
            let value = option.kind.default();
            assert!(settings.set(&option.name.to_uppercase(), Some(&value)).is_ok(), "{}", option.name);
        }
        assert!(settings.player.techniques.is_none(), "all of them");
        assert_eq!(settings.set("hash", Some("0")), Err("option Hash '0': expected 1 to 33554432".to_string()));
        assert!(settings.set("no such thing", None).is_err());
    }

    #[test]
    fn a_rating_needs_the_limit() {
        let mut settings = Settings::default();
        let limited = |settings: &Settings| {
            let (options, go) = settings.options().unwrap();
            assert_eq!(options.resources.threads, if go.nodes.is_some() { 1 } else { 3 });
            go.nodes.is_some() && options.player.noise > 0
        };
        settings.set("Threads", Some("3")).unwrap();
        settings.set("UCI_Elo", Some("800")).unwrap();
        assert!(!limited(&settings));
        settings.set("UCI_LimitStrength", Some("true")).unwrap();
        assert!(limited(&settings));
        settings.set("UCI_AnalyseMode", Some("true")).unwrap();
        assert!(!limited(&settings));
    }

    /// What UCI sets is what a player's text sets, and both mean the same search.
    #[test]
    fn options_are_properties_of_a_player() {
        let mut settings = Settings::default();
        for (name, value) in
            [("hash", "16"), ("threads", "2"), ("eval", "material"), ("bookchoice", "best"), ("null-move", "false")]
        {
            settings.set(name, Some(value)).unwrap();
        }
        let text = "kiebitz:techniques=all+no-null-move,eval=material,threads=2,hash=16,choice=best";
        assert_eq!(settings.player().to_string(), text);
        let (mut wanted, _) = text.parse::<PlayerSpec>().unwrap().options(true).unwrap();
        let (found, limit) = settings.options().unwrap();
        assert_eq!(limit, Go::default());
        // The tables are the client's to choose; by default they are our own.
        wanted.player.endgames = EndgameTables::own();
        assert_eq!(found.player, wanted.player);
        assert_eq!((found.resources.table_megabytes, found.resources.threads), (16, 2));
        settings.set("OwnBook", Some("true")).unwrap();
        assert_eq!(settings.player().book.as_deref(), Some("own"));
        let missing = settings.set("BookFile", Some("/no/such/book.bin")).unwrap_err();
        assert!(missing.starts_with("option BookFile: ") && missing.contains("/no/such/book.bin"), "{missing}");
        assert_eq!(settings.player().book.as_deref(), Some("own"), "what was set before stays");
    }
}
