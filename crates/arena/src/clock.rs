//! How long a player may think: the time control of a game, and the clock that runs while it is played.
//!
//! Reference for the notation `40/60+0.5`: the `TimeControl` tag of the PGN standard of 1994, section 9.6.1.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::Error;

/// Time for a game, or for a number of moves, and what each move adds to it.
///
/// Written `[MOVES/]TIME[+INCREMENT]`, with `s`, `m` or `h` behind a number for its unit: `5m+3s`, `40/90m+30s`. A number without
/// a unit is in seconds, as engine testers write it; only at a table with people ([`TimeControl::for_people`]) TIME alone is
/// in minutes, as they say it.
///
/// ```
/// use arena::TimeControl;
/// use std::time::Duration;
/// let control: TimeControl = "40/60+0.5".parse().unwrap();
/// assert_eq!((control.moves, control.start), (Some(40), Duration::from_secs(60)));
/// assert_eq!("5m+3".parse::<TimeControl>().unwrap().to_string(), "300+3");
/// assert_eq!(TimeControl::for_people("5+3").unwrap(), "5m+3s".parse().unwrap());
/// assert_eq!(TimeControl::for_people("8s+0.08s").unwrap(), "8+0.08".parse().unwrap());
/// assert_eq!(TimeControl::for_people("5+3").unwrap().words(), "5 min for the game, 3 s more with each move");
/// assert!("0+0".parse::<TimeControl>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TimeControl {
    /// Time at the beginning, and again after each period.
    pub start: Duration,
    /// Time that each move adds.
    pub increment: Duration,
    /// Moves in a period; `None` is the whole game.
    pub moves: Option<u32>,
}

impl TimeControl {
    /// As people write it: without a unit, TIME is in minutes.
    pub fn for_people(text: &str) -> Result<TimeControl, Error> {
        let wrong = || {
            Error::new(format!(
                "clock '{text}': expected [MOVES/]MINUTES[+SECONDS], such as 5+3, 40/90+30 or, with units, 90s+0.5s"
            ))
        };
        TimeControl::read(text, MINUTE).ok_or_else(wrong)
    }

    /// `unit` is that of TIME where none is given, in seconds.
    fn read(text: &str, unit: f64) -> Option<TimeControl> {
        let (moves, rest) = match text.split_once('/') {
            None => (None, text),
            Some((moves, rest)) => (Some(moves.trim().parse().ok().filter(|n| *n > 0)?), rest),
        };
        let (start, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let (start, increment) = (duration(start.trim(), unit)?, duration(increment.trim(), 1.0)?);
        (!start.is_zero() || !increment.is_zero()).then_some(TimeControl { start, increment, moves })
    }

    /// What it means, in words, so that a misunderstanding shows.
    pub fn words(&self) -> String {
        let time = |time: Duration| {
            let seconds = time.as_secs_f64();
            if seconds >= MINUTE && seconds % MINUTE == 0.0 {
                format!("{} min", seconds / MINUTE)
            } else {
                format!("{seconds} s")
            }
        };
        let mut text = match self.moves {
            None => format!("{} for the game", time(self.start)),
            Some(moves) => format!("{} for every {moves} moves", time(self.start)),
        };
        if !self.increment.is_zero() {
            text += &format!(", {} more with each move", time(self.increment));
        }
        text
    }
}

/// In seconds.
const MINUTE: f64 = 60.0;

impl FromStr for TimeControl {
    type Err = Error;

