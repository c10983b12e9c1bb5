//! The file of played games.
//!
//! It begins with the eight letters `KIEBITZG`, the version of the format (u32), and a block of text that says how the
//! games came about, one `name=value` a line. Then one block a game follows, see [`Played`], in the order of their numbers.
//! A block is its length (u32), its bytes, and their CRC-32 (u32). The low byte of a number comes first.
//!
//! A file only ever grows by whole blocks. If the program is killed while it writes one, the torn end is told from the
//! rest, and everything before it is good.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use super::played::{MOST_BYTES, Played};
use crate::Error;

const MAGIC: &[u8; 8] = b"KIEBITZG";
const VERSION: u32 = 1;

/// How the games of a file came about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The game with its parameters.
    pub game: String,
    /// The evaluator by name.
    pub evaluator: String,
    /// Nodes of the search for each move.
    pub nodes: u64,
    /// Where randomness began.
    pub seed: u64,
    /// How many random plies open a game, at least.
    pub random_plies: u16,
    /// How uneven an opening may be at most, in score steps.
    pub balance: i32,
}

impl Header {
    fn text(&self) -> String {
        let Header { game, evaluator, nodes, seed, random_plies, balance } = self;
        format!(
            "game={game}\nevaluator={evaluator}\nnodes={nodes}\nseed={seed}\nrandom-plies={random_plies}\n\
             balance={balance}\n"
        )
    }

    fn parse(text: &str) -> Option<Header> {
        fn field<T: std::str::FromStr>(text: &str, name: &str) -> Option<T> {
            let value = |line: &str| line.strip_prefix(name)?.strip_prefix('=').map(str::to_string);
            text.lines().find_map(value)?.parse().ok()
        }
        Some(Header {
            game: field(text, "game")?,
            evaluator: field(text, "evaluator")?,
            nodes: field(text, "nodes")?,
            seed: field(text, "seed")?,
            random_plies: field(text, "random-plies")?,
            balance: field(text, "balance")?,
        })
    }
}

/// A whole file in memory.
#[derive(Clone, Debug)]
pub struct Games {
    /// Where it was read.
    pub path: PathBuf,
    /// How the games came about.
    pub header: Header,
    /// The games in the order of their numbers, from 0.
    pub games: Vec<Played>,
    /// The games end at this byte, and a torn block follows: the program was killed while it wrote.
    pub torn_at: Option<usize>,
    /// The length of everything that is good.
    bytes: usize,
}

/// What a block turns out to be.
enum Block<'a> {
    Whole(&'a [u8]),
    Torn,
    Garbled(String),
}

/// The block that begins at the beginning of `bytes`.
fn block(bytes: &[u8]) -> Block<'_> {
    let Some((length, rest)) = bytes.split_first_chunk::<4>() else { return Block::Torn };
    let length = u32::from_le_bytes(*length) as usize;
    if length > MOST_BYTES {
        return Block::Garbled(format!("a block of {length} bytes, which is more than any game takes"));
    }
    let Some((payload, rest)) = rest.split_at_checked(length) else { return Block::Torn };
    let Some(sum) = rest.first_chunk::<4>() else { return Block::Torn };
    let (found, said) = (crc32fast::hash(payload), u32::from_le_bytes(*sum));
    if found != said {
        return Block::Garbled(format!("the checksum is {found:#010x}, but should be {said:#010x}"));
    }
    Block::Whole(payload)
}

fn to_block(payload: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(payload.len() + 8);
    bytes.extend((payload.len() as u32).to_le_bytes());
    bytes.extend(payload);
    bytes.extend(crc32fast::hash(payload).to_le_bytes());
    bytes
}

impl Games {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Games, Error> {
        let bytes = std::fs::read(path).map_err(Error::io(path))?;
        let garbled = |offset, reason: String| Error::Garbled { path: path.to_path_buf(), offset, reason };
        let foreign = || garbled(0, "not a file of played games; `kiebitz data generate` makes them".to_string());
        let (head, _) = bytes.split_first_chunk::<12>().ok_or_else(foreign)?;
        if !head.starts_with(MAGIC) {
            return Err(foreign());
        }
        let version = u32::from_le_bytes([head[8], head[9], head[10], head[11]]);
        if version != VERSION {
            return Err(garbled(8, format!("version {version} of the format; this program reads version {VERSION}")));
        }
        let mut offset = head.len();
        let header = match block(&bytes[offset..]) {
            Block::Whole(payload) => {
                let header = std::str::from_utf8(payload).ok().and_then(Header::parse);
                offset += payload.len() + 8;
                header.ok_or_else(|| garbled(head.len(), "the header lacks something".to_string()))?
            }
            Block::Torn => return Err(garbled(offset, "the file ends within its header".to_string())),
            Block::Garbled(reason) => return Err(garbled(offset, format!("the header is garbled: {reason}"))),
        };
        let mut games = Vec::new();
        let mut torn_at = None;
        while offset < bytes.len() {
            match block(&bytes[offset..]) {
                Block::Whole(payload) => {
                    let game = Played::from_bytes(payload).map_err(|reason| garbled(offset, reason))?;
                    if game.number as usize != games.len() {
                        let reason = format!("game {} stands where game {} should", game.number, games.len());
                        return Err(garbled(offset, reason));
                    }
                    games.push(game);
                    offset += payload.len() + 8;
                }
                Block::Torn => {
                    torn_at = Some(offset);
                    break;
                }
                Block::Garbled(reason) => return Err(garbled(offset, reason)),
            }
        }
        Ok(Games { path: path.to_path_buf(), header, games, torn_at, bytes: offset })
    }

    /// How many positions were kept.
    pub fn positions(&self) -> usize {
        self.games.iter().map(Played::kept).sum()
    }
}

/// Writes games at the end of a file.
pub(super) struct Appender {
    path: PathBuf,
    file: File,
}

impl Appender {
    /// A new file, or one that was begun with the same header and is continued; with the games that are in it.
    pub fn open(path: &Path, header: &Header) -> Result<(Appender, Vec<Played>), Error> {
        if !path.exists() {
            let mut bytes = MAGIC.to_vec();
            bytes.extend(VERSION.to_le_bytes());
            bytes.extend(to_block(header.text().as_bytes()));
            // A file that exists has a whole header.
            let mut aside = path.as_os_str().to_owned();
            aside.push(".new");
            let aside = PathBuf::from(aside);
            std::fs::write(&aside, bytes).map_err(Error::io(&aside))?;
            std::fs::rename(&aside, path).map_err(Error::io(path))?;
        }
        let begun = Games::read(path)?;
        if begun.header != *header {
            return Err(Error::Request(format!(
                "{}: it was begun with other settings, {}; choose another file, or the same settings to continue it",
                path.display(),
                begun.header.text().trim_end().replace('\n', ", ")
            )));
        }
        let file = OpenOptions::new().append(true).open(path).map_err(Error::io(path))?;
        // What was torn goes, so that the file grows by whole blocks only.
        file.set_len(begun.bytes as u64).map_err(Error::io(path))?;
        Ok((Appender { path: path.to_path_buf(), file }, begun.games))
    }

    /// Adds a game.
    pub fn add(&mut self, game: &Played) -> Result<(), Error> {
        self.file.write_all(&to_block(&game.to_bytes())).map_err(Error::io(&self.path))
    }
}
