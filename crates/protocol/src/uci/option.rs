//! Options: how an engine declares them, and how their values are read.

use std::fmt;

use crate::words::{Words, one_line};

/// An option that an engine has.
///
/// ```
/// use protocol::uci::{Declaration, Kind, Setting};
/// let hash = Declaration::new("Hash", Kind::Spin { default: 64, min: 1, max: 1024 });
/// assert_eq!(hash.to_string(), "name Hash type spin default 64 min 1 max 1024");
/// assert_eq!(hash.read("16"), Ok(Setting::Spin(16)));
/// assert_eq!(hash.read("0"), Err("option Hash '0': expected 1 to 1024".to_string()));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declaration {
    /// Its name; may hold spaces.
    pub name: String,
    /// How it is set.
    pub kind: Kind,
}

/// How an option is set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// On or off.
    Check {
        /// The value to begin with.
        default: bool,
    },
    /// A number. A bound that was not declared is that of the type.
    Spin {
        /// The value to begin with.
        default: i64,
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// The value to begin with.
        default: String,
        /// All values.
        values: Vec<String>,
    },
    /// Something to press.
    Button,
    /// A text.
    Text {
        /// The value to begin with.
        default: String,
    },
}

/// What an option is set to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Setting {
    /// On or off.
    Check(bool),
    /// A number within the bounds.
    Spin(i64),
    /// One of the values, as it was declared.
    Combo(String),
    /// The button was pressed.
    Pressed,
    /// A text.
    Text(String),
}

/// The value as it is written in a text.
impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Setting::Check(on) => on.fmt(f),
            Setting::Spin(number) => number.fmt(f),
            Setting::Combo(text) | Setting::Text(text) => f.write_str(text),
            Setting::Pressed => Ok(()),
        }
    }
}

/// What the empty text is written as.
const EMPTY: &str = "<empty>";

impl Declaration {
    /// An option of this name.
    pub fn new(name: impl Into<String>, kind: Kind) -> Declaration {
        Declaration { name: name.into(), kind }
    }

    /// Reads what follows the word `option`; `None` if there is no name or no type that is known.
    pub fn parse(text: &str) -> Option<Declaration> {
        let mut words = Words::new(text);
        words.next_if(|word| word == "name")?;
        let mut name: Vec<&str> = Vec::new();
        loop {
            let word = words.next()?;
            // The name itself may hold the word `type`.
            let kind = Some(word).filter(|word| *word == "type").and_then(|_| words.clone().next());
            if let Some(kind) = kind.and_then(|kind| Kind::parse(kind, words.clone())) {
                return Some(Declaration { name: name.join(" "), kind });
            }
            name.push(word);
        }
    }

    /// Reads a value for it. The error says what would be right.
    pub fn read(&self, value: &str) -> Result<Setting, String> {
        let wrong = |expected: String| Err(format!("option {} '{value}': expected {expected}", self.name));
        match &self.kind {
            Kind::Button => Ok(Setting::Pressed),
            Kind::Text { .. } => Ok(Setting::Text(value.to_string())),
            Kind::Check { .. } => match value.to_ascii_lowercase().as_str() {
                "true" => Ok(Setting::Check(true)),
                "false" => Ok(Setting::Check(false)),
                _ => wrong("true or false".to_string()),
            },
            Kind::Spin { min, max, .. } => match value.parse() {
                Ok(number) if (*min..=*max).contains(&number) => Ok(Setting::Spin(number)),
                _ => wrong(format!("{min} to {max}")),
            },
            Kind::Combo { values, .. } => match values.iter().find(|known| known.eq_ignore_ascii_case(value)) {
                Some(known) => Ok(Setting::Combo(known.clone())),
                None => wrong(values.join(" or ")),
            },
        }
    }
}

impl Kind {
    /// The value to begin with, as it is written.
    pub fn default(&self) -> String {
        match self {
            Kind::Check { default } => default.to_string(),
            Kind::Spin { default, .. } => default.to_string(),
            Kind::Combo { default, .. } | Kind::Text { default } => default.clone(),
            Kind::Button => String::new(),
        }
    }

