//! The record of a run that survives its end, however it ends: one line of JSON for each finished game.
//!
//! The first line says which run it is; a line is written whole, with a checksum, and brought to the disk before the next one. A line that
//! is damaged, or not whole, as a power failure may leave it, costs that line: it is told, its game is played again, and the file only
//! ever grows.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use engine::Exclusive;
use serde_json::Value;

use crate::schedule::Fixture;
use crate::{Error, Finished};

/// An open journal. No two runs can write the same one.
pub struct Journal {
    file: Exclusive,
    path: PathBuf,
}

/// What a journal holds.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Contents {
    /// Which run it is.
    pub header: Value,
    /// The games, each once.
    pub games: Vec<Finished>,
    /// The run has come to its end.
    pub done: bool,
    /// What could not be used: the number of the line, and why.
    pub lost: Vec<(usize, String)>,
}

fn lock(file: File, path: &Path) -> Result<Exclusive, Error> {
    // A device may have no end.
    if !file.metadata().is_ok_and(|data| data.is_file()) {
        return Err(Error::file(path, "a journal is a plain file, which this is not"));
    }
    let taken = |error| Error::new(format!("{error}; --journal FILE names another journal"));
    Exclusive::claim(file, path).map_err(taken)
}

impl Journal {
    /// Begins a journal. What was at this place before is kept beside it, unless it is the whole journal of a run that has come to its
    /// end: its new name is returned.
    pub fn create(path: &Path, header: &Value) -> Result<(Journal, Option<PathBuf>), Error> {
        let wrong = |error: std::io::Error| Error::file(path, error);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| Error::file(folder, error))?;
        }
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(path);
        let mut file = lock(file.map_err(wrong)?, path)?;
        let bytes = everything(&mut file).map_err(wrong)?;
        let worthless = bytes.is_empty()
            || Contents::read(&bytes, usize::MAX)
                .is_ok_and(|old| old.lost.is_empty() && (old.done || old.games.is_empty()));
        let kept = if worthless { None } else { Some(keep(path, &bytes)?) };
        file.set_len(0).and_then(|()| file.seek(SeekFrom::Start(0))).map_err(wrong)?;
        let mut journal = Journal { file, path: path.to_path_buf() };
        journal.write(header.to_string())?;
        Ok((journal, kept))
    }

    /// Takes up a journal again, with what it holds so far. The run must be the same; it has so many contestants.
    pub fn resume(path: &Path, header: &Value, contestants: usize) -> Result<(Journal, Contents), Error> {
        let file = OpenOptions::new().read(true).write(true).open(path);
        let file =
            file.map_err(|error| Error::new(format!("there is nothing to resume: {}: {error}", path.display())))?;
        let mut file = lock(file, path)?;
        let bytes = everything(&mut file).map_err(|error| Error::file(path, error))?;
        let contents = Contents::read(&bytes, contestants).map_err(|error| Error::file(path, error))?;
        if contents.header != *header {
            return Err(Error::file(path, difference(&contents.header, header)));
        }
        let mut journal = Journal { file, path: path.to_path_buf() };
        // The next line must not be a part of what is not whole.
        if bytes.last() != Some(&b'\n') {
            journal.write_bytes(b"\n")?;
        }
        Ok((journal, contents))
    }

    /// One more game.
    pub fn add(&mut self, game: &Finished) -> Result<(), Error> {
        let line = serde_json::to_string(game).map_err(|error| Error::file(&self.path, error))?;
        self.write(line)
    }

    /// The run has come to its end.
    pub fn finish(&mut self) -> Result<(), Error> {
        self.write(DONE.to_string())
    }

    /// An object of JSON as a line.
    fn write(&mut self, object: String) -> Result<(), Error> {
        self.write_bytes(format!("{}\n", signed(&object)).as_bytes())
    }

    fn write_bytes(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let written = self.file.write_all(bytes).and_then(|()| self.file.sync_data());
        written.map_err(|error| Error::file(&self.path, error))
    }
}

