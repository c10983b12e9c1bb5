//! One game at its table, with the programs that play in it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use answers::play::{self, Command, Saved};
use answers::wire::{LiveGame, Say, Score};
use answers::{Refusal, limits, players, show};
use arena::{Fault, Phase, Player, Table};
use engine::{Bound, Instant, PastGames, Report, Side};

use crate::office::tell;
use crate::world::{World, control};

/// Between two programs each move takes at least so long: somebody wants to watch.
const PACE: Duration = Duration::from_millis(350);

/// A game.
pub struct Sitting {
    /// As it is stored, or is about to be.
    pub saved: Saved,
    table: Table,
    /// The programs, by side; absent until they are needed.
    players: [Option<Box<dyn Player>>; 2],
    world: &'static dyn World,
}

impl Sitting {
    /// A new game.
    pub fn begin(saved: Saved, world: &'static dyn World) -> Result<Sitting, Refusal> {
        let mut sitting = Sitting::open(saved, world)?;
        sitting.keep(None);
        Ok(sitting)
    }

    /// A game that was stored.
    pub fn open(saved: Saved, world: &'static dyn World) -> Result<Sitting, Refusal> {
        let table = saved.table(Instant::now())?;
        Ok(Sitting { saved, table, players: [None, None], world })
    }

    /// As the page sees it.
    pub fn live(&self) -> LiveGame {
        play::live(&self.saved, &self.table, Instant::now())
    }

    /// How soon a program is to think, if it is one's turn.
    pub fn thinks(&self) -> Option<Duration> {
        let side = self.table.side_to_move();
        let program = self.table.phase() == Phase::Running && !self.table.is_person(side);
        program.then(|| if self.table.is_person(!side) { Duration::ZERO } else { PACE })
    }

    /// How soon a clock runs out, if one runs.
    pub fn falls(&self) -> Option<Duration> {
        self.table.flag_falls().map(|falls| falls.saturating_duration_since(Instant::now()))
    }

    /// Somebody does something.
    pub fn hear(&mut self, command: &Command) -> Result<(), Refusal> {
        // Whoever comes too late finds the game lost.
        self.tick();
        if self.table.phase() == Phase::Over {
            return Err(Refusal::from(arena::Refused::Over));
        }
        let before = self.table.checkpoint();
        if let Err(refusal) = command.apply(&mut self.table, Instant::now()) {
            self.table.restore(before);
            return Err(refusal);
        }
        self.keep(None);
        Ok(())
    }

    /// Looks at the clock; true if it has run out.
    pub fn tick(&mut self) -> bool {
        let now = Instant::now();
        let fallen = self.table.flag_falls().is_some_and(|falls| falls <= now);
        if fallen {
            self.table.tick(now);
            self.keep(None);
        }
        fallen
    }

    /// The program whose turn it is thinks and moves. False if it was interrupted: it has to be asked again, and goes on.
    pub fn think(&mut self) -> Result<bool, Refusal> {
        if self.thinks().is_none() {
            return Ok(false);
        }
        let side = self.table.side_to_move();
        let answer = match self.player(side)? {
            Ok(()) => self.ask(side),
            Err(fault) => Some(Err(fault)),
        };
        let Some(answer) = answer else { return Ok(false) };
        let report = answer.as_ref().ok().and_then(|reply| reply.report.clone());
        let said = play::said(&self.table, report);
        self.table.answer(answer, Instant::now())?;
        self.keep(said);
        Ok(true)
    }

    /// Sees to it that the program of a side is there.
    fn player(&mut self, side: Side) -> Result<Result<(), Fault>, Refusal> {
        if self.players[side.index()].is_some() {
            return Ok(Ok(()));
        }
        let (spec, past) = (self.saved.player(side), PastGames::default());
        let spec = players::seated(spec, self.table.board(), &[], &past, self.saved.clock.is_some())?;
        let Some(spec) = spec else { return Ok(Err(Fault::Halted)) };
        let seed = play::seed(&self.saved.id).wrapping_add(side.index() as u64);
        let control = control(self.world, Duration::ZERO, None, || {});
        let started =
            arena::start(&spec, &self.saved.game, limits::MOVE_TIME, &past, &control).and_then(|mut player| {
                player.new_game(&self.saved.start, seed)?;
                Ok(player)
            });
        Ok(started.map(|player| self.players[side.index()] = Some(player)))
    }

    /// Lets it think; `None` if it was interrupted.
    fn ask(&mut self, side: Side) -> Option<Result<arena::Reply, Fault>> {
        let codes: Vec<String> = self.saved.moves.iter().map(|mv| mv.code.clone()).collect();
        let board = show::set_up(&self.saved.game, Some(&self.saved.start), &codes).ok()?;
        let seen: Arc<Mutex<Option<Report>>> = Arc::default();
        let (world, heard, game, board) = (self.world, Arc::clone(&seen), self.saved.id.clone(), Mutex::new(board));
        let tick = move || {
            let Some(report) = lock(&heard).take() else { return };
            let thinking = play::thinking(&**lock(&board), report);
            tell(world, &Say::Thinking { game: game.clone(), thinking });
        };
        let control = control(self.world, Duration::ZERO, None, tick);
        let watch = |report: &Report| {
            // A bound is no value; the value follows.
            if report.line == 1 && report.bound == Bound::Exact && !report.pv.is_empty() {
                *lock(&seen) = Some(report.clone());
            }
        };
        let player = self.players[side.index()].as_mut()?;
        let answer = player.think(&self.table.task().turn(&control, &watch));
        let halted = matches!(answer, Err(Fault::Halted));
        if answer.is_err() && !halted {
            // One that has failed is started again, if there is a next time.
            self.players[side.index()] = None;
        }
        (!control.stopped() && !halted).then_some(answer)
    }

    /// The game changes: `said` is what a program that has moved thinks.
    fn keep(&mut self, said: Option<(Score, i32)>) {
        self.saved = self.saved.after(&self.table, said, Instant::now(), self.world.today());
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
