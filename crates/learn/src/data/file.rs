//! The file of played games.
//!
//! It begins with the eight letters `KIEBITZG`, the version of the format (u32), and a block of text that says how the
//! games came about, one `name=value` a line. Then one block a game follows, see [`Played`], in the order of their numbers.
//! A block is its length (u32), its bytes, and their CRC-32 (u32). The low byte of a number comes first.
//!
//! A file only ever grows by whole blocks. If the program is killed while it writes one, the torn end is told from the
//! rest, and everything before it is good.

use std::fs::{File, OpenOptions};
use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};

use engine::Exclusive;

use super::generate::Progress;
use super::played::{MOST_BYTES, Played};
use crate::Error;

const MAGIC: &[u8; 8] = b"KIEBITZG";
/// The version that is written. Older ones are read: see [`Played`].
const VERSION: u32 = 3;

/// How the games of a file came about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The game with its parameters.
    pub game: String,
    /// The evaluator by name.
    pub evaluator: String,
    /// Nodes of the search for each move, after which no iteration is begun; in version 1 all nodes of the search.
    pub nodes: u64,
    /// Where randomness began.
    pub seed: u64,
    /// How many random plies open a game, at least.
    pub random_plies: u16,
    /// How uneven an opening may be at most, in score steps.
    pub balance: i32,
    /// How many games of a hundred begin from another arrangement of the pieces.
    pub shuffled: u8,
    /// Games with at most so many men end by endgame tables.
    pub men: usize,
    /// Positions inside the searches with at least so many nodes of their own are kept; 0 if none are.
    pub harvest: u64,
    /// The number of the first game.
    pub from: u32,
}

impl Header {
    fn text(&self) -> String {
        let Header { game, evaluator, nodes, seed, random_plies, balance, shuffled, men, harvest, from } = self;
        format!(
            "game={game}\nevaluator={evaluator}\nnodes={nodes}\nseed={seed}\nrandom-plies={random_plies}\n\
             balance={balance}\nshuffled={shuffled}\nmen={men}\nharvest={harvest}\nfrom={from}\n"
        )
    }

    fn parse(text: &str, version: u32) -> Option<Header> {
        fn field<T: std::str::FromStr>(text: &str, name: &str) -> Option<T> {
            let value = |line: &str| line.strip_prefix(name)?.strip_prefix('=').map(str::to_string);
            text.lines().find_map(value)?.parse().ok()
        }
        let old = version == 1;
        Some(Header {
            game: field(text, "game")?,
            evaluator: field(text, "evaluator")?,
            nodes: field(text, "nodes")?,
            seed: field(text, "seed")?,
            random_plies: field(text, "random-plies")?,
            balance: field(text, "balance")?,
            shuffled: if old { 0 } else { field(text, "shuffled")? },
            men: if old { 0 } else { field(text, "men")? },
            harvest: if version < 3 { 0 } else { field(text, "harvest")? },
            from: if old { 0 } else { field(text, "from")? },
        })
    }

    /// The header on one line, for messages.
    pub(super) fn summary(&self) -> String {
        self.text().trim_end().replace('\n', ", ")
    }
}

/// A file that is read game by game: the games come as an iterator, and need not fit into memory together.
pub struct Reader<R = BufReader<File>> {
    /// Where the file lies.
    pub path: PathBuf,
    /// How the games came about.
    pub header: Header,
    version: u32,
    file: R,
    /// Everything up to here is good.
    offset: usize,
    /// The number of the game that comes next.
    next: u32,
    torn: bool,
    failed: bool,
}

/// What a block turns out to be.
enum Block {
    Whole(Vec<u8>),
    /// The file ends within it.
    Torn,
    /// The file ends before it.
    End,
    Garbled(String),
    Unreadable(std::io::Error),
}

/// Reads until `buffer` is full or the file ends; how much was read.
fn fill(file: &mut impl Read, buffer: &mut [u8]) -> std::io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match file.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