/// The last line of a run that has come to its end.
const DONE: &str = "{\"done\":true}";
/// How a line begins: the checksum is the first field of its object.
const SIGN: &str = "{\"crc\":\"";
/// What stands between the checksum and the other fields.
const SEPARATOR: &str = "\",";

/// An object of JSON that is not empty, with a checksum of all that comes behind it as its first field.
fn signed(object: &str) -> String {
    let rest = object.strip_prefix('{').unwrap_or(object);
    format!("{SIGN}{:08x}{SEPARATOR}{rest}", crc32fast::hash(rest.as_bytes()))
}

/// What [`signed`] was given; `None` if there is no checksum, as in older journals, and an error if it is wrong.
fn unsigned(line: &[u8]) -> Option<Result<Vec<u8>, String>> {
    let (sum, rest) = line.strip_prefix(SIGN.as_bytes())?.split_at_checked(8)?;
    let rest = rest.strip_prefix(SEPARATOR.as_bytes())?;
    let right = format!("{:08x}", crc32fast::hash(rest));
    Some(match sum == right.as_bytes() {
        true => Ok([b"{", rest].concat()),
        false => Err(format!("its checksum is {}, it should be {right}", String::from_utf8_lossy(sum))),
    })
}

fn everything(file: &mut File) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Writes what was at `path` to a place beside it where nothing is yet.
fn keep(path: &Path, bytes: &[u8]) -> Result<PathBuf, Error> {
    let names = (1..).map(|number| match number {
        1 => path.with_extension("broken-off.jsonl"),
        _ => path.with_extension(format!("broken-off-{number}.jsonl")),
    });
    for kept in names {
        let file = OpenOptions::new().write(true).create_new(true).open(&kept);
        match file.and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all())) {
            Ok(()) => return Ok(kept),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(Error::file(&kept, error)),
        }
    }
    unreachable!("there is no end of names")
}

impl Contents {
    /// Reads the bytes of a journal of a run with so many contestants. An error if its first line does not say which run it is.
    pub fn read(bytes: &[u8], contestants: usize) -> Result<Contents, Error> {
        let mut lines = bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_end);
        let first = lines.next().unwrap_or_default();
        let is_signed = first.starts_with(SIGN.as_bytes());
        let header = text(first, is_signed).and_then(|text| parse(&text));
        let wrong = |error| Error::new(format!("this is not a journal, or its first line is damaged: {error}"));
        let mut contents = Contents { header: header.map_err(wrong)?, ..Contents::default() };
        // Which line each game is from.
        let mut known: HashMap<(usize, u8), usize> = HashMap::new();
        for (number, line) in (2..).zip(lines).filter(|(_, line)| !line.is_empty()) {
            let text = match text(line, is_signed) {
                Ok(text) if text == DONE.as_bytes() => {
                    contents.done = true;
                    continue;
                }
                text => text,
            };
            let game = text.and_then(|text| parse(&text)).and_then(|game| possible(game, contestants));
            let fresh = game.and_then(|game| {
                let line = *known.entry((game.fixture.pair, game.fixture.leg)).or_insert(number);
                if line == number { Ok(game) } else { Err(format!("it is the game of line {line} again")) }
            });
            match fresh {
                Ok(game) => contents.games.push(game),
                Err(reason) => contents.lost.push((number, reason)),
            }
            contents.done = false;
        }
        Ok(contents)
    }
}

/// The game, unless nobody can have played it where there are so many contestants.
fn possible(game: Finished, contestants: usize) -> Result<Finished, String> {
    let Fixture { first, second, leg, .. } = game.fixture;
    let points = game.half_points;
    match first.max(second) < contestants && first != second && leg < 2 && points <= 2 {
        true => Ok(game),
        false => Err(format!(
            "contestants {first} and {second}, leg {leg}, {points} half points: there are {contestants} contestants from 0 on, legs 0 \
             and 1, and at most 2 half points"
        )),
    }
}

