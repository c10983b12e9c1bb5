//! One game, as a task: it hears commands, lets programs think, watches the clock, and tells everybody what has changed.
//!
//! What the rules of play are, the table knows ([`arena::Table`]). A change is in the store before anybody hears of it; one that cannot
//! be stored has not happened: a person is told why, and the answer of a program waits until there is room again. Thinking happens
//! elsewhere, in the pool: the task is always there to hear that somebody resigns, takes back or pauses. It is reached by a [`Handle`].
//!
//! Reference: A. Ryhl, *Actors with Tokio*, on tasks and handles.

use std::sync::Arc;
use std::time::Duration;

use answers::play::{self, Command, Saved};
use arena::{Fault, Phase, Reply, Table};
use engine::{Report, Side};
use history::rating::RatedGame;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until};

use super::hall::{self, Games};
use super::opponent::{Asked, Opponent, Opponents};
use super::rating;
use super::waiting::{answer, at, recorded, std_now};
use crate::app::off_the_loop;
use crate::house::House;
use crate::refusal::{Code, Refusal};
use crate::wire::{self, GameState, LiveGame, RatingView};
use crate::{limits, store};

/// How many commands may wait for a game.
const MAILBOX: usize = 32;
/// Between two programs each move takes at least so long: somebody wants to watch.
const PACE: Duration = Duration::from_millis(350);
/// A program that got no place in the pool asks again.
const AGAIN: Duration = Duration::from_millis(300);
/// A game that is over leaves the memory sooner.
const OVER_IDLE: Duration = Duration::from_secs(60);
/// What could not be stored is tried again after so long, then after twice as long, and so on.
const FIRST_RETRY: Duration = Duration::from_millis(250);
/// But at least so often.
const LAST_RETRY: Duration = Duration::from_secs(10);

/// What comes back.
pub type Answer = Result<Arc<LiveGame>, Refusal>;

/// The way to reach a game.
#[derive(Clone)]
pub struct Handle {
    /// Whose page began it.
    pub client: Arc<str>,
    requests: mpsc::Sender<(Command, oneshot::Sender<Answer>)>,
    /// The game as it was after the last change.
    pub state: watch::Receiver<Arc<LiveGame>>,
    /// What the program whose turn it is has found so far.
    pub thinking: watch::Receiver<Option<wire::Thinking>>,
}

impl Handle {
    /// Is the game still in memory?
    pub fn is_there(&self) -> bool {
        !self.requests.is_closed()
    }

    /// How soon it may leave the memory for others, the lowest first; never while anybody else has a way to reach it. What it is, is
    /// in the store: a game that stands still loses nothing, and one that runs comes back paused.
    pub fn standing(&self) -> Option<(u8, u64)> {
        let live = self.state.borrow();
        let turn = if live.view.turn == wire::Side::First { &live.players.first } else { &live.players.second };
        let class = match live.state {
            GameState::Running if live.clock.is_none() && turn.is_human() => 1,
            GameState::Running => 2,
            GameState::Paused | GameState::Over => 0,
        };
        (self.requests.strong_count() == 1).then_some((class, live.created))
    }

    /// Tells the game something. It does not leave the memory while there is a way to reach it.
    pub async fn tell(&self, command: Command) -> Answer {
        let failed = || {
            Refusal::new(
                Code::Fault,
                "the game has failed; this is a bug, and asked again it comes back as it was stored",
            )
        };
        let (reply, answer) = oneshot::channel();
        self.requests.send((command, reply)).await.map_err(|_| failed())?;
        answer.await.map_err(|_| failed())?
    }
}

/// What happens without anybody's wish.
enum Event {
    /// A program has answered.
    Answered(Box<Result<Reply, Fault>>),
    /// A clock has run out.
    Flag,
    /// The game cannot go on for now.
    Stuck,
}

/// An event that could not be stored yet.
struct Retry {
    event: Event,
    at: Instant,
    pause: Duration,
}

