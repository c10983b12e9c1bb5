//! An evaluator as text: its name, and how its weights differ from those that are built in.
//!
//! `classical`, `classical(weights=mine.toml)`, `classical(weights=turing,scale.mobility=50%,scale.king-safety=0)`. Players write the
//! same as settings of their own ([`crate::PlayerSpec`]).

use std::fmt;
use std::str::FromStr;

use game::{Tunable, WeightTable, read_factor};

use crate::player::split;
use crate::{Error, HANDMADE, Playable};

/// What [`Playable::evaluator`] makes an evaluator from, read but not yet understood.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Source {
    /// The name of the evaluator; the game's default if it is empty.
    pub name: String,
    /// A file of weights, or the name of a set of weights.
    pub weights: Option<String>,
    /// Groups or terms, each with what its weights are multiplied by.
    pub scales: Vec<(String, String)>,
}

/// What the settings that scale weights begin with.
pub(crate) const SCALE: &str = "scale.";

/// Does `weights=NAME` name a file? The names of sets have neither dots nor slashes.
fn is_file(weights: &str) -> bool {
    weights.contains(['.', '/', '\\'])
}

impl Source {
    /// Are the weights those that are built in?
    pub fn is_plain(&self) -> bool {
        self.weights.is_none() && self.scales.is_empty()
    }

    /// Does it name a file?
    pub fn names_file(&self) -> bool {
        self.weights.as_deref().is_some_and(is_file)
    }

    /// Sets what stands in the text as `name=value`; false if there is no such setting.
    pub fn set(&mut self, name: &str, value: &str) -> Result<bool, String> {
        if name == "weights" {
            self.weights = Some(value.to_string());
        } else if let Some(group) = name.strip_prefix(SCALE) {
            read_factor(value).map_err(|reason| format!("{name}: {reason}"))?;
            // Whatever else stood in it would be read as something else when the text is read again.
            if !group.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') {
                return Err(format!("{name}: the names of groups and terms are letters, digits and hyphens"));
            }
            self.scales.retain(|(earlier, _)| earlier != group);
            self.scales.push((group.to_string(), value.to_string()));
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// Gives an evaluator the weights that are asked for.
    fn turn<E: Tunable>(&self, evaluator: E) -> Result<E, String> {
        if self.is_plain() {
            return Ok(evaluator);
        }
        let mut table = evaluator.table();
        if let Some(weights) = &self.weights {
            take(&mut table, weights)?;
        }
        for (name, factor) in &self.scales {
            let scaled = read_factor(factor).and_then(|factor| table.scale(name, factor));
            scaled.map_err(|reason| format!("{SCALE}{name}={factor}: {reason}"))?;
        }
        Ok(evaluator.with_weights(&table.weights()))
    }
}

/// The text of an evaluator with weights that are multiplied besides: groups or terms, each with its factor.
///
/// ```
/// let evaluator = engine::with_scales("classical", &[("mobility", "50%"), ("threats", "0")]).unwrap();
/// assert_eq!(evaluator, "classical(scale.mobility=50%,scale.threats=0)");
/// ```
pub fn with_scales(source: &str, scales: &[(&str, &str)]) -> Result<String, Error> {
    let mut read: Source = source.parse()?;
    for (name, factor) in scales {
        read.set(&format!("{SCALE}{name}"), factor).map_err(Error::Request)?;
    }
    Ok(read.to_string())
}

/// Takes weights from a file, or from a set by its name.
fn take(table: &mut WeightTable, weights: &str) -> Result<(), String> {
    if is_file(weights) {
        let text = std::fs::read_to_string(weights).map_err(|error| format!("weights={weights}: {error}"))?;
        return table.read(&text).map_err(|error| format!("weights={weights}, {error}"));
    }
    if table.take_set(weights) {
        return Ok(());
    }
    let sets: Vec<&str> = table.sets.iter().map(|set| set.name).collect();
    let sets = if sets.is_empty() {
        "it has no sets by name".to_string()
    } else {
        format!("its sets are {}", sets.join(", "))
    };
    Err(format!(
        "weights={weights}: {} has no such set of weights, {sets}; a file has a dot or a slash in its name",
        table.evaluator
    ))
}

/// One of the game's own evaluators, with its weights as `source` says.
pub(crate) fn own<G: Playable>(position: &G, source: &str) -> Result<G::Own, Error> {
    let read: Source = source.parse()?;
    let evaluator = match read.name.as_str() {
        "" | HANDMADE => position.evaluators().iter().find_map(|name| position.by_name(name)),
        name => position.by_name(name),
    };
    let evaluator = evaluator.ok_or_else(|| position.no_evaluator(&read.name))?;
    read.turn(evaluator).map_err(|reason| Error::Request(format!("evaluator '{source}': {reason}")))
}

impl FromStr for Source {
    type Err = Error;

