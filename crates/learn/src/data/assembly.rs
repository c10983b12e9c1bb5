//! A file whose games are played elsewhere, and arrive in parts, in any order.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use engine::{Playable, Visitor};

use super::file::{Appender, Header, Reader};
use super::generate::{Generated, Ground, Progress};
use super::played::Played;
use super::selfplay::Settings;
use crate::Error;

/// A file that grows by parts ([`part`](super::part)) in the order of their games: the same bytes as
/// [`generate`](super::generate()) writes.
pub struct Assembly {
    file: Appender,
    header: Header,
    before: Progress,
    now: Progress,
    /// Parts before which others are missing, by their first number.
    waiting: BTreeMap<u32, Vec<Played>>,
}

impl Assembly {
    /// The file at `path` for games from number `from` on. One that was begun with the same settings is continued.
    pub fn open(game: &str, settings: &Settings, from: u32, path: &Path) -> Result<Assembly, Error> {
        let header = engine::visit(game, Begin { settings, from })??;
        let (file, before) = Appender::open(path, &header)?;
        Ok(Assembly { file, header, before, now: before, waiting: BTreeMap::new() })
    }

    /// What was in the file, and what is in it now.
    pub fn generated(&self) -> Generated {
        Generated { before: self.before, now: self.now }
    }

    /// The number of the first game that is not in the file.
    pub fn next(&self) -> u32 {
        self.header.from + self.now.games
    }

    /// Takes the games of these numbers as a part of their own. What is not such a part is refused, with the reason, and changes nothing.
    pub fn check(&self, numbers: Range<u32>, bytes: &[u8]) -> Result<Vec<Played>, String> {
        let wrong = |error: Error| error.to_string();
        let mut reader = Reader::of(bytes, Path::new("the part")).map_err(wrong)?;
        let header = Header { from: numbers.start, ..self.header.clone() };
        if reader.header != header {
            return Err(format!("its games were played otherwise ({})", reader.header.summary()));
        }
        let games = reader.by_ref().collect::<Result<Vec<Played>, _>>().map_err(wrong)?;
        if reader.torn_at().is_some() || games.len() != numbers.len() {
            return Err(format!("there are {} games where {} were wanted", games.len(), numbers.len()));
        }
        Ok(games)
    }

    /// Adds the games of a part, and all that have waited for them.
    pub fn add(&mut self, games: Vec<Played>) -> Result<(), Error> {
        if let Some(first) = games.first() {
            self.waiting.insert(first.number, games);
        }
        while let Some(games) = self.waiting.remove(&self.next()) {
            for game in games {
                self.file.add(&game)?;
                self.now.add(&game);
            }
        }
        Ok(())
    }
}

struct Begin<'a> {
    settings: &'a Settings,
    from: u32,
}

impl Visitor for Begin<'_> {
    type Result = Result<Header, Error>;

    fn visit<G: Playable>(self, start: G) -> Result<Header, Error> {
        Ground::of(&start, self.settings, self.from).map(|(header, _)| header)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{generate, part};
    use super::*;
    use search::Control;

    #[test]
    fn parts_in_any_order_make_the_same_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let (whole, parts) = (folder.path().join("whole"), folder.path().join("parts"));
        let settings = Settings { nodes: 50, ..Settings::default() };
        let control = Control::timeless();
        generate("connect-four", &settings, 2..9, 1, &whole, &control, &mut |_| {}).expect("generated");
        let open = || Assembly::open("connect-four", &settings, 2, &parts).expect("opened");
        let played =
            |numbers: Range<u32>| part("connect-four", &settings, numbers, &control).expect("played").expect("whole");
        let mut assembly = open();
        for numbers in [4..6, 2..4] {
            let games = assembly.check(numbers.clone(), &played(numbers)).expect("right");
            assembly.add(games).expect("added");
        }
        assert_eq!(assembly.next(), 6);
        let games = assembly.check(7..9, &played(7..9)).expect("right");
        assembly.add(games).expect("added");
        drop(assembly);
        // What had waited when the run was broken off is to be played again.
        let mut assembly = open();
        assert_eq!((assembly.next(), assembly.generated().before.games), (6, 4));
        for (numbers, bytes) in [
            (6..9, played(6..8)),
            (5..9, played(6..9)),
            (6..9, Vec::new()),
            (6..9, played(6..9)[..100].to_vec()),
            (6..9, part("othello", &settings, 6..9, &control).expect("played").expect("whole")),
        ] {
            assert!(assembly.check(numbers, &bytes).is_err());
        }
        let games = assembly.check(6..9, &played(6..9)).expect("right");
        assembly.add(games).expect("added");
        drop(assembly);
        let read = |path: &Path| std::fs::read(path).expect("a file");
        assert_eq!(read(&parts), read(&whole));
    }
}
