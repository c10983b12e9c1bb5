//! One game, as a task: it hears commands, lets programs think, watches the clock, and tells everybody what has changed.
//!
//! A change is in the store before anybody hears of it. Thinking happens elsewhere, in the pool: the task is always there to
//! hear that somebody resigns, takes back or pauses.

use std::sync::Arc;
use std::time::Duration;

use engine::{Engine, Ply, Side};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until};

use super::clock::Clock;
use super::handle::{Answer, Command, Handle};
use super::saved::Saved;
use super::shown;
use crate::house::House;
use crate::players::{self, Mind};
use crate::refusal::{Code, Refusal};
use crate::think::{Asked, Found, Reply};
use crate::wire::{self, EndView, GameState, LiveGame, PlayedMove};
use crate::{limits, show, store};

/// So many commands may wait for a game.
const MAILBOX: usize = 32;
/// Between two programs each move takes at least so long: somebody wants to watch.
const PACE: Duration = Duration::from_millis(350);
/// A program that got no place in the pool asks again.
const AGAIN: Duration = Duration::from_millis(300);
/// A game that is over leaves the memory sooner.
const OVER_IDLE: Duration = Duration::from_secs(60);
/// A program takes a draw only after so many plies.
const EARLIEST_DRAW: usize = 30;
/// And only if it does not expect more of the points than this.
const CONTENT: f64 = 0.53;

/// A game at work.
pub struct Table {
    saved: Saved,
    client: Arc<str>,
    board: Box<dyn Engine>,
    minds: [Result<Option<Mind>, Refusal>; 2],
    clock: Option<Clock>,
    draw_offer: Option<Side>,
    turn_since: Instant,
    asked: Option<Asked>,
    think_at: Option<Instant>,
    touched: Instant,
    house: Arc<House>,
    state: watch::Sender<Arc<LiveGame>>,
    thinking: watch::Sender<Option<wire::Thinking>>,
}

impl Table {
    /// Sets a game up, new or from the store, and begins. `left` is called when it leaves the memory.
    pub async fn open(
        saved: Saved,
        house: Arc<House>,
        left: impl FnOnce(&str) + Send + 'static,
    ) -> Result<Handle, Refusal> {
        let moves: Vec<String> = saved.moves.iter().map(|mv| mv.code.clone()).collect();
        let board = show::set_up(&saved.game, Some(&saved.start), &moves)?;
        let seed = shown::seed(&saved.id);
        let minds = [&saved.players.first, &saved.players.second].map(|choice| {
            let mut mind = players::mind(choice, &*board, &house.engines)?;
            if let Some(Mind::Own { options, .. }) = &mut mind {
                options.player.seed = seed;
            }
            Ok(mind)
        });
        let clock = saved.clock.map(|setting| Clock::showing(setting, saved.left_ms)).transpose()?;
        let client: Arc<str> = Arc::from(saved.client.as_str());
        let first = Arc::new(shown::live(&saved, &*board, clock.as_ref(), None));
        let (state, watched) = watch::channel(first);
        let (thinking, thoughts) = watch::channel(None);
        let (requests, mailbox) = mpsc::channel(MAILBOX);
        let now = Instant::now();
        let mut table = Table {
            saved,
            client: Arc::clone(&client),
            board,
            minds,
            clock,
            draw_offer: None,
            turn_since: now,
            asked: None,
            think_at: None,
            touched: now,
            house,
            state,
            thinking,
        };
        // A game that is only looked at again has not changed.
        if table.saved.version == 0 || table.saved.state == GameState::Running {
            table.proceed();
            table.keep().await;
        }
        tokio::spawn(async move {
            let id = table.saved.id.clone();
            table.run(mailbox).await;
            left(&id);
        });
        Ok(Handle { client, requests, state: watched, thinking: thoughts })
    }