    fn from_str(text: &str) -> Result<TimeControl, Error> {
        let wrong = || {
            Error::new(format!("clock '{text}': expected [MOVES/]SECONDS[+SECONDS], such as 10+0.1, 40/60 or 5m+3s"))
        };
        TimeControl::read(text, 1.0).ok_or_else(wrong)
    }
}

/// A time in the unit that the letter behind it says, or in `unit`.
fn duration(text: &str, unit: f64) -> Option<Duration> {
    let (number, unit) = match text.char_indices().last()? {
        (end, 's') => (&text[..end], 1.0),
        (end, 'm') => (&text[..end], MINUTE),
        (end, 'h') => (&text[..end], 60.0 * MINUTE),
        _ => (text, unit),
    };
    let seconds = number.parse::<f64>().ok()? * unit;
    // A month is more than any game takes, and far below what a clock can hold.
    Duration::try_from_secs_f64(seconds).ok().filter(|time| *time <= Duration::from_secs(31 * 86_400))
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.start.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

/// The clock of one player.
///
/// It may run below zero by the margin that the referee allows, and what it is below zero stays owed: the margin is granted
/// once a game, not once a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Clock {
    control: TimeControl,
    left: Duration,
    owed: Duration,
    moves: u32,
}

impl Clock {
    /// A clock at the beginning of a game.
    pub fn new(control: TimeControl) -> Clock {
        Clock { control, left: control.start.max(control.increment), owed: Duration::ZERO, moves: 0 }
    }

    /// What is left.
    pub fn left(&self) -> Duration {
        self.left
    }

    /// How many moves it has counted.
    pub fn moves(&self) -> u32 {
        self.moves
    }

    /// Puts the clock to what it showed after so many moves of an earlier day.
    pub fn set(&mut self, left: Duration, moves: u32) {
        (self.left, self.owed, self.moves) = (left, Duration::ZERO, moves);
    }

    /// How long the next move may take when `margin` is allowed below zero.
    pub fn limit(&self, margin: Duration) -> Duration {
        (self.left + margin).saturating_sub(self.owed)
    }

    /// Takes note that this much time has passed without a move; false if that was too much.
    pub fn run(&mut self, time: Duration, margin: Duration) -> bool {
        if time > self.limit(margin) {
            self.left = Duration::ZERO;
            return false;
        }
        self.owed += time.saturating_sub(self.left);
        self.left = self.left.saturating_sub(time);
        true
    }

    /// A move has taken `time`; false if that was too much.
    pub fn spend(&mut self, time: Duration, margin: Duration) -> bool {
        if !self.run(time, margin) {
            return false;
        }
        self.moves += 1;
        let mut gained = self.control.increment;
        if self.control.moves.is_some_and(|period| self.moves.is_multiple_of(period)) {
            gained += self.control.start;
        }
        let repaid = self.owed.min(gained);
        self.owed -= repaid;
        self.left += gained - repaid;
        true
    }

    /// The clock as a player sees it.
    pub fn view(&self) -> engine::Clock {
        engine::Clock {
            remaining: self.left,
            increment: self.control.increment,
            moves_to_go: self.control.moves.map(|period| period - self.moves % period),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn reads_and_writes() {
        for text in ["10+0.1", "40/60", "40/60+0.5", "1+0.01", "0.5", "0+1"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        for wrong in ["", "+", "x", "5+", "-1+2", "0", "0+0", "nan+1", "0/5", "x/5", "1e300", "5q", "40/"] {
            assert!(wrong.parse::<TimeControl>().is_err() && TimeControl::for_people(wrong).is_err(), "{wrong}");
        }
        assert_eq!("40/60".parse::<TimeControl>().unwrap().words(), "1 min for every 40 moves");
        assert_eq!("8+0.08".parse::<TimeControl>().unwrap().words(), "8 s for the game, 0.08 s more with each move");
    }

    #[test]
    fn increments_and_periods() {
        let mut clock = Clock::new("2/10+1".parse().unwrap());
        assert!(clock.spend(ms(4000), ms(0)));
        assert_eq!((clock.left(), clock.view().moves_to_go), (ms(7000), Some(1)));
        assert!(clock.spend(ms(5000), ms(0)));
        assert_eq!((clock.left(), clock.view().moves_to_go), (ms(13_000), Some(2)));
        assert!(!clock.spend(ms(13_001), ms(0)));
    }

    #[test]
    fn the_margin_is_granted_once() {
        let mut clock = Clock::new("1+0.01".parse().unwrap());
        assert!(clock.spend(ms(1030), ms(50)));
        assert_eq!((clock.left(), clock.limit(ms(50))), (ms(0), ms(30)));
        assert!(clock.spend(ms(25), ms(50)));
        assert_eq!(clock.limit(ms(50)), ms(15));
        assert!(!clock.spend(ms(20), ms(50)));
    }
}
