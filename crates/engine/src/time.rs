//! How much of a clock to spend on one move.

use std::time::Duration;

use crate::Clock;

/// How many more moves a game is assumed to take if the time control has no periods.
const MOVES_AHEAD: u32 = 25;

/// The soft limit (do not start another iteration) and the hard limit (stop at once). `overhead` is reserved for what
/// happens between choosing a move and stopping the clock, `delay` is how long the machine may let us wait for a processor.
///
/// Every move may wait, so an increment is worth only what is longer than the delay. Otherwise the clock of a game with a small increment
/// settles where a few moves that wait lose it.
pub(crate) fn share(clock: Clock, overhead: Duration, delay: Duration) -> (Duration, Duration) {
    let reserve = overhead + delay.min(clock.remaining / 2);
    let usable = clock.remaining.saturating_sub(reserve).max(Duration::from_millis(1));
    let moves = clock.moves_to_go.unwrap_or(MOVES_AHEAD).clamp(1, MOVES_AHEAD);
    let fair = usable / moves + clock.increment.saturating_sub(delay) * 3 / 4;
    let hard = (fair * 4).min(usable * 6 / 10).max(Duration::from_millis(1));
    (fair.min(hard), hard)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn never_more_than_there_is() {
        for remaining in [0, 1, 10, 50, 1000, 60_000, 3_600_000] {
            for increment in [0, 10, 5000] {
                for moves_to_go in [None, Some(1), Some(40)] {
                    let [remaining, increment] = [remaining, increment].map(Duration::from_millis);
                    for delay in [0, 30, 1000].map(Duration::from_millis) {
                        let clock = Clock { remaining, increment, moves_to_go };
                        let (soft, hard) = share(clock, Duration::from_millis(20), delay);
                        assert!(
                            soft <= hard && hard <= remaining.max(Duration::from_millis(1)),
                            "{remaining:?} {increment:?} {delay:?}"
                        );
                    }
                }
            }
        }
    }

    /// On a machine that lets every move wait for 8 ms, and some for 40, a clock of 1+0.01 must not settle near 40 ms.
    #[test]
    fn keeps_a_reserve_where_moves_wait() {
        let [overhead, wait, increment] = [30, 8, 10].map(Duration::from_millis);
        let settled = |delay: Duration| {
            let mut remaining = Duration::from_secs(1);
            for _ in 0..200 {
                let (soft, _) = share(Clock { remaining, increment, moves_to_go: None }, overhead, delay);
                remaining = (remaining + increment).saturating_sub(soft + wait);
            }
            remaining
        };
        assert!(settled(Duration::ZERO) < Duration::from_millis(60), "{:?}", settled(Duration::ZERO));
        let kept = settled(Duration::from_millis(40));
        assert!(kept > Duration::from_millis(100), "{kept:?}");
    }
}
