//! What is known before searching: the book, and the past of the positions near the root.

use std::collections::HashMap;

use game::{Key, Rng};
use knowledge::book::{Book, Choice, Source};
use search::{Bound, Control};

use super::Sitting;
use crate::registry::Playable;
use crate::remembering::{self, Memory};
use crate::{Answer, Error, Go, Identity, Options, Report, Searched};

/// How many plies from the root the past is looked up, and for how many positions: a few milliseconds.
const DEPTH: usize = 8;
const POSITIONS: usize = 500;
/// How many searched positions are recalled.
const RECALLED: usize = 100_000;
/// One time in so many, at random, a move other than the usual one is tried.
const SELDOM: usize = 8;

impl<G: Playable> Sitting<G> {
    /// Can the book and the history that the options name be used?
    pub(super) fn check_knowledge(&self, options: &Options) -> Result<(), Error> {
        if let Some(source) = &options.player.book {
            if !G::HAS_BOOKS {
                return Err(Error::Request(format!("book: {} has no opening books, chess has", self.start.spec())));
            }
            self.open_book(source)?;
        }
        if options.player.history || options.player.rote {
            options.resources.past.ask()?.moves(&self.start.spec(), self.record.position().key())?;
        }
        Ok(())
    }

    /// The book from this source: the open one, if it was the last that was asked for.
    fn open_book(&self, source: &Source) -> Result<Book, Error> {
        let mut last = self.book.borrow_mut();
        if let Some((open, book)) = &*last
            && open == source
        {
            return Ok(book.clone());
        }
        let book = Book::open(source)?;
        *last = Some((source.clone(), book.clone()));
        Ok(book)
    }

    /// The moves of the book, the heaviest first; none without a book.
    pub(super) fn moves_of_book(&self, player: &Identity) -> Result<Vec<(G::Move, u16)>, Error> {
        let Some(source) = &player.book else { return Ok(Vec::new()) };
        let book = self.open_book(source)?;
        if self.record.end().is_some() {
            return Ok(Vec::new());
        }
        let mut moves = self.record.position().book_moves(&book, self.record.last().map(|(_, mv)| mv));
        moves.sort_by_key(|(_, weight)| std::cmp::Reverse(*weight));
        Ok(moves)
    }