/// Looks after one game.
pub struct Attendant {
    /// The game as it is in the store.
    saved: Saved,
    table: Table,
    client: Arc<str>,
    opponents: [Result<Option<Arc<Opponent>>, Refusal>; 2],
    asked: Option<Asked>,
    pondering: Option<Asked>,
    think_at: Option<Instant>,
    retry: Option<Retry>,
    /// What the history says of the game that has just ended.
    recorded: Option<oneshot::Receiver<RatedGame>>,
    /// When the programs are sent home, if there are any.
    cools_at: Option<Instant>,
    touched: Instant,
    house: Arc<House>,
    all: Arc<Opponents>,
    games: Games,
    state: watch::Sender<Arc<LiveGame>>,
    thinking: watch::Sender<Option<wire::Thinking>>,
}

impl Attendant {
    /// Sets a game up, new or from the store, and begins. A new game that cannot be stored is refused. It is for the hall to put it
    /// among its `games`, which it leaves by itself.
    pub async fn open(saved: Saved, house: Arc<House>, all: Arc<Opponents>, games: Games) -> Result<Handle, Refusal> {
        let now = std_now();
        let here = Arc::clone(&house);
        // All its moves are played again.
        let (saved, table, opponents, live) = off_the_loop(move || {
            let table = saved.table(now)?;
            let opponents = Side::BOTH.map(|side| Opponent::seated(&saved, side, &table, &here));
            let live = play::live(&saved, &table, now);
            Ok((saved, table, opponents, live))
        })
        .await?;
        let client: Arc<str> = Arc::from(saved.client.as_str());
        let (state, watched) = watch::channel(Arc::new(live));
        let (thinking, thoughts) = watch::channel(None);
        let (requests, mailbox) = mpsc::channel(MAILBOX);
        // A game that is only looked at again has not changed.
        let changed = saved.version == 0 || saved.earlier().phase != table.phase();
        let mut attendant = Attendant {
            saved,
            table,
            client: Arc::clone(&client),
            opponents,
            asked: None,
            pondering: None,
            think_at: None,
            retry: None,
            recorded: None,
            cools_at: None,
            touched: Instant::now(),
            house,
            all,
            games,
            state,
            thinking,
        };
        if changed {
            attendant.keep(None).await?;
        }
        attendant.proceed();
        tokio::spawn(async move { attendant.run(mailbox).await });
        Ok(Handle { client, requests, state: watched, thinking: thoughts })
    }

    async fn run(&mut self, mut mailbox: mpsc::Receiver<(Command, oneshot::Sender<Answer>)>) {
        let mut ticker = interval(limits::TICK);
        ticker.set_missed_tick_behavior(MissedTickBehavior::Skip);
        loop {
            let falls = self.table.flag_falls().map(Instant::from_std).filter(|_| self.retry.is_none());
            let idle = self.touched + if self.table.phase() == Phase::Over { OVER_IDLE } else { limits::IDLE };
            let retry_at = self.retry.as_ref().map(|retry| retry.at);
            let thinks = self.asked.is_some();
            tokio::select! {
                request = mailbox.recv() => {
                    let Some((command, reply)) = request else { return };
                    self.touched = Instant::now();
                    let answer = self.hear(command).await;
                    let _ = reply.send(answer);
                }
                found = answer(&mut self.asked), if thinks => {
                    self.asked = None;
                    match found {
                        // It was broken off, and not by us.
                        Err(Fault::Halted) => self.think_at = Some(Instant::now() + AGAIN),
                        found => self.happen(Event::Answered(Box::new(found)), FIRST_RETRY).await,
                    }
                }
                _ = ticker.tick(), if thinks => self.tell_thinking(),
                () = at(self.think_at) => self.think().await,
                () = at(falls) => self.happen(Event::Flag, FIRST_RETRY).await,
                () = at(retry_at) => if let Some(Retry { event, pause, .. }) = self.retry.take() {
                    self.happen(event, (2 * pause).min(LAST_RETRY)).await;
                },
                rated = recorded(&mut self.recorded) => {
                    self.recorded = None;
                    self.saved.rating = self.saved.rating.take().map(|before| rating::outcome(&before, &rated));
                    if let Err(refusal) = self.keep(None).await {
                        tracing::error!(game = self.saved.id, "the rating is not shown: {}", refusal.message);
                    }
                }
                () = at(self.cools_at) => {
                    let mut present = self.opponents.iter().flatten().flatten();
                    let all_gone = present.all(|opponent| opponent.dismiss());
                    self.cools_at = (!all_gone).then(|| Instant::now() + limits::PROGRAM_IDLE);
                }
                () = sleep_until(idle) => {
                    let waits = self.retry.is_some() || self.recorded.is_some();
                    let busy = self.is_wanted() || self.asked.is_some() || waits;
                    if !busy && self.leave().await {
                        return;
                    }
                    self.touched = Instant::now();
                }
            }
        }
    }

