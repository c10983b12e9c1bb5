//! What two processes that search the same position say to each other: frames of bytes, each with its length before it.
//!
//! A frame is its length (u32), its kind (u8) and its content; the low byte of a number comes first. Everything that is read is checked
//! here: what is not exactly a frame is refused, and no frame is longer than [`LONGEST`].

use std::io::{ErrorKind, Read};

use engine::{Bound, Depth, Entry, Key, Parcel, Place, Score};
use serde::{Deserialize, Serialize};

/// The version of the form.
pub const VERSION: u32 = 1;
/// No frame has more bytes.
pub const LONGEST: usize = 1 << 20;
/// How the first frame begins.
const MAGIC: &[u8; 8] = b"KIEBITZP";
/// Bytes of an entry.
const PARCEL: usize = 14;
/// So many entries fit into a frame.
pub const MOST_PARCELS: usize = 4096;

/// Bytes that are never the same twice.
pub type Nonce = [u8; 16];
/// What only those can know who know the secret.
pub type Proof = [u8; 32];

/// Something said.
#[derive(Clone, PartialEq, Debug)]
pub enum Frame {
    /// The first thing that both say: the version that they speak, and their nonce.
    Hello(u32, Nonce),
    /// The second.
    Proof(Proof),
    /// Search this, under this number.
    Search(u32, Box<Place>),
    /// That search has begun.
    Ready(u32),
    /// It cannot be, and why; number 0 is the conversation itself.
    Refused(u32, String),
    /// That search is over.
    Stop(u32),
    /// What was found in that search.
    Entries(u32, Vec<Parcel>),
    /// I am still here.
    Beat,
}

/// A position as text. The key is written in hexadecimal digits, as not all who read JSON know such large numbers.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlaceText {
    game: String,
    start: String,
    moves: Vec<String>,
    evaluator: String,
    key: String,
    judgement: i32,
}

/// May this entry be told? A certain win or loss is for each to prove: nobody believes it of another.
pub fn is_worth_telling(entry: &Entry) -> bool {
    !entry.value.is_decided() && (1..=Depth::MAX.plies()).contains(&entry.depth.plies())
}

impl Frame {
    /// The frame as bytes, with its length. Entries that are not worth telling are left out.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; 4];
        match self {
            Frame::Hello(version, nonce) => {
                bytes.push(1);
                bytes.extend(MAGIC);
                bytes.extend(version.to_le_bytes());
                bytes.extend(nonce);
            }
            Frame::Proof(proof) => {
                bytes.push(2);
                bytes.extend(proof);
            }
            Frame::Search(number, place) => {
                bytes.push(3);
                bytes.extend(number.to_le_bytes());
                let Place { game, start, moves, evaluator, key, judgement } = (**place).clone();
                let (key, judgement) = (format!("{:016x}", key.0), judgement.value());
                let text = serde_json::to_vec(&PlaceText { game, start, moves, evaluator, key, judgement });
                bytes.extend(text.unwrap_or_default());
            }
            Frame::Ready(number) => {
                bytes.push(4);
                bytes.extend(number.to_le_bytes());
            }
            Frame::Refused(number, reason) => {
                bytes.push(5);
                bytes.extend(number.to_le_bytes());
                bytes.extend(reason.chars().take(REASON).collect::<String>().bytes());
            }
            Frame::Stop(number) => {
                bytes.push(6);
                bytes.extend(number.to_le_bytes());
            }
            Frame::Entries(number, parcels) => {
                bytes.push(7);
                bytes.extend(number.to_le_bytes());
                for Parcel { key, entry } in parcels.iter().filter(|parcel| is_worth_telling(&parcel.entry)) {
                    bytes.extend(key.0.to_le_bytes());
                    bytes.extend(entry.code.to_le_bytes());
                    bytes.extend((entry.value.value() as i16).to_le_bytes());
                    bytes.push(entry.depth.plies() as u8);
                    bytes.push(entry.bound as u8);
                }
            }
            Frame::Beat => bytes.push(8),
        }
        let length = (bytes.len() - 4) as u32;
        bytes[..4].copy_from_slice(&length.to_le_bytes());
        bytes
    }

    /// Reads a frame without its length.
    pub fn read(bytes: &[u8]) -> Result<Frame, String> {
        let (&kind, rest) = bytes.split_first().ok_or("an empty frame")?;
        let numbered = || {
            let (number, rest) = rest.split_first_chunk::<4>().ok_or("a frame without its number")?;
            Ok::<_, String>((u32::from_le_bytes(*number), rest))
        };
        let alone = |number: u32, rest: &[u8], frame: fn(u32) -> Frame| {
            if rest.is_empty() {
                Ok(frame(number))
            } else {
                Err(format!("{} bytes after the end of a frame", rest.len()))
            }
        };
        match kind {
            1 => {
                let rest = rest.strip_prefix(MAGIC).ok_or("this is not the peer of a search")?;
                let (version, nonce) = rest.split_first_chunk::<4>().ok_or("a hello without a version")?;
                let nonce = Nonce::try_from(nonce).map_err(|_| format!("a nonce of {} bytes", nonce.len()))?;
                Ok(Frame::Hello(u32::from_le_bytes(*version), nonce))
            }
            2 => Proof::try_from(rest).map(Frame::Proof).map_err(|_| format!("a proof of {} bytes", rest.len())),
            3 => {
                let (number, rest) = numbered()?;
                let text: PlaceText = serde_json::from_slice(rest).map_err(|error| format!("a position: {error}"))?;
                let PlaceText { game, start, moves, evaluator, key, judgement } = text;
                let key = u64::from_str_radix(&key, 16).map_err(|error| format!("the key '{key}': {error}"))?;
                let most = Score::INFINITY.value();
                if !(-most..=most).contains(&judgement) {
                    return Err(format!("the judgement {judgement}: expected {} to {most}", -most));
                }
                let (key, judgement) = (Key(key), Score::new(judgement));
                Ok(Frame::Search(number, Box::new(Place { game, start, moves, evaluator, key, judgement })))
            }
            4 => numbered().and_then(|(number, rest)| alone(number, rest, Frame::Ready)),
            5 => {
                let (number, rest) = numbered()?;
                Ok(Frame::Refused(number, String::from_utf8_lossy(rest).chars().take(REASON).collect()))
            }
            6 => numbered().and_then(|(number, rest)| alone(number, rest, Frame::Stop)),
            7 => {
                let (number, rest) = numbered()?;
                if rest.len() % PARCEL != 0 || rest.len() / PARCEL > MOST_PARCELS {
                    return Err(format!(
                        "{} bytes of entries: expected at most {MOST_PARCELS} times {PARCEL}",
                        rest.len()
                    ));
                }
                Ok(Frame::Entries(number, rest.chunks_exact(PARCEL).map(parcel).collect::<Result<_, _>>()?))
            }
            8 if rest.is_empty() => Ok(Frame::Beat),
            kind => Err(format!("a frame of kind {kind}, which is not known")),
        }
    }
}