/// The next block of a file.
fn block(file: &mut impl Read) -> Block {
    let mut read = || -> std::io::Result<Block> {
        let mut length = [0; 4];
        match fill(file, &mut length)? {
            0 => return Ok(Block::End),
            4 => {}
            _ => return Ok(Block::Torn),
        }
        let length = u32::from_le_bytes(length) as usize;
        if length > MOST_BYTES {
            return Ok(Block::Garbled(format!("a block of {length} bytes, which is more than any game takes")));
        }
        let mut payload = vec![0; length];
        let mut sum = [0; 4];
        if fill(file, &mut payload)? < length || fill(file, &mut sum)? < 4 {
            return Ok(Block::Torn);
        }
        let (found, said) = (crc32fast::hash(&payload), u32::from_le_bytes(sum));
        if found != said {
            return Ok(Block::Garbled(format!("the checksum is {found:#010x}, but should be {said:#010x}")));
        }
        Ok(Block::Whole(payload))
    };
    read().unwrap_or_else(Block::Unreadable)
}

pub(super) fn to_block(payload: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(payload.len() + 8);
    bytes.extend((payload.len() as u32).to_le_bytes());
    bytes.extend(payload);
    bytes.extend(crc32fast::hash(payload).to_le_bytes());
    bytes
}

impl Reader {
    /// Opens a file and reads its header.
    pub fn open(path: &Path) -> Result<Reader, Error> {
        let file = BufReader::new(File::open(path).map_err(Error::io(path))?);
        Reader::of(file, path)
    }
}

impl<R: Read> Reader<R> {
    /// The same of bytes that are, or would be, those of the file at `path`.
    pub(super) fn of(mut file: R, path: &Path) -> Result<Reader<R>, Error> {
        let garbled = |offset, reason: String| Error::Garbled { path: path.to_path_buf(), offset, reason };
        let mut head = [0; 12];
        let filled = fill(&mut file, &mut head).map_err(Error::io(path))?;
        if filled < head.len() || !head.starts_with(MAGIC) {
            return Err(garbled(0, "not a file of played games; `kiebitz data generate` makes them".to_string()));
        }
        let version = u32::from_le_bytes([head[8], head[9], head[10], head[11]]);
        if !(1..=VERSION).contains(&version) {
            let reason = format!("version {version} of the format; this program reads versions 1 to {VERSION}");
            return Err(garbled(8, reason));
        }
        let payload = match block(&mut file) {
            Block::Whole(payload) => payload,
            Block::Torn | Block::End => {
                return Err(garbled(head.len(), "the file ends within its header".to_string()));
            }
            Block::Garbled(reason) => return Err(garbled(head.len(), format!("the header is garbled: {reason}"))),
            Block::Unreadable(error) => return Err(Error::Io(path.to_path_buf(), error)),
        };
        let header = std::str::from_utf8(&payload).ok().and_then(|text| Header::parse(text, version));
        let header = header.ok_or_else(|| garbled(head.len(), "the header lacks something".to_string()))?;
        let (offset, next) = (head.len() + payload.len() + 8, header.from);
        Ok(Reader { path: path.to_path_buf(), header, version, file, offset, next, torn: false, failed: false })
    }

    /// The games end at this byte, and a torn block follows: the program was killed while it wrote. Known when the last game has
    /// been read.
    pub fn torn_at(&self) -> Option<usize> {
        self.torn.then_some(self.offset)
    }

    fn game(&mut self) -> Result<Option<Played>, Error> {
        let offset = self.offset;
        let garbled = |reason: String| Error::Garbled { path: self.path.clone(), offset, reason };
        match block(&mut self.file) {
            Block::Whole(payload) => {
                let game = Played::from_bytes(&payload, self.version).map_err(garbled)?;
                if game.number != self.next {
                    return Err(garbled(format!("game {} stands where game {} should", game.number, self.next)));
                }
                self.offset += payload.len() + 8;
                self.next += 1;
                Ok(Some(game))
            }
            Block::End => Ok(None),
            Block::Torn => {
                self.torn = true;
                Ok(None)
            }
            Block::Garbled(reason) => Err(garbled(reason)),
            Block::Unreadable(error) => Err(Error::Io(self.path.clone(), error)),
        }
    }
}