    async fn run(&mut self, mut mailbox: mpsc::Receiver<(Command, oneshot::Sender<Answer>)>) {
        let mut ticker = interval(limits::TICK);
        ticker.set_missed_tick_behavior(MissedTickBehavior::Skip);
        loop {
            let side = self.board.side_to_move();
            let falls = self.clock.as_ref().and_then(Clock::falls).filter(|_| self.saved.is_human(side));
            let idle = self.touched + if self.saved.state == GameState::Over { OVER_IDLE } else { limits::IDLE };
            let far = Instant::now() + Duration::from_secs(3600);
            let (think_at, thinks) = (self.think_at.unwrap_or(far), self.asked.is_some());
            tokio::select! {
                request = mailbox.recv() => {
                    let Some((command, reply)) = request else { return };
                    self.touched = Instant::now();
                    let answer = self.hear(command).await;
                    let _ = reply.send(answer);
                }
                found = answer(&mut self.asked), if thinks => {
                    self.asked = None;
                    self.answered(found);
                    self.keep().await;
                }
                _ = ticker.tick(), if thinks => self.tell_thinking(),
                () = sleep_until(think_at), if self.think_at.is_some() => {
                    self.think();
                    // There may be nobody to think: a program that the server no longer knows.
                    if self.saved.state == GameState::Paused {
                        self.keep().await;
                    }
                }
                () = sleep_until(falls.unwrap_or(far)), if falls.is_some() => {
                    if let Some(side) = self.clock.as_ref().and_then(Clock::fallen) {
                        self.finish(Some(!side), "time");
                        self.keep().await;
                    }
                }
                () = sleep_until(idle) => {
                    // The hall holds one receiver itself.
                    if self.state.receiver_count() > 1 || self.asked.is_some() {
                        self.touched = Instant::now();
                    } else {
                        self.pause();
                        self.keep().await;
                        return;
                    }
                }
            }
        }
    }

    async fn hear(&mut self, command: Command) -> Answer {
        if matches!(command, Command::Look) {
            return Ok(Arc::new(self.live()));
        }
        if self.saved.state == GameState::Over {
            return Err(Refusal::new(Code::GameOver, "the game is over"));
        }
        match command {
            Command::Look => {}
            Command::Move { mv, ply } => self.person_moves(&mv, ply)?,
            Command::Resign(side) => {
                let side = self.person(side)?;
                self.finish(Some(!side), "resignation");
            }
            Command::Draw(side) => {
                let side = self.person(side)?;
                self.draw(side);
            }
            Command::TakeBack(side) => {
                let side = self.person(side)?;
                self.take_back(side)?;
            }
            Command::Pause => self.pause(),
            Command::Resume => self.resume()?,
        }
        self.keep().await;
        Ok(self.state.borrow().clone())
    }

    /// The person who is meant: the one who was named, or the only one, or whose turn it is.
    fn person(&self, named: Option<Side>) -> Result<Side, Refusal> {
        let people = Side::BOTH.map(|side| self.saved.is_human(side));
        let side = named.unwrap_or(match people {
            [true, false] => Side::First,
            [false, true] => Side::Second,
            _ => self.board.side_to_move(),
        });
        if people[side.index()] {
            return Ok(side);
        }
        Err(Refusal::new(Code::NotAllowed, "that side is played by a program"))
    }

    fn person_moves(&mut self, mv: &str, ply: Option<usize>) -> Result<(), Refusal> {
        if let Some(ply) = ply
            && ply != self.saved.moves.len()
        {
            let message = format!("{} moves are played, not {ply}", self.saved.moves.len());
            return Err(Refusal::new(Code::OutOfTurn, message));
        }
        let side = self.board.side_to_move();
        if !self.saved.is_human(side) {
            let message = format!("it is the turn of {}, whom a program plays", self.board.side_name(side));
            return Err(Refusal::new(Code::OutOfTurn, message));
        }
        self.play(mv, None)?;
        self.saved.state = GameState::Running;
        self.proceed();
        Ok(())
    }

