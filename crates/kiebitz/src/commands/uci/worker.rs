//! The thread that owns the engine and does what it is asked, one thing after another.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender};

use engine::{Answer, Engine, Go, Options};
use protocol::uci::{Message, Position};

use super::Thought;
use super::console::{self, Console};
use super::info;
use super::limits::limits;
use super::options::{self, Effect, Settings};
use crate::output::{self, Failure};

/// Something to do.
pub enum Job {
    /// Get ready to think, and say that everything before is done.
    Ready,
    Set {
        name: String,
        value: Option<String>,
    },
    NewGame,
    SetUp(Position),
    Think(Arc<Thought>),
    /// Something for people; the sender is dropped when it is done.
    Console(Console, Sender<()>),
}

/// If the table that was asked for cannot be had, this one will do, in MiB.
const SMALL_TABLE: usize = 1;

pub struct Worker {
    engine: Box<dyn Engine>,
    settings: Settings,
    /// Where the position came from, to set it up again when moves are to be written differently.
    place: Position,
    /// Is the game still in the book? Unknown before the first move of a game.
    in_book: Option<bool>,
    /// Another error of judgement for each game, where the strength is limited.
    seed: u64,
    quit: Arc<AtomicBool>,
}

impl Worker {
    /// From `quit` on it only finishes what is short.
    pub fn new(quit: Arc<AtomicBool>) -> Result<Worker, Failure> {
        let settings = Settings::default();
        let engine = open(&settings)?;
        Ok(Worker { engine, settings, place: Position::default(), in_book: None, seed: random(), quit })
    }

    /// Works until there is nothing to do any more.
    pub fn run(&mut self, jobs: &Receiver<Job>) {
        while let Ok(job) = jobs.recv() {
            // What is long and cannot be stopped is not begun any more.
            if self.quit.load(Relaxed) && matches!(job, Job::Console(Console::Perft(_) | Console::Bench, _)) {
                continue;
            }
            // Nobody reads our output any more: the input will end as well.
            if let Err(Failure::BadInput(message) | Failure::Other(message)) = self.work(job) {
                let _ = info::notice(&message);
            }
        }
    }

    fn work(&mut self, job: Job) -> Result<(), Failure> {
        match job {
            Job::Ready => {
                // What cannot be done is told when it is needed.
                let _ = self.engine.prepare(&self.settings.apply(self.seed, &mut Go::default()));
                output::line(Message::ReadyOk)
            }
            Job::Set { name, value } => self.set(&name, value.as_deref()),
            Job::NewGame => {
                self.seed = random();
                self.in_book = None;
                self.engine.forget();
                Ok(())
            }
            Job::SetUp(place) => self.set_up(place),
            Job::Think(thought) => {
                let result = self.think(&thought);
                thought.done.store(true, Relaxed);
                result
            }
            Job::Console(console, _done) => self.console(console),
        }
    }

    fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), Failure> {
        match self.settings.set(name, value) {
            Err(message) => info::notice(&message),
            Ok(Effect::Nothing) => Ok(()),
            Ok(Effect::Forget) => {
                self.engine.forget();
                Ok(())
            }
            Ok(Effect::Tables) => self.open_tables(),
            Ok(Effect::OtherBook) => {
                self.in_book = None;
                Ok(())
            }
            Ok(Effect::OtherGame) => {
                self.engine = open(&self.settings)?;
                self.set_up(self.place.clone())
            }
        }
    }

    /// Opens endgame tables and tells what was found. What cannot be used is named, and done without.
    fn open_tables(&mut self) -> Result<(), Failure> {
        let (files, men) = self.settings.open_tables();
        if files > 0 {
            info::notice(&format!("{files} Syzygy files, up to {men} men"))?;
        }
        self.settings.complaints().iter().try_for_each(|complaint| info::notice(complaint))
    }

    /// Sets up a position. One that cannot be read leaves things as they are; a move that is not legal ends the moves.
    fn set_up(&mut self, place: Position) -> Result<(), Failure> {
        if let Err(error) = self.engine.set_position(place.fen.as_deref().unwrap_or("start")) {
            return info::notice(&error.to_string());
        }
        let refused = place.moves.iter().enumerate().find_map(|(index, mv)| match self.engine.play(mv) {
            Ok(_) => None,
            Err(error) => Some((index, error)),
        });
        self.place = place;
        match refused {
            None => Ok(()),
            Some((index, error)) => {
                self.place.moves.truncate(index);
                info::notice(&format!("{error}; the moves before it stand"))
            }
        }
    }

    fn think(&mut self, thought: &Thought) -> Result<(), Failure> {
        let mut go = limits(&thought.go, self.engine.side_to_move());
        go.only = self.legal(&thought.go.search_moves)?;
        let mut options = self.settings.apply(self.seed, &mut go);
        // Analysis without end is not answered from a book.
        if thought.go.infinite {
            options.book = None;
        }
        self.tell_of_book(&options)?;
        let answer = match self.search(&options, &go, thought) {
            Ok(found) => found,
            // An answer is owed whatever happens.
            Err(Failure::BadInput(message) | Failure::Other(message)) => {
                info::notice(&message)?;
                let modest = Options { table_megabytes: SMALL_TABLE, book: None, history: false, ..options };
                self.search(&modest, &go, thought)?
            }
            Err(Failure::Closed) => return Err(Failure::Closed),
        };
        self.settings.complaints().iter().try_for_each(|complaint| info::notice(complaint))?;
        thought.wait();
        thought.done.store(true, Relaxed);
        let line = answer.lines.first().filter(|line| line.pv.first() == answer.best.as_ref());
        let ponder = line.and_then(|line| line.pv.get(1)).map(|ply| ply.code.clone());
        output::line(Message::BestMove { mv: answer.best.map_or("(none)".to_string(), |ply| ply.code), ponder })
    }

    /// Says it when the game has left the book.
    fn tell_of_book(&mut self, options: &Options) -> Result<(), Failure> {
        let Some(source) = &options.book else { return Ok(()) };
        // An error is told by the search, which then does without.
        let Ok(moves) = self.engine.book_moves(options) else { return Ok(()) };
        let in_book = moves.iter().any(|(_, weight)| *weight > 0);
        if !in_book && self.in_book != Some(false) {
            info::notice(&format!("out of the book ({source}): searching from here on"))?;
        }
        self.in_book = Some(in_book);
        Ok(())
    }

    /// Searches, and tells what is found.
    fn search(&mut self, options: &Options, go: &Go, thought: &Thought) -> Result<Answer, Failure> {
        let mut closed = Ok(());
        let curve = self.settings.show_chances.then(|| self.engine.curve());
        let answer = self.engine.go(options, go, &thought.control, &mut |report| {
            if closed.is_ok() {
                closed = output::line(info::line(report, curve));
            }
        })?;
        closed?;
        Ok(answer)
    }

    /// The legal ones among the moves to choose from.
    fn legal(&mut self, moves: &[String]) -> Result<Vec<String>, Failure> {
        let mut legal = Vec::new();
        for mv in moves {
            match self.engine.play(mv) {
                Ok(ply) => {
                    self.engine.undo();
                    legal.push(ply.code);
                }
                Err(error) => info::notice(&error.to_string())?,
            }
        }
        Ok(legal)
    }

    fn console(&mut self, console: Console) -> Result<(), Failure> {
        let engine = self.engine.as_ref();
        let options = self.settings.apply(self.seed, &mut Go::default());
        match console {
            // The desk answers it.
            Console::Help => Ok(()),
            Console::Show => console::show(engine),
            Console::Eval => console::eval(engine, &options),
            Console::Perft(depth) => console::perft(engine, depth, options.threads),
            Console::Bench => console::bench(),
            Console::Spsa => output::print(&options::spsa()),
            Console::Flip => {
                let place = console::flipped(&engine.position());
                self.set_up(place)
            }
        }
    }
}

fn open(settings: &Settings) -> Result<Box<dyn Engine>, Failure> {
    Ok(engine::open(settings.game())?)
}

/// A number that is another one each time.
fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}
