//! What a `go` asks for, as limits of a search.

use engine::{Clock, Go, MAX_DEPTH, Side};
use protocol::uci;

/// The longest mate that is looked for, in moves.
const LONGEST_MATE: u32 = 1000;

/// The limits for the side to move. Moves to choose from are for the caller, who knows which are legal.
pub fn limits(go: &uci::Go, side: Side) -> Go {
    let [own, other] = [go.time[side.index()], go.time[(!side).index()]];
    // A client that tells only the other side's clock means us to look at some clock.
    let clock = own.or(other).filter(|_| !go.infinite).map(|remaining| Clock {
        remaining,
        increment: go.increment[side.index()].unwrap_or_default(),
        moves_to_go: go.moves_to_go,
    });
    Go {
        depth: go.depth.map(|depth| depth.clamp(1, MAX_DEPTH as u32) as i32),
        nodes: go.nodes.map(|nodes| nodes.max(1)),
        time: go.move_time.filter(|_| !go.infinite),
        clock,
        win_in: go.mate.map(|moves| 2 * moves.clamp(1, LONGEST_MATE) as usize - 1),
        ..Go::default()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn parse(text: &str, side: Side) -> Go {
        limits(&uci::Go::parse(text), side)
    }

    #[test]
    fn clocks_by_side() {
        let clock = parse("wtime 1000 btime 2000 winc 10 binc 20 movestogo 5", Side::Second).clock.unwrap();
        assert_eq!(clock.remaining, Duration::from_secs(2));
        assert_eq!(clock.increment, Duration::from_millis(20));
        assert_eq!(clock.moves_to_go, Some(5));
        assert_eq!(parse("wtime -50", Side::First).clock.unwrap().remaining, Duration::ZERO);
        assert!(parse("wtime 50", Side::Second).clock.is_some());
        assert!(parse("wtime 50 infinite", Side::First).clock.is_none());
    }

    #[test]
    fn numbers_are_brought_within_bounds() {
        let go = parse("depth 0 nodes -5 mate 2", Side::First);
        assert_eq!((go.depth, go.nodes, go.win_in), (Some(1), Some(1), Some(3)));
        assert_eq!(parse("depth 9999999", Side::First).depth, Some(MAX_DEPTH));
    }
}
