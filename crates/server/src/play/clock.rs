//! The clocks of a game: whose runs, since when, and how much is left.

use std::time::Duration;

use engine::Side;
use tokio::time::Instant;

use crate::limits;
use crate::refusal::{Code, Refusal};
use crate::wire::{ClockSetting, ClockState};

/// Both clocks. A clock that does not run stands still whatever time it is.
#[derive(Clone, Debug)]
pub struct Clock {
    setting: ClockSetting,
    left: [Duration; 2],
    running: Option<(Side, Instant)>,
}

impl Clock {
    /// Clocks as they were asked for.
    pub fn new(setting: ClockSetting) -> Result<Clock, Refusal> {
        let fits = |seconds: f64| (0.0..=limits::CLOCK_SECONDS).contains(&seconds);
        if !fits(setting.base_s) || !fits(setting.inc_s) || setting.base_s + setting.inc_s < 1.0 {
            let message = format!(
                "clock {}+{}: expected seconds for the game and for each move, at least 1 together and at most {} each",
                setting.base_s,
                setting.inc_s,
                limits::CLOCK_SECONDS
            );
            return Err(Refusal::new(Code::BadRequest, message));
        }
        let left = Duration::from_secs_f64(setting.base_s.max(setting.inc_s));
        Ok(Clock { setting, left: [left; 2], running: None })
    }

    /// Clocks that show what is left, in milliseconds.
    pub fn showing(setting: ClockSetting, left: [u64; 2]) -> Result<Clock, Refusal> {
        Ok(Clock { left: left.map(Duration::from_millis), ..Clock::new(setting)? })
    }

    /// What is left now.
    pub fn left(&self, side: Side) -> Duration {
        match self.running {
            Some((running, since)) if running == side => self.left[side.index()].saturating_sub(since.elapsed()),
            _ => self.left[side.index()],
        }
    }

    /// When the running clock will be at nothing.
    pub fn falls(&self) -> Option<Instant> {
        self.running.map(|(side, since)| since + self.left[side.index()])
    }

    /// Whose clock has run out.
    pub fn fallen(&self) -> Option<Side> {
        self.running.map(|(side, _)| side).filter(|&side| self.left(side).is_zero())
    }

    /// From now on the clock of `side` runs.
    pub fn start(&mut self, side: Side) {
        self.stop();
        self.running = Some((side, Instant::now()));
    }

    /// Nobody's clock runs.
    pub fn stop(&mut self) {
        if let Some((side, _)) = self.running {
            self.left[side.index()] = self.left(side);
            self.running = None;
        }
    }

    /// `side` has moved. `took` is what it is charged, where that is not what the clock says: a program does not pay for
    /// waiting. Both clocks stand still afterwards.
    pub fn moved(&mut self, side: Side, took: Option<Duration>) {
        let index = side.index();
        if let Some((running, since)) = self.running
            && running == side
        {
            let spent = took.map_or(since.elapsed(), |took| took.min(since.elapsed()));
            self.left[index] = self.left[index].saturating_sub(spent) + Duration::from_secs_f64(self.setting.inc_s);
        }
        self.running = None;
    }

    /// What is left, as it was after an earlier move.
    pub fn set(&mut self, side: Side, left: Duration) {
        self.left[side.index()] = left;
    }

    /// The time at the beginning.
    pub fn base(&self) -> Duration {
        Duration::from_secs_f64(self.setting.base_s.max(self.setting.inc_s))
    }

    /// As a program sees its clock.
    pub fn view(&self, side: Side) -> engine::Clock {
        engine::Clock {
            remaining: self.left(side),
            increment: Duration::from_secs_f64(self.setting.inc_s),
            moves_to_go: None,
        }
    }

    /// As the page sees it.
    pub fn state(&self) -> ClockState {
        let ms = |side| self.left(side).as_millis() as u64;
        ClockState {
            base_s: self.setting.base_s,
            inc_s: self.setting.inc_s,
            first_ms: ms(Side::First),
            second_ms: ms(Side::Second),
            running: self.running.map(|(side, _)| side.into()),
        }
    }
}
