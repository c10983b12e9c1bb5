//! The thread that owns the engine and does what it is asked, one thing after another.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender};

use engine::{Answer, Audience, Engine, Go, Options, Report};

use super::Thought;
use super::command::Place;
use super::console::{self, Console};
use super::info;
use super::options::{self, Effect, Settings};
use crate::output::{self, Failure};

/// Something to do.
pub enum Job {
    /// Say that everything before is done.
    Ready,
    Set {
        name: String,
        value: Option<String>,
    },
    NewGame,
    Place(Place),
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
    place: Place,
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
        Ok(Worker { engine, settings, place: Place::default(), in_book: None, seed: random(), quit })
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
            Job::Ready => output::line("readyok"),
            Job::Set { name, value } => self.set(&name, value.as_deref()),
            Job::NewGame => {
                self.seed = random();
                self.in_book = None;
                self.engine.forget();
                Ok(())
            }
            Job::Place(place) => self.set_up(place),
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
    fn set_up(&mut self, place: Place) -> Result<(), Failure> {
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
        let mut go = thought.request.limits(self.engine.side_to_move());
        go.only = self.legal(&thought.request.moves)?;
        let mut options = self.settings.apply(self.seed, &mut go);
        // Analysis without end is not answered from a book.
        if thought.request.infinite {
            options.book = None;
        }
        self.tell_of_book(&options)?;
        let (answer, printed) = match self.search(&options, &go, thought) {
            Ok(found) => found,
            // An answer is owed whatever happens.
            Err(Failure::BadInput(message) | Failure::Other(message)) => {
                info::notice(&message)?;
                let modest = Options { table_megabytes: SMALL_TABLE, book: None, history: None, ..options };
                self.search(&modest, &go, thought)?
            }
            Err(Failure::Closed) => return Err(Failure::Closed),
        };
        // The end may know more than the last report, and there is always at least one.
        if answer.lines != printed {
            let curve = self.settings.show_chances.then(|| self.engine.curve());
            for (rank, line) in (1..).zip(&answer.lines) {
                output::line(info::line(line, rank, curve))?;
            }
        }
        self.settings.complaints().iter().try_for_each(|complaint| info::notice(complaint))?;
        thought.wait();
        thought.done.store(true, Relaxed);
        let best = answer.best.as_deref().unwrap_or("(none)");
        let reply = answer.lines.first().filter(|line| line.pv.first() == answer.best.as_ref());
        match reply.and_then(|line| line.pv.get(1)) {
            Some(reply) => output::line(format!("bestmove {best} ponder {reply}")),
            None => output::line(format!("bestmove {best}")),
        }
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

    /// Searches, and tells what was printed last.
    fn search(&mut self, options: &Options, go: &Go, thought: &Thought) -> Result<(Answer, Vec<Report>), Failure> {
        let mut printed: Vec<Report> = Vec::new();
        let mut closed = Ok(());
        let curve = self.settings.show_chances.then(|| self.engine.curve());
        let answer = self.engine.go(options, go, &thought.control, &mut |report| {
            if closed.is_ok() {
                closed = output::line(info::line(report, report.line, curve));
            }
            if report.line == 1 {
                printed.clear();
            }
            printed.push(report.clone());
        })?;
        closed?;
        Ok((answer, printed))
    }

    /// The legal ones among the moves to choose from.
    fn legal(&mut self, moves: &[String]) -> Result<Vec<String>, Failure> {
        let mut legal = Vec::new();
        for mv in moves {
            match self.engine.play(mv) {
                Ok(text) => {
                    self.engine.undo();
                    legal.push(text);
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
    let mut engine = engine::open(settings.game())?;
    engine.set_audience(Audience::Programs);
    Ok(engine)
}

/// A number that is another one each time.
fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}
