//! Games written for this test in ways that the usual collections do not have, with counts and values worked out by other means.

use game::{Rules, perft};
use rules::{Loading, Reason, Ruled, Walker};

fn load(name: &str, text: &str) -> &'static rules::Loaded {
    rules::load(name, text, Loading::default()).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The value for the side to move: plain minimax.
fn value(position: &Ruled) -> i32 {
    if let Some(outcome) = position.outcome() {
        return outcome.score(position.side_to_move()).value().signum();
    }
    position.moves().into_iter().map(|mv| -value(&position.after(mv))).max().expect("a move")
}

/// Compares counts of joint moves with those of another program for the same game.
fn counts(game: &rules::Loaded, depth: usize, other: impl Fn(usize) -> u64) {
    let mut walker = Walker::new(&game.rules);
    for depth in 1..=depth {
        assert_eq!(walker.perft(&game.rules.init, depth), other(depth), "{} depth {depth}", game.name);
    }
}

/// A race to 21 by steps of 1, 2 or 3: words with a meaning in capitals, lines that end as on Windows, whose turn it is by the parity of a
/// count of plies, waiting under a name of its own, and `not` around `or`.
#[test]
fn a_race_with_turns_by_parity() {
    let succ: String = (0..24).map(|n| format!("(S {n} {})\r\n", n + 1)).collect();
    let even: String = (0..24).step_by(2).map(|n| format!("(Even {n})")).collect();
    let text = format!(
        "; a race\r\n(ROLE left)(ROLE right){succ}{even}
        (INIT (at 0))\t(INIT (ply 0))
        (<= (turn left) (TRUE (ply ?n)) (Even ?n))
        (<= (turn right) (TRUE (ply ?n)) (NOT (Even ?n)))
        (<= (far ?a ?b 1) (S ?a ?b))
        (<= (far ?a ?c 2) (far ?a ?b 1) (S ?b ?c))
        (<= (far ?a ?c 3) (far ?a ?b 2) (S ?b ?c))
        (<= (LEGAL ?r (go ?d)) (ROLE ?r) (turn ?r) (TRUE (at ?a)) (far ?a ?b ?d) (NOT (OR (over ?b) (DISTINCT ?r ?r))))
        (over 22) (over 23) (over 24)
        (<= (LEGAL ?r sit) (ROLE ?r) (NOT (turn ?r)))
        (<= (NEXT (at ?b)) (DOES ?r (go ?d)) (TRUE (at ?a)) (far ?a ?b ?d))
        (<= (NEXT (ply ?m)) (TRUE (ply ?n)) (S ?n ?m))
        (<= TERMINAL (TRUE (at 21)))
        (<= (GOAL ?r 100) (ROLE ?r) (NOT (turn ?r)))
        (<= (GOAL ?r 0) (turn ?r)) ; the end"
    );
    let game = load("race", &text);
    fn race(at: u32, depth: usize) -> u64 {
        if depth == 0 {
            return 1;
        }
        (1..=3).filter(|step| at + step <= 21).map(|step| race(at + step, depth - 1)).sum()
    }
    counts(game, 9, |depth| race(0, depth));
    // Whoever is to move with a multiple of four to go loses.
    for (facts, expected) in
        [("(at 17) (ply 5)", -1), ("(at 13) (ply 6)", -1), ("(at 12) (ply 4)", 1), ("(at 9) (ply 3)", -1)]
    {
        assert_eq!(value(&Ruled::begin(game).parse_position(facts).expect("facts")), expected, "{facts}");
    }
    game::conformance::check(&Ruled::begin(game), 5);
}

