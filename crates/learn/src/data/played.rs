//! One game as it was played, as bytes and as positions.

use game::{Game, Score};

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
}

impl Ending {
    /// All endings, in the order of their codes.
    pub const ALL: [Ending; 5] =
        [Ending::Rules, Ending::Repetition, Ending::AgreedWin, Ending::AgreedDraw, Ending::Length];

    /// Its name for people.
    pub const fn name(self) -> &'static str {
        ["by the rules", "by repetition", "agreed as won", "agreed as drawn", "by length"][self as usize]
    }
}

/// One ply of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move, as [`game::Rules::encode`] writes it.
    pub code: u16,
    /// What the search thought of the position before the move, for the side to move, if the position was kept: it is
    /// quiet, and no longer in the opening.
    pub score: Option<Score>,
}

/// A game from the start position to its end.
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
    /// All plies.
    pub plies: Vec<Ply>,
}

/// Stands for "not kept" among the scores, which never reach it.
const NO_SCORE: i16 = i16::MIN;
/// The bytes before the plies.
const FIXED: usize = 11;
/// No game is longer than this, in bytes: whatever says so is garbled.
pub(super) const MOST_BYTES: usize = FIXED + 4 * u16::MAX as usize;

impl Played {
    /// How many of its positions were kept.
    pub fn kept(&self) -> usize {
        self.plies.iter().filter(|ply| ply.score.is_some()).count()
    }

    /// The game as bytes: number u32, ending u8, result i16, random plies u16, plies u16, then for each ply the move u16
    /// and the score i16 (the least value if the position was not kept); the low byte of a number comes first.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(FIXED + 4 * self.plies.len());
        bytes.extend(self.number.to_le_bytes());
        bytes.push(self.ending as u8);
        bytes.extend((self.result.value() as i16).to_le_bytes());
        bytes.extend(self.opening.to_le_bytes());
        bytes.extend((self.plies.len() as u16).to_le_bytes());
        for ply in &self.plies {
            bytes.extend(ply.code.to_le_bytes());
            bytes.extend(ply.score.map_or(NO_SCORE, |score| score.value() as i16).to_le_bytes());
        }
        bytes
    }

    /// Reads what [`Played::to_bytes`] wrote.
    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Played, String> {
        let (fixed, plies) = bytes.split_first_chunk::<FIXED>().ok_or("a game without a head")?;
        let word = |at: usize| [fixed[at], fixed[at + 1]];
        let count = usize::from(u16::from_le_bytes(word(9)));
        if plies.len() != 4 * count {
            return Err(format!("a game of {count} plies has {} bytes of plies", plies.len()));
        }
        let ending = *Ending::ALL.get(usize::from(fixed[4])).ok_or(format!("no such ending: {}", fixed[4]))?;
        let ply = |bytes: &[u8]| {
            let score = i16::from_le_bytes([bytes[2], bytes[3]]);
            let score = (score != NO_SCORE).then(|| Score::new(score.into()));
            Ply { code: u16::from_le_bytes([bytes[0], bytes[1]]), score }
        };
        Ok(Played {
            number: u32::from_le_bytes([fixed[0], fixed[1], fixed[2], fixed[3]]),
            ending,
            result: Score::new(i16::from_le_bytes(word(5)).into()),
            opening: u16::from_le_bytes(word(7)),
            plies: plies.chunks_exact(4).map(ply).collect(),
        })
    }

    /// Plays the game again from `start` and shows each position that was kept, with its score for the side to move.
    pub fn replay<G: Game>(&self, start: &G, mut show: impl FnMut(&G, Score)) -> Result<(), String> {
        let mut position = start.clone();
        for (index, ply) in self.plies.iter().enumerate() {
            let mv = position.decode(ply.code).ok_or_else(|| {
                format!("game {}, ply {}: {:#06x} is no legal move here", self.number, index + 1, ply.code)
            })?;
            if let Some(score) = ply.score {
                show(&position, score);
            }
            position.play(mv);
        }
        Ok(())
    }
}
