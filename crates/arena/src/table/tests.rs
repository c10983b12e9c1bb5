//! The table of play without any player: events with the time at which they happen.

use std::time::{Duration, Instant};

use engine::{Bound, Report, Score, Side};
use game::Rng;

use super::*;
use crate::program::Program;
use crate::{Adjudication, Player, Thought, TimeControl};

const PEOPLE: [bool; 2] = [true, true];
const PROGRAMS: [bool; 2] = [false, false];

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

fn terms(people: [bool; 2], clock: Option<&str>) -> Terms {
    let control: Option<TimeControl> = clock.map(|text| text.parse().expect("a time control"));
    Terms { people, controls: [control; 2], ..Terms::default() }
}

fn table(game: &str, terms: Terms, now: Instant) -> Table {
    Table::new(engine::open(game).expect("a game"), terms, now)
}

/// A move of a program that took so long and expects so much.
fn reply(mv: &str, took: Duration, expects: Option<f64>) -> Result<Reply, Fault> {
    let report = expects.map(|chance| Report {
        depth: 1,
        deepest: 1,
        line: 1,
        score: Score::DRAW,
        score_text: String::new(),
        chance,
        bound: Bound::Exact,
        pv: Vec::new(),
        nodes: 1,
        unit: "nodes",
        time: took,
        table_full: 0,
    });
    let thought = Thought { score: expects.map(|_| Score::DRAW), ..Thought::default() };
    Ok(Reply { mv: mv.to_string(), expects: None, took, thought, report })
}

fn ending(table: &Table) -> Option<(Option<Side>, &Ending)> {
    table.outcome().map(|outcome| (outcome.winner, &outcome.ending))
}

fn codes(table: &Table) -> Vec<&str> {
    table.moves().iter().map(|played| played.code.as_str()).collect()
}

#[test]
fn the_rules_end_the_game_and_nothing_comes_after() {
    let now = Instant::now();
    let mut table = table("tic-tac-toe", terms(PEOPLE, None), now);
    for mv in ["5", "1", "2", "9"] {
        table.play(mv, now).expect("legal");
    }
    assert!(matches!(table.play("5", now), Err(Refused::Move(_))), "the cell is taken");
    assert_eq!((table.phase(), table.moves().len()), (Phase::Running, 4));
    table.play("8", now).expect("legal");
    assert_eq!(table.phase(), Phase::Over);
    assert_eq!(table.verdict().as_deref(), Some("X wins: three in a row"));
    let game = table.game().expect("it is over");
    assert_eq!((game.start, game.winner, game.moves.len()), (None, Some(Side::First), 5));
    for refused in [
        table.play("3", now),
        table.resign(Side::First, now),
        table.take_back(Side::First, now),
        table.pause(now),
        table.resume(now),
        table.decline_draw(Side::First, now),
        table.offer_draw(Side::First, now).map(drop),
        table.answer(reply("3", ms(1), None), now),
        table.fail(Side::First, Fault::Halted),
    ] {
        assert_eq!(refused, Err(Refused::Over));
    }
    assert_eq!(codes(&table), ["5", "1", "2", "9", "8"]);
}

#[test]
fn a_draw_by_counting_need_not_be_claimed() {
    let now = Instant::now();
    let mut table = table("chess", terms(PEOPLE, None), now);
    for mv in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"] {
        table.play(mv, now).expect("legal");
        assert_eq!(table.phase(), Phase::Running);
    }
    table.play("f6g8", now).expect("legal");
    assert!(
        matches!(ending(&table), Some((None, Ending::Rules(text))) if text.contains("three times")),
        "{:?}",
        ending(&table)
    );
    assert_eq!(table.play("e2e4", now), Err(Refused::Over));
    // The same before the first move: the fiftieth move without progress stands on the board.
    let mut board = engine::open("chess").expect("chess");
    board.set_position("4k3/8/8/8/8/8/R7/4K3 w - - 100 90").expect("a position");
    let over = Table::new(board, terms(PEOPLE, None), now);
    assert_eq!((over.phase(), over.outcome().map(|outcome| outcome.winner)), (Phase::Over, Some(None)));
}

