//! The parameters of a game as data: what may be chosen, what is refused, and what a form has to offer.

use std::borrow::Cow;

use crate::{Spec, SpecError};

/// A parameter of a game: `size` in `othello(size=6)`.
///
/// The same list tells people what there is and refuses what there is not ([`Spec::read`]). What depends on two parameters at
/// once, such as an area, is checked by the game itself and told here in a note.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: Cow<'static, str>,
    /// What it can be.
    pub values: Values,
    /// The value if none is given; `None` if that depends on the others, as the note says.
    pub default: Option<Cow<'static, str>>,
    /// What else there is to know, in English; may be empty.
    pub note: Cow<'static, str>,
}

/// What a parameter can be.
#[derive(Clone, PartialEq, Debug)]
pub enum Values {
    /// One of these.
    Choice(Vec<ParameterValue>),
    /// A number.
    Range {
        /// The least.
        min: f64,
        /// The greatest.
        max: f64,
        /// The distance of two neighbors; all are multiples of it. 1 for whole numbers.
        step: f64,
    },
}

/// One of the values that a parameter can have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParameterValue {
    /// As it is written.
    pub value: Cow<'static, str>,
    /// What it means, in English; may be empty.
    pub meaning: Cow<'static, str>,
}

impl Parameter {
    /// One of some values that need no explanation.
    pub fn choice(name: &'static str, values: &[&'static str], default: &'static str) -> Parameter {
        Parameter::explained(name, values.iter().map(|&value| (value, "")), default)
    }

    /// One of some values, each with its meaning.
    pub fn explained(
        name: &'static str,
        values: impl IntoIterator<Item = (&'static str, &'static str)>,
        default: &'static str,
    ) -> Parameter {
        let choice = |(value, meaning): (&'static str, &'static str)| ParameterValue {
            value: value.into(),
            meaning: meaning.into(),
        };
        let values = Values::Choice(values.into_iter().map(choice).collect());
        Parameter { name: name.into(), values, default: Some(default.into()), note: "".into() }
    }

    /// A whole number.
    pub fn whole(name: &'static str, range: std::ops::RangeInclusive<u32>, default: Option<&'static str>) -> Parameter {
        let values = Values::Range { min: (*range.start()).into(), max: (*range.end()).into(), step: 1.0 };
        Parameter { name: name.into(), values, default: default.map(Cow::Borrowed), note: "".into() }
    }

    /// The same parameter with a note.
    #[must_use]
    pub fn noted(self, note: &'static str) -> Parameter {
        Parameter { note: note.into(), ..self }
    }

    /// May it have this value? If not, why not, and what would be right.
    ///
    /// ```
    /// use game::Parameter;
    /// let size = Parameter::choice("size", &["4", "6", "8"], "8");
    /// assert_eq!(size.check("7").unwrap_err(), "size=7 is not 4, 6 or 8");
    /// ```
    pub fn check(&self, value: &str) -> Result<(), String> {
        let fits = match &self.values {
            Values::Choice(choices) => choices.iter().any(|choice| choice.value == value),
            Values::Range { min, max, step } => {
                number(value).is_some_and(|number| (*min..=*max).contains(&number) && (number / step).fract() == 0.0)
            }
        };
        if fits { Ok(()) } else { Err(format!("{}={value} is not {}", self.name, self.values)) }
    }
}

/// A number as people write it: no exponents, no infinities.
fn number(text: &str) -> Option<f64> {
    let plain = text.chars().all(|letter| letter.is_ascii_digit() || matches!(letter, '-' | '.'));
    text.parse().ok().filter(|_| plain)
}

/// In words, as they follow "expected": `4, 6 or 8`, `a whole number from 2 to 7`.
impl std::fmt::Display for Values {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Values::Choice(choices) => {
                let names: Vec<&str> = choices.iter().map(|choice| &*choice.value).collect();
                match &names[..] {
                    [first @ .., last] if !first.is_empty() => write!(f, "{} or {last}", first.join(", ")),
                    names => f.write_str(&names.concat()),
                }
            }
            Values::Range { min, max, step: 1.0 } => write!(f, "a whole number from {min} to {max}"),
            Values::Range { min, max, step } => write!(f, "a multiple of {step} from {min} to {max}"),
        }
    }
}

/// The parameters of a game text, checked: those that were given, and the defaults of the others.
#[derive(Clone, Debug)]
pub struct Given<'a> {
    spec: &'a Spec,
    known: Vec<Parameter>,
}

impl Spec {
    /// Checks every parameter against those that the game knows.
    pub fn read(&self, known: Vec<Parameter>) -> Result<Given<'_>, SpecError> {
        for (name, value) in self.parameters() {
            match known.iter().find(|parameter| parameter.name == name) {
                Some(parameter) => parameter.check(value).map_err(|reason| self.error(reason))?,
                None if known.is_empty() => {
                    return Err(self.error(format!("unknown parameter '{name}': {} has none", self.name())));
                }
                None => {
                    let names: Vec<&str> = known.iter().map(|parameter| &*parameter.name).collect();
                    return Err(self.error(format!("unknown parameter '{name}', known are: {}", names.join(", "))));
                }
            }
        }
        Ok(Given { spec: self, known })
    }
}

impl Given<'_> {
    /// The value, or else the default; `None` if there is neither.
    pub fn text(&self, parameter: &str) -> Option<&str> {
        self.spec.get(parameter).or_else(|| {
            let known = self.known.iter().find(|known| known.name == parameter);
            debug_assert!(known.is_some(), "the game does not know its own parameter '{parameter}'");
            known?.default.as_deref()
        })
    }

    /// The same as a number.
    pub fn number(&self, parameter: &str) -> Option<f64> {
        self.text(parameter).and_then(number)
    }

    /// The same as a whole number that is not negative.
    pub fn whole(&self, parameter: &str) -> Option<usize> {
        self.number(parameter).map(|number| number as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_checked_where_they_are_written() {
        let known = [
            Parameter::whole("order", 2..=7, None),
            Parameter {
                values: Values::Range { min: -1.0, max: 1.0, step: 0.5 },
                ..Parameter::choice("komi", &[], "0.5")
            },
            Parameter::choice("rules", &["mild", "wild"], "mild"),
        ];
        let reason = |text: &str| {
            let spec: Spec = text.parse().unwrap();
            spec.read(known.to_vec())
                .map(|given| (given.whole("order"), given.number("komi"), given.text("rules").map(str::len)))
                .map_err(|error| error.to_string())
        };
        assert_eq!(reason("x"), Ok((None, Some(0.5), Some(4))));
        assert_eq!(reason("x(order=3,komi=-1)"), Ok((Some(3), Some(-1.0), Some(4))));
        for (text, expected) in [
            ("x(order=8)", "game 'x(order=8)': order=8 is not a whole number from 2 to 7"),
            ("x(order=2.5)", "order=2.5 is not"),
            ("x(order=1e0)", "order=1e0 is not"),
            ("x(komi=inf)", "komi=inf is not a multiple of 0.5 from -1 to 1"),
            ("x(komi=0.25)", "komi=0.25 is not"),
            ("x(rules=odd)", "rules=odd is not mild or wild"),
            ("x(size=3)", "unknown parameter 'size', known are: order, komi, rules"),
        ] {
            let error = reason(text).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
        assert!("x(a=1)".parse::<Spec>().unwrap().read(Vec::new()).unwrap_err().to_string().contains("x has none"));
    }
}