    /// Has anybody but the hall, which holds one itself, a way to reach the game?
    fn is_wanted(&self) -> bool {
        self.state.receiver_count() > 1
    }

    /// Leaves the memory, if that can be: the game comes back as it is now.
    async fn leave(&mut self) -> bool {
        if self.table.phase() == Phase::Running && self.change(None, |table, now| Ok(table.pause(now)?)).await.is_err()
        {
            return false;
        }
        // Nobody finds it while this is decided.
        let mut games = hall::lock(&self.games);
        if self.is_wanted() {
            return false;
        }
        // If it has been sent away already, another one may stand in its place.
        if self.state.receiver_count() == 1 {
            games.remove(&self.saved.id);
        }
        true
    }

    async fn hear(&mut self, command: Command) -> Answer {
        if matches!(command, Command::Look) {
            return Ok(Arc::new(self.live()));
        }
        // Whoever comes too late finds the game lost.
        if self.table.flag_falls().is_some_and(|falls| falls <= std_now()) {
            self.change(None, |table, now| {
                table.tick(now);
                Ok(())
            })
            .await?;
        }
        if self.table.phase() == Phase::Over {
            return Err(Refusal::from(arena::Refused::Over));
        }
        if matches!(command, Command::Resume)
            && let Some(refusal) = self.opponents.iter().find_map(|opponent| opponent.as_ref().err())
        {
            return Err(refusal.clone());
        }
        let change = |table: &mut Table, now| command.apply(table, now);
        if command.helps() {
            self.helped(change).await?;
        } else {
            self.change(None, change).await?;
        }
        Ok(self.state.borrow().clone())
    }

    /// A change by which somebody gets help: the game does not count any more.
    async fn helped(
        &mut self,
        change: impl FnOnce(&mut Table, std::time::Instant) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let before = self.saved.rating.clone();
        self.saved.rating = before.clone().map(|rating| RatingView { counts: false, ..rating });
        let changed = self.change(None, change).await;
        if changed.is_err() {
            self.saved.rating = before;
        }
        changed
    }

    /// Changes the game: on the table, in the store, and then for everybody. If it cannot be done or stored, all is as it was.
    /// `report` is what a program that moves has to say.
    async fn change(
        &mut self,
        report: Option<Report>,
        change: impl FnOnce(&mut Table, std::time::Instant) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let before = self.table.checkpoint();
        let turn = (self.table.phase(), self.table.moves().len());
        // Before the move, because a score belongs to a position.
        let said = play::said(&self.table, report);
        let changed = match change(&mut self.table, std_now()) {
            Ok(()) => self.keep(said).await,
            Err(refusal) => Err(refusal),
        };
        if let Err(refusal) = changed {
            self.table.restore(before);
            return Err(refusal);
        }
        // An offer leaves a program that thinks in peace.
        if turn != (Phase::Running, self.table.moves().len()) || self.table.phase() != Phase::Running {
            self.proceed();
        }
        Ok(())
    }

    /// Stores the game as it is on the table, and tells everybody.
    async fn keep(&mut self, said: Option<(wire::Score, i32)>) -> Result<(), Refusal> {
        let was_over = self.saved.end.is_some();
        let saved = self.saved.after(&self.table, said, std_now(), store::now());
        self.house.store.save(saved.clone()).await?;
        self.saved = saved;
        let live = self.live();
        self.state.send_replace(Arc::new(live));
        if !was_over && self.saved.end.is_some() {
            self.record();
        }
        Ok(())
    }

