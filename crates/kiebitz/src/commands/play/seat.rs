//! Who sits at the table: a person, or a program, which lives in a thread of its own as long as it sits there.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use arena::{Fault, Player, Task};
use engine::{Control, Engine, Go, PlayerSpec};

use super::keyboard::Event;
use crate::output::Failure;

/// Time for a move of a program if nothing else limits it.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// How long we wait for a program to get ready.
const PATIENCE: Duration = Duration::from_secs(60);

/// Reads a player and sees to it that it can play this game.
pub fn read(text: &str, board: &dyn Engine) -> Result<PlayerSpec, arena::Error> {
    let player: PlayerSpec = text.parse()?;
    if !player.is_human() {
        arena::check_player(&player, board, &history::past(None))?;
    }
    Ok(player)
}

/// A player with a name.
pub struct Seat {
    pub name: String,
    pub who: PlayerSpec,
    program: Option<Program>,
}

/// The way to a program's thread.
struct Program {
    orders: Sender<Order>,
    thread: JoinHandle<Option<String>>,
}

/// What a program is to do.
enum Order {
    NewGame { start: String, seed: u64 },
    Think(Task, Arc<Control>),
    Ponder(Task, Arc<Control>),
}

impl Seat {
    /// `timed` if there is a clock for it; without one, each of its moves is limited. `events` hears of all that it does.
    pub fn new(
        name: String,
        who: PlayerSpec,
        game: &str,
        timed: bool,
        events: &Sender<Event>,
    ) -> Result<Seat, Failure> {
        let program = if who.is_human() {
            None
        } else {
            let mut player = who.clone();
            player.limit_by(&if timed { Go::default() } else { Go::time(USUAL_TIME) });
            let (orders, received) = channel();
            let (game, events) = (game.to_string(), events.clone());
            let thread = engine::thread("player");
            let thread = thread.spawn(move || serve(&player, &game, &received, &events))?;
            Some(Program { orders, thread })
        };
        Ok(Seat { name, who, program })
    }

    pub fn is_human(&self) -> bool {
        self.program.is_none()
    }

    fn order(&self, order: Order) {
        if let Some(program) = &self.program {
            // A thread that is gone has said so by its last answer.
            let _ = program.orders.send(order);
        }
    }

    /// Answered by [`Event::Ready`].
    pub fn new_game(&self, start: &str, seed: u64) {
        self.order(Order::NewGame { start: start.to_string(), seed });
    }

    /// Answered by [`Event::Seen`], any number of times, and then [`Event::Answer`].
    pub fn think(&self, task: Task, control: &Arc<Control>) {
        self.order(Order::Think(task, Arc::clone(control)));
    }

    /// May think in the opponent's time.
    pub fn ponder(&self, task: Task, control: &Arc<Control>) {
        self.order(Order::Ponder(task, Arc::clone(control)));
    }

    /// Leaves the table. What was wrong with that, if anything.
    pub fn leave(self) -> Option<String> {
        let Program { orders, thread } = self.program?;
        drop(orders);
        thread.join().ok().flatten()
    }
}

/// A program's thread: does what it is told until there is nobody to tell it anything. Returns what was wrong with the leaving.
fn serve(who: &PlayerSpec, game: &str, orders: &Receiver<Order>, events: &Sender<Event>) -> Option<String> {
    // Whoever could not be started is tried again in the next game.
    let mut player: Result<Box<dyn Player>, Fault> = Err(Fault::NotReady("it has not been started".to_string()));
    for order in orders {
        match order {
            Order::NewGame { start, seed } => {
                if player.is_err() {
                    player = arena::start(who, game, PATIENCE, &history::past(None), &engine::Control::timeless());
                }
                let ready =
                    player.as_mut().map_err(|fault| fault.clone()).and_then(|player| player.new_game(&start, seed));
                let _ = events.send(Event::Ready(ready));
            }
            Order::Think(task, control) => {
                let watch = |report: &engine::Report| drop(events.send(Event::Seen(report.clone())));
                let turn = task.turn(&control, &watch);
                let answer = player.as_mut().map_err(|fault| fault.clone()).and_then(|player| player.think(&turn));
                let _ = events.send(Event::Answer(answer));
            }
            Order::Ponder(task, control) => {
                if let Ok(player) = &mut player {
                    player.ponder(&task.turn(&control, &|_| {}));
                }
            }
        }
    }
    player.ok()?.leave()
}
