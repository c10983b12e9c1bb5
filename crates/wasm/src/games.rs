//! The games of a browser. What is stored of them comes with the request, and goes back with the answer: here are only the tables.

use std::sync::Arc;
use std::time::Duration;

use answers::play::{self, Command, Saved, Written};
use answers::search::Searching;
use answers::wire::{NewGame, PlayMove, SideRequest};
use answers::{Code, Refusal, hint, pictures};
use engine::{PastGames, RecordFormat};

use crate::office::{Answer, Request, new_id, no_such_address};
use crate::sitting::Sitting;
use crate::world::{World, control};

/// The tables that are kept; the one that was not used for longest makes room.
const TABLES: usize = 8;

/// The games that somebody plays or has looked at lately.
pub struct Games {
    world: &'static dyn World,
    /// The one that was used last at the end.
    tables: Vec<Sitting>,
}

type Stored = Option<Box<Saved>>;

impl Games {
    /// None yet.
    pub fn new(world: &'static dyn World) -> Games {
        Games { world, tables: Vec::new() }
    }

    /// Answers a request about games.
    pub fn answer(&mut self, segments: &[&str], asked: &Request, saved: Stored) -> Result<Answer, Refusal> {
        match (asked.method, segments) {
            ("POST", []) => self.begin(asked.body()?),
            ("POST", [id, "rematch"]) => {
                let old = self.find(id, saved)?.live();
                self.begin(play::rematch(&old, None))
            }
            ("POST", [id, "hint"]) => self.advise(id, saved),
            ("POST", [id, what]) => {
                let side = |asked: &Request| asked.body::<SideRequest>().map(|request| request.side.map(Into::into));
                let command = match *what {
                    "moves" => {
                        let PlayMove { mv, ply } = asked.body()?;
                        Command::Move { mv, ply }
                    }
                    "resign" => Command::Resign(side(asked)?),
                    "draw" => Command::Draw(side(asked)?),
                    "takeback" => Command::TakeBack(side(asked)?),
                    "pause" => Command::Pause,
                    "resume" => Command::Resume,
                    _ => return Err(no_such_address()),
                };
                let sitting = self.find(id, saved)?;
                sitting.hear(&command)?;
                Answer::game(sitting, true)
            }
            ("GET", [id]) => Answer::game(self.find(id, saved)?, false),
            ("GET", [id, file]) => {
                let live = self.find(id, saved)?.live();
                let format = match *file {
                    "game.pgn" => RecordFormat::Pgn,
                    "game.pdn" => RecordFormat::Pdn,
                    "game.sgf" => RecordFormat::Sgf,
                    "board.svg" => {
                        let svg = pictures::played(&live, asked.query()?)?.svg();
                        return Ok(Answer::file("image/svg+xml", "kiebitz.svg", svg.into_bytes()));
                    }
                    _ => return Err(no_such_address()),
                };
                let Written { text, kind, name } = play::write(&live, format)?;
                Ok(Answer::file(&kind, &name, text.into_bytes()))
            }
            _ => Err(no_such_address()),
        }
    }

    /// The program whose turn it is thinks, and moves if it comes to an end.
    pub fn think(&mut self, id: &str, saved: Stored) -> Result<Answer, Refusal> {
        let sitting = self.find(id, saved)?;
        let changed = sitting.think()?;
        Answer::game(sitting, changed)
    }

    /// A clock has run out, perhaps.
    pub fn tick(&mut self, id: &str, saved: Stored) -> Result<Answer, Refusal> {
        let sitting = self.find(id, saved)?;
        let changed = sitting.tick();
        Answer::game(sitting, changed)
    }

    /// What is on the table does not count.
    pub fn forget(&mut self, id: &str) {
        self.tables.retain(|sitting| sitting.saved.id != id);
    }

    fn begin(&mut self, new: NewGame) -> Result<Answer, Refusal> {
        let id = (new_id(self.world), new.client.clone().unwrap_or_default());
        let saved = Saved::planned(new, (id.0, &id.1), &[], &PastGames::default(), self.world.today())?;
        let sitting = self.put(Sitting::begin(saved, self.world)?);
        Answer::game(sitting, true)
    }

    fn advise(&mut self, id: &str, saved: Stored) -> Result<Answer, Refusal> {
        let live = self.find(id, saved)?.live();
        let mut searching = Searching::of(hint::question(&live)?)?;
        let control = Arc::new(control(self.world, Duration::ZERO, None, || {}));
        let found = searching.run(&control).0?;
        Answer::json(&hint::answer(&live, &found.lines)?)
    }

    /// The table of a game: as it is here, unless what is stored is newer.
    fn find(&mut self, id: &str, saved: Stored) -> Result<&mut Sitting, Refusal> {
        let place = self.tables.iter().position(|sitting| sitting.saved.id == id);
        let here = place.map(|place| self.tables.remove(place));
        let sitting = match (here, saved) {
            (Some(here), Some(saved)) if saved.version <= here.saved.version => here,
            (Some(here), None) => here,
            (_, Some(saved)) if saved.id == id => Sitting::open(saved.found_again(), self.world)?,
            _ => return Err(Refusal::new(Code::UnknownId, "there is no such game")),
        };
        Ok(self.put(sitting))
    }

    fn put(&mut self, sitting: Sitting) -> &mut Sitting {
        if self.tables.len() >= TABLES {
            self.tables.remove(0);
        }
        let last = self.tables.len();
        self.tables.push(sitting);
        &mut self.tables[last]
    }
}
