//! What is left of both players' time. A controller may say it before each move, or leave it to us to count.

use std::time::Duration;

use engine::Clock;
use protocol::gtp::Color;

/// The clocks of a game.
#[derive(Default)]
pub struct Clocks {
    control: Option<Control>,
    /// Black's and White's, as far as they are known.
    left: [Option<Left>; 2],
}

/// Main time, and after that periods of so many stones.
#[derive(Clone, Copy)]
struct Control {
    main: Duration,
    period: Duration,
    stones: u32,
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Left {
    time: Duration,
    /// Stones to be played in this time; 0 in the main time.
    stones: u32,
}

impl Control {
    fn start(self) -> Left {
        if self.main.is_zero() { self.next_period() } else { Left { time: self.main, stones: 0 } }
    }

    fn next_period(self) -> Left {
        Left { time: self.period, stones: self.stones }
    }
}

impl Clocks {
    /// Another time control, from the beginning.
    pub fn set(&mut self, main: Duration, period: Duration, stones: u32) {
        // By the protocol a period without stones means that time does not matter.
        let endless = !period.is_zero() && stones == 0;
        self.control = (!endless).then_some(Control { main, period, stones });
        self.restart();
    }

    /// Another game.
    pub fn restart(&mut self) {
        self.left = [self.control.map(Control::start); 2];
    }

    /// What the controller says about a player's time.
    pub fn tell(&mut self, color: Color, time: Duration, stones: u32) {
        self.left[color as usize] = Some(Left { time, stones });
    }

    /// The clock as the player sees it who is to move; `None` if time does not matter.
    pub fn clock(&self, color: Color) -> Option<Clock> {
        let Left { time, stones } = self.left[color as usize]?;
        // In the main time each move may take what a move of the periods to come may.
        let increment = match self.control {
            Some(control) if stones == 0 && control.stones > 0 => control.period / control.stones,
            _ => Duration::ZERO,
        };
        Some(Clock { remaining: time, increment, moves_to_go: Some(stones).filter(|stones| *stones > 0) })
    }

    /// A move took so long.
    pub fn spend(&mut self, color: Color, time: Duration) {
        let Some(left) = &mut self.left[color as usize] else { return };
        left.time = left.time.saturating_sub(time);
        let period_over = left.stones == 1;
        left.stones = left.stones.saturating_sub(1);
        let main_over = left.stones == 0 && left.time.is_zero();
        if let Some(control) = self.control.filter(|control| control.stones > 0)
            && (period_over || main_over)
        {
            *left = control.next_period();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn main_time_and_periods() {
        let mut clocks = Clocks::default();
        assert_eq!(clocks.clock(Color::Black), None);
        clocks.set(10 * SECOND, 4 * SECOND, 2);
        let clock = Clock { remaining: 10 * SECOND, increment: 2 * SECOND, moves_to_go: None };
        assert_eq!(clocks.clock(Color::White), Some(clock));
        clocks.spend(Color::White, 11 * SECOND);
        let clock = Clock { remaining: 4 * SECOND, increment: Duration::ZERO, moves_to_go: Some(2) };
        assert_eq!(clocks.clock(Color::White), Some(clock));
        clocks.spend(Color::White, SECOND);
        let late = Clock { remaining: 3 * SECOND, moves_to_go: Some(1), ..clock };
        assert_eq!(clocks.clock(Color::White), Some(late));
        clocks.spend(Color::White, SECOND);
        assert_eq!(clocks.clock(Color::White), Some(clock));
        assert_eq!(clocks.clock(Color::Black).unwrap().remaining, 10 * SECOND);
        clocks.tell(Color::Black, SECOND, 5);
        assert_eq!(clocks.clock(Color::Black).unwrap().moves_to_go, Some(5));
        clocks.restart();
        assert_eq!(clocks.clock(Color::White).unwrap().remaining, 10 * SECOND);
    }

    #[test]
    fn no_limit_and_no_time() {
        let mut clocks = Clocks::default();
        clocks.set(Duration::ZERO, SECOND, 0);
        assert_eq!(clocks.clock(Color::Black), None);
        clocks.set(SECOND, Duration::ZERO, 0);
        clocks.spend(Color::Black, 2 * SECOND);
        assert_eq!(clocks.clock(Color::Black).unwrap().remaining, Duration::ZERO);
    }
}
