//! One game as it was played, as bytes and as positions.

use game::{Game, Score};
use search::Bound;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules.
    Rules,
    /// The position had occurred three times.
    Repetition,
    /// Both sides had long agreed who wins.
    AgreedWin,
    /// Both sides had long agreed that nobody wins.
    AgreedDraw,
    /// It took too long, and counts as a draw.
    Length,
    /// The endgame tables know the result.
    Tables,
}

impl Ending {
    /// All endings, in the order of their codes.
    pub const ALL: [Ending; 6] =
        [Ending::Rules, Ending::Repetition, Ending::AgreedWin, Ending::AgreedDraw, Ending::Length, Ending::Tables];

    /// Its name for people.
    pub const fn name(self) -> &'static str {
        ["by the rules", "by repetition", "agreed as won", "agreed as drawn", "by length", "by endgame tables"]
            [self as usize]
    }
}

/// What the search saw at a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen {
    /// The value for the side to move.
    pub score: Score,
    /// Is the side to move in check, or forced to capture? Its judgement alone says little.
    pub tense: bool,
    /// Is the move that was found a capture or a promotion?
    pub noisy: bool,
}

/// One ply of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move, as [`game::Rules::encode`] writes it.
    pub code: u16,
    /// What the search saw before the move; `None` for a random move of the opening, which was not searched.
    pub seen: Option<Seen>,
}

impl Ply {
    /// The score for the side to move if the position is one to learn from: it is calm, the best move is quiet, and the score is a
    /// judgement and not a proof.
    pub fn quiet_score(&self) -> Option<Score> {
        self.seen.filter(|seen| !seen.tense && !seen.noisy && !seen.score.is_decided()).map(|seen| seen.score)
    }
}

/// A position that was not played, but lay in the tree of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Harvested {
    /// The ply of the game whose search it was found in, counted from 0.
    pub ply: u16,
    /// The moves that lead there from the position before that ply, as [`game::Rules::encode`] writes them.
    pub line: Vec<u16>,
    /// What the search found, for the side to move there.
    pub score: Score,
    /// Is that the value, or only a bound?
    pub bound: Bound,
    /// Is the side to move there in check, or forced to capture?
    pub tense: bool,
}

/// A game from its start position to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Its number in the file: together with the seed it says which random numbers it began with.
    pub number: u32,
    /// How it ended.
    pub ending: Ending,
    /// The result for the first player: [`Score::win_in`]`(0)`, its negative, a draw, or a margin.
    pub result: Score,
    /// How many plies at the beginning were random.
    pub opening: u16,
    /// The game with its parameters, where it begins otherwise than the file says: `chess960(start=100)` among games of chess.
    pub start: Option<String>,
    /// All plies.
    pub plies: Vec<Ply>,
    /// Positions from inside the searches, in the order of their plies.
    pub harvested: Vec<Harvested>,
}

/// Stands for "not searched" among the scores, which never reach it.
const NO_SCORE: i16 = i16::MIN;
/// The bits of a ply's flags.
const TENSE: u8 = 1;
const NOISY: u8 = 2;
/// The bits of the bound among the flags of a harvested position.
const BOUND_SHIFT: u8 = 2;
/// The bytes before the text of the start position.
const FIXED: usize = 11;
/// No game is longer than this, in bytes: whatever says so is garbled.
pub(super) const MOST_BYTES: usize = 1 << 26;

impl Played {
    /// How many of its positions are quiet: worth learning from.
    pub fn quiet(&self) -> usize {
        self.plies.iter().filter(|ply| ply.quiet_score().is_some()).count()
    }

