//! What games on the terminal say, in the language of whoever plays: `--lang`, or that of the environment. Explanations speak the same
//! one ([`lab::explain::Language`]). A language is one file: a name and a text a line, with `{places}` for values.

use std::collections::HashMap;
use std::fmt::Display;
use std::sync::{LazyLock, OnceLock};

use lab::explain::Language;

static CHOSEN: OnceLock<Language> = OnceLock::new();

type Catalogue = HashMap<&'static str, String>;

static ENGLISH: LazyLock<Catalogue> = LazyLock::new(|| read(include_str!("words/en.txt")));
static GERMAN: LazyLock<Catalogue> = LazyLock::new(|| read(include_str!("words/de.txt")));

fn read(text: &'static str) -> Catalogue {
    let line = |line: &'static str| line.split_once(" = ").map(|(name, text)| (name, text.replace("\\n", "\n")));
    text.lines().filter(|line| !line.starts_with('#')).filter_map(line).collect()
}

/// Sets the language, once: what was asked for, or what the environment says (`LC_ALL`, `LC_MESSAGES`, `LANG`).
pub fn choose(asked: Option<Language>) {
    let said =
        || ["LC_ALL", "LC_MESSAGES", "LANG"].iter().find_map(|name| std::env::var(name).ok().filter(|v| !v.is_empty()));
    let of_environment = || match said() {
        Some(locale) if locale.to_ascii_lowercase().starts_with("de") => Language::German,
        _ => Language::English,
    };
    let _ = CHOSEN.set(asked.unwrap_or_else(of_environment));
}

/// The language.
pub fn language() -> Language {
    CHOSEN.get().copied().unwrap_or_default()
}

/// The text of this name, with values in its places.
pub fn say(name: &str, values: &[(&str, &dyn Display)]) -> String {
    let catalogue = if language() == Language::German { &*GERMAN } else { &*ENGLISH };
    let Some(text) = catalogue.get(name) else { return name.to_string() };
    values.iter().fold(text.clone(), |text, (place, value)| text.replace(&format!("{{{place}}}"), &value.to_string()))
}

/// A side's name or the reason of an end, where there is a word for it; else as it is.
pub fn word(kind: &str, name: &str) -> String {
    word_or(kind, name, name)
}

/// The word for a name, where there is one; else what is given.
pub fn word_or(kind: &str, name: &str, otherwise: &str) -> String {
    let key = format!("{kind}.{}", name.to_lowercase());
    let said = say(&key, &[]);
    if said == key { otherwise.to_string() } else { said }
}

/// A score as a game writes it, which may have a unit behind it: discs, points.
pub fn score(text: &str) -> String {
    text.split(' ').map(|part| word("unit", part)).collect::<Vec<_>>().join(" ")
}

/// A move as people of the language write it.
pub fn move_text(engine: &dyn engine::Engine, mv: &str) -> String {
    language().move_text(&engine.customs().piece_letters, mv)
}

/// A move with the letters of the language, as the game reads it: `Sf3` is `Nf3`.
pub fn read_move(engine: &dyn engine::Engine, text: &str) -> String {
    const LETTERS: [(char, char); 4] = [('S', 'N'), ('L', 'B'), ('T', 'R'), ('D', 'Q')];
    if language() != Language::German || engine.customs().piece_letters.is_empty() {
        return text.to_string();
    }
    let english =
        |letter: char| LETTERS.iter().find(|(german, _)| *german == letter).map_or(letter, |(_, english)| *english);
    text.chars().map(english).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(text: &str) -> Vec<&str> {
        let mut found: Vec<&str> =
            text.split('{').skip(1).filter_map(|part| part.split_once('}')).map(|part| part.0).collect();
        found.sort_unstable();
        found
    }

    /// Both languages can say the same.
    #[test]
    fn catalogues_match() {
        let mut names: Vec<_> = ENGLISH.keys().collect();
        names.sort_unstable();
        let mut others: Vec<_> = GERMAN.keys().collect();
        others.sort_unstable();
        assert_eq!(names, others);
        for name in names {
            assert_eq!(places(&ENGLISH[name]), places(&GERMAN[name]), "{name}");
        }
    }
}
