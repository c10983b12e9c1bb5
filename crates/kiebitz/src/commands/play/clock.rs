//! The clocks of a game between two players.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use engine::{Clock, Side};

/// Time for the game and for each move, written `5+3`: minutes and seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    pub start: Duration,
    pub increment: Duration,
}

/// As it is read.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.start.as_secs_f64() / 60.0, self.increment.as_secs_f64())
    }
}

impl FromStr for TimeControl {
    type Err = String;

    fn from_str(text: &str) -> Result<TimeControl, String> {
        let wrong = || format!("'{text}' is not a clock: expected minutes+seconds, such as 5+3");
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        let time = |text: &str, unit: f64| {
            let number: f64 = text.trim().parse().map_err(|_| wrong())?;
            Duration::try_from_secs_f64(number * unit).map_err(|_| wrong())
        };
        let control = TimeControl { start: time(minutes, 60.0)?, increment: time(seconds, 1.0)? };
        if control.start.is_zero() && control.increment.is_zero() { Err(wrong()) } else { Ok(control) }
    }
}

/// Both clocks.
#[derive(Clone, Copy, Debug)]
pub struct Clocks {
    control: TimeControl,
    remaining: [Duration; 2],
}

impl Clocks {
    pub fn new(control: TimeControl) -> Clocks {
        Clocks { control, remaining: [control.start.max(control.increment); 2] }
    }

    /// A side has used `time`; false if that was too much. A move that was played `earns` it the increment.
    pub fn spend(&mut self, side: Side, time: Duration, earns: bool) -> bool {
        let remaining = &mut self.remaining[side.index()];
        match remaining.checked_sub(time) {
            Some(rest) => {
                *remaining = rest + if earns { self.control.increment } else { Duration::ZERO };
                true
            }
            None => {
                *remaining = Duration::ZERO;
                false
            }
        }
    }

    /// The clock as the engine wants it.
    pub fn of(&self, side: Side) -> Clock {
        Clock { remaining: self.remaining[side.index()], increment: self.control.increment, moves_to_go: None }
    }

    /// `4:05`.
    pub fn text(&self, side: Side) -> String {
        let seconds = self.remaining[side.index()].as_secs_f64();
        if seconds < 20.0 {
            format!("{seconds:.1} s")
        } else {
            format!("{}:{:02}", seconds as u64 / 60, seconds as u64 % 60)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_minutes_and_seconds() {
        let control: TimeControl = "5+3".parse().unwrap();
        assert_eq!((control.start, control.increment), (Duration::from_secs(300), Duration::from_secs(3)));
        assert_eq!(control.to_string(), "5+3");
        assert_eq!("0.5".parse::<TimeControl>().unwrap().start, Duration::from_secs(30));
        for wrong in ["", "x", "5+", "-1+2", "0+0", "nan+1"] {
            assert!(wrong.parse::<TimeControl>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn time_runs_out() {
        let mut clocks = Clocks::new("0+1".parse().unwrap());
        assert!(clocks.spend(Side::First, Duration::from_millis(400), true));
        assert_eq!(clocks.of(Side::First).remaining, Duration::from_millis(1600));
        assert!(!clocks.spend(Side::First, Duration::from_secs(2), true));
    }
}