/// The object of a line. In a journal whose first line has a checksum, every line has one.
fn text(line: &[u8], is_signed: bool) -> Result<Vec<u8>, String> {
    match unsigned(line) {
        Some(text) => text,
        None if is_signed => Err("it has no checksum".to_string()),
        None => Ok(line.to_vec()),
    }
}

fn parse<T: serde::de::DeserializeOwned>(text: &[u8]) -> Result<T, String> {
    serde_json::from_slice(text).map_err(|error| error.to_string())
}

/// In what two runs differ.
fn difference(found: &Value, wanted: &Value) -> String {
    let names = wanted.as_object().into_iter().flatten().map(|(name, _)| name);
    let name = names.clone().find(|name| found.get(name) != wanted.get(name)).map_or("settings", String::as_str);
    let text = |value: &Value| value.get(name).map_or("nothing".to_string(), Value::to_string);
    format!("this is the journal of another run: its {name} is {}, here it is {}", text(found), text(wanted))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ending;
    use crate::schedule::fixture;
    use serde_json::json;

    fn game(pair: usize) -> Finished {
        Finished {
            fixture: fixture(1, pair, 0, 0, 1),
            half_points: 2,
            ending: Ending::Rules("White wins: \"mate\"\n".to_string()),
            plies: 9,
            seconds: 0.5,
            preparing: 0.1,
            thinking: [0.1, 0.2],
            clock_gap: [0.0, 0.0],
            pgn: "[Event \"x\"]\n\n1. e4 1-0\n\n".to_string(),
        }
    }

    fn place(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("kiebitz-journal-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        folder.join("run.jsonl")
    }

    /// A journal with three games.
    fn three_games(name: &str) -> (PathBuf, Value) {
        let (path, header) = (place(name), json!({ "games": 4 }));
        let (mut journal, old) = Journal::create(&path, &header).unwrap();
        assert_eq!(old, None);
        (0..3).for_each(|pair| journal.add(&game(pair)).unwrap());
        (path, header)
    }

    fn append(path: &Path, bytes: &[u8]) {
        OpenOptions::new().append(true).open(path).unwrap().write_all(bytes).unwrap();
    }

    #[test]
    fn survives() {
        let (path, header) = three_games("survives");
        let (journal, _) = Journal::resume(&path, &header, 2).unwrap();
        // Only one may write.
        #[cfg(unix)]
        assert!(Journal::resume(&path, &header, 2).is_err());
        drop(journal);
        // The power fails in the middle of a line.
        append(&path, b"{\"fixture\":{\"rou");
        let before = std::fs::read(&path).unwrap();
        let (mut journal, found) = Journal::resume(&path, &header, 2).unwrap();
        assert_eq!(found.games, [game(0), game(1), game(2)]);
        assert!(matches!(&found.lost[..], [(5, reason)] if reason.contains("checksum")), "{:?}", found.lost);
        journal.add(&game(3)).unwrap();
        journal.finish().unwrap();
        drop(journal);
        let after = std::fs::read(&path).unwrap();
        assert!(after.starts_with(&before), "the file only ever grows");
        let found = Journal::resume(&path, &header, 2).unwrap().1;
        assert!(found.done && found.games.len() == 4 && found.lost.len() == 1);
        std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }

    #[test]
    fn any_changed_byte_costs_its_line_and_no_other() {
        let (path, header) = three_games("changed");
        let bytes = std::fs::read(&path).unwrap();
        let ends: Vec<usize> = (0..bytes.len()).filter(|place| bytes[*place] == b'\n').collect();
        for place in ends[0] + 1..bytes.len() {
            // Some bit, so that signs, digits and letters all occur; a line end that is gone costs both lines.
            let mut damaged = bytes.clone();
            damaged[place] ^= 1 << (place % 7);
            let line = ends.iter().filter(|end| **end < place).count();
            let found = Contents::read(&damaged, 2).unwrap();
            let cost = if bytes[place] == b'\n' && line < 3 { 2 } else { 1 };
            assert_eq!(found.header, header);
            let left: Vec<Finished> =
                (1..4).filter(|one| !(line..line + cost).contains(one)).map(|one| game(one - 1)).collect();
            // The last line does without its end.
            let left = if place + 1 == bytes.len() && found.games.len() == 3 { found.games.clone() } else { left };
            assert_eq!(found.games, left, "byte {place}");
            assert!(found.games.len() == 3 || found.lost[0].0 == line + 1, "byte {place}: {:?}", found.lost);
        }
        std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }

    #[test]
    fn older_journals_are_read() {
        let path = place("older");
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let header = json!({ "games": 4 });
        let lines = [header.to_string(), serde_json::to_string(&game(0)).unwrap(), "{\"fixture\":7}".to_string()];
        std::fs::write(&path, lines.join("\n") + "\n" + &serde_json::to_string(&game(1)).unwrap()).unwrap();
        let (mut journal, found) = Journal::resume(&path, &header, 2).unwrap();
        // The last line is whole but for its end.
        assert_eq!((found.games.len(), found.lost.len()), (2, 1));
        journal.add(&game(2)).unwrap();
        drop(journal);
        assert_eq!(Journal::resume(&path, &header, 2).unwrap().1.games.len(), 3);
        std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }

    #[test]
    fn impossible_and_repeated_games_do_not_count() {
        let (path, header) = three_games("impossible");
        let stranger = |change: fn(&mut Finished)| {
            let mut game = game(3);
            change(&mut game);
            format!("{}\n", signed(&serde_json::to_string(&game).unwrap()))
        };
        for change in [
            (|game| game.fixture.first = 7) as fn(&mut Finished),
            |game| game.fixture.second = 0,
            |game| game.fixture.leg = 2,
            |game| game.half_points = 3,
            |game| game.fixture.pair = 1,
        ] {
            append(&path, stranger(change).as_bytes());
        }
        let found = Journal::resume(&path, &header, 2).unwrap().1;
        assert_eq!(found.games, [game(0), game(1), game(2)]);
        assert_eq!(found.lost.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [5, 6, 7, 8, 9]);
        assert!(found.lost[4].1.contains("line 3 again"), "{:?}", found.lost);
        std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }

    #[test]
    fn another_run_is_refused() {
        let path = place("refused");
        assert!(Journal::resume(&path, &json!({}), 2).is_err());
        drop(Journal::create(&path, &json!({ "games": 4, "seed": 1 })).unwrap());
        let error = Journal::resume(&path, &json!({ "games": 4, "seed": 2 }), 2).err().unwrap().to_string();
        assert!(error.contains("its seed is 1, here it is 2"), "{error}");
        std::fs::write(&path, "nonsense\n").unwrap();
        let header = json!({ "games": 4 });
        assert!(Journal::resume(&path, &header, 2).err().unwrap().to_string().contains("not a journal"));
        // Nor is it written over without a copy.
        let kept = Journal::create(&path, &header).unwrap().1.unwrap();
        assert_eq!(std::fs::read(kept).unwrap(), b"nonsense\n");
        std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }

    #[test]
    fn nothing_is_lost_by_beginning_anew() {
        let (path, header) = three_games("anew");
        let (mut journal, kept) = Journal::create(&path, &header).unwrap();
        let first = kept.unwrap();
        assert_eq!(Journal::resume(&first, &header, 2).unwrap().1.games.len(), 3);
        journal.add(&game(0)).unwrap();
        drop(journal);
        let (mut journal, kept) = Journal::create(&path, &header).unwrap();
        assert_eq!(Journal::resume(&kept.unwrap(), &header, 2).unwrap().1.games.len(), 1);
        assert_eq!(Journal::resume(&first, &header, 2).unwrap().1.games.len(), 3);
        journal.add(&game(0)).unwrap();
        journal.finish().unwrap();
        drop(journal);
        assert_eq!(Journal::create(&path, &header).unwrap().1, None);
        std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }
}
