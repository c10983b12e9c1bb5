//! Does jobs, one after the other, and keeps between them what is dear to make: players with their programs, and tables.

use arena::{Arena, Openings, Seats};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use engine::{Answered, Control, Engine, PastGames, Playable, Question, Visitor};
use learn::evolve::{Contest, Games, ParameterGames, Terms};

use crate::job::{Candidate, Done, Job, Judged, Meeting, Pair, Selfplay};

/// Does jobs.
#[derive(Default)]
pub struct Worker {
    /// The games from which those learn who learn.
    past: PastGames,
    /// Who met last, with the players that are still there.
    met: Option<(Meeting, Arena, Seats)>,
    /// The board of the last questions, with its table.
    board: Option<(String, Box<dyn Engine>)>,
}

impl Worker {
    /// One that has done nothing yet. Players that learn do so from these games.
    pub fn new(past: PastGames) -> Worker {
        Worker { past, ..Worker::default() }
    }

    /// Does a job; `None` if `control` stopped it. The error says why it cannot be done.
    pub fn work(&mut self, job: &Job, control: &Control) -> Result<Option<Done>, String> {
        let done = match job {
            Job::Pair(pair) => self.pair(pair, control)?,
            Job::Selfplay(Selfplay { game, settings, from, to }) => {
                let bytes =
                    learn::data::part(game, settings, *from..*to, control).map_err(|error| error.to_string())?;
                bytes.map(|bytes| Done::Bytes(STANDARD.encode(bytes)))
            }
            Job::Questions(list) => {
                let answers = list.iter().map(|question| match self.answer(question, control) {
                    Ok(answer) => Judged::Answer(Box::new(answer)),
                    Err(error) => Judged::Error(error.to_string()),
                });
                let answers = answers.take_while(|_| !control.stopped()).collect();
                Some(Done::Answers(answers))
            }
            Job::Candidate(job) => {
                let found = engine::visit(&job.game, Meet { job, control }).map_err(|error| error.to_string())??;
                found.map(Done::Points)
            }
        };
        Ok(done.filter(|_| !control.stopped()))
    }

    fn pair(&mut self, pair: &Pair, control: &Control) -> Result<Option<Done>, String> {
        if self.met.as_ref().is_none_or(|(met, ..)| *met != pair.meeting) {
            // Before others come: there may not be room for both.
            self.met = None;
            let arena = pair.meeting.arena(&self.past)?;
            self.met = Some((pair.meeting.clone(), arena, Seats::default()));
        }
        let Some((_, arena, seats)) = &mut self.met else { unreachable!("they have just met") };
        arena.openings = Openings::Listed(vec![pair.opening.clone()]);
        let mut games = Vec::new();
        for fixture in &pair.fixtures {
            seats.keep(fixture);
            match arena.play(*fixture, seats, control).map_err(|error| error.to_string())? {
                Some(game) => games.push(game),
                None => return Ok(None),
            }
        }
        Ok(Some(Done::Games(games)))
    }

    /// Answers a question as if it were the first one.
    fn answer(&mut self, question: &Question, control: &Control) -> Result<Answered, engine::Error> {
        let mut board = match self.board.take() {
            Some((game, mut board)) if game == question.game => {
                board.forget();
                board
            }
            _ => engine::open(&question.game)?,
        };
        question.set_up(&mut *board)?;
        let (mut options, go) = question.options(&*board)?;
        options.resources.past = self.past.clone();
        let control = engine::start_clock_under(control);
        let answer = board.go(&options, &go, &control, &mut |_| {})?;
        self.board = Some((question.game.clone(), board));
        Ok(Answered::from(&answer))
    }
}

/// A candidate's games, before the type of the game is known.
struct Meet<'a> {
    job: &'a Candidate,
    control: &'a Control,
}

impl Visitor for Meet<'_> {
    type Result = Result<Option<Vec<(f64, u64)>>, String>;

    fn visit<G: Playable>(self, start: G) -> Self::Result {
        let Candidate { eval, groups, parameters, nodes, seed, .. } = self.job;
        let terms = Terms { nodes: *nodes, seed: *seed };
        match parameters {
            Some(names) => {
                let games = ParameterGames::new(start, eval, names, terms).map_err(|error| error.to_string())?;
                self.play(&games)
            }
            None => {
                let evaluator = start.own(eval).map_err(|error| error.to_string())?;
                self.play(&Games::new(start, evaluator, *groups, terms))
            }
        }
    }
}

impl Meet<'_> {
    fn play(self, contest: &dyn Contest) -> Result<Option<Vec<(f64, u64)>>, String> {
        let Candidate { one, other, from, to, .. } = self.job;
        let genes = contest.genes();
        for (name, numbers) in [("one", one), ("other", other)] {
            if numbers.len() != genes.len() {
                return Err(format!("{name} has {} numbers: {} are tuned here", numbers.len(), genes.len()));
            }
            let wrong = |(value, gene): &(&i32, &learn::evolve::Gene)| !(gene.low..=gene.high).contains(*value);
            if let Some((value, gene)) = numbers.iter().zip(genes).find(wrong) {
                return Err(format!("{name}, {} {value}: expected {} to {}", gene.name, gene.low, gene.high));
            }
        }
        Ok((*from..*to).map(|number| contest.pair(one, other, number, self.control)).collect())
    }
}
