//! The clock of a game as the page asks for it and sees it. How it runs is the business of the table of play.

use std::time::Duration;

use arena::{Table, TimeControl};
use engine::{Instant, Side};

use crate::limits;
use crate::refusal::{Code, Refusal};
use crate::wire::{ClockSetting, ClockState};

/// The time control that was asked for.
pub fn control(setting: ClockSetting) -> Result<TimeControl, Refusal> {
    let fits = |seconds: f64| (0.0..=limits::CLOCK_SECONDS).contains(&seconds);
    let ClockSetting { base_s, inc_s } = setting;
    if !fits(base_s) || !fits(inc_s) || base_s + inc_s < 1.0 {
        let message = format!(
            "clock {base_s}+{inc_s}: expected seconds for the game and for each move, at least 1 together and at most {} each",
            limits::CLOCK_SECONDS
        );
        return Err(Refusal::new(Code::BadRequest, message));
    }
    let [start, increment] = [base_s, inc_s].map(Duration::from_secs_f64);
    Ok(TimeControl { start, increment, moves: None })
}

/// What the clocks of a table show.
pub fn state(setting: ClockSetting, table: &Table, now: Instant) -> ClockState {
    let [first_ms, second_ms] = left_ms(table, now);
    let ClockSetting { base_s, inc_s } = setting;
    ClockState { base_s, inc_s, first_ms, second_ms, running: table.ticks().map(Into::into) }
}

/// Milliseconds that are left, by side; none where there is no clock.
pub fn left_ms(table: &Table, now: Instant) -> [u64; 2] {
    Side::BOTH.map(|side| table.left(side, now).map_or(0, |left| left.as_millis() as u64))
}
