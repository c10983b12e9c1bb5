//! Players as text: `kiebitz:level=3,name=Ana`, read and written.

use std::fmt;
use std::str::FromStr;

use super::{PlayerKind, PlayerSpec};
use crate::{Error, Historic};

impl FromStr for PlayerSpec {
    type Err = Error;

    fn from_str(text: &str) -> Result<PlayerSpec, Error> {
        let text = text.trim();
        let wrong = |reason: String| Error::Request(format!("player '{text}': {reason}"));
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        // The name alone may be followed by settings without a colon: `random,name=r`.
        let (kind, rest) = match kind.split_once(',') {
            Some((kind, _)) => (kind, &text[kind.len() + 1..]),
            None => (kind, rest),
        };
        let by_kind = PlayerKind::ALL.iter().find(|(name, _)| *name == kind.trim());
        let by_kind = by_kind.map(|(_, kind)| PlayerSpec::new(*kind));
        let by_name = || Historic::by_id(kind.trim()).map(Historic::spec);
        let Some(mut player) = by_kind.or_else(by_name) else {
            return Err(wrong(format!(
                "expected human, kiebitz, mcts, random, uci:PATH, gtp:PATH, hub:PATH, ggp:HOST:PORT or one of {}, with settings such as \
                 kiebitz:level=3 or uci:stockfish,option.Threads=1",
                Historic::ids()
            )));
        };
        let kind = player.kind;
        let mut parts = split(rest).into_iter();
        if kind.is_foreign() || kind == PlayerKind::Engine {
            let program = parts.next().map(|program| program.trim().to_string()).filter(|program| !program.is_empty());
            match kind {
                PlayerKind::Engine => player.name = program,
                _ => player.program = program,
            }
        }
        for part in parts.filter(|part| !part.trim().is_empty()) {
            let (name, value) =
                part.split_once('=').ok_or_else(|| wrong(format!("'{}' is not written as name=value", part.trim())))?;
            let (name, value) = (name.trim(), value.trim());
            if !kind.has_setting(name) {
                return Err(wrong(kind.no_setting(name)));
            }
            player.set(name, value).map_err(wrong)?;
        }
        player.check().map_err(|error| wrong(error.to_string()))?;
        let sound = match kind {
            PlayerKind::Kiebitz | PlayerKind::Mcts | PlayerKind::Random => player.options(true).map(drop),
            _ => player.limits().map(drop),
        };
        sound.map_err(|error| wrong(error.to_string()))?;
        Ok(player)
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        // What ends with a backslash must not make the comma behind it a letter; spaces around a value do not count.
        let escaped = |text: &str| text.replace(',', "\\,") + if text.ends_with('\\') { " " } else { "" };
        let settings = self.settings();
        let head = match self.kind {
            PlayerKind::Engine => self.name.clone(),
            _ => self.program.clone(),
        };
        let own_name = self.kind == PlayerKind::Engine;
        let settings = settings.iter().filter(|(name, _)| !(own_name && name == "name"));
        let settings = settings.map(|(name, value)| format!("{name}={}", escaped(value)));
        let parts: Vec<String> = head.iter().map(|head| escaped(head)).chain(settings).collect();
        if parts.is_empty() { Ok(()) } else { write!(f, ":{}", parts.join(",")) }
    }
}

/// The parts between commas, `\,` being no comma but a letter of a part.
pub(crate) fn split(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let part = parts.last_mut().expect("never empty");
        match letter {
            '\\' if letters.peek() == Some(&',') => part.extend(letters.next()),
            ',' => parts.push(String::new()),
            _ => part.push(letter),
        }
    }
    parts
}