#[test]
fn increments_and_periods() {
    let start = Instant::now();
    let mut table = table("chess", terms(PEOPLE, Some("2/60+1")), start);
    table.play("e4", start + seconds(10)).expect("legal");
    assert_eq!(table.left(Side::First, start + seconds(10)), Some(seconds(51)));
    assert_eq!(
        table.moves()[0].thinking.map(|thinking| (thinking.took, thinking.left)),
        Some((seconds(10), Some(seconds(51))))
    );
    table.play("e5", start + seconds(30)).expect("legal");
    table.play("Nf3", start + seconds(31)).expect("legal");
    // Two moves are a period: the time is given again.
    assert_eq!(table.left(Side::First, start + seconds(31)), Some(seconds(111)));
    // The clock of the side to move runs, the other stands.
    let later = start + seconds(41);
    assert_eq!(
        (table.left(Side::Second, later), table.left(Side::First, later)),
        (Some(seconds(31)), Some(seconds(111)))
    );
    assert_eq!(table.ticks(), Some(Side::Second));
}

#[test]
fn a_flag_falls() {
    let start = Instant::now();
    let mut table = table("chess", terms(PEOPLE, Some("60")), start);
    assert_eq!(table.flag_falls(), Some(start + seconds(60)));
    table.tick(start + seconds(59));
    assert_eq!(table.phase(), Phase::Running);
    // A move that comes too late finds the game lost.
    assert_eq!(table.play("e4", start + seconds(60)), Err(Refused::Over));
    assert!(matches!(ending(&table), Some((Some(Side::Second), Ending::Fault(Fault::OutOfTime(_))))));
    assert_eq!(table.left(Side::First, start + seconds(99)), Some(Duration::ZERO));
    assert_eq!(table.verdict().as_deref(), Some("Black wins: White has used up the time"));
    assert!(table.moves().is_empty() && table.flag_falls().is_none());
}

#[test]
fn clocks_may_wait_for_the_first_move() {
    let start = Instant::now();
    let mut waiting = terms(PEOPLE, Some("60+2"));
    waiting.rules.clocks_wait = true;
    let mut table = table("chess", waiting, start);
    assert_eq!((table.ticks(), table.flag_falls()), (None, None));
    table.play("e4", start + seconds(500)).expect("nobody's clock ran");
    assert_eq!(table.left(Side::First, start + seconds(501)), Some(seconds(60)));
    assert_eq!(
        (table.ticks(), table.left(Side::Second, start + seconds(510))),
        (Some(Side::Second), Some(seconds(50)))
    );
}

#[test]
fn programs_are_charged_for_thinking_and_have_a_margin_once() {
    let start = Instant::now();
    let mut table = table("chess", terms(PROGRAMS, Some("1")), start);
    // It waited long for its turn to compute; that is not on its clock, and its flag does not fall meanwhile.
    assert_eq!(table.flag_falls(), None);
    table.answer(reply("e2e4", ms(400), None), start + seconds(50)).expect("asked");
    assert_eq!(table.left(Side::First, start + seconds(50)), Some(ms(600)));
    table.answer(reply("e7e5", ms(1030), None), start + seconds(51)).expect("asked");
    assert_eq!((table.phase(), table.left(Side::Second, start)), (Phase::Running, Some(ms(0))));
    table.answer(reply("g1f3", ms(0), None), start + seconds(52)).expect("asked");
    table.answer(reply("b8c6", ms(30), None), start + seconds(52)).expect("asked");
    assert!(
        matches!(ending(&table), Some((Some(Side::First), Ending::Fault(Fault::OutOfTime(_))))),
        "{:?}",
        ending(&table)
    );
    assert_eq!(codes(&table).len(), 3);
}

