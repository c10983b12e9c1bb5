//! The state of a descent as a file, so that hours of work survive Ctrl-C and worse.
//!
//! It begins with the eight letters `KIEBITZT`, the version (u32) and the length (u32) of a text that says what is being learned and from
//! what. Then come the step (u64), all numbers (f32) with what the descent remembers of them, and the CRC-32 of everything
//! before it. The low byte of a number comes first.

use std::path::Path;

use super::descent::State;
use crate::Error;

const MAGIC: &[u8; 8] = b"KIEBITZT";
const VERSION: u32 = 1;

/// Writes the file, whole or not at all.
pub(super) fn write(path: &Path, task: &str, state: &State) -> Result<(), Error> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((task.len() as u32).to_le_bytes());
    bytes.extend(task.as_bytes());
    bytes.extend(state.step.to_le_bytes());
    for numbers in [&state.values, &state.means, &state.squares] {
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    let mut aside = path.as_os_str().to_owned();
    aside.push(".new");
    let aside = Path::new(&aside);
    std::fs::write(aside, bytes).map_err(Error::io(aside))?;
    std::fs::rename(aside, path).map_err(Error::io(path))
}

/// Reads the state of the same task with `count` numbers.
pub(super) fn read(path: &Path, task: &str, count: usize) -> Result<State, Error> {
    let bytes = std::fs::read(path).map_err(Error::io(path))?;
    let garbled = |offset, reason: String| Error::Garbled { path: path.to_path_buf(), offset, reason };
    if !bytes.starts_with(MAGIC) {
        return Err(garbled(0, "not the state of a training; `kiebitz train` writes them".to_string()));
    }
    let number = |at: usize| {
        let four = bytes.get(at..at + 4).ok_or_else(|| garbled(at, "the file ends here".to_string()))?;
        Ok::<u32, Error>(u32::from_le_bytes([four[0], four[1], four[2], four[3]]))
    };
    if number(8)? != VERSION {
        return Err(garbled(8, format!("version {} of the format; this program reads version {VERSION}", number(8)?)));
    }
    let length = number(12)? as usize;
    let text = bytes.get(16..16 + length).and_then(|text| std::str::from_utf8(text).ok());
    let text = text.ok_or_else(|| garbled(16, "the text is cut off".to_string()))?;
    if text != task {
        let line = text.lines().zip(task.lines()).find(|(found, wanted)| found != wanted);
        let (found, wanted) = line.unwrap_or((text, task));
        return Err(Error::Request(format!(
            "{}: it was begun with '{found}', and this is '{wanted}'; use the same settings, or begin anew without --resume",
            path.display()
        )));
    }
    let begin = 16 + length;
    let expected = begin + 8 + 12 * count + 4;
    if bytes.len() != expected {
        return Err(garbled(begin, format!("the file has {} bytes: expected {expected}", bytes.len())));
    }
    let (found, said) = (crc32fast::hash(&bytes[..expected - 4]), number(expected - 4)?);
    if found != said {
        return Err(garbled(expected - 4, format!("the checksum is {found:#010x}, but should be {said:#010x}")));
    }
    let mut numbers = bytes[begin + 8..expected - 4].chunks_exact(4);
    let mut next = || {
        let numbers = numbers.by_ref().take(count);
        numbers.map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect()
    };
    let step = u64::from(number(begin)?) | u64::from(number(begin + 4)?) << 32;
    Ok(State { step, values: next(), means: next(), squares: next() })
}