    /// `words` begin with the name of the kind.
    fn parse(name: &str, words: Words) -> Option<Kind> {
        let mut text = words.clone();
        let fields = Fields::read(words.skip(1));
        let number = |text: &str, missing| text.parse().unwrap_or(missing);
        Some(match name {
            "check" => Kind::Check { default: fields.default == "true" },
            "spin" => Kind::Spin {
                default: number(&fields.default, 0),
                min: number(&fields.min, i64::MIN),
                max: number(&fields.max, i64::MAX),
            },
            "combo" => Kind::Combo { default: fields.default, values: fields.values },
            "button" => Kind::Button,
            // A text is the rest of the line, whatever words are in it.
            "string" => {
                text.find(|word| *word == "default");
                Kind::Text { default: Some(text.rest()).filter(|text| *text != EMPTY).unwrap_or_default().to_string() }
            }
            _ => return None,
        })
    }
}

/// What follows the type of an option, in any order; each may be several words.
#[derive(Default)]
struct Fields {
    default: String,
    min: String,
    max: String,
    values: Vec<String>,
}

impl Fields {
    fn read<'a>(words: impl Iterator<Item = &'a str>) -> Fields {
        let mut fields = Fields::default();
        let mut nowhere = String::new();
        let mut current = "";
        for word in words {
            if ["default", "min", "max", "var"].contains(&word) {
                current = word;
                if word == "var" {
                    fields.values.push(String::new());
                }
                continue;
            }
            let text = match current {
                "default" => &mut fields.default,
                "min" => &mut fields.min,
                "max" => &mut fields.max,
                _ => fields.values.last_mut().unwrap_or(&mut nowhere),
            };
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(word);
        }
        if fields.default == EMPTY {
            fields.default.clear();
        }
        fields
    }
}

/// As it follows `option`.
impl fmt::Display for Declaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "name {} type ", one_line(&self.name))?;
        match &self.kind {
            Kind::Check { default } => write!(f, "check default {default}"),
            Kind::Spin { default, min, max } => write!(f, "spin default {default} min {min} max {max}"),
            Kind::Combo { default, values } => {
                write!(f, "combo default {}", one_line(default))?;
                values.iter().try_for_each(|value| write!(f, " var {}", one_line(value)))
            }
            Kind::Button => f.write_str("button"),
            Kind::Text { default } if default.is_empty() => write!(f, "string default {EMPTY}"),
            Kind::Text { default } => write!(f, "string default {}", one_line(default)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_read() {
        let parse = |text: &str| Declaration::parse(text).map(|option| (option.name, option.kind));
        let named = |name: &str, kind| Some((name.to_string(), kind));
        let spin = Kind::Spin { default: 20, min: 0, max: 20 };
        assert_eq!(parse("name Skill Level type spin default 20 min 0 max 20"), named("Skill Level", spin.clone()));
        assert_eq!(parse("name Skill Level type spin max 20 min 0 default 20"), named("Skill Level", spin));
        let open = Kind::Spin { default: 5, min: i64::MIN, max: i64::MAX };
        assert_eq!(parse("name N type spin default 5"), named("N", open));
        assert_eq!(parse("name type type button"), named("type", Kind::Button));
        let values = vec!["very solid".to_string(), "wild".to_string()];
        let style = Kind::Combo { default: "very solid".to_string(), values };
        assert_eq!(parse("name Style type combo default very solid var very solid var wild"), named("Style", style));
        assert_eq!(
            parse("name Path type string default <empty>"),
            named("Path", Kind::Text { default: String::new() })
        );
        assert_eq!(
            parse("name Path type string default a b"),
            named("Path", Kind::Text { default: "a b".to_string() })
        );
        assert_eq!(parse("nonsense"), None);
        assert_eq!(parse("name X type weird default 3"), None);
    }

    #[test]
    fn values_are_read() {
        let check = Declaration::new("Ponder", Kind::Check { default: false });
        assert_eq!(check.read("TRUE"), Ok(Setting::Check(true)));
        assert_eq!(check.read("yes"), Err("option Ponder 'yes': expected true or false".to_string()));
        let values = vec!["best".to_string(), "Random".to_string()];
        let combo = Declaration::new("Choice", Kind::Combo { default: "best".to_string(), values });
        assert_eq!(combo.read("rANDOM"), Ok(Setting::Combo("Random".to_string())));
        assert_eq!(combo.read("x"), Err("option Choice 'x': expected best or Random".to_string()));
        assert_eq!(Declaration::new("Clear", Kind::Button).read(""), Ok(Setting::Pressed));
    }
}
