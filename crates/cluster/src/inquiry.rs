//! Questions as jobs, several at a time; their answers in the order of the questions.

use std::collections::{BTreeMap, HashMap};
use std::ops::{ControlFlow, Range};

use engine::Question;

use crate::driver::{Next, Verdict, Work};
use crate::job::{Done, Job, Judged};
use crate::lots::Lots;

/// How many questions are in a job at most.
const MOST: usize = 1000;

/// Questions that are to be answered.
pub struct Inquiry<'a> {
    questions: Vec<Question>,
    /// The first one that nobody has.
    next: usize,
    lots: Lots,
    out: HashMap<u64, Range<usize>>,
    next_job: u64,
    /// Answers that wait for others before them, by the first of their questions.
    arrived: BTreeMap<usize, Vec<Judged>>,
    told: usize,
    hear: &'a mut dyn FnMut(usize, Judged),
}

impl<'a> Inquiry<'a> {
    /// These questions, for so many workers. `hear` hears the answers, in order.
    pub fn new(questions: Vec<Question>, workers: usize, hear: &'a mut dyn FnMut(usize, Judged)) -> Inquiry<'a> {
        Inquiry {
            questions,
            next: 0,
            lots: Lots::new(workers, MOST),
            out: HashMap::new(),
            next_job: 0,
            arrived: BTreeMap::new(),
            told: 0,
            hear,
        }
    }
}

impl Work for Inquiry<'_> {
    fn next(&mut self) -> Result<Next, String> {
        let left = self.questions.len() - self.next;
        if left == 0 {
            return Ok(Next::Done);
        }
        let job = self.next_job;
        self.next_job += 1;
        let numbers = self.next..self.next + self.lots.take(job, left);
        self.next = numbers.end;
        let list = self.questions[numbers.clone()].to_vec();
        self.out.insert(job, numbers);
        Ok(Next::Job(job, Box::new(Job::Questions(list))))
    }

    fn done(&mut self, job: u64, _: &str, done: Done) -> Verdict {
        let Done::Answers(answers) = done else {
            return Verdict::False("its answer is not one to questions".to_string());
        };
        match self.out.get(&job) {
            Some(numbers) if numbers.len() == answers.len() => {
                self.arrived.insert(numbers.start, answers);
            }
            Some(numbers) => {
                return Verdict::False(format!("{} answers to {} questions", answers.len(), numbers.len()));
            }
            None => return Verdict::False("it answers what nobody asked".to_string()),
        }
        self.out.remove(&job);
        self.lots.done(job);
        while let Some(answers) = self.arrived.remove(&self.told) {
            for answer in answers {
                (self.hear)(self.told, answer);
                self.told += 1;
            }
        }
        Verdict::Kept(ControlFlow::Continue(()))
    }
}