    fn from_str(text: &str) -> Result<Source, Error> {
        let wrong = |reason: &str| Error::Request(format!("evaluator '{text}': {reason}"));
        let (name, settings) = match text.split_once('(') {
            None => (text, ""),
            Some((name, rest)) => {
                (name, rest.strip_suffix(')').ok_or_else(|| wrong("the closing parenthesis is missing"))?)
            }
        };
        let mut source = Source { name: name.trim().to_string(), ..Source::default() };
        for part in split(settings).iter().map(|part| part.trim()).filter(|part| !part.is_empty()) {
            let known = match part.split_once('=') {
                Some((name, value)) => source.set(name.trim(), value.trim()).map_err(|reason| wrong(&reason))?,
                None => false,
            };
            if !known {
                return Err(wrong(&format!("'{part}' is not weights=FILE, weights=SET or {SCALE}GROUP=50%")));
            }
        }
        Ok(source)
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if self.is_plain() {
            return Ok(());
        }
        let weights = self.weights.iter().map(|weights| format!("weights={}", weights.replace(',', "\\,")));
        let scales = self.scales.iter().map(|(name, factor)| format!("{SCALE}{name}={factor}"));
        write!(f, "({})", weights.chain(scales).collect::<Vec<_>>().join(","))
    }
}

#[cfg(test)]
mod tests {
    use chess::Position as Chess;
    use game::Evaluator;

    use super::*;

    #[test]
    fn texts_go_there_and_back() {
        for text in [
            "",
            "classical",
            "(scale.mobility=50%)",
            "classical(weights=mine.toml)",
            "classical(weights=./a\\,b,scale.mobility=50%,scale.king-safety=0)",
        ] {
            let source: Source = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(source.to_string(), text);
        }
        assert!("a(weights=x.toml)".parse::<Source>().unwrap().names_file());
        assert!(!"a(weights=turing)".parse::<Source>().unwrap().names_file());
        let twice: Source = "a(scale.b=1,scale.c=2,scale.b=3)".parse().unwrap();
        assert_eq!(twice.to_string(), "a(scale.c=2,scale.b=3)", "the last word counts");
        assert!(
            with_scales("classical", &[("x=1,weights=/etc/passwd", "1")]).is_err(),
            "a name brings in nothing else"
        );
    }

    #[test]
    fn weights_are_what_the_text_says() {
        let pawn = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        let position = game::Rules::parse_position(&Chess::default(), pawn).expect("a position");
        let judge = |source: &str| own(&position, source).expect(source).evaluate(&position).value();
        assert_eq!(judge("material"), 100);
        assert_eq!(judge("material(scale.material=50%)"), 50);
        let rook =
            game::Rules::parse_position(&Chess::default(), "4k3/8/8/8/8/8/8/R3K3 w - - 0 1").expect("a position");
        assert_eq!(own(&rook, "material(weights=staud)").expect("a set").evaluate(&rook).value(), 450);
        assert_ne!(judge("classical"), judge("classical(scale.passed-pawns=0)"));
        assert_eq!(judge("classical"), judge("classical(scale.passed-pawns=100%)"));
    }

    #[test]
    fn refusals_say_what_would_be_right() {
        let chess = Chess::default();
        for (source, hint) in [
            ("classical(weights=turring)", "its sets are shannon, turing"),
            ("classical(weights=/no/such.toml)", "No such file"),
            ("classical(scale.kingsafety=0)", "did you mean 'king-safety'?"),
            ("classical(scale.mobility=much)", "50%"),
            ("classical(scale.mobility=2000%)", "1000%"),
            ("classical(mobility=50%)", "scale.GROUP=50%"),
            ("classical(weights=a", "parenthesis"),
            ("clasical(scale.mobility=0)", "chess has network, classical"),
        ] {
            let error = own(&chess, source).expect_err(source).to_string();
            assert!(error.contains(hint), "{source}: {error}");
        }
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("mine.toml");
        std::fs::write(&path, "evaluator = \"classical\"\n\ntempoo = [[1, 2, 3]]\n").expect("a file");
        let error =
            own(&chess, &format!("classical(weights={})", path.display())).expect_err("a wrong term").to_string();
        assert!(error.contains("mine.toml, line 3: no term 'tempoo'; did you mean 'tempo'?"), "{error}");
    }

    /// Everything that is written can be read, for every evaluator of every game, and changes no judgement.
    #[test]
    fn every_table_goes_to_a_file_and_back() {
        struct Check;
        impl crate::Visitor for Check {
            type Result = ();

            fn visit<G: Playable>(self, start: G) {
                for name in start.evaluators() {
                    let Some(evaluator) = start.by_name(name) else { continue };
                    let table = evaluator.table();
                    assert_eq!(table.evaluator, *name);
                    let mut read = table.clone();
                    read.terms.iter_mut().for_each(|term| term.weights.fill(0));
                    read.read(&table.text()).unwrap_or_else(|error| panic!("{name}: {error}"));
                    assert_eq!(read, table);
                    assert_eq!(evaluator.with_weights(&read.weights()).table(), table);
                    let names: std::collections::BTreeSet<_> = table.terms.iter().map(|term| &term.name).collect();
                    assert_eq!(names.len(), table.terms.len(), "{name}: every term has a name of its own");
                }
            }
        }
        for game in
            ["chess", "connect-four", "othello", "draughts", "draughts(rules=international)", "go", "tic-tac-toe"]
        {
            crate::visit(game, Check).expect(game);
        }
    }
}