#[test]
fn a_fixed_time_for_each_move_is_a_limit_too() {
    let start = Instant::now();
    let mut limited = terms(PROGRAMS, None);
    limited.limits = [Some(seconds(1)), None];
    let mut table = table("chess", limited, start);
    assert_eq!(table.task().patience, seconds(1) + ms(50));
    table.answer(reply("e2e4", seconds(1), None), start).expect("asked");
    table.answer(reply("e7e5", seconds(100), None), start).expect("nobody limits the other");
    table.answer(Err(Fault::Stalled("no move".to_string())), start).expect("asked");
    assert!(matches!(ending(&table), Some((Some(Side::Second), Ending::Fault(Fault::OutOfTime(_))))));
}

#[test]
fn what_a_program_does_wrong_costs_the_game() {
    let now = Instant::now();
    type Case = (Result<Reply, Fault>, fn(&Ending) -> bool);
    let cases: [Case; 5] = [
        (reply("e2e5", ms(1), None), |ending| matches!(ending, Ending::Fault(Fault::Illegal(_)))),
        (reply("Resign", ms(1), None), |ending| *ending == Ending::Resigned),
        (Err(Fault::Crashed("gone".to_string())), |ending| matches!(ending, Ending::Fault(Fault::Crashed(_)))),
        (Err(Fault::Stalled("no move".to_string())), |ending| matches!(ending, Ending::Fault(Fault::Stalled(_)))),
        (Err(Fault::Flooded("prints".to_string())), |ending| matches!(ending, Ending::Fault(Fault::Flooded(_)))),
    ];
    for (answer, fits) in cases {
        let mut table = table("chess", terms(PROGRAMS, None), now);
        table.answer(answer.clone(), now).expect("asked");
        let (winner, ending) = ending(&table).expect("over");
        assert!(winner == Some(Side::Second) && fits(ending), "{answer:?}: {ending:?}");
        assert!(table.moves().is_empty());
    }
    let mut table = table("chess", terms(PROGRAMS, None), now);
    table.answer(Err(Fault::Halted), now).expect("asked");
    assert_eq!(table.phase(), Phase::Running, "a halt is nobody's fault");
    table.fail(Side::Second, Fault::NotReady("no".to_string())).expect("it goes on");
    assert_eq!(table.outcome().and_then(|outcome| outcome.winner), Some(Side::First));
}

#[test]
fn only_those_are_heard_whose_turn_it_is() {
    let now = Instant::now();
    let mut table = table("chess", terms([true, false], None), now);
    assert_eq!(table.answer(reply("e2e4", ms(1), None), now), Err(Refused::NotAsked));
    table.play("e4", now).expect("legal");
    assert_eq!(table.play("e5", now), Err(Refused::ProgramsTurn(Side::Second)));
    for refused in [
        table.resign(Side::Second, now),
        table.take_back(Side::Second, now),
        table.offer_draw(Side::Second, now).map(drop),
        table.decline_draw(Side::Second, now),
    ] {
        assert_eq!(refused, Err(Refused::NotAPerson(Side::Second)));
    }
    table.pause(now).expect("running");
    assert_eq!(table.answer(reply("e7e5", ms(1), None), now), Err(Refused::NotAsked), "it was told to stop");
    table.resume(now).expect("paused");
    table.answer(reply("e7e5", ms(1), None), now).expect("asked");
    table.resign(Side::First, now).expect("a person");
    assert_eq!(ending(&table), Some((Some(Side::Second), &Ending::Resigned)));
}

