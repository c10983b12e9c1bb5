//! Books from games, however many: counts are kept in a map of bounded size, which is written to disk as a sorted run
//! whenever it is full; in the end all runs are merged. (An external merge sort: D. Knuth, The Art of Computer Programming 3,
//! section 5.4.)

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap};
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Seek, Write};
use std::path::Path;

use chess::{Move, Position, WHITE};

use super::polyglot::{self, Entry};
use crate::{Error, WholeFile, games};
pub use record::Broken;
use record::{GameResult, Record};

/// The entries a map may hold before it goes to disk: about 50 MB.
const MAP: usize = 1_000_000;
/// The bytes of an entry in a run.
const RECORD: usize = 22;

/// What makes the weight of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Weighting {
    /// Points of the side to move, two for a win and one for a draw, as Polyglot counts them.
    #[default]
    Score,
    /// The number of games.
    Games,
}

/// What goes into a book.
#[derive(Clone, PartialEq, Debug)]
pub struct Recipe {
    /// A move must have been played so many times.
    pub min_games: u32,
    /// Only moves up to this ply of a game, the first being 1.
    pub depth: usize,
    /// The mover must have made at least this share of the points, in percent.
    pub min_score: f64,
    /// What makes the weight.
    pub weighting: Weighting,
}

impl Default for Recipe {
    fn default() -> Recipe {
        Recipe { min_games: 3, depth: 30, min_score: 0.0, weighting: Weighting::Score }
    }
}

/// What happened to the games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Games that were counted.
    pub games: u64,
    /// Games without a result or without moves, and games of other variants.
    pub passed_over: u64,
    /// Games that could not be read.
    pub broken: u64,
    /// Entries of the book.
    pub entries: u64,
    /// How many times the map was full and went to disk.
    pub runs: usize,
}

/// Wins, draws and losses of the side that made the move.
#[derive(Clone, Copy, Default)]
struct Counts([u32; 3]);

impl Counts {
    fn games(self) -> u64 {
        self.0.iter().map(|&count| u64::from(count)).sum()
    }

    fn points(self) -> u64 {
        2 * u64::from(self.0[0]) + u64::from(self.0[1])
    }

    fn add(&mut self, other: Counts) {
        self.0.iter_mut().zip(other.0).for_each(|(count, more)| *count = count.saturating_add(more));
    }
}

/// A book in the making.
pub struct Builder {
    recipe: Recipe,
    counts: HashMap<(u64, u16), Counts>,
    limit: usize,
    runs: Vec<File>,
    summary: Summary,
}

impl Builder {
    /// Nothing counted yet.
    pub fn new(recipe: Recipe) -> Builder {
        Builder { recipe, counts: HashMap::new(), limit: MAP, runs: Vec::new(), summary: Summary::default() }
    }

    /// Counts the games of a file. `broken` is called for those that cannot be read, `progress` after each game with the bytes
    /// read so far and the total; it returns whether to go on.
    pub fn add_file(
        &mut self,
        path: &Path,
        broken: &mut dyn FnMut(&Broken),
        progress: &mut dyn FnMut(u64, u64) -> bool,
    ) -> Result<(), Error> {
        let file = games::open(path)?;
        for game in file.games {
            let outcome = game.map_err(Error::io(path))?.and_then(Record::whole).and_then(|game| self.add_game(&game));
            match outcome {
                Err(fault) => {
                    self.summary.broken += 1;
                    broken(&fault);
                }
                Ok(()) if self.counts.len() >= self.limit => self.spill()?,
                Ok(()) => {}
            }
            if !progress(file.read.load(std::sync::atomic::Ordering::Relaxed), file.size) {
                return Err(Error::Stopped);
            }
        }
        Ok(())
    }

    fn add_game(&mut self, game: &Record) -> Result<(), Broken> {
        let wrong = |reason: String| game.broken(reason);
        if game.result == GameResult::Open || game.moves.is_empty() || games::game(game).is_none() {
            self.summary.passed_over += 1;
            return Ok(());
        }
        let start = games::start(game).map_err(wrong)?;
        let mut plies: Vec<(u64, u16, Counts)> = Vec::new();
        let mut last: Option<Move> = None;
        let (depth, result) = (self.recipe.depth, game.result);
        // The whole game is replayed: one that breaks off in nonsense may be nonsense from the start.
        games::replay(game, &start, |position, mv| {
            if plies.len() < depth {
                plies.push((polyglot::key(position, last), polyglot::encode(mv), counts(position, result)));
            }
            last = Some(mv);
        })
        .map_err(wrong)?;
        for (key, mv, counts) in plies {
            self.counts.entry((key, mv)).or_default().add(counts);
        }
        self.summary.games += 1;
        Ok(())
    }

    /// A game whose moves come one by one.
    pub fn count_game(&mut self) {
        self.summary.games += 1;
    }

