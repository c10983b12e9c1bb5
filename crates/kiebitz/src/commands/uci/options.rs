//! The options: what the client may set, and what is set.

use std::time::Duration;

use engine::book::Book;
use engine::{
    BookSource, Choice, Chosen, Elo, EndgameTables, Go, MAX_TABLE, MAX_THREADS, Options, Probing, Resources, Technique,
    parameters,
};
use protocol::uci::{Declaration, Kind, Message, Setting};

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
        text("SyzygyPath"),
        spin("SyzygyProbeDepth", 1, 1, 100),
        check("Syzygy50MoveRule", true),
        spin("SyzygyProbeLimit", 7, 0, 7),
        text("HistoryFile"),
    ];
    let techniques = Technique::ALL.iter().map(|technique| check(technique.name(), true));
    let parameters =
        tunable().iter().map(|row| spin(row.name, i64::from(row.default), i64::from(row.min), i64::from(row.max)));
    declared.into_iter().chain(techniques).chain(parameters)
}

/// The parameters of the search, where the build lets them be set.
fn tunable() -> &'static [parameters::Parameter] {
    if cfg!(feature = "tune") { parameters::list() } else { &[] }
}

/// The answer to `spsa`: a line for each parameter as tuners by SPSA read them, `name, int, value, min, max, step, rate`.
pub fn spsa() -> String {
    if !cfg!(feature = "tune") {
        return "info string spsa: built without the feature tune\n".to_string();
    }
    let line = |row: &parameters::Parameter| {
        format!("{}, int, {}, {}, {}, {}, 0.002\n", row.name, row.default, row.min, row.max, row.step)
    };
    tunable().iter().map(line).collect()
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

/// What is set.
#[derive(Clone, Debug)]
pub struct Settings {
    search: Options,
    pub chess960: bool,
    pub show_chances: bool,
    limit_strength: bool,
    elo: Elo,
    analyse: bool,
    syzygy_path: String,
    probing: Probing,
    own_book: bool,
    book: BookSource,
}

impl Default for Settings {
    fn default() -> Settings {
        let mut settings = Settings {
            search: Options::from(Resources { past: history::past(None), ..Resources::default() }),
            chess960: false,
            show_chances: false,
            limit_strength: false,
            elo: Elo::new(0),
            analyse: false,
            syzygy_path: String::new(),
            probing: Probing::default(),
            own_book: false,
            book: BookSource::Embedded,
        };
        settings.open_tables();
        for option in all() {
            match option.kind {
                Kind::Check { default } => drop(settings.check(&option.name, default)),
                Kind::Spin { default, .. } => drop(settings.spin(&option.name, default)),
                Kind::Button | Kind::Combo { .. } | Kind::Text { .. } => {}
            }
        }
        settings
    }
}

impl Settings {
    /// Sets an option. Names are known in whatever case they are written. The error says what would be right.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, String> {
        let Some(option) = all().find(|known| known.name.eq_ignore_ascii_case(name)) else {
            return Err(format!("no option '{name}': uci lists the options"));
        };
        match option.read(value.unwrap_or_default())? {
            Setting::Pressed => Ok(Effect::Forget),
            Setting::Check(on) => Ok(self.check(&option.name, on)),
            Setting::Spin(number) => Ok(self.spin(&option.name, number)),
            Setting::Text(value) => self.text(&option.name, &value),
            Setting::Combo(value) => {
                if option.name == "BookChoice" {
                    self.search.player.book_choice = value.parse()?;
                } else {
                    self.search.player.set_evaluator(&value);
                }
                Ok(Effect::Nothing)
            }
        }
    }

    /// Opens the endgame tables anew, and says how many Syzygy files there are and with how many men.
    pub fn open_tables(&mut self) -> (usize, usize) {
        self.search.player.endgames = EndgameTables::with_syzygy(&self.syzygy_path, self.probing);
        self.search.player.endgames.syzygy_size()
    }

    /// Complaints about endgame tables that could not be used.
    pub fn complaints(&self) -> Vec<String> {
        self.search.player.endgames.complaints()
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
                    let chosen: Chosen = self.search.player.techniques;
                    self.search.player.techniques = if on { chosen.with(technique) } else { chosen.without(technique) };
                }
            }
        }
        Effect::Nothing
    }

    /// A file; one that cannot be used is refused at once, and what was set before stays.
    fn text(&mut self, name: &str, value: &str) -> Result<Effect, String> {
        match name {
            "SyzygyPath" => {
                self.syzygy_path = value.to_string();
                return Ok(Effect::Tables);
            }
            "HistoryFile" => {
                self.search.resources.past = history::past((!value.is_empty()).then(|| value.into()));
                return Ok(Effect::Nothing);
            }
            _ => {}
        }
        let source = if value.is_empty() { BookSource::Embedded } else { BookSource::File(value.into()) };
        Book::open(&source).map_err(|error| format!("option {name}: {error}"))?;
        self.book = source;
        Ok(Effect::OtherBook)
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
            "Hash" => self.search.resources.table_megabytes = number as usize,
            "Threads" => self.search.resources.threads = number as usize,
            "MultiPV" => self.search.report.lines = number as usize,
            "Move Overhead" => self.search.resources.overhead = Duration::from_millis(number.unsigned_abs()),
            "UCI_Elo" => self.elo = Elo::new(number as u32),
            _ => {
                #[cfg(feature = "tune")]
                parameters::set(name, number as i32);
            }
        }
        Effect::Nothing
    }

    /// How to search, with the limits weakened if the strength is limited. Analysis is always at full strength.
    pub fn apply(&self, seed: u64, go: &mut Go) -> Options {
        let mut options = self.search.clone();
        options.player.seed = seed;
        options.player.book = (self.own_book && !self.analyse).then(|| self.book.clone());
        if self.limit_strength && !self.analyse {
            self.elo.apply(&mut options, go);
        }
        options
    }

    /// The game that is played.
    pub fn game(&self) -> &'static str {
        if self.chess960 { "chess960" } else { GAME }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_takes_its_default() {
        let mut settings = Settings::default();
        for option in all() {
            let value = option.kind.default();
            assert!(settings.set(&option.name.to_uppercase(), Some(&value)).is_ok(), "{}", option.name);
        }
        assert!(settings.search.player.techniques.is_all());
        assert_eq!(settings.set("hash", Some("0")), Err("option Hash '0': expected 1 to 33554432".to_string()));
        assert!(settings.set("no such thing", None).is_err());
    }

    #[test]
    fn a_rating_needs_the_limit() {
        let mut settings = Settings::default();
        let limited = |settings: &Settings| {
            let mut go = Go::default();
            let options = settings.apply(1, &mut go);
            go.nodes.is_some() && options.player.noise > 0
        };
        settings.set("UCI_Elo", Some("800")).unwrap();
        assert!(!limited(&settings));
        settings.set("UCI_LimitStrength", Some("true")).unwrap();
        assert!(limited(&settings));
        settings.set("UCI_AnalyseMode", Some("true")).unwrap();
        assert!(!limited(&settings));
    }
}