#[test]
fn an_offer_stands_until_the_other_has_moved() {
    let now = Instant::now();
    let mut table = table("chess", terms(PEOPLE, None), now);
    assert_eq!(table.offer_draw(Side::First, now), Ok(Offer::Open));
    table.play("e4", now).expect("legal");
    assert_eq!(table.draw_offer(), Some(Side::First), "the own move does not take it back");
    table.play("e5", now).expect("legal");
    assert_eq!(table.draw_offer(), None, "the other has played on");
    assert_eq!(table.offer_draw(Side::Second, now), Ok(Offer::Open));
    table.decline_draw(Side::First, now).expect("an offer");
    assert_eq!(table.draw_offer(), None);
    assert_eq!(table.offer_draw(Side::Second, now), Ok(Offer::Open));
    table.take_back(Side::First, now).expect("a move");
    assert_eq!(table.draw_offer(), None, "it was about another position");
    assert_eq!(table.offer_draw(Side::Second, now), Ok(Offer::Open));
    assert_eq!(table.offer_draw(Side::First, now), Ok(Offer::Agreed));
    assert_eq!((ending(&table), table.verdict().as_deref()), (Some((None, &Ending::Agreed)), Some("draw: agreed")));
}

#[test]
fn a_program_accepts_when_it_expects_no_more_than_a_draw() {
    let now = Instant::now();
    for (plies, expects, accepts) in [
        (EARLIEST_DRAW, Some(0.5), true),
        (EARLIEST_DRAW, Some(CONTENT), true),
        (EARLIEST_DRAW, Some(0.54), false),
        (EARLIEST_DRAW, Some(0.1), true),
        (EARLIEST_DRAW, None, false),
        (EARLIEST_DRAW - 2, Some(0.1), false),
    ] {
        let mut table = table("chess", terms([true, false], None), now);
        for ply in 0..plies {
            // Knights and rooks' pawns, so that no position comes three times.
            let white = [
                "a2a3", "g1f3", "f3g1", "b2b3", "g1f3", "f3g1", "c2c3", "g1f3", "f3g1", "d2d3", "g1f3", "f3g1", "e2e3",
                "g1f3", "f3g1",
            ];
            let black = [
                "a7a6", "g8f6", "f6g8", "b7b6", "g8f6", "f6g8", "c7c6", "g8f6", "f6g8", "d7d6", "g8f6", "f6g8", "e7e6",
                "g8f6", "f6g8",
            ];
            if ply % 2 == 0 {
                table.play(white[ply / 2], now).expect("legal");
            } else {
                // A move from a book says nothing; the last word that was said counts.
                let said = if ply + 1 == plies { None } else { expects };
                table.answer(reply(black[ply / 2], ms(1), said), now).expect("asked");
            }
        }
        let expected = if accepts { Offer::Agreed } else { Offer::Declined };
        assert_eq!(table.offer_draw(Side::First, now), Ok(expected), "{plies} plies, {expects:?}");
        assert_eq!((table.phase() == Phase::Over, table.draw_offer()), (accepts, None));
    }
}

#[test]
fn clocks_go_back_with_the_moves() {
    let start = Instant::now();
    let mut table = table("chess", terms([true, false], Some("2/60+1")), start);
    assert_eq!(table.take_back(Side::First, start), Err(Refused::NothingToTakeBack));
    table.play("e4", start + seconds(10)).expect("legal");
    table.answer(reply("e7e5", seconds(5), None), start + seconds(15)).expect("asked");
    table.play("Nf3", start + seconds(20)).expect("legal");
    table.answer(reply("b8c6", seconds(5), None), start + seconds(25)).expect("asked");
    let now = start + seconds(40);
    table.take_back(Side::First, now).expect("two moves");
    assert_eq!(codes(&table), ["e2e4", "e7e5"]);
    assert_eq!(Side::BOTH.map(|side| table.left(side, now)), [Some(seconds(51)), Some(seconds(56))]);
    // The count of the period went back as well.
    table.play("Nc3", now + seconds(1)).expect("legal");
    assert_eq!(table.left(Side::First, now + seconds(1)), Some(seconds(111)));
    // While the program thinks only the own move is taken back.
    table.take_back(Side::First, now + seconds(2)).expect("one move");
    assert_eq!(codes(&table).len(), 2);
    // Of two people the last move, whoever made it; what the game began with stays.
    let mut board = engine::open("chess").expect("chess");
    board.play("d4").expect("legal");
    let mut people = Table::new(board, terms(PEOPLE, None), start);
    assert_eq!(people.take_back(Side::Second, start), Err(Refused::NothingToTakeBack));
    people.play("d5", start).expect("legal");
    people.take_back(Side::First, start).expect("a move");
    assert_eq!((codes(&people), people.given()), (vec!["d2d4"], 1));
}