    /// Counts one move of a game with this result, unless it lies too deep; the first move of a game has the ply 1.
    pub fn add_move(
        &mut self,
        ply: usize,
        position: &Position,
        last: Option<Move>,
        mv: Move,
        result: GameResult,
    ) -> Result<(), Error> {
        if ply > self.recipe.depth || result == GameResult::Open {
            return Ok(());
        }
        let key = (polyglot::key(position, last), polyglot::encode(mv));
        self.counts.entry(key).or_default().add(counts(position, result));
        if self.counts.len() >= self.limit { self.spill() } else { Ok(()) }
    }

    /// Writes the map to disk, sorted.
    fn spill(&mut self) -> Result<(), Error> {
        let here = std::env::temp_dir();
        let failed = Error::io(&here);
        let mut run = BufWriter::new(tempfile::tempfile().map_err(&failed)?);
        let sorted: BTreeMap<(u64, u16), Counts> = self.counts.drain().collect();
        for ((key, mv), counts) in sorted {
            let mut record = [0; RECORD];
            record[..8].copy_from_slice(&key.to_be_bytes());
            record[8..10].copy_from_slice(&mv.to_be_bytes());
            for (place, count) in record[10..].chunks_exact_mut(4).zip(counts.0) {
                place.copy_from_slice(&count.to_be_bytes());
            }
            run.write_all(&record).map_err(&failed)?;
        }
        let mut run = run.into_inner().map_err(|error| failed(error.into_error()))?;
        run.rewind().map_err(&failed)?;
        self.runs.push(run);
        self.summary.runs += 1;
        Ok(())
    }

    /// Writes the book, whole or not at all. An existing file is replaced only if `force` says so.
    pub fn finish(mut self, out: &Path, force: bool) -> Result<Summary, Error> {
        self.spill()?;
        let failed = Error::io(out);
        let mut file = WholeFile::create(out, force)?;
        let mut merged = Merge::new(std::mem::take(&mut self.runs)).map_err(&failed)?;
        let mut moves: Vec<(u16, Counts)> = Vec::new();
        let mut now = None;
        loop {
            let next = merged.next().map_err(&failed)?;
            if let Some(key) = now
                && next.is_none_or(|(next, ..)| next != key)
            {
                for entry in self.entries(key, &moves) {
                    file.write_all(&entry.to_bytes()).map_err(&failed)?;
                    self.summary.entries += 1;
                }
                moves.clear();
            }
            let Some((key, mv, counts)) = next else { break };
            now = Some(key);
            match moves.last_mut() {
                Some((last, sum)) if *last == mv => sum.add(counts),
                _ => moves.push((mv, counts)),
            }
        }
        if self.summary.entries == 0 {
            let least = self.recipe.min_games;
            return Err(Error::Request(format!(
                "no move was played in {least} games with a result: the book would be empty"
            )));
        }
        file.finish()?;
        Ok(self.summary)
    }

    /// The entries of one position, weights scaled to 16 bits.
    fn entries(&self, key: u64, moves: &[(u16, Counts)]) -> Vec<Entry> {
        let weight = |counts: Counts| match self.recipe.weighting {
            Weighting::Score => counts.points(),
            Weighting::Games => counts.games(),
        };
        let share = |counts: Counts| 50.0 * counts.points() as f64 / counts.games().max(1) as f64;
        let kept: Vec<&(u16, Counts)> = moves
            .iter()
            .filter(|(_, counts)| {
                counts.games() >= u64::from(self.recipe.min_games) && share(*counts) >= self.recipe.min_score
            })
            .filter(|(_, counts)| weight(*counts) > 0)
            .collect();
        let greatest = kept.iter().map(|(_, counts)| weight(*counts)).max().unwrap_or(0);
        let scale = greatest.div_ceil(u64::from(u16::MAX)).max(1);
        let mut entries: Vec<Entry> = kept
            .iter()
            .map(|(mv, counts)| Entry { key, mv: *mv, weight: (weight(*counts) / scale).max(1) as u16, learn: 0 })
            .collect();
        polyglot::sort(&mut entries);
        entries
    }
}

/// The result as the side to move sees it.
fn counts(position: &Position, result: GameResult) -> Counts {
    let won = match result {
        GameResult::Open => return Counts::default(),
        GameResult::Draw => 1,
        GameResult::First => {
            if position.turn() == WHITE {
                0
            } else {
                2
            }
        }
        GameResult::Second => {
            if position.turn() == WHITE {
                2
            } else {
                0
            }
        }
    };
    let mut counts = Counts::default();
    counts.0[won] = 1;
    counts
}

type Counted = (u64, u16, Counts);

/// Sorted runs read as one.
struct Merge {
    runs: Vec<BufReader<File>>,
    heads: BinaryHeap<Reverse<(u64, u16, usize)>>,
    counts: Vec<Counts>,
}

