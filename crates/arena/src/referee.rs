//! Lets two programs play a game at a table, and measures how they did.

use std::time::{Duration, Instant};

use engine::{Control, Side};

use crate::{Fault, Game, Phase, Player, Reply, Table};

/// A finished game, and what was measured.
#[derive(Clone, PartialEq, Debug)]
pub struct Refereed {
    /// The game.
    pub game: Game,
    /// The time that the players took to get ready.
    pub preparing: Duration,
    /// The time that each side spent thinking.
    pub thinking: [Duration; 2],
    /// The largest difference, for each side, between the time that we measured for a move and what the player says.
    pub clock_gap: [Duration; 2],
}

/// Plays a game to its end; `None` if `halt` broke it off. What the players leave to chance depends on `seed`.
pub fn play(mut table: Table, mut players: [&mut dyn Player; 2], seed: u64, halt: &Control) -> Option<Refereed> {
    let begin = Instant::now();
    get_ready(&mut table, &mut players, seed);
    if halt.stopped() {
        return None;
    }
    let preparing = begin.elapsed();
    let (mut thinking, mut clock_gap) = ([Duration::ZERO; 2], [Duration::ZERO; 2]);
    while table.phase() != Phase::Over {
        let task = table.task();
        let index = task.side.index();
        let control = engine::start_clock_under(halt);
        let answer = players[index].think(&task.turn(&control, &|_| {}));
        if halt.stopped() || matches!(answer, Err(Fault::Halted)) {
            return None;
        }
        if let Ok(Reply { took, thought, .. }) = &answer {
            thinking[index] += *took;
            let gap = thought.own_time.map_or(Duration::ZERO, |own| took.abs_diff(own));
            clock_gap[index] = clock_gap[index].max(gap);
        }
        let expected = answer.as_ref().ok().and_then(|reply| reply.expects.clone());
        // It was asked: the table takes the answer, whatever it is.
        let _ = table.answer(answer, Instant::now());
        if let Some(task) = expected.and_then(|expected| table.pondering(&expected)) {
            players[index].ponder(&task.turn(&control, &|_| {}));
        }
    }
    table.game().map(|game| Refereed { game, preparing, thinking, clock_gap })
}

/// Tells the players of the game. Whoever is not able to play has lost it.
fn get_ready(table: &mut Table, players: &mut [&mut dyn Player; 2], seed: u64) {
    for side in Side::BOTH {
        if let Err(fault) = players[side.index()].new_game(table.start(), seed.wrapping_add(side.index() as u64)) {
            let _ = table.fail(side, fault);
            return;
        }
    }
}
