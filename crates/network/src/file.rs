//! Networks as files.
//!
//! A file begins with the eight letters `KIEBITZN`, the version of the format (u32) and the length (u32) of a text that says what
//! the network is for and how it came about, one `name=value` a line. Then come the numbers (i16, those that the outputs start
//! from i32), see [`Numbers`], and the CRC-32 of everything before it. The low byte of a number comes first.

use std::fmt;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use crate::weights::{Numbers, Provenance, QA, QB, Shape, Weights};

const MAGIC: &[u8; 8] = b"KIEBITZN";
const VERSION: u32 = 1;
/// No network is larger: whatever says so is garbled.
const MOST_BYTES: u64 = 256 << 20;
const MOST_TEXT: usize = 1 << 20;

/// A file that holds no network, and why.
#[derive(Debug)]
pub enum FileError {
    /// It cannot be read or written.
    Io(std::io::Error),
    /// It is not what it should be.
    Garbled(String),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileError::Io(error) => error.fmt(f),
            FileError::Garbled(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for FileError {}

impl Weights {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Arc<Weights>, FileError> {
        let mut bytes = Vec::new();
        // A device may say that it is empty and have no end.
        let file = std::fs::File::open(path).map_err(FileError::Io)?;
        file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(FileError::Io)?;
        if bytes.len() as u64 > MOST_BYTES {
            return Err(FileError::Garbled(format!(
                "more than {MOST_BYTES} bytes, which is more than any network takes"
            )));
        }
        Weights::from_bytes(&bytes).map_err(FileError::Garbled)
    }

    /// The network in the bytes of a file; the error says what is wrong with them.
    pub fn from_bytes(bytes: &[u8]) -> Result<Arc<Weights>, String> {
        if !bytes.starts_with(MAGIC) {
            return Err("not a network of Kiebitz; `kiebitz train` makes them".to_string());
        }
        let (body, sum) = bytes.split_last_chunk::<4>().ok_or("the file is too short")?;
        let mut rest = &body[MAGIC.len().min(body.len())..];
        let version = word(&mut rest)?;
        if version != VERSION {
            return Err(format!("version {version} of the format; this program reads version {VERSION}"));
        }
        let (found, said) = (crc32fast::hash(body), u32::from_le_bytes(*sum));
        if found != said {
            return Err(format!("the checksum is {found:#010x}, but should be {said:#010x}: the file is damaged"));
        }
        let length = word(&mut rest)? as usize;
        let (text, rest) =
            rest.split_at_checked(length).filter(|_| length <= MOST_TEXT).ok_or("the text of the file is cut off")?;
        let text = std::str::from_utf8(text).map_err(|_| "the text of the file is not UTF-8")?;
        let header = Header::parse(text)?;
        if let Some(flaw) = header.shape.flaw() {
            return Err(flaw);
        }
        let numbers = numbers(rest, &header.shape)?;
        Weights::new(header.shape, header.scale, header.provenance, numbers)
    }

    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let text = Header { shape: self.shape.clone(), scale: self.scale, provenance: self.provenance.clone() }.text();
        let Numbers { first, bias, output, output_bias } = self.numbers();
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((text.len() as u32).to_le_bytes());
        bytes.extend(text.as_bytes());
        bytes.extend(first.iter().chain(&bias).chain(&output).flat_map(|number| number.to_le_bytes()));
        bytes.extend(output_bias.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }
}

/// The next number of four bytes.
fn word(bytes: &mut &[u8]) -> Result<u32, String> {
    let (word, rest) = bytes.split_first_chunk::<4>().ok_or("the file is too short")?;
    *bytes = rest;
    Ok(u32::from_le_bytes(*word))
}

/// The numbers after the text.
fn numbers(bytes: &[u8], shape: &Shape) -> Result<Numbers, String> {
    let [first, bias, output, stages] = shape.counts();
    let lengths = [first, bias, output];
    let expected = 2 * lengths.iter().sum::<usize>() + 4 * stages;
    if bytes.len() != expected {
        return Err(format!("{} bytes of numbers: expected {expected}", bytes.len()));
    }
    let (words, biases) = bytes.split_at(expected - 4 * stages);
    let mut words = words.chunks_exact(2).map(|bytes| i16::from_le_bytes([bytes[0], bytes[1]]));
    let [first, bias, output] = lengths.map(|length| words.by_ref().take(length).collect());
    let output_bias = biases.chunks_exact(4).map(|bytes| i32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
    Ok(Numbers { first, bias, output, output_bias: output_bias.collect() })
}

/// The text of a file.
struct Header {
    shape: Shape,
    scale: i32,
    provenance: Provenance,
}

impl Header {
    fn text(&self) -> String {
        let Header { shape: Shape { game, inputs, width, stages }, scale, provenance } = self;
        let mut text =
            format!("game={game}\ninputs={inputs}\nwidth={width}\nstages={stages}\nscale={scale}\nqa={QA}\nqb={QB}\n");
        for (name, value) in provenance {
            // One line each, whatever it says.
            text += &format!("from.{name}={}\n", value.replace(['\n', '\r'], " "));
        }
        text
    }

    fn parse(text: &str) -> Result<Header, String> {
        let lines: Vec<(&str, &str)> = text.lines().filter_map(|line| line.split_once('=')).collect();
        let field = |name: &str| {
            let found = lines.iter().find(|(found, _)| *found == name);
            found.map(|(_, value)| *value).ok_or(format!("the text of the file does not say '{name}'"))
        };
        let number = |name: &str| {
            let text = field(name)?;
            text.parse::<u32>().map_err(|_| format!("{name}={text}: expected a number"))
        };
        for (name, expected) in [("qa", QA), ("qb", QB)] {
            let found = number(name)?;
            if i64::from(found) != i64::from(expected) {
                return Err(format!("{name}={found}: this program reads networks with {expected}"));
            }
        }
        let own = lines.iter().filter_map(|(name, value)| Some((name.strip_prefix("from.")?, value)));
        Ok(Header {
            shape: Shape {
                game: field("game")?.to_string(),
                inputs: number("inputs")? as usize,
                width: number("width")? as usize,
                stages: number("stages")? as usize,
            },
            scale: number("scale")?.try_into().map_err(|_| "the scale is too large")?,
            provenance: own.map(|(name, value)| (name.to_string(), value.to_string())).collect(),
        })
    }
}
