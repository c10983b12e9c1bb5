//! Plays the games of a schedule, several at a time, and tells of each when it is over.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use engine::{Control, Instant, PastGames, PlayerSpec, Side};
use record::Colors;
use serde::{Deserialize, Serialize};

use crate::pgn::{self, Headers};
use crate::schedule::{Fixture, Outcome, Schedule, Step};
use crate::{Ending, Error, Fault, Game, Openings, Phase, Player, Reply, Rules, Table, Terms, TimeControl, seating};

/// All that games are played by.
pub struct Arena {
    /// The game with its parameters.
    pub game: String,
    /// Who takes part.
    pub contestants: Vec<PlayerSpec>,
    /// The games from which those learn who learn.
    pub past: PastGames,
    /// The time control of those who have none of their own.
    pub clock: Option<TimeControl>,
    /// Where games begin.
    pub openings: Openings,
    /// Further rules.
    pub rules: Rules,
    /// How many games at a time.
    pub concurrency: usize,
    /// Where randomness begins.
    pub seed: u64,
    /// The event, for PGN.
    pub event: String,
}

/// A game that was played to its end.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Finished {
    /// Which game it was.
    pub fixture: Fixture,
    /// Twice the points of the one who moved first.
    pub half_points: u8,
    /// How it ended.
    pub ending: Ending,
    /// How many plies, those of the opening included.
    pub plies: usize,
    /// Seconds from beginning to end.
    pub seconds: f64,
    /// Seconds that the players took to start and to get ready.
    #[serde(default)]
    pub preparing: f64,
    /// Seconds that the players thought, by side.
    pub thinking: [f64; 2],
    /// The largest difference, by side, between a move's time as measured and as the player told it, in seconds.
    pub clock_gap: [f64; 2],
    /// The game as PGN.
    pub pgn: String,
}

impl Finished {
    /// Its result.
    pub fn outcome(&self) -> Outcome {
        Outcome { fixture: self.fixture, half_points: self.half_points }
    }

    /// Who committed the fault that ended it, if one did, as an index of the list of contestants.
    pub fn culprit(&self) -> Option<(usize, &Fault)> {
        match &self.ending {
            Ending::Fault(fault) if self.half_points == 0 => Some((self.fixture.first, fault)),
            Ending::Fault(fault) => Some((self.fixture.second, fault)),
            _ => None,
        }
    }
}

/// The players of the games that were played last, ready for the next one: often they play it as well.
#[derive(Default)]
pub struct Seats(HashMap<usize, Box<dyn Player>>);

impl Seats {
    /// Sends those home who do not play this game; what was wrong with their leaving, by their index.
    pub fn keep(&mut self, fixture: &Fixture) -> Vec<(usize, String)> {
        let needed = [fixture.first, fixture.second];
        let mut remarks = Vec::new();
        self.0.retain(|index, player| {
            let stays = needed.contains(index);
            if !stays {
                remarks.extend(player.leave().map(|remark| (*index, remark)));
            }
            stays
        });
        remarks
    }

    /// Sends everybody home.
    pub fn clear(&mut self) -> Vec<(usize, String)> {
        self.0.drain().filter_map(|(index, mut player)| Some((index, player.leave()?))).collect()
    }
}

/// What happens in a run.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A game is over.
    Game(Box<Finished>),
    /// Something about a contestant that did not cost a game: its index, and what.
    Remark(usize, String),
}

/// What the threads share.
struct Shared<'a> {
    schedule: &'a mut dyn Schedule,
    /// Results of an earlier run that are not to be played again.
    earlier: HashMap<(usize, u8), Outcome>,
    results: Vec<Outcome>,
    failure: Option<Error>,
}