#[test]
fn a_pause_stops_the_clock() {
    let start = Instant::now();
    let mut table = table("chess", terms(PEOPLE, Some("60")), start);
    table.pause(start + seconds(20)).expect("running");
    assert_eq!((table.phase(), table.ticks(), table.flag_falls()), (Phase::Paused, None, None));
    assert_eq!(table.left(Side::First, start + seconds(500)), Some(seconds(40)));
    table.tick(start + seconds(500));
    table.resume(start + seconds(500)).expect("paused");
    assert_eq!(table.flag_falls(), Some(start + seconds(540)));
    table.pause(start + seconds(510)).expect("running");
    // A move ends the pause, and costs nothing.
    table.play("e4", start + seconds(900)).expect("legal");
    assert_eq!((table.phase(), table.left(Side::First, start + seconds(901))), (Phase::Running, Some(seconds(30))));
    assert_eq!(table.left(Side::Second, start + seconds(901)), Some(seconds(59)));
}

#[test]
fn a_game_that_was_stored_goes_on() {
    let start = Instant::now();
    let mut board = engine::open("chess").expect("chess");
    for mv in ["d4", "d5", "c4"] {
        board.play(mv).expect("legal");
    }
    let thought = |left| Some(Thinking { took: seconds(9), left: Some(seconds(left)), ..Thinking::default() });
    let earlier = Earlier {
        given: 1,
        thinking: vec![None, thought(50), thought(45)],
        left: [Some(seconds(45)), Some(seconds(33))],
        phase: Phase::Paused,
        outcome: None,
    };
    let mut table = Table::reopen(board, terms(PEOPLE, Some("60+5")), earlier, start);
    assert_eq!((table.phase(), table.given(), codes(&table).len()), (Phase::Paused, 1, 3));
    let now = start + seconds(1000);
    assert_eq!(Side::BOTH.map(|side| table.left(side, now)), [Some(seconds(45)), Some(seconds(33))]);
    table.resume(now).expect("paused");
    assert_eq!(table.left(Side::Second, now + seconds(3)), Some(seconds(30)));
    table.take_back(Side::First, now).expect("a move");
    assert_eq!(Side::BOTH.map(|side| table.left(side, now)), [Some(seconds(60)), Some(seconds(50))]);
    table.take_back(Side::First, now).expect("a move");
    assert_eq!(table.take_back(Side::First, now), Err(Refused::NothingToTakeBack), "the opening stays");
}

#[test]
fn too_long_and_agreed_by_the_judge() {
    let now = Instant::now();
    let mut short = terms(PROGRAMS, None);
    short.rules.max_plies = Some(2);
    let mut table = table("chess", short, now);
    table.answer(reply("e2e4", ms(1), None), now).expect("asked");
    table.answer(reply("e7e5", ms(1), None), now).expect("asked");
    assert!(matches!(ending(&table), Some((None, Ending::Adjudicated(text))) if text.contains("2 plies")));
    let mut judged = terms(PROGRAMS, None);
    judged.rules.adjudication =
        Adjudication { draw: Some("after=1,moves=1,score=10".parse().expect("a rule")), ..Adjudication::default() };
    let mut table = super::tests::table("chess", judged, now);
    table.answer(reply("e2e4", ms(1), Some(0.5)), now).expect("asked");
    assert_eq!(table.phase(), Phase::Running);
    table.answer(reply("e7e5", ms(1), Some(0.5)), now).expect("asked");
    assert!(matches!(ending(&table), Some((None, Ending::Adjudicated(_)))));
}