impl Merge {
    fn new(runs: Vec<File>) -> std::io::Result<Merge> {
        let mut merge = Merge {
            counts: vec![Counts::default(); runs.len()],
            runs: runs.into_iter().map(BufReader::new).collect(),
            heads: BinaryHeap::new(),
        };
        (0..merge.runs.len()).try_for_each(|run| merge.advance(run))?;
        Ok(merge)
    }

    /// Brings the next record of a run to its head.
    fn advance(&mut self, run: usize) -> std::io::Result<()> {
        let mut record = [0; RECORD];
        match self.runs[run].read_exact(&mut record) {
            Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => return Ok(()),
            other => other?,
        }
        let (key, rest) = record.split_at(8);
        let key = u64::from_be_bytes(key.try_into().expect("8 bytes"));
        let mv = u16::from_be_bytes([rest[0], rest[1]]);
        let number = |at: usize| u32::from_be_bytes([rest[at], rest[at + 1], rest[at + 2], rest[at + 3]]);
        self.counts[run] = Counts([number(2), number(6), number(10)]);
        self.heads.push(Reverse((key, mv, run)));
        Ok(())
    }

    /// The smallest record of all runs; equal moves come one after the other.
    fn next(&mut self) -> std::io::Result<Option<Counted>> {
        let Some(Reverse((key, mv, run))) = self.heads.pop() else { return Ok(None) };
        let counts = self.counts[run];
        self.advance(run)?;
        Ok(Some((key, mv, counts)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Book;
    use super::*;

    const GAMES: &str = "\
[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n
[Result \"1-0\"]\n\n1. e4 c5 1-0\n
[Result \"0-1\"]\n\n1. e4 c5 2. Nf3 0-1\n
[Result \"1/2-1/2\"]\n\n1. d4 d5 1/2-1/2\n
[Result \"0-1\"]\n\n1. f3 e5 0-1\n
[Result \"*\"]\n\n1. a4 *\n
[Result \"1-0\"]\n\n1. e5 1-0\n";

    fn build(recipe: Recipe, limit: usize) -> (Summary, Vec<(String, u16)>, Vec<u8>) {
        let folder = tempfile::tempdir().unwrap();
        let (pgn, out) = (folder.path().join("games.pgn"), folder.path().join("book.bin"));
        std::fs::write(&pgn, GAMES).unwrap();
        let mut builder = Builder { limit, ..Builder::new(recipe) };
        let mut faults = Vec::new();
        builder.add_file(&pgn, &mut |broken| faults.push(broken.clone()), &mut |_, _| true).unwrap();
        assert_eq!(faults.len(), 1);
        assert_eq!((faults[0].number, faults[0].line), (7, 25), "{faults:?}");
        let summary = builder.finish(&out, false).unwrap();
        let book = Book::open_file(&out).unwrap();
        let position = Position::default();
        let moves = book.moves(&position, None).iter().map(|found| (position.san(found.mv), found.weight)).collect();
        (summary, moves, std::fs::read(&out).unwrap())
    }

    fn one_game(weighting: Weighting) -> Recipe {
        Recipe { min_games: 1, weighting, ..Recipe::default() }
    }

    #[test]
    fn weights_count_points_or_games() {
        let (summary, moves, _) = build(one_game(Weighting::Score), MAP);
        assert_eq!((summary.games, summary.passed_over, summary.broken, summary.runs), (5, 1, 1, 1));
        // Three games with two wins; a draw; a loss is not worth playing.
        assert_eq!(moves, [("e4".to_string(), 4), ("d4".to_string(), 1)]);
        let (_, moves, _) = build(one_game(Weighting::Games), MAP);
        assert_eq!(moves[0], ("e4".to_string(), 3));
        assert_eq!(moves.len(), 3);
    }

    #[test]
    fn seldom_moves_and_bad_ones_stay_out() {
        let (_, moves, bytes) = build(Recipe { min_games: 2, ..one_game(Weighting::Games) }, MAP);
        assert_eq!(moves, [("e4".to_string(), 3)]);
        assert_eq!(bytes.len(), 2 * 16, "1. e4 and 1... c5");
        let (_, moves, _) = build(Recipe { min_score: 60.0, ..one_game(Weighting::Games) }, MAP);
        assert_eq!(moves, [("e4".to_string(), 3)]);
        let (_, _, bytes) = build(Recipe { depth: 1, ..one_game(Weighting::Games) }, MAP);
        assert_eq!(bytes.len(), 3 * 16);
    }

    #[test]
    fn spilling_changes_nothing() {
        let whole = build(one_game(Weighting::Score), MAP);
        let spilled = build(one_game(Weighting::Score), 2);
        assert!(spilled.0.runs > 3, "{:?}", spilled.0);
        assert_eq!(whole.2, spilled.2);
    }

    #[test]
    fn nothing_to_say_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("book.bin");
        assert!(matches!(Builder::new(Recipe::default()).finish(&out, false), Err(Error::Request(_))));
        assert!(!out.exists());
    }
}