/// How many characters a reason may have.
const REASON: usize = 300;

fn parcel(bytes: &[u8]) -> Result<Parcel, String> {
    let word = |at: usize| [bytes[at], bytes[at + 1]];
    let mut key = [0; 8];
    key.copy_from_slice(&bytes[..8]);
    let entry = Entry {
        code: u16::from_le_bytes(word(8)),
        value: Score::new(i16::from_le_bytes(word(10)).into()),
        // Each judges for itself.
        judgement: None,
        depth: Depth::new(bytes[12].into()),
        bound: match bytes[13] {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            other => return Err(format!("an entry with the bound {other}: expected 1 to 3")),
        },
    };
    if !is_worth_telling(&entry) {
        let (value, depth) = (entry.value.value(), entry.depth.plies());
        return Err(format!("an entry of value {value} and depth {depth}, which nobody tells"));
    }
    Ok(Parcel { key: Key(u64::from_le_bytes(key)), entry })
}

/// The bytes of the next frame, of at most so many; `None` at the end.
pub fn next_frame(input: &mut impl Read, most: usize) -> std::io::Result<Option<Vec<u8>>> {
    let mut length = [0; 4];
    match input.read_exact(&mut length) {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(None),
        read => read?,
    }
    let length = u32::from_le_bytes(length) as usize;
    if length > most {
        let reason = format!("a frame of {length} bytes: expected at most {most}");
        return Err(std::io::Error::new(ErrorKind::InvalidData, reason));
    }
    let mut bytes = vec![0; length];
    input.read_exact(&mut bytes)?;
    Ok(Some(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frames() -> Vec<Frame> {
        let entry =
            Entry { code: 7, value: Score::new(-20), judgement: None, depth: Depth::new(9), bound: Bound::Lower };
        let place = Place {
            game: "othello".to_string(),
            start: "start".to_string(),
            moves: vec!["f5".to_string()],
            evaluator: String::new(),
            key: Key(u64::MAX - 3),
            judgement: Score::new(12),
        };
        vec![
            Frame::Hello(VERSION, [7; 16]),
            Frame::Proof([9; 32]),
            Frame::Search(3, Box::new(place)),
            Frame::Ready(3),
            Frame::Refused(3, "why".to_string()),
            Frame::Stop(3),
            Frame::Entries(3, vec![Parcel { key: Key(1 << 63), entry }; 2]),
            Frame::Beat,
        ]
    }

    #[test]
    fn frames_are_read_as_they_were_written() {
        let bytes: Vec<u8> = frames().iter().flat_map(Frame::bytes).collect();
        let mut input = &bytes[..];
        for frame in frames() {
            let bytes = next_frame(&mut input, LONGEST).expect("readable").expect("a frame");
            assert_eq!(Frame::read(&bytes), Ok(frame));
        }
        assert!(next_frame(&mut input, LONGEST).expect("readable").is_none());
    }

    #[test]
    fn a_proof_of_a_win_is_not_told() {
        let proven =
            Entry { code: 7, value: Score::win_in(3), judgement: None, depth: Depth::new(9), bound: Bound::Exact };
        let frame = Frame::Entries(1, vec![Parcel { key: Key(1), entry: proven }]);
        assert_eq!(Frame::read(&frame.bytes()[4..]), Ok(Frame::Entries(1, Vec::new())));
    }

    #[test]
    fn any_changed_byte_is_refused_or_means_something() {
        for frame in frames() {
            let bytes = frame.bytes();
            for place in 4..bytes.len() {
                for value in [0, 1, 127, 255] {
                    let mut changed = bytes.clone();
                    changed[place] = value;
                    if let Ok(read) = Frame::read(&changed[4..]) {
                        assert_eq!(Frame::read(&read.bytes()[4..]), Ok(read));
                    }
                }
                let _ = Frame::read(&bytes[4..place]);
            }
        }
        let mut endless = &[255, 255, 255, 255, 1][..];
        assert!(next_frame(&mut endless, LONGEST).is_err());
    }
}