#[test]
fn pondering_is_about_games_that_go_on() {
    let now = Instant::now();
    let mut silent = table("tic-tac-toe", terms(PROGRAMS, None), now);
    silent.answer(reply("5", ms(1), None), now).expect("asked");
    assert_eq!(silent.pondering("1"), None, "it may not");
    let mut table = table("tic-tac-toe", Terms { ponders: [true; 2], ..terms(PROGRAMS, None) }, now);
    for mv in ["5", "1", "2"] {
        table.answer(reply(mv, ms(1), None), now).expect("asked");
    }
    assert_eq!(table.pondering("5"), None, "it cannot be played");
    let task = table.pondering("8").expect("it goes on");
    assert_eq!((task.side, task.moves), (Side::First, ["5", "1", "2", "8"].map(String::from).to_vec()));
    assert_eq!(codes(&table), ["5", "1", "2"]);
    table.answer(reply("9", ms(1), None), now).expect("asked");
    assert_eq!(table.pondering("8"), None, "that would end the game");
}

#[test]
fn what_could_not_be_kept_is_put_back() {
    let start = Instant::now();
    let mut table = table("chess", terms(PEOPLE, Some("60")), start);
    table.play("e4", start + seconds(5)).expect("legal");
    table.offer_draw(Side::First, start + seconds(6)).expect("a person");
    let before = table.checkpoint();
    let position = table.board().position();
    let seen = |table: &Table| (table.phase(), table.draw_offer(), table.left(Side::Second, start + seconds(9)));
    let expected = seen(&table);
    let changes: [fn(&mut Table, Instant); 4] = [
        |table, now| table.play("e5", now).expect("legal"),
        |table, now| table.take_back(Side::First, now).expect("a move"),
        |table, now| table.resign(Side::First, now).expect("a person"),
        |table, now| table.tick(now + seconds(99)),
    ];
    for change in changes {
        change(&mut table, start + seconds(8));
        table.restore(before.clone());
        assert_eq!((seen(&table), table.board().position(), codes(&table)), (expected, position.clone(), vec!["e2e4"]));
    }
    table.play("e5", start + seconds(10)).expect("it goes on");
    assert_eq!(table.left(Side::Second, start + seconds(10)), Some(seconds(55)));
}

/// Random events at random times, sensible or not: nothing panics, no clock shows more than there can be or goes below zero, the board and
/// the list of moves agree, and a game that is over stays as it is.
#[test]
fn any_sequence_of_events_keeps_the_game_sound() {
    let games = ["tic-tac-toe", "connect-four(width=4,height=4)", "othello(size=4)", "chess"];
    let clocks = [None, Some("3"), Some("2/4+1"), Some("1+0.5")];
    for seed in 0..400 {
        let mut rng = Rng::new(seed);
        let mut terms = terms([rng.below(2) == 0, rng.below(2) == 0], clocks[rng.below(clocks.len())]);
        terms.rules.clocks_wait = rng.below(2) == 0;
        terms.rules.max_plies = (rng.below(3) == 0).then_some(40);
        terms.ponders = [rng.below(2) == 0; 2];
        let start = Instant::now();
        let mut table = table(games[rng.below(games.len())], terms, start);
        let (mut now, mut kept) = (start, None);
        for _ in 0..120 {
            now += ms(rng.below(900) as u64);
            let over = (table.phase() == Phase::Over).then(|| (table.outcome().cloned(), table.moves().to_vec()));
            if rng.below(20) == 0 {
                kept = Some(table.checkpoint());
            }
            if rng.below(20) == 0
                && let Some(kept) = kept.take()
                && over.is_none()
            {
                table.restore(kept);
            }
            event(&mut table, &mut rng, now);
            if let Some(over) = over {
                assert_eq!(over, (table.outcome().cloned(), table.moves().to_vec()), "seed {seed}: it was over");
            }
            let played: Vec<String> = table.board().played().into_iter().map(|ply| ply.code).collect();
            assert_eq!(codes(&table), played, "seed {seed}");
            assert_eq!(table.phase() == Phase::Over, table.outcome().is_some(), "seed {seed}");
            assert!(table.phase() == Phase::Over || table.board().end().is_none() || table.phase() == Phase::Paused);
            assert!(table.ticks().is_none() || table.phase() == Phase::Running, "seed {seed}");
            for side in Side::BOTH {
                // 3 s, or 4 s again with every second move and 1 s with each: 120 events are not more than 60 moves of a side.
                assert!(table.left(side, now).is_none_or(|left| left <= seconds(4 + 60 * 3)), "seed {seed}");
            }
            if let Some(falls) = table.flag_falls() {
                assert!(falls > now, "seed {seed}: the flag has fallen, and nobody noticed");
            }
        }
    }
}

