//! The programs that people play against: each lives with its game, so that it keeps what it has learned, and thinks in the pool
//! when it is its turn.
//!
//! Programs take memory and processes. Those of games in which nothing happens for a while are sent home, and of too many the one
//! that has not moved for longest; such a game gets a new one with its next move.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError, Weak};
use std::time::Duration;

use answers::play::{self, Saved};
use arena::{Fault, Player, Reply, Table, Task};
use engine::{Bound, Control, PastGames, PlayerSpec, Report, Side};
use tokio::sync::oneshot;

use crate::house::House;
use crate::refusal::Refusal;
use crate::think::{Lanes, Ticket, Work};
use crate::{limits, players};

/// A program at one side of a game.
pub struct Opponent {
    /// Who it is.
    spec: PlayerSpec,
    /// The game with its parameters.
    game: String,
    /// Where the game began.
    start: String,
    /// Where its randomness begins.
    seed: u64,
    /// May its thinking be interrupted for others? It must be able to go on where it was.
    sliced: bool,
    /// The longest that it may think.
    limit: Option<Duration>,
    /// Absent until it is needed, and after it was sent home. Locked while it thinks.
    seat: Mutex<Option<Box<dyn Player>>>,
}

/// The programs of all games.
pub struct Opponents {
    present: Mutex<Vec<Weak<Opponent>>>,
    /// The games that those of them who learn may learn from.
    past: PastGames,
}

impl Opponents {
    /// Nobody yet.
    pub fn new(past: PastGames) -> Opponents {
        Opponents { present: Mutex::default(), past }
    }
}

/// What a program was asked. Dropping it ends the thinking.
pub struct Asked {
    /// What it has found so far.
    pub seen: Arc<Seen>,
    /// Its answer.
    pub answer: oneshot::Receiver<Result<Reply, Fault>>,
    _ticket: Ticket,
}

/// What a program that thinks has found so far.
#[derive(Default)]
pub struct Seen(Mutex<(Option<Report>, Option<Arc<Control>>)>);

impl Seen {
    /// The best line, with the nodes and the time so far.
    pub fn report(&self) -> Option<Report> {
        let (report, control) = &*lock(&self.0);
        let mut report = report.clone()?;
        if let Some(control) = control {
            report.nodes = report.nodes.max(control.nodes());
            report.time = control.elapsed();
        }
        Some(report)
    }