/// Kayles with six pins: facts without arguments, first position by rules, moves with and without arguments, and every sentence nested as it
/// likes. Whoever knocks down the last pin wins; the nim value of six pins is 3.
#[test]
fn kayles_with_facts_without_arguments() {
    let pins = ["p1", "p2", "p3", "p4", "p5", "p6"];
    let mut text = String::from("(role a) (role b) (pin p1)(pin p2)(pin p3)(pin p4)(pin p5)(pin p6)");
    text += "(<= (init ?p) (pin ?p)) (init (mover (player (named a))))";
    text += "(<= (on ?p) (pin ?p) (true ?p)) (<= some (on ?p))";
    text += &pins.windows(2).map(|pair| format!("(beside {} {})", pair[0], pair[1])).collect::<String>();
    text += "(<= (legal ?r (one ?p)) (true (mover (player (named ?r)))) (on ?p))
        (<= (legal ?r (both (of ?p ?q))) (true (mover (player (named ?r)))) (and (on ?p) (on ?q) (beside ?p ?q)))
        (<= (legal ?r noop) (role ?r) (not (true (mover (player (named ?r))))))
        (<= (hit ?p) (or (does ?r (one ?p)) (does ?r (both (of ?p ?q))) (does ?r (both (of ?q ?p)))))
        (<= (next ?p) (on ?p) (not (hit ?p)))
        (<= (next (mover (player (named ?s)))) (true (mover (player (named ?r)))) (role ?s) (distinct ?r ?s))
        (<= terminal (not some))
        (<= (goal ?r 0) (true (mover (player (named ?r)))))
        (<= (goal ?r 100) (role ?r) (not (true (mover (player (named ?r))))))";
    let game = load("kayles", &text);
    fn kayles(pins: u32, depth: usize) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = (0..6).flat_map(|at| [1 << at, 3 << at]).filter(|hit| hit >> 6 == 0 && pins & hit == *hit);
        moves.map(|hit| kayles(pins & !hit, depth - 1)).sum()
    }
    counts(game, 6, |depth| kayles(63, depth));
    assert_eq!(value(&Ruled::begin(game)), 1);
    game::conformance::check(&Ruled::begin(game), 5);
}

/// Hex on three rows: cells inside of stones, connection by a predicate that depends on itself, and an end that asks for it.
#[test]
fn a_small_hex_with_recursion() {
    let text = "(role red) (role blue) (n 1) (n 2) (n 3) (next_to 1 2) (next_to 2 3)
        (init (to_move red))
        (<= (free (at ?x ?y)) (n ?x) (n ?y) (not (taken (at ?x ?y))))
        (<= (taken ?c) (true (stone ?c ?r)))
        (<= (legal ?r (put ?c)) (true (to_move ?r)) (free ?c))
        (<= (legal red noop) (true (to_move blue))) (<= (legal blue noop) (true (to_move red)))
        (<= (next (stone ?c ?r)) (does ?r (put ?c)))
        (<= (next (stone ?c ?r)) (true (stone ?c ?r)))
        (<= (next (to_move blue)) (true (to_move red))) (<= (next (to_move red)) (true (to_move blue)))
        (<= (touch (at ?x ?y) (at ?x ?z)) (n ?x) (or (next_to ?y ?z) (next_to ?z ?y)))
        (<= (touch (at ?x ?y) (at ?z ?y)) (n ?y) (or (next_to ?x ?z) (next_to ?z ?x)))
        (<= (touch (at ?x ?y) (at ?z ?w)) (next_to ?x ?z) (next_to ?w ?y))
        (<= (touch (at ?x ?y) (at ?z ?w)) (next_to ?z ?x) (next_to ?y ?w))
        (<= (joined red (at ?x 1)) (true (stone (at ?x 1) red)))
        (<= (joined blue (at 1 ?y)) (true (stone (at 1 ?y) blue)))
        (<= (joined ?r ?d) (joined ?r ?c) (touch ?c ?d) (true (stone ?d ?r)))
        (<= (won red) (joined red (at ?x 3))) (<= (won blue) (joined blue (at 3 ?y)))
        (<= terminal (won ?r))
        (<= (goal ?r 100) (won ?r)) (<= (goal ?r 0) (role ?r) (not (won ?r)))";
    let game = load("hex-three", text);
    assert!(!game.rules.is_proved());
    fn won(stones: u32, across: bool) -> bool {
        let place = |x: i32, y: i32| if across { x + 3 * y } else { y + 3 * x };
        let mut joined: Vec<(i32, i32)> = (0..3).filter(|&x| stones >> place(x, 0) & 1 == 1).map(|x| (x, 0)).collect();
        let mut at = 0;
        while at < joined.len() {
            let (x, y) = joined[at];
            for (dx, dy) in [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)] {
                let next = (x + dx, y + dy);
                let inside = (0..3).contains(&next.0) && (0..3).contains(&next.1);
                if inside && stones >> place(next.0, next.1) & 1 == 1 && !joined.contains(&next) {
                    joined.push(next);
                }
            }
            at += 1;
        }
        joined.iter().any(|&(_, y)| y == 2)
    }
    fn hex(stones: [u32; 2], turn: usize, depth: usize) -> u64 {
        if depth == 0 {
            return 1;
        }
        if won(stones[0], true) || won(stones[1], false) {
            return 0;
        }
        let empty = (0..9).filter(|cell| (stones[0] | stones[1]) >> cell & 1 == 0);
        let placed = empty.map(|cell| {
            let mut stones = stones;
            stones[turn] |= 1 << cell;
            hex(stones, 1 - turn, depth - 1)
        });
        placed.sum()
    }
    counts(game, 6, |depth| hex([0, 0], 0, depth));
    assert_eq!(value(&Ruled::begin(game)), 1, "whoever begins wins at Hex");
    game::conformance::check(&Ruled::begin(game), 5);
}