impl Arena {
    /// Plays all games of a schedule but those in `earlier`. `hear` is called with each event in the calling thread, and may end the
    /// run, as `halt` may; games that are not over then are not finished.
    pub fn run(
        &self,
        schedule: &mut dyn Schedule,
        earlier: &[Outcome],
        halt: &Control,
        hear: &mut dyn FnMut(Event) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        self.check()?;
        let earlier = earlier.iter().map(|one| ((one.fixture.pair, one.fixture.leg), *one)).collect();
        let shared = Mutex::new(Shared { schedule, earlier, results: Vec::new(), failure: None });
        let changed = Condvar::new();
        // Whoever decides when it is enough must not fall behind: a game is not begun before the one before has been heard of.
        let (sender, events) = sync_channel(1);
        // Enough for us is not the end of whatever else the caller's control stands for.
        let halt = &engine::start_clock_under(halt);
        std::thread::scope(|scope| {
            for _ in 0..self.concurrency.max(1) {
                let sender = sender.clone();
                let (shared, changed) = (&shared, &changed);
                let worker = engine::thread("game");
                let work = move || {
                    if let Err(error) = self.work(shared, changed, &sender, halt) {
                        lock(shared).failure.get_or_insert(error);
                        halt.stop();
                        changed.notify_all();
                    }
                };
                if let Err(error) = worker.spawn_scoped(scope, work) {
                    lock(shared).failure = Some(Error::new(format!("no thread for another game: {error}")));
                    halt.stop();
                }
            }
            drop(sender);
            for event in events {
                if hear(event).is_break() {
                    halt.stop();
                    changed.notify_all();
                }
            }
        });
        let shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        shared.failure.map_or(Ok(()), Err)
    }

    /// Sees to it that everybody can play.
    pub fn check(&self) -> Result<(), Error> {
        let board = engine::open(&self.game)?;
        self.contestants.iter().try_for_each(|player| seating::check(player, &*board, &self.past))
    }

    /// One thread: plays game after game.
    fn work(
        &self,
        shared: &Mutex<Shared>,
        changed: &Condvar,
        sender: &SyncSender<Event>,
        halt: &Control,
    ) -> Result<(), Error> {
        let mut seats = Seats::default();
        let tell = |remarks: Vec<(usize, String)>| {
            remarks.into_iter().for_each(|(index, remark)| drop(sender.send(Event::Remark(index, remark))));
        };
        while let Some(fixture) = self.next(shared, changed, halt) {
            tell(seats.keep(&fixture));
            let Some(finished) = self.play(fixture, &mut seats, halt)? else { break };
            let mut state = lock(shared);
            state.results.push(finished.outcome());
            drop(state);
            changed.notify_all();
            // If nobody listens any more, the run is over.
            if sender.send(Event::Game(Box::new(finished))).is_err() {
                break;
            }
        }
        tell(seats.clear());
        Ok(())
    }

    /// The next game that has to be played.
    fn next(&self, shared: &Mutex<Shared>, changed: &Condvar, halt: &Control) -> Option<Fixture> {
        let mut state = lock(shared);
        loop {
            if halt.stopped() {
                return None;
            }
            let Shared { schedule, earlier, results, .. } = &mut *state;
            match schedule.next(results) {
                Step::Done => return None,
                Step::Wait => {
                    // Woken by each result; looks up in between in case of a halt.
                    let pause = Duration::from_millis(100);
                    state = changed.wait_timeout(state, pause).unwrap_or_else(PoisonError::into_inner).0;
                }
                Step::Play(fixture) => match earlier.remove(&(fixture.pair, fixture.leg)) {
                    Some(known) => results.push(known),
                    None => return Some(fixture),
                },
            }
        }
    }