/// Something happens.
fn event(table: &mut Table, rng: &mut Rng, now: Instant) {
    let moves = table.board().moves();
    let mv = if moves.is_empty() || rng.below(12) == 0 {
        "nonsense".to_string()
    } else {
        moves[rng.below(moves.len())].code.clone()
    };
    let side = Side::BOTH[rng.below(2)];
    let took = ms(rng.below(400) as u64);
    match rng.below(30) {
        0 => drop(table.resign(side, now)),
        1 => drop(table.offer_draw(side, now)),
        2 => drop(table.decline_draw(side, now)),
        3 | 4 => drop(table.take_back(side, now)),
        5 => drop(table.pause(now)),
        6 | 7 => drop(table.resume(now)),
        8 => drop(table.answer(Err(Fault::Halted), now)),
        9 if rng.below(5) == 0 => drop(table.answer(Err(Fault::Crashed(String::new())), now)),
        10 => drop(table.pondering(&mv)),
        11 if rng.below(10) == 0 => drop(table.fail(side, Fault::Crashed(String::new()))),
        12..=20 => drop(table.answer(reply(&mv, took, Some(rng.below(100) as f64 / 100.0)), now)),
        _ => drop(table.play(&mv, now)),
    }
    table.tick(now);
}

/// A board of Go on which all is decided: White's stone on C3 is dead, and with it taken off Black wins.
const DECIDED: &str = "XXXXOOO/X1XXOOO/XXXXO1O/XXXXOOO/X1OXO1O/XXXXOOO/1X1XO1O b 0";

fn decided(people: [bool; 2], takes_off_dead: bool, now: Instant) -> Table {
    let mut board = engine::open("go(size=7,komi=5)").expect("a game");
    board.set_position(DECIDED).expect("a position");
    let rules = Rules { takes_off_dead, ..Rules::default() };
    Table::new(board, Terms { rules, ..terms(people, None) }, now)
}

#[test]
fn people_take_dead_stones_off_before_they_count() {
    let now = Instant::now();
    for (takes_off_dead, winner, text) in [
        (true, Side::First, "Black wins: 28 to 26, 1 dead taken off"),
        (false, Side::Second, "White wins by 1 point: both have passed; komi 5"),
    ] {
        let mut table = decided(PEOPLE, takes_off_dead, now);
        table.play("pass", now).expect("a pass");
        assert_eq!(table.settlement().is_some(), takes_off_dead);
        table.play("pass", now).expect("a pass");
        assert_eq!(ending(&table), Some((Some(winner), &Ending::Rules(text.to_string()))));
    }
}

#[test]
fn a_program_passes_when_people_would_count() {
    let now = Instant::now();
    for takes_off_dead in [true, false] {
        let mut table = decided([false, true], takes_off_dead, now);
        let limit = engine::Go { playouts: Some(400), ..engine::Go::default() };
        let identity = engine::Identity { method: engine::Method::Mcts, ..engine::Identity::default() };
        let mut program = Program::new(table.board().fork(), engine::Options::from(identity), limit);
        program.new_game(table.start(), 1).expect("ready");
        let control = engine::start_clock();
        let reply = program.think(&table.task().turn(&control, &|_| {})).expect("a move");
        // Where what stands counts, the dead stone has to be taken first.
        assert_eq!(reply.mv == "pass", takes_off_dead, "{}", reply.mv);
        table.answer(Ok(reply), now).expect("its turn");
    }
}