/// A heap of nine: whoever takes one moves again, once. Goals of 70 and 30, so that a result is counted, and a pass between moves.
const AGAIN: &str = "(role x) (role y) (init (heap 9)) (init (hand x fresh))
    (less 1 9 8)(less 1 8 7)(less 1 7 6)(less 1 6 5)(less 1 5 4)(less 1 4 3)(less 1 3 2)(less 1 2 1)(less 1 1 0)
    (<= (less 2 ?a ?c) (less 1 ?a ?b) (less 1 ?b ?c))
    (<= (legal ?r (take ?n)) (true (hand ?r ?h)) (true (heap ?a)) (less ?n ?a ?b))
    (<= (legal ?r wait) (role ?r) (not (has ?r))) (<= (has ?r) (true (hand ?r ?h)))
    (<= (next (heap ?b)) (does ?r (take ?n)) (true (heap ?a)) (less ?n ?a ?b))
    (<= (next (hand ?r tired)) (does ?r (take 1)) (true (hand ?r fresh)))
    (<= (next (hand ?s fresh)) (does ?r (take 2)) (role ?s) (distinct ?r ?s))
    (<= (next (hand ?s fresh)) (does ?r (take 1)) (true (hand ?r tired)) (role ?s) (distinct ?s ?r))
    (<= terminal (true (heap 0)))
    (<= (goal ?r 70) (true (heap 0)) (has ?r)) (<= (goal ?r 30) (true (heap 0)) (role ?r) (not (has ?r)))
    (<= (goal ?r 50) (role ?r) (not (true (heap 0))))";

#[test]
fn a_player_moves_twice_and_goals_are_counted() {
    let game = load("again", AGAIN);
    assert!(game.survey.doubles && game.margins && game.survey.sum == 100);
    // Whoever moves, the moves are the same.
    fn again(heap: u32, depth: usize) -> u64 {
        if depth == 0 {
            return 1;
        }
        (1..=heap.min(2)).map(|taken| again(heap - taken, depth - 1)).sum()
    }
    counts(game, 8, |depth| again(9, depth));
    let start = Ruled::begin(game);
    let after = start.parse_position("take-1").expect("a move");
    assert!(after.is_passing() && after.moves().len() == 1 && perft(&after, 2) == 2, "the other passes in between");
    game::conformance::check(&start, 5);
}

/// No move means waiting: whoever is not to move has exactly one move, another one from ply to ply.
#[test]
fn whoever_waits_may_have_a_move_of_another_name_each_time() {
    let text = AGAIN.replace(
        "(<= (legal ?r wait) (role ?r) (not (has ?r)))",
        "(<= (legal ?r (watch ?a)) (role ?r) (not (has ?r)) (true (heap ?a)))",
    );
    let game = load("watched", &text);
    let plain = load("again", AGAIN);
    for depth in 1..=6 {
        assert_eq!(
            Walker::new(&game.rules).perft(&game.rules.init, depth),
            Walker::new(&plain.rules).perft(&plain.rules.init, depth),
            "depth {depth}"
        );
    }
    let start = Ruled::begin(game);
    assert_eq!(start.waiting(game.seats[1]), "(watch 9)");
    game::conformance::check(&start, 2);
    // A choice that matters for both at a later position is seen when games are watched.
    let both = text.replace(
        "(<= terminal",
        "(<= (legal ?r (blink ?a)) (role ?r) (not (has ?r)) (true (heap ?a)) (less 2 ?a 2))
        (<= (next blinked) (does ?r (blink ?a))) (<= terminal",
    );
    let Err(error) = rules::load("blinking", &both, Loading::default()) else { panic!("not refused") };
    assert_eq!(error.reason, Reason::Simultaneous, "{error}");
}
