//! The options: what the client may set, and what is set.

use std::path::PathBuf;
use std::time::Duration;

use engine::book::Book;
use engine::{BookSource, Choice, Chosen, Elo, Go, MAX_TABLE, MAX_THREADS, Options, Technique};

/// The game whose evaluators the `Eval` option lists.
const GAME: &str = "chess";

/// The techniques that look less deeply where they expect nothing, and are wrong now and then.
const RISKY: &[Technique] = &[
    Technique::DeltaPruning,
    Technique::ExchangePruning,
    Technique::NullMove,
    Technique::LateMoveReductions,
    Technique::LateMovePruning,
    Technique::Futility,
    Technique::ReverseFutility,
    Technique::Razoring,
    Technique::ProbCut,
    Technique::SingularExtensions,
    Technique::InternalReductions,
];

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
        ("HistoryFile", Kind::Text),
    ]
}

fn all() -> impl Iterator<Item = (&'static str, Kind)> {
    let techniques = Technique::ALL.iter().map(|technique| (technique.name(), Kind::Check(true)));
    declared().into_iter().chain(techniques)
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
    own_book: bool,
    book: BookSource,
    /// With the history of played games in the judgement?
    learn: bool,
    history: Option<PathBuf>,
}

impl Default for Settings {
    fn default() -> Settings {
        let mut settings = Settings {
            search: Options::default(),
            chess960: false,
            show_chances: false,
            limit_strength: false,
            elo: Elo::new(0),
            analyse: false,
            own_book: false,
            book: BookSource::Embedded,
            learn: false,
            history: None,
        };
        for (name, kind) in all() {
            match kind {
                Kind::Check(value) => drop(settings.check(name, value)),
                Kind::Spin(value, ..) => settings.spin(name, value),
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
                Ok(number) if (least..=greatest).contains(&number) => self.spin(name, number),
                _ => return Err(format!("option {name} '{value}': expected {least} to {greatest}")),
            },
            Kind::Text => return self.text(name, value),
            Kind::Combo(values) => match values.iter().find(|known| known.eq_ignore_ascii_case(value)) {
                Some(known) if name == "BookChoice" => self.search.book_choice = known.parse()?,
                Some(known) => {
                    self.learn = *known == "history";
                    self.search.evaluator = (!self.learn).then(|| known.to_string());
                }
                None => return Err(format!("option {name} '{value}': expected {}", values.join(" or "))),
            },
        }
        Ok(Effect::Nothing)
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
        if name == "HistoryFile" {
            self.history = (!value.is_empty()).then(|| value.into());
            return Ok(Effect::Nothing);
        }
        let source = if value.is_empty() { BookSource::Embedded } else { BookSource::File(value.into()) };
        Book::open(&source).map_err(|error| format!("option {name}: {error}"))?;
        self.book = source;
        Ok(Effect::OtherBook)
    }

    fn spin(&mut self, name: &str, number: u64) {
        match name {
            "Hash" => self.search.table_megabytes = number as usize,
            "Threads" => self.search.threads = number as usize,
            "MultiPV" => self.search.lines = number as usize,
            "Move Overhead" => self.search.overhead = Duration::from_millis(number),
            "UCI_Elo" => self.elo = Elo::new(number as u32),
            _ => {}
        }
    }

    /// How to search, with the limits weakened if the strength is limited. Analysis is always at full strength.
    pub fn apply(&self, seed: u64, go: &mut Go) -> Options {
        let mut options = Options { seed, ..self.search.clone() };
        options.book = (self.own_book && !self.analyse).then(|| self.book.clone());
        options.history = match self.learn {
            true => self.history.clone().or_else(engine::history_file),
            false => None,
        };
        if self.limit_strength && !self.analyse {
            self.elo.apply(&mut options, go);
        }
        options
    }

    /// How to look for a mate and be sure: without the techniques that may overlook one.
    pub fn without_risk(options: Options) -> Options {
        let techniques = RISKY.iter().fold(options.techniques, |chosen, &technique| chosen.without(technique));
        Options { techniques, ..options }
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
                Kind::Button => String::new(),
                Kind::Combo(values) => values[0].to_string(),
                Kind::Text => String::new(),
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