    /// Plays a move on the board and on the clock.
    fn play(&mut self, mv: &str, found: Option<&Found>) -> Result<(), Refusal> {
        let side = self.board.side_to_move();
        let line = found.and_then(|found| found.lines.first()).filter(|line| line.nodes > 0);
        let score = line.map(|line| show::score(&*self.board, line));
        let Ply { text, code, .. } = self.board.play(mv)?;
        if let Some(clock) = &mut self.clock {
            clock.moved(side, found.map(|found| found.took));
        }
        let took = found.map_or(self.turn_since.elapsed(), |found| found.took);
        self.saved.moves.push(PlayedMove {
            text,
            code,
            side: side.into(),
            score,
            depth: line.map(|line| line.depth),
            clock_ms: self.clock.as_ref().map(|clock| clock.left(side).as_millis() as u64),
            think_ms: Some(took.as_millis() as u64),
        });
        // Who moves has not taken the draw.
        self.draw_offer = self.draw_offer.filter(|&offered| offered == side);
        Ok(())
    }

    /// Goes on from the position on the board: to the end, to a person, to a program.
    fn proceed(&mut self) {
        self.asked = None;
        self.think_at = None;
        self.thinking.send_replace(None);
        if self.saved.state != GameState::Running {
            return;
        }
        if let Some(end) = show::end(&*self.board) {
            self.finish(end.winner.map(Side::from), &end.reason);
            return;
        }
        if self.saved.moves.len() >= limits::PLIES {
            self.finish(None, "too-long");
            return;
        }
        let side = self.board.side_to_move();
        self.turn_since = Instant::now();
        // Nobody's clock runs before the first move.
        if self.saved.moves.len() > self.saved.given
            && let Some(clock) = &mut self.clock
        {
            clock.start(side);
        }
        if !self.saved.is_human(side) {
            let watched = !self.saved.is_human(!side);
            self.think_at = Some(Instant::now() + if watched { PACE } else { Duration::ZERO });
        }
    }

    /// Puts the position to the program whose turn it is.
    fn think(&mut self) {
        self.think_at = None;
        let side = self.board.side_to_move();
        let mind = match &self.minds[side.index()] {
            Ok(Some(mind)) => mind.clone(),
            Ok(None) => return,
            Err(refusal) => {
                tracing::warn!(game = self.saved.id, "{}", refusal.message);
                self.pause();
                return;
            }
        };
        let question = Reply {
            game: self.saved.game.clone(),
            start: self.saved.start.clone(),
            moves: self.saved.moves.iter().map(|mv| mv.code.clone()).collect(),
            mind,
            clocks: Side::BOTH.map(|side| self.clock.as_ref().map(|clock| clock.view(side))),
        };
        match question.ask(&self.house.pool, &self.client) {
            Ok(asked) => self.asked = Some(asked),
            Err(_) => self.think_at = Some(Instant::now() + AGAIN),
        }
    }

    fn answered(&mut self, found: Result<Found, Refusal>) {
        let side = self.board.side_to_move();
        let played = found.and_then(|found| match &found.best {
            Some(mv) => self.play(mv, Some(&found)),
            None => Err(Refusal::new(Code::Fault, "no move was found")),
        });
        match played {
            Ok(()) => self.proceed(),
            Err(refusal) => {
                tracing::error!(game = self.saved.id, "the program of {side:?}: {}", refusal.message);
                self.finish(Some(!side), "fault");
            }
        }
    }

    fn draw(&mut self, side: Side) {
        if self.draw_offer == Some(!side) {
            self.finish(None, "agreement");
        } else if self.saved.is_human(!side) {
            self.draw_offer = Some(side);
        } else if self.saved.moves.len() >= EARLIEST_DRAW && self.is_content(!side) {
            self.finish(None, "agreement");
        }
    }

    /// Would a program be content with a draw? By what it thought of its last move.
    fn is_content(&self, side: Side) -> bool {
        let mut own = self.saved.moves.iter().rev().filter(|mv| Side::from(mv.side) == side);
        let chance = own.find_map(|mv| mv.score.as_ref()).map(|score| score.chance);
        chance.is_none_or(|chance| match side {
            Side::First => chance <= CONTENT,
            Side::Second => 1.0 - chance <= CONTENT,
        })
    }

