//! The options: what the client may set, and what is set.

use std::time::Duration;

use engine::book::Book;
use engine::{
    BookSource, Choice, Chosen, Elo, EndgameTables, Go, MAX_TABLE, MAX_THREADS, Options, Probing, Technique, parameters,
};

/// The game whose evaluators the `Eval` option lists.
const GAME: &str = "chess";

/// How an option is set.
enum Kind {
    Check(bool),
    /// Default, least, greatest.
    Spin(u64, u64, u64),
    Button,
    /// The first is the default.
    Combo(Vec<&'static str>),
    /// A text, empty to begin with.
    Text,
}

/// The options in the order in which they are announced, apart from the techniques.
fn declared() -> Vec<(&'static str, Kind)> {
    let mut evaluators: Vec<&str> =
        engine::games().into_iter().find(|game| game.name == GAME).map_or(Vec::new(), |game| game.evaluators.to_vec());
    evaluators.push("history");
    vec![
        ("Hash", Kind::Spin(64, 1, MAX_TABLE as u64)),
        ("Clear Hash", Kind::Button),
        ("Threads", Kind::Spin(1, 1, MAX_THREADS as u64)),
        ("MultiPV", Kind::Spin(1, 1, 256)),
        ("Ponder", Kind::Check(false)),
        ("Move Overhead", Kind::Spin(30, 0, 5000)),
        ("UCI_Chess960", Kind::Check(false)),
        ("UCI_LimitStrength", Kind::Check(false)),
        ("UCI_Elo", Kind::Spin(1500, u64::from(Elo::MIN), u64::from(Elo::MAX))),
        ("UCI_ShowWDL", Kind::Check(false)),
        ("UCI_AnalyseMode", Kind::Check(false)),
        ("OwnBook", Kind::Check(false)),
        ("BookFile", Kind::Text),
        ("BookChoice", Kind::Combo(Choice::NAMES.to_vec())),
        ("Eval", Kind::Combo(evaluators)),
        ("SyzygyPath", Kind::Text),
        ("SyzygyProbeDepth", Kind::Spin(1, 1, 100)),
        ("Syzygy50MoveRule", Kind::Check(true)),
        ("SyzygyProbeLimit", Kind::Spin(7, 0, 7)),
        ("HistoryFile", Kind::Text),
    ]
}

fn all() -> impl Iterator<Item = (&'static str, Kind)> {
    let techniques = Technique::ALL.iter().map(|technique| (technique.name(), Kind::Check(true)));
    let parameters =
        tunable().iter().map(|row| (row.name, Kind::Spin(row.default as u64, row.min as u64, row.max as u64)));
    declared().into_iter().chain(techniques).chain(parameters)
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
    let mut text = format!("id name Kiebitz {}\nid author the Kiebitz authors\n\n", env!("CARGO_PKG_VERSION"));
    for (name, kind) in all() {
        let kind = match kind {
            Kind::Check(default) => format!("check default {default}"),
            Kind::Spin(default, least, greatest) => format!("spin default {default} min {least} max {greatest}"),
            Kind::Button => "button".to_string(),
            Kind::Text => "string default <empty>".to_string(),
            Kind::Combo(values) => {
                let values: Vec<String> = values.iter().map(|value| format!("var {value}")).collect();
                format!("combo default {} {}", values[0].trim_start_matches("var "), values.join(" "))
            }
        };
        text.push_str(&format!("option name {name} type {kind}\n"));
    }
    text + "uciok\n"
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
            search: Options { past: history::past(None), ..Options::default() },
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
        for (name, kind) in all() {
            match kind {
                Kind::Check(value) => drop(settings.check(name, value)),
                Kind::Spin(value, ..) => drop(settings.spin(name, value)),
                Kind::Button | Kind::Combo(_) | Kind::Text => {}
            }
        }
        settings
    }
}