    /// A move from the book, if it has one for this position. With a history, moves that have scored well are preferred, and
    /// now and then another one is tried.
    pub(super) fn play_from_book(
        &mut self,
        options: &Options,
        go: &Go,
        only: &[G::Move],
        control: &Control,
        report: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Option<Answer<G::Move>>, Error> {
        // A request for a mate or for several lines needs a search.
        if go.win_in.is_some() || options.report.lines > 1 {
            return Ok(None);
        }
        let mut moves = self.moves_of_book(&options.player)?;
        moves.retain(|(mv, weight)| *weight > 0 && (only.is_empty() || only.contains(mv)));
        let mut weights: Vec<u64> = moves.iter().map(|(_, weight)| u64::from(*weight)).collect();
        let mut rng = self.chance(options.player.seed);
        let mut choice = options.player.book_choice;
        if options.player.history {
            let past = self.past(options)?;
            let position = self.record.position();
            for ((mv, _), weight) in moves.iter().zip(&mut weights) {
                let results = past.get(mv).copied().unwrap_or_default();
                // In hundredths, so that small weights can shrink.
                let favor = remembering::favor(results, position.side_to_move());
                *weight = ((*weight * 100) as f64 * favor).max(1.0) as u64;
            }
            if choice == Choice::Best && rng.below(SELDOM) == 0 {
                choice = Choice::Weighted;
            }
        }
        let Some(chosen) = choice.pick_weight(&weights, &mut rng) else { return Ok(None) };
        let mv = moves[chosen].0;
        // A search of one ply, for a value; and the reply that the book expects.
        let mut glance = options.clone();
        (glance.report.lines, glance.resources.threads) = (1, 1);
        let mut answer = self.search(&glance, &Go::depth(1), &[mv], control, &mut |_| {})?;
        self.record.play(mv);
        let reply = self.moves_of_book(&options.player).map(|replies| replies.first().copied());
        self.record.undo();
        let reply = reply.ok().flatten().filter(|(_, weight)| *weight > 0).map(|(reply, _)| reply);
        answer.lines.truncate(1);
        for line in &mut answer.lines {
            line.pv = std::iter::once(mv).chain(reply).collect();
            line.time = control.elapsed();
            report(line);
        }
        Ok(Some(Answer { best: Some(mv), from_book: true, ..answer }))
    }

    /// Random numbers that differ from position to position, and are the same for the same seed.
    fn chance(&self, seed: u64) -> Rng {
        Rng::new(seed ^ self.record.position().key().0.rotate_left(self.record.keys().len() as u32))
    }

    /// The moves that were played here, with their results.
    fn past(&self, options: &Options) -> Result<HashMap<G::Move, [u64; 3]>, Error> {
        let position = self.record.position();
        let played = options.resources.past.ask()?.moves(&self.start.spec(), position.key())?;
        Ok(played.iter().filter_map(|found| Some((position.parse_move(&found.mv).ok()?, found.results))).collect())
    }

    /// Looks up the past of the positions near this one, breadth first.
    pub(super) fn remember(&self, options: &Options) -> Result<Memory, Error> {
        let spec = self.start.spec();
        let root = self.record.position().clone();
        let ply = self.record.keys().len();
        let mut rng = self.chance(options.player.seed);
        // The results of a position are those of all moves that lead to it, by any path.
        let mut results: HashMap<Key, ([u64; 3], usize)> = HashMap::new();
        let mut level = vec![root.clone()];
        let mut looked = 0;
        let mut usual = None;
        for depth in 1..=DEPTH {
            let mut next: Vec<G> = Vec::new();
            for position in &level {
                if looked == POSITIONS {
                    break;
                }
                looked += 1;
                for found in options.resources.past.ask()?.moves(&spec, position.key())? {
                    let Ok(mv) = position.parse_move(&found.mv) else { continue };
                    let after = position.after(mv);
                    // The most frequent come first.
                    if depth == 1 && usual.is_none() {
                        usual = Some(after.key());
                    }
                    let known = results.entry(after.key()).or_insert_with(|| {
                        next.push(after.clone());
                        ([0; 3], depth)
                    });
                    known.0.iter_mut().zip(found.results).for_each(|(sum, count)| *sum += count);
                }
            }
            level = next;
        }
        let value = |(key, (results, depth)): (Key, ([u64; 3], usize))| {
            (key, remembering::value(results, ply + depth, G::SWING))
        };
        let mut values: HashMap<Key, i32> = results.into_iter().map(value).collect();
        if let Some(value) = usual.filter(|_| rng.below(SELDOM) == 0).and_then(|key| values.get_mut(&key)) {
            *value -= root.side_to_move().view(G::SWING / 3);
        }
        Ok(Memory::new(values))
    }

    /// What earlier searches of this player have found.
    pub(super) fn recall(&self, options: &Options) -> Result<Memory, Error> {
        let evaluator = options.player.evaluator.as_deref().unwrap_or_default();
        let found = options.resources.past.ask()?.searched(&self.start.spec(), evaluator, RECALLED)?;
        Ok(Memory::new(found.into_iter().map(|searched| (searched.key, searched.value)).collect()))
    }

    /// Keeps what a search has found, for later games.
    pub(super) fn keep_searched(&self, options: &Options, answer: &Answer<G::Move>) -> Result<(), Error> {
        let Some(line) = answer.lines.first().filter(|line| line.bound == Bound::Exact && line.depth > 0) else {
            return Ok(());
        };
        let position = self.record.position();
        let value = position.side_to_move().view(line.score.clamp_judgement()).value();
        let evaluator = options.player.evaluator.as_deref().unwrap_or_default();
        let searched = Searched { key: position.key(), depth: line.depth, value };
        options.resources.past.ask()?.keep(&self.start.spec(), evaluator, searched)
    }
}
