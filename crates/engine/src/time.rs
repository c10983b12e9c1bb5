//! How much of a clock to spend on one move.

use std::time::Duration;

use crate::Clock;

/// How many more moves a game is assumed to take if the time control has no periods.
const MOVES_AHEAD: u32 = 25;

/// The soft limit (do not start another iteration) and the hard limit (stop at once). `overhead` is reserved for what
/// happens between choosing a move and stopping the clock.
pub(crate) fn share(clock: Clock, overhead: Duration) -> (Duration, Duration) {
    let usable = clock.remaining.saturating_sub(overhead).max(Duration::from_millis(1));
    let moves = clock.moves_to_go.unwrap_or(MOVES_AHEAD).clamp(1, MOVES_AHEAD);
    let fair = usable / moves + clock.increment * 3 / 4;
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
                    let (soft, hard) = share(Clock { remaining, increment, moves_to_go }, Duration::from_millis(20));
                    assert!(
                        soft <= hard && hard <= remaining.max(Duration::from_millis(1)),
                        "{remaining:?} {increment:?}"
                    );
                }
            }
        }
    }
}