    /// The game as bytes: number u32, ending u8, result i16, random plies u16, plies u16, the length u8 of the text of the
    /// start and that text, then for each ply the move u16, the score i16 (the least value if it was not searched) and the flags
    /// u8; then the number u32 of harvested positions, and for each the ply u16, the score i16, the flags u8 and the length u8 of its
    /// line with so many moves u16. The low byte of a number comes first.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let start = self.start.as_deref().unwrap_or_default();
        let mut bytes = Vec::with_capacity(FIXED + 1 + start.len() + 5 * self.plies.len());
        bytes.extend(self.number.to_le_bytes());
        bytes.push(self.ending as u8);
        bytes.extend((self.result.value() as i16).to_le_bytes());
        bytes.extend(self.opening.to_le_bytes());
        bytes.extend((self.plies.len() as u16).to_le_bytes());
        bytes.push(start.len() as u8);
        bytes.extend(start.as_bytes());
        for ply in &self.plies {
            bytes.extend(ply.code.to_le_bytes());
            bytes.extend(ply.seen.map_or(NO_SCORE, |seen| seen.score.value() as i16).to_le_bytes());
            bytes.push(ply.seen.map_or(0, |seen| u8::from(seen.tense) * TENSE + u8::from(seen.noisy) * NOISY));
        }
        bytes.extend((self.harvested.len() as u32).to_le_bytes());
        for Harvested { ply, line, score, bound, tense } in &self.harvested {
            bytes.extend(ply.to_le_bytes());
            bytes.extend((score.value() as i16).to_le_bytes());
            bytes.push((u8::from(*tense) * TENSE) | ((*bound as u8) << BOUND_SHIFT));
            bytes.push(line.len() as u8);
            bytes.extend(line.iter().flat_map(|code| code.to_le_bytes()));
        }
        bytes
    }

    /// Reads what [`Played::to_bytes`] wrote, or what older versions of the format wrote: version 2 has no harvested positions;
    /// version 1 no text of the start either, no flags, and scores of quiet positions only.
    pub(super) fn from_bytes(bytes: &[u8], version: u32) -> Result<Played, String> {
        let (fixed, rest) = bytes.split_first_chunk::<FIXED>().ok_or("a game without a head")?;
        let word = |at: usize| [fixed[at], fixed[at + 1]];
        let (start, rest, size) = match version {
            1 => (None, rest, 4),
            _ => {
                let (&length, rest) = rest.split_first().ok_or("a game without a start")?;
                let (text, rest) = rest.split_at_checked(length.into()).ok_or("a start longer than its game")?;
                let text = std::str::from_utf8(text).map_err(|_| "a start that is not text")?;
                ((!text.is_empty()).then(|| text.to_string()), rest, 5)
            }
        };
        let count = usize::from(u16::from_le_bytes(word(9)));
        let short = || format!("a game of {count} plies has {} bytes of plies", rest.len());
        let (plies, rest) = rest.split_at_checked(size * count).ok_or_else(short)?;
        let harvested = match version {
            1 | 2 if !rest.is_empty() => return Err(format!("{} bytes after {count} plies", rest.len())),
            1 | 2 => Vec::new(),
            _ => harvested(rest, count)?,
        };
        let ending = *Ending::ALL.get(usize::from(fixed[4])).ok_or(format!("no such ending: {}", fixed[4]))?;
        let ply = |bytes: &[u8]| {
            let score = i16::from_le_bytes([bytes[2], bytes[3]]);
            let flags = bytes.get(4).copied().unwrap_or(0);
            let seen = Seen { score: Score::new(score.into()), tense: flags & TENSE != 0, noisy: flags & NOISY != 0 };
            Ply { code: u16::from_le_bytes([bytes[0], bytes[1]]), seen: (score != NO_SCORE).then_some(seen) }
        };
        Ok(Played {
            number: u32::from_le_bytes([fixed[0], fixed[1], fixed[2], fixed[3]]),
            ending,
            result: Score::new(i16::from_le_bytes(word(5)).into()),
            opening: u16::from_le_bytes(word(7)),
            start,
            plies: plies.chunks_exact(size).map(ply).collect(),
            harvested,
        })
    }

    /// Plays the game again and shows each quiet position, with its score for the side to move. `start` is the start position
    /// of the file's game.
    pub fn replay<G: Game>(&self, start: &G, mut show: impl FnMut(&G, Score)) -> Result<(), String> {
        self.replay_plies(start, |position, ply| {
            if let Some(score) = self.plies[ply].quiet_score() {
                show(position, score);
            }
        })
    }

    /// Plays the searches' trees again, as far as they were kept, and shows each calm position, with what was found there.
    pub fn replay_harvest<G: Game>(&self, start: &G, mut show: impl FnMut(&G, &Harvested)) -> Result<(), String> {
        let mut rest = &self.harvested[..];
        let mut failed = None;
        self.replay_plies(start, |position, ply| {
            let count = rest.iter().take_while(|harvested| usize::from(harvested.ply) <= ply).count();
            let (here, later) = rest.split_at(count);
            rest = later;
            for harvested in here.iter().filter(|harvested| !harvested.tense) {
                let mut inner = position.clone();
                let legal = harvested.line.iter().all(|&code| inner.decode(code).map(|mv| inner.play(mv)).is_some());
                if legal {
                    show(&inner, harvested);
                } else if failed.is_none() {
                    failed = Some(format!("game {}, a line below ply {}: an illegal move", self.number, ply + 1));
                }
            }
        })?;
        failed.map_or(Ok(()), Err)
    }

    /// Plays the game again and shows the position before each ply.
    pub fn replay_plies<G: Game>(&self, start: &G, mut show: impl FnMut(&G, usize)) -> Result<(), String> {
        let mut position = match &self.start {
            None => start.clone(),
            Some(text) => {
                let wrong = |reason: String| format!("game {}: its start '{text}': {reason}", self.number);
                let spec = text.parse().map_err(|error: game::SpecError| wrong(error.to_string()))?;
                G::start(&spec).map_err(|error| wrong(error.to_string()))?
            }
        };
        for (index, ply) in self.plies.iter().enumerate() {
            let mv = position.decode(ply.code).ok_or_else(|| {
                format!("game {}, ply {}: {:#06x} is no legal move here", self.number, index + 1, ply.code)
            })?;
            show(&position, index);
            position.play(mv);
        }
        Ok(())
    }
}

/// Reads the harvested positions of a game with so many plies.
fn harvested(bytes: &[u8], plies: usize) -> Result<Vec<Harvested>, String> {
    fn take<const N: usize>(bytes: &mut &[u8]) -> Result<[u8; N], String> {
        let (taken, rest) =
            bytes.split_first_chunk::<N>().ok_or("the positions from inside the searches are cut off")?;
        *bytes = rest;
        Ok(*taken)
    }
    let mut rest = bytes;
    let count = u32::from_le_bytes(take(&mut rest)?);
    let mut all: Vec<Harvested> = Vec::new();
    for _ in 0..count {
        let ply = u16::from_le_bytes(take(&mut rest)?);
        if usize::from(ply) >= plies || all.last().is_some_and(|last| last.ply > ply) {
            return Err(format!(
                "a position from inside the search of ply {ply}, in a game of {plies} plies, out of order"
            ));
        }
        let score = i16::from_le_bytes(take(&mut rest)?);
        let [flags, length] = take(&mut rest)?;
        let bound = match flags >> BOUND_SHIFT {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            other => return Err(format!("a bound of kind {other}: expected 1 to 3")),
        };
        let line = (0..length).map(|_| take(&mut rest).map(u16::from_le_bytes)).collect::<Result<_, _>>()?;
        all.push(Harvested { ply, line, score: Score::new(score.into()), bound, tense: flags & TENSE != 0 });
    }
    if rest.is_empty() { Ok(all) } else { Err(format!("{} bytes after the last position", rest.len())) }
}