    fn hear(&self, report: &Report) {
        // A bound is no value; the value follows.
        if report.line != 1 || report.bound != Bound::Exact || report.pv.is_empty() {
            return;
        }
        let known = &mut lock(&self.0).0;
        // A search that was interrupted begins with what is known already.
        if !known.as_ref().is_some_and(|known| report.unit == "nodes" && report.depth < known.depth) {
            *known = Some(report.clone());
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Opponent {
    /// Who plays a side: a program, nobody if it is a person, or a program that the server no longer knows.
    pub fn seated(saved: &Saved, side: Side, table: &Table, house: &House) -> Result<Option<Arc<Opponent>>, Refusal> {
        let (engines, past) = (&house.engines, house.store.past());
        let spec = players::seated(saved.player(side), table.board(), engines, &past, saved.clock.is_some())?;
        let seed = play::seed(&saved.id).wrapping_add(side.index() as u64);
        Ok(spec.map(|spec| Opponent::new(spec, &saved.game, &saved.start, seed)))
    }

    /// Somebody who will play as `spec` says.
    pub fn new(spec: PlayerSpec, game: &str, start: &str, seed: u64) -> Arc<Opponent> {
        // Playouts would start over, and another program cannot be interrupted.
        let sliced = spec.kind == engine::PlayerKind::Kiebitz
            && (spec.techniques.is_some()
                || spec.eval.is_some()
                || spec.depth.is_some()
                || !engine::open(game).is_ok_and(|board| board.prefers_mcts()));
        let limit = spec.limits().ok().and_then(|limits| limits.time);
        let (game, start) = (game.to_string(), start.to_string());
        Arc::new(Opponent { spec, game, start, seed, sliced, limit, seat: Mutex::default() })
    }

    /// Asks it for its move: threads of the pool think, when it is the client's turn. If the game does not wait for the answer
    /// (`reply`), it looks at what it expects while the other side thinks: it has its turn among the analyses, and what it finds
    /// stays in its memory.
    pub fn ask(
        self: &Arc<Opponent>,
        all: &Arc<Opponents>,
        lanes: &Lanes,
        client: &Arc<str>,
        task: Task,
        reply: bool,
    ) -> Result<Asked, Refusal> {
        let seen = Arc::new(Seen::default());
        let (answer, waiting) = oneshot::channel();
        let thinking = Thinking {
            opponent: Arc::clone(self),
            all: Arc::clone(all),
            task,
            reply,
            seen: Arc::clone(&seen),
            spent: Duration::ZERO,
            found: None,
            answer,
        };
        // Another program is mostly waited for, which must not hold up searches.
        let pool = if self.spec.kind.is_foreign() { &lanes.foreign } else { &lanes.searches };
        let ticket = pool.submit(client, self.sliced, Box::new(thinking))?;
        Ok(Asked { seen, answer: waiting, _ticket: ticket })
    }

    /// Bytes that it needs while it thinks: its table, or its tree.
    fn memory(&self) -> u64 {
        match self.spec.kind {
            engine::PlayerKind::Kiebitz if self.sliced => {
                (self.spec.hash.unwrap_or(limits::MOVE_HASH_MIB) as u64) << 20
            }
            engine::PlayerKind::Kiebitz | engine::PlayerKind::Mcts => limits::PLAYOUT_MEMORY,
            _ => 0,
        }
    }

    /// Sends the program home; false if it thinks.
    pub fn dismiss(&self) -> bool {
        let Ok(mut seat) = self.seat.try_lock() else { return false };
        if let Some(player) = seat.take() {
            farewell(player);
        }
        true
    }

    /// Does it take memory? `None` while it thinks.
    fn is_present(&self) -> Option<bool> {
        match self.seat.try_lock() {
            Ok(seat) => Some(seat.is_some()),
            Err(TryLockError::Poisoned(_)) => Some(true),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    fn think(
        &self,
        all: &Opponents,
        this: &Arc<Opponent>,
        task: &Task,
        control: &Control,
        seen: &Seen,
    ) -> Result<Reply, Fault> {
        let mut seat = lock(&self.seat);
        all.arrives(this);
        if seat.is_none() {
            let mut player = arena::start(&self.spec, &self.game, limits::MOVE_TIME, &all.past, control)?;
            player.new_game(&self.start, self.seed)?;
            *seat = Some(player);
        }
        let Some(player) = seat.as_mut() else { return Err(Fault::Halted) };
        let answer = player.think(&task.turn(control, &|report| seen.hear(report)));
        // One that has failed is started again, if there is a next time.
        if answer.as_ref().is_err_and(|fault| *fault != Fault::Halted) {
            *seat = None;
        }
        answer
    }
}

impl Drop for Opponent {
    fn drop(&mut self) {
        self.dismiss();
    }
}

/// Lets a program leave in peace: it may take a moment, for which nobody waits.
fn farewell(mut player: Box<dyn Player>) {
    // If there is no thread for it, it is ended at once.
    let _ = std::thread::Builder::new().name("farewell".to_string()).spawn(move || player.leave());
}

impl Opponents {
    /// One is about to think. If there are too many now, those make room who have not thought for longest.
    fn arrives(&self, opponent: &Arc<Opponent>) {
        let mut all = lock(&self.present);
        all.retain(|other| {
            other.upgrade().is_some_and(|other| !Arc::ptr_eq(&other, opponent) && other.is_present() != Some(false))
        });
        let excess = (all.len() + 1).saturating_sub(limits::PROGRAMS);
        let resting: Vec<_> =
            all.iter().filter_map(Weak::upgrade).filter(|other| other.is_present().is_some()).collect();
        for other in resting.iter().take(excess) {
            other.dismiss();
        }
        all.push(Arc::downgrade(opponent));
    }

    /// How many take memory, those that think included.
    #[cfg(test)]
    pub fn present(&self) -> usize {
        lock(&self.present).iter().filter_map(Weak::upgrade).filter(|one| one.is_present() != Some(false)).count()
    }
}

/// A turn in the pool.
struct Thinking {
    opponent: Arc<Opponent>,
    all: Arc<Opponents>,
    task: Task,
    /// Does the game wait for it?
    reply: bool,
    seen: Arc<Seen>,
    /// What the slices before have taken.
    spent: Duration,
    found: Option<Result<Reply, Fault>>,
    answer: oneshot::Sender<Result<Reply, Fault>>,
}

impl Work for Thinking {
    fn run(&mut self, control: &Arc<Control>) -> bool {
        lock(&self.seen.0).1 = Some(Arc::clone(control));
        let Thinking { opponent, all, task, seen, .. } = self;
        // When the pool says stop, a search that goes on later answers what it has; whatever cannot go on is not wanted any more.
        let found = if opponent.sliced && self.reply {
            opponent.think(all, opponent, task, control, seen)
        } else {
            opponent.think(all, opponent, task, &engine::start_clock_under(control), seen)
        };
        lock(&self.seen.0).1 = None;
        let limit = self.opponent.limit;
        let more = found.is_ok() && control.stopped() && limit.is_none_or(|limit| control.elapsed() < limit);
        let found = found.map(|reply| {
            self.spent += reply.took;
            Reply { took: self.spent, ..reply }
        });
        self.found = Some(found);
        more && self.opponent.sliced && self.reply
    }

    fn finish(self: Box<Self>) {
        // Nobody may be waiting any more.
        let _ = self.answer.send(self.found.unwrap_or(Err(Fault::Halted)));
    }

    /// It has no time, or no memory: nothing was found.
    fn refuse(self: Box<Self>, _: Refusal) {
        let _ = self.answer.send(Err(Fault::Halted));
    }

    fn memory(&self) -> u64 {
        self.opponent.memory()
    }

    fn shed(&mut self) {
        self.opponent.dismiss();
    }

    fn is_reply(&self) -> bool {
        self.reply
    }
}