/// The games in the order of their numbers. After an error nothing more comes.
impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Played, Error>;

    fn next(&mut self) -> Option<Result<Played, Error>> {
        if self.failed || self.torn {
            return None;
        }
        let game = self.game();
        self.failed = game.is_err();
        game.transpose()
    }
}

/// A whole file in memory.
#[derive(Clone, Debug)]
pub struct Games {
    /// Where it was read.
    pub path: PathBuf,
    /// How the games came about.
    pub header: Header,
    /// The games in the order of their numbers.
    pub games: Vec<Played>,
    /// The games end at this byte, and a torn block follows: the program was killed while it wrote.
    pub torn_at: Option<usize>,
}

impl Games {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Games, Error> {
        let mut reader = Reader::open(path)?;
        let games = reader.by_ref().collect::<Result<_, _>>()?;
        Ok(Games { torn_at: reader.torn_at(), path: reader.path, header: reader.header, games })
    }

    /// How many positions are quiet.
    pub fn quiet(&self) -> usize {
        self.games.iter().map(Played::quiet).sum()
    }
}

/// What a file with this header begins with.
pub(super) fn beginning(header: &Header) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(to_block(header.text().as_bytes()));
    bytes
}

/// Writes games at the end of a file.
pub(super) struct Appender {
    path: PathBuf,
    file: Exclusive,
}

impl Appender {
    /// A new file, or one that was begun with the same header and is continued; with what is in it. Nobody else may write it
    /// meanwhile.
    pub fn open(path: &Path, header: &Header) -> Result<(Appender, Progress), Error> {
        let mut appender = Appender::claim(path)?;
        let mut start = Vec::new();
        Read::by_ref(&mut *appender.file).take(MOST_BYTES as u64).read_to_end(&mut start).map_err(Error::io(path))?;
        // Nothing, or a part of the header, if the program was killed while it wrote that.
        if beginning(header).starts_with(&start) {
            return appender.begin(header).map(|()| (appender, Progress::default()));
        }
        let mut begun = Reader::open(path)?;
        if begun.version != VERSION || begun.header != *header {
            return Err(Error::Request(format!(
                "{}: it was begun with other settings (format {}, {}); choose another file, or the same settings to continue it",
                path.display(),
                begun.version,
                begun.header.summary()
            )));
        }
        let mut there = Progress::default();
        for game in begun.by_ref() {
            there.add(&game?);
        }
        // What was torn goes, so that the file grows by whole blocks only.
        appender.file.set_len(begun.offset as u64).map_err(Error::io(path))?;
        Ok((appender, there))
    }

    /// A new file; what was there is gone.
    pub fn create(path: &Path, header: &Header) -> Result<Appender, Error> {
        let mut appender = Appender::claim(path)?;
        appender.begin(header).map(|()| appender)
    }

    fn claim(path: &Path) -> Result<Appender, Error> {
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(Error::io(path))?;
        let file = Exclusive::claim(file, path).map_err(|error| Error::Request(error.to_string()))?;
        Ok(Appender { path: path.to_path_buf(), file })
    }

    fn begin(&mut self, header: &Header) -> Result<(), Error> {
        let begun = self.file.set_len(0).and_then(|()| self.file.write_all(&beginning(header)));
        begun.map_err(Error::io(&self.path))
    }

    /// Adds a game.
    pub fn add(&mut self, game: &Played) -> Result<(), Error> {
        self.file.write_all(&to_block(&game.to_bytes())).map_err(Error::io(&self.path))
    }
}