    /// Takes back the last move of a person, and what was answered to it.
    fn take_back(&mut self, side: Side) -> Result<(), Refusal> {
        let other_person = self.saved.is_human(!side);
        let own = |mv: &PlayedMove| other_person || Side::from(mv.side) == side;
        let Some(place) = self.saved.moves.iter().rposition(own).filter(|&place| place >= self.saved.given) else {
            return Err(Refusal::new(Code::OutOfTurn, "there is no move to take back"));
        };
        while self.saved.moves.len() > place {
            self.board.undo();
            self.saved.moves.pop();
        }
        if let Some(clock) = &mut self.clock {
            clock.stop();
            for side in Side::BOTH {
                let last = self.saved.moves.iter().rev().find(|mv| Side::from(mv.side) == side);
                let left = last.and_then(|mv| mv.clock_ms).map(Duration::from_millis);
                clock.set(side, left.unwrap_or_else(|| clock.base()));
            }
        }
        self.draw_offer = None;
        self.proceed();
        Ok(())
    }

    fn pause(&mut self) {
        if self.saved.state == GameState::Running {
            self.saved.state = GameState::Paused;
            if let Some(clock) = &mut self.clock {
                clock.stop();
            }
            self.proceed();
        }
    }

    fn resume(&mut self) -> Result<(), Refusal> {
        if let Some(refusal) = self.minds.iter().find_map(|mind| mind.as_ref().err()) {
            return Err(refusal.clone());
        }
        if self.saved.state == GameState::Paused {
            self.saved.state = GameState::Running;
            self.proceed();
        }
        Ok(())
    }

    fn finish(&mut self, winner: Option<Side>, reason: &str) {
        self.saved.state = GameState::Over;
        self.saved.end = Some(EndView { winner: winner.map(wire::Side::from), reason: reason.to_string() });
        if let Some(clock) = &mut self.clock {
            clock.stop();
        }
        self.draw_offer = None;
        self.proceed();
        let played = shown::record(&self.saved, &*self.board, winner);
        if played.course.len() > self.saved.given {
            let (house, id) = (Arc::clone(&self.house), self.saved.id.clone());
            tokio::spawn(async move {
                if let Err(refusal) = house.store.record(played).await {
                    tracing::error!(game = id, "the game is not in the history: {}", refusal.message);
                }
                let _ = house.store.trim().await;
            });
        }
    }

    /// Stores the game as it is now, and tells everybody.
    async fn keep(&mut self) {
        self.saved.version += 1;
        self.saved.updated = store::now();
        if let Some(clock) = &self.clock {
            self.saved.left_ms = Side::BOTH.map(|side| clock.left(side).as_millis() as u64);
        }
        if let Err(refusal) = self.house.store.save(self.saved.clone()).await {
            tracing::error!(game = self.saved.id, "the game is not stored: {}", refusal.message);
        }
        let live = self.live();
        self.state.send_replace(Arc::new(live));
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
        let known = self.asked.as_ref()?.progress.snapshot();
        let line = known.lines.first()?;
        let nps = known.nodes as f64 / known.time.as_secs_f64().max(0.001);
        Some(wire::Thinking {
            side: self.board.side_to_move().into(),
            depth: line.depth,
            nodes: known.nodes,
            nps: nps as u64,
            score: show::score(&*self.board, line),
            pv: Ply::texts(&line.pv),
        })
    }

    fn live(&self) -> LiveGame {
        LiveGame {
            thinking: self.thought(),
            ..shown::live(&self.saved, &*self.board, self.clock.as_ref(), self.draw_offer)
        }
    }
}

/// The answer to the question that was asked. Called only if there is one.
async fn answer(asked: &mut Option<Asked>) -> Result<Found, Refusal> {
    match asked {
        Some(asked) => {
            let broken_off = |_| Err(Refusal::new(Code::Busy, "the search was broken off"));
            (&mut asked.answer).await.unwrap_or_else(broken_off)
        }
        None => std::future::pending().await,
    }
}