    /// Plays one game, with players that sit there already as far as they do; `None` if it was broken off.
    pub fn play(&self, fixture: Fixture, seats: &mut Seats, halt: &Control) -> Result<Option<Finished>, Error> {
        let begin = Instant::now();
        let indices = [fixture.first, fixture.second];
        let mut board = engine::open(&self.game)?;
        self.openings.get(fixture.pair, &mut *board)?.set_up(&mut *board)?;
        let start = Instant::now();
        // One that cannot be started loses this game; the next game tries again.
        let mut players = indices.map(|index| {
            seats.0.remove(&index).unwrap_or_else(|| {
                let player =
                    seating::start(&self.contestants[index], &self.game, self.rules.patience, &self.past, halt);
                player.unwrap_or_else(|fault| Box::new(Absent(fault)))
            })
        });
        let starting = start.elapsed();
        let seed = self.seed.wrapping_add(4 * fixture.pair as u64 + 2 * u64::from(fixture.leg));
        let [first, second] = &mut players;
        let contestants = indices.map(|index| &self.contestants[index]);
        let terms = Terms {
            limits: contestants.map(|player| player.limits().ok()?.time),
            ..Terms::of(contestants, self.clock, &self.rules)
        };
        // The time control of each as the PGN tag has it: `-` is none.
        let controls = terms.controls.map(|control| control.map_or("-".to_string(), |control| control.to_string()));
        let (name, customs) = (board.game(), board.customs());
        let colors = Colors::named(Side::BOTH.map(|side| board.side_name(side)));
        let table = Table::new(board, terms, Instant::now());
        let refereed = referee(table, [&mut **first, &mut **second], seed, halt);
        for (index, player) in indices.into_iter().zip(players) {
            if player.is_present() {
                seats.0.insert(index, player);
            }
        }
        let Some(Refereed { game, preparing, thinking, clock_gap }) = refereed else { return Ok(None) };
        let headers = Headers {
            event: self.event.clone(),
            date: record::today(),
            round: format!("{}.{}", fixture.round, 2 * fixture.pair + usize::from(fixture.leg) + 1),
            players: contestants.map(PlayerSpec::label),
            game: name,
            customs,
            colors,
            controls,
        };
        Ok(Some(Finished {
            fixture,
            half_points: game.half_points(Side::First),
            plies: game.moves.len(),
            seconds: begin.elapsed().as_secs_f64(),
            preparing: (starting + preparing).as_secs_f64(),
            thinking: thinking.map(|time| time.as_secs_f64()),
            clock_gap: clock_gap.map(|time| time.as_secs_f64()),
            pgn: record::pgn::write(&pgn::record(&game, &headers)),
            ending: game.ending,
        }))
    }
}

/// A finished game, and what was measured.
struct Refereed {
    /// The game.
    game: Game,
    /// The time that the players took to get ready.
    preparing: Duration,
    /// The time that each side spent thinking.
    thinking: [Duration; 2],
    /// The largest difference, for each side, between the time that we measured for a move and what the player says.
    clock_gap: [Duration; 2],
}

/// Lets two programs play a game to its end at a table; `None` if `halt` broke it off. What the players leave to chance depends on `seed`.
fn referee(mut table: Table, mut players: [&mut dyn Player; 2], seed: u64, halt: &Control) -> Option<Refereed> {
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

/// Tells the players of the game. A player that is not able to play has lost it.
fn get_ready(table: &mut Table, players: &mut [&mut dyn Player; 2], seed: u64) {
    for side in Side::BOTH {
        if let Err(fault) = players[side.index()].new_game(table.start(), seed.wrapping_add(side.index() as u64)) {
            let _ = table.fail(side, fault);
            return;
        }
    }
}

/// In place of a player that could not be started: it loses the game in which it should have played.
struct Absent(Fault);

impl Player for Absent {
    fn new_game(&mut self, _start: &str, _seed: u64) -> Result<(), Fault> {
        Err(self.0.clone())
    }

    fn think(&mut self, _turn: &crate::Turn) -> Result<crate::Reply, Fault> {
        Err(self.0.clone())
    }

    fn is_present(&self) -> bool {
        false
    }
}

fn lock<'a, 'b>(shared: &'a Mutex<Shared<'b>>) -> MutexGuard<'a, Shared<'b>> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