    /// A game that has just ended goes into the history.
    fn record(&mut self) {
        let played = rating::played(&self.saved, &self.table);
        if played.course.len() > self.saved.given {
            self.recorded = Some(rating::record(Arc::clone(&self.house), self.saved.id.clone(), played));
        }
    }

    /// Something happens by itself. If it cannot be stored, it happens later.
    async fn happen(&mut self, event: Event, pause: Duration) {
        let report = match &event {
            Event::Answered(answer) => answer.as_ref().as_ref().ok().and_then(|reply| reply.report.clone()),
            Event::Flag | Event::Stuck => None,
        };
        let changed = match &event {
            Event::Answered(answer) => {
                let side = self.table.side_to_move();
                if let Err(fault) = &**answer {
                    tracing::error!(game = self.saved.id, "the program of {side:?}: {}: {fault}", fault.kind());
                }
                let answer = (**answer).clone();
                self.change(report, |table, now| Ok(table.answer(answer, now)?)).await
            }
            Event::Flag => {
                self.change(None, |table, now| {
                    table.tick(now);
                    Ok(())
                })
                .await
            }
            Event::Stuck => self.change(None, |table, now| Ok(table.pause(now)?)).await,
        };
        match (changed, event) {
            (Err(refusal), event) if matches!(refusal.code, Code::NotStored | Code::NoRoom) => {
                tracing::error!(game = self.saved.id, "the game waits: {}", refusal.message);
                self.retry = Some(Retry { event, at: Instant::now() + pause, pause });
            }
            (Ok(()), Event::Answered(answer)) => {
                self.cools_at = Some(Instant::now() + limits::PROGRAM_IDLE);
                if let Ok(Reply { expects: Some(expected), .. }) = *answer {
                    self.ponder(&expected);
                }
            }
            _ => {}
        }
    }

    /// Goes on from the position on the board: to a person, to a program, or not at all.
    fn proceed(&mut self) {
        (self.asked, self.pondering, self.think_at, self.retry) = (None, None, None, None);
        self.thinking.send_replace(None);
        let side = self.table.side_to_move();
        if self.table.phase() == Phase::Running && !self.table.is_person(side) {
            let watched = !self.table.is_person(!side);
            self.think_at = Some(Instant::now() + if watched { PACE } else { Duration::ZERO });
        }
    }

    /// Puts the position to the program whose turn it is.
    async fn think(&mut self) {
        self.think_at = None;
        let opponent = match &self.opponents[self.table.side_to_move().index()] {
            Ok(Some(opponent)) => opponent,
            Ok(None) => return,
            // A program that the server no longer knows.
            Err(refusal) => {
                tracing::warn!(game = self.saved.id, "{}", refusal.message);
                return self.happen(Event::Stuck, FIRST_RETRY).await;
            }
        };
        match opponent.ask(&self.all, &self.house.pool, &self.client, self.table.task(), true) {
            Ok(asked) => self.asked = Some(asked),
            Err(_) => self.think_at = Some(Instant::now() + AGAIN),
        }
    }

    /// Lets the program that has just moved think on, if it may.
    fn ponder(&mut self, expected: &str) {
        if let Ok(Some(opponent)) = &self.opponents[(!self.table.side_to_move()).index()]
            && let Some(task) = self.table.pondering(expected)
        {
            // If there is no place for it, it does without.
            self.pondering = opponent.ask(&self.all, &self.house.pool, &self.client, task, false).ok();
        }
    }

    fn tell_thinking(&mut self) {
        if self.thinking.receiver_count() > 1
            && let Some(thought) = self.thought()
        {
            self.thinking.send_replace(Some(thought));
        }
    }

    /// What the program whose turn it is has found so far.
    fn thought(&self) -> Option<wire::Thinking> {
        Some(play::thinking(self.table.board(), self.asked.as_ref()?.seen.report()?))
    }

    fn live(&self) -> LiveGame {
        LiveGame { thinking: self.thought(), ..play::live(&self.saved, &self.table, std_now()) }
    }
}