impl Settings {
    /// Sets an option. Names are known in whatever case they are written. The error says what would be right.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, String> {
        let Some((name, kind)) = all().find(|(known, _)| known.eq_ignore_ascii_case(name)) else {
            return Err(format!("no option '{name}': uci lists the options"));
        };
        let value = value.unwrap_or_default();
        match kind {
            Kind::Button => return Ok(Effect::Forget),
            Kind::Check(_) => match value.to_ascii_lowercase().as_str() {
                "true" => return Ok(self.check(name, true)),
                "false" => return Ok(self.check(name, false)),
                _ => return Err(format!("option {name} '{value}': expected true or false")),
            },
            Kind::Spin(_, least, greatest) => match value.parse() {
                Ok(number) if (least..=greatest).contains(&number) => return Ok(self.spin(name, number)),
                _ => return Err(format!("option {name} '{value}': expected {least} to {greatest}")),
            },
            Kind::Text => return self.text(name, value),
            Kind::Combo(values) => match values.iter().find(|known| known.eq_ignore_ascii_case(value)) {
                Some(known) if name == "BookChoice" => self.search.book_choice = known.parse()?,
                Some(known) => {
                    self.search.set_evaluator(known);
                }
                None => return Err(format!("option {name} '{value}': expected {}", values.join(" or "))),
            },
        }
        Ok(Effect::Nothing)
    }

    /// Opens the endgame tables anew, and says how many Syzygy files there are and with how many men.
    pub fn open_tables(&mut self) -> (usize, usize) {
        self.search.endgames = EndgameTables::with_syzygy(&self.syzygy_path, self.probing);
        self.search.endgames.syzygy_size()
    }

    /// Complaints about endgame tables that could not be used.
    pub fn complaints(&self) -> Vec<String> {
        self.search.endgames.complaints()
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
                    let chosen: Chosen = self.search.techniques;
                    self.search.techniques = if on { chosen.with(technique) } else { chosen.without(technique) };
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
                self.search.past = history::past((!value.is_empty()).then(|| value.into()));
                return Ok(Effect::Nothing);
            }
            _ => {}
        }
        let source = if value.is_empty() { BookSource::Embedded } else { BookSource::File(value.into()) };
        Book::open(&source).map_err(|error| format!("option {name}: {error}"))?;
        self.book = source;
        Ok(Effect::OtherBook)
    }

    fn spin(&mut self, name: &str, number: u64) -> Effect {
        match name {
            "SyzygyProbeDepth" => {
                self.probing.depth = number as i32;
                return Effect::Tables;
            }
            "SyzygyProbeLimit" => {
                self.probing.most_men = number as usize;
                return Effect::Tables;
            }
            "Hash" => self.search.table_megabytes = number as usize,
            "Threads" => self.search.threads = number as usize,
            "MultiPV" => self.search.lines = number as usize,
            "Move Overhead" => self.search.overhead = Duration::from_millis(number),
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
        let mut options = Options { seed, ..self.search.clone() };
        options.book = (self.own_book && !self.analyse).then(|| self.book.clone());
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
        for (name, kind) in all() {
            let value = match kind {
                Kind::Check(value) => value.to_string(),
                Kind::Spin(value, ..) => value.to_string(),
                Kind::Button | Kind::Text => String::new(),
                Kind::Combo(values) => values[0].to_string(),
            };
            assert!(settings.set(&name.to_uppercase(), Some(&value)).is_ok(), "{name}");
        }
        assert!(settings.search.techniques.is_all());
        assert_eq!(settings.set("hash", Some("0")), Err("option Hash '0': expected 1 to 33554432".to_string()));
        assert!(settings.set("no such thing", None).is_err());
    }

    #[test]
    fn a_rating_needs_the_limit() {
        let mut settings = Settings::default();
        let limited = |settings: &Settings| {
            let mut go = Go::default();
            let options = settings.apply(1, &mut go);
            go.nodes.is_some() && options.noise > 0
        };
        settings.set("UCI_Elo", Some("800")).unwrap();
        assert!(!limited(&settings));
        settings.set("UCI_LimitStrength", Some("true")).unwrap();
        assert!(limited(&settings));
        settings.set("UCI_AnalyseMode", Some("true")).unwrap();
        assert!(!limited(&settings));
    }
}
