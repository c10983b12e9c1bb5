//! Which sentences are said, in which order, and of which facts they are made.

use super::Explanation;
use super::catalogue::{self, Catalogue, Deed, Form, Language, Sentence};
use super::facts::{Blame, FactValue, Gain, Line, Purpose, Role, What, blame};

/// Below this difference, in hundredths of a unit, two moves count as equally good.
const EQUAL: i32 = 10;
/// From this difference on the next best move is worth a sentence.
const CLEAR: i32 = 30;

pub(super) fn sentences(explanation: &Explanation, language: Language) -> Vec<Sentence> {
    let words = language.words();
    let composer = Composer { words, explanation };
    let mut text = Vec::new();
    if composer.asks_another() && composer.moved(Role::Asked).is_some() {
        composer.asked(&mut text);
        composer.threat(&mut text);
    } else {
        composer.best(&mut text);
        composer.threat(&mut text);
    }
    composer.rest(&mut text);
    text.into_iter().map(|said| composer.with_line(said)).collect()
}

/// A sentence of these facts.
fn sentence(text: String, facts: &[usize]) -> Said {
    Said { text, facts: facts.to_vec() }
}

/// What is said, before it is known which part of it is a line.
struct Said {
    text: String,
    facts: Vec<usize>,
}

struct Composer<'a> {
    words: &'a dyn Catalogue,
    explanation: &'a Explanation,
}

/// A move and what the search says about it.
struct Moved<'a> {
    mv: &'a str,
    value: &'a FactValue,
    depth: i32,
    nodes: u64,
    line: &'a Line,
}

impl Composer<'_> {
    fn asks_another(&self) -> bool {
        self.explanation.asked.as_ref().is_some_and(|asked| *asked != self.explanation.best)
    }

    /// The first fact that `pick` takes, with its number.
    fn fact<'e, T: 'e>(&'e self, pick: impl Fn(&'e What) -> Option<T>) -> Option<(usize, T)> {
        self.explanation.facts.iter().find_map(|fact| Some((fact.id, pick(&fact.what)?)))
    }

    fn mv(&self, text: &str) -> String {
        catalogue::shown(self.words, text, &self.explanation.customs.piece_letters)
    }

    fn line(&self, line: &Line) -> String {
        catalogue::line(self.words, line, &self.explanation.customs)
    }

    /// Finds the line that a sentence ends with.
    fn with_line(&self, Said { text, facts }: Said) -> Sentence {
        let lines = facts.iter().filter_map(|id| self.explanation.facts.get(*id)?.what.line());
        let found = lines.flat_map(|line| [line.clone(), line.shortened()]).find_map(|line| {
            let lead = text.strip_suffix(&format!(": {}.", self.line(&line)))?;
            Some((format!("{lead}."), line))
        });
        let (lead, line) = found.map_or((text.clone(), None), |(lead, line)| (lead, Some(line)));
        Sentence { text, facts, lead, line: line.filter(|line| !line.moves.is_empty()) }
    }

    fn side(&self) -> String {
        self.words.side(&self.explanation.side)
    }

    fn opponent(&self) -> String {
        self.words.side(&self.explanation.opponent)
    }

    fn steps(&self, hundredths: i32) -> i32 {
        hundredths * self.explanation.steps_a_unit / 100
    }

    /// A difference of values; none where a certain result is on one side and a number would mean nothing.
    fn amount(&self, steps: i32, values: [&FactValue; 2]) -> Option<String> {
        let decided = values.iter().any(|value| value.plies_to_end.is_some());
        let amount = f64::from(steps) / f64::from(self.explanation.steps_a_unit);
        (!decided).then(|| self.words.amount(amount, &self.explanation.unit[1]))
    }

    /// A value as it is shown.
    fn value(&self, value: &FactValue) -> String {
        match value.plies_to_end {
            Some(plies) if !self.explanation.mates => {
                let names = &self.explanation.names;
                self.words.certain(&self.words.side(&names[usize::from(value.score < 0)]), plies.div_ceil(2))
            }
            _ => self.words.in_units(&value.text, &self.explanation.unit[1]).replace('-', "−"),
        }
    }

    fn deed(&self, gain: &Gain, form: Form) -> Deed {
        catalogue::deed(self.words, gain, self.explanation.mates, form)
    }

    fn moved(&self, wanted: Role) -> Option<(usize, Moved<'_>)> {
        self.fact(|what| match what {
            What::Move { role, mv, value, depth, nodes, line } if *role == wanted => {
                Some(Moved { mv, value, depth: *depth, nodes: *nodes, line })
            }
            _ => None,
        })
    }

    fn outcome(&self, wanted: Role) -> Option<(usize, (&Gain, &Line))> {
        self.fact(|what| match what {
            What::Outcome { role, gain, line } if *role == wanted => Some((gain, line)),
            _ => None,
        })
    }

    fn best(&self, text: &mut Vec<Said>) {
        let Some((id, Moved { mv, value, depth, nodes, .. })) = self.moved(Role::Best) else { return };
        let head = self.words.best(&self.mv(mv), &self.value(value), depth, nodes);
        text.push(sentence(head, &[id]));
        text.extend(self.best_outcome());
        let mut say = |words: String, facts: &[usize]| text.push(sentence(words, facts));
        let only = self.fact(|what| matches!(what, What::OnlyMove).then_some(()));
        if let Some((only, ())) = only {
            say(self.words.only_move(), &[only]);
        }
        let next = self.fact(|what| match what {
            What::NextBest { mv, value, less, .. } => Some((mv, value, *less)),
            _ => None,
        });
        let Some((next_id, (next, next_value, less))) = next.filter(|_| !self.asks_another()) else { return };
        let name = self.mv(next);
        match self.amount(less, [value, next_value]) {
            None if value.plies_to_end.is_some() != next_value.plies_to_end.is_some() => {
                say(self.words.next_decided(&name, &self.value(next_value)), &[id, next_id]);
            }
            Some(amount) if less >= self.steps(CLEAR) => {
                say(self.words.next_worse(&name, &self.value(next_value), &amount), &[id, next_id]);
            }
            Some(_) => say(self.words.next_close(&name, &self.value(next_value)), &[id, next_id]),
            None => {}
        }
    }

    /// What the best move does, or at least the line that is expected after it.
    fn best_outcome(&self) -> Option<Said> {
        let Some((id, (gain, line))) = self.outcome(Role::Best) else {
            let (id, Moved { mv, line, .. }) = self.moved(Role::Best)?;
            let text = self.words.expected(&self.mv(mv), &self.line(&line.shortened()));
            return Some(sentence(text, &[id]));
        };
        let line = self.line(line);
        let text = match (self.deed(gain, Form::Does), gain) {
            (_, Gain::Count { ours, theirs, over }) => self.words.counts(*ours, *theirs, *over, &line),
            (Deed::Gain(deed) | Deed::Even(Some(deed)), _) => self.words.best_does(&deed, &line),
            (Deed::Loss(deed), Gain::Material { for_play: true, .. }) => self.words.best_invests(&deed, &line),
            (Deed::Loss(deed), _) => self.words.best_suffers(&deed, &line),
            (Deed::Even(None), _) => self.words.best_even(&line),
        };
        Some(sentence(text, &[id]))
    }

    /// First why, then what it costs and what is better.
    fn asked(&self, text: &mut Vec<Said>) {
        let (Some((id, asked)), Some((best_id, best))) = (self.moved(Role::Asked), self.moved(Role::Best)) else {
            return;
        };
        let mut say = |words: String, facts: &[usize]| text.push(sentence(words, facts));
        let loss = self.fact(|what| match what {
            What::Loss { score, win_percent } => Some((*score, *win_percent)),
            _ => None,
        });
        let (name, best_name) = (self.mv(asked.mv), self.mv(best.mv));
        let (value, best_value) = (self.value(asked.value), self.value(best.value));
        let (own, missed) = (self.outcome(Role::Asked), self.outcome(Role::Best));
        // Between a win in two moves and one in three there is a difference, if a small one.
        let apart = best.value.plies_to_end.zip(asked.value.plies_to_end).is_some_and(|(best, asked)| best != asked);
        let is_loss = |score: i32| score >= if apart { 1 } else { self.steps(EQUAL) };
        let Some((loss, (score, percent))) = loss.filter(|(_, (score, _))| is_loss(*score)) else {
            say(self.words.asked_as_good(&name, &value, &best_name, &best_value), &[id, best_id]);
            return match own.filter(|(_, (gain, _))| !matches!(gain, Gain::Material { for_play: true, .. })) {
                Some((own, (gain, line))) => say(self.asked_outcome(&name, gain, line), &[own]),
                None => say(self.words.expected(&name, &self.line(&asked.line.shortened())), &[id]),
            };
        };
        let gain = |found: &Option<(usize, (&Gain, &Line))>| found.as_ref().map(|(_, (gain, _))| (*gain).clone());
        let blamed = blame(gain(&own).as_ref(), gain(&missed).as_ref(), score * 100 / self.explanation.steps_a_unit);
        let wins = missed.and_then(|(id, (gain, line))| match self.deed(gain, Form::Does) {
            Deed::Gain(deed) => Some((id, self.words.asked_misses(&name, &best_name, &deed, &self.line(line)))),
            _ => None,
        });
        match (blamed, own, &wins) {
            (Blame::Loses, Some((own, (gain, line))), _) => say(self.asked_outcome(&name, gain, line), &[own]),
            (Blame::Misses, _, Some((missed, misses))) => say(misses.clone(), &[*missed]),
            _ => match self.quiet(&name, &best_name) {
                Some(said) => say(said.text, &said.facts),
                None => say(self.words.expected(&name, &self.line(&asked.line.shortened())), &[id]),
            },
        }
        let amount = self.amount(score, [asked.value, best.value]);
        let percent = percent.filter(|percent| *percent >= 1.0);
        let [better, worse] = [[&*best_name, &*best_value], [&*name, &*value]];
        say(self.words.better(better, worse, amount.as_deref(), percent), &[loss, id, best_id]);
        match (blamed, wins) {
            (Blame::Loses, Some((missed, misses))) => say(misses, &[missed]),
            (Blame::Misses, _) => {}
            _ if self.fact(|what| matches!(what, What::Lacks { .. }).then_some(())).is_some() => {}
            _ => say(self.words.expected(&best_name, &self.line(&best.line.shortened())), &[best_id]),
        }
    }

    /// What the move allows or leaves out where nothing is won or lost near by.
    fn quiet(&self, name: &str, best: &str) -> Option<Said> {
        let (id, (reply, purpose, line)) = self.fact(|what| match what {
            What::Allows { reply, purpose, line } => Some((Some(reply), purpose, line)),
            What::Lacks { purpose, line } => Some((None, purpose, line)),
            _ => None,
        })?;
        let purpose = match purpose {
            Purpose::Threat { gain, .. } => match self.deed(gain, Form::To) {
                Deed::Gain(deed) => self.words.threatening(&deed),
                Deed::Loss(_) | Deed::Even(_) => String::new(),
            },
            Purpose::Takes { taken } => self.words.taking(&self.words.pieces(*taken, 1)),
            Purpose::Sight { sight, square } => self.words.sight(*sight, square),
            Purpose::Plan => String::new(),
        };
        let line = self.line(line);
        let text = match reply {
            Some(reply) => self.words.allows(name, &self.mv(reply), &purpose, &line),
            None => self.words.lacks(name, best, &purpose, &line),
        };
        Some(sentence(text, &[id]))
    }

    fn asked_outcome(&self, name: &str, gain: &Gain, line: &Line) -> String {
        let shown = self.line(line);
        if let Gain::Count { ours, theirs, over } = gain {
            return self.words.counts(*ours, *theirs, *over, &shown);
        }
        // A mate by the opponent is described as the opponent's.
        if let Gain::Decided { wins: false, plies } = gain {
            // The first ply is the move itself.
            let moves = plies / 2;
            let deed = self.words.decides(Form::Does, moves.max(1), self.explanation.mates);
            return self.words.asked_allows(name, &self.opponent(), &deed, &shown);
        }
        match self.deed(gain, Form::Does) {
            Deed::Gain(deed) | Deed::Even(Some(deed)) | Deed::Loss(deed) => self.words.asked_does(name, &deed, &shown),
            Deed::Even(None) => self.words.expected(name, &shown),
        }
    }

    fn threat(&self, text: &mut Vec<Said>) {
        let mut say = |words: String, facts: &[usize]| text.push(sentence(words, facts));
        let threat = self.fact(|what| match what {
            What::Threat { gain, line, missed } => Some((gain, line, *missed)),
            _ => None,
        });
        let Some((id, (gain, line, missed))) = threat else { return };
        // For us it is a loss; in the opponent's place it is a gain.
        let theirs = match gain {
            Gain::Decided { wins, plies } => Gain::Decided { wins: !wins, plies: *plies },
            Gain::Material { tally, for_play } => Gain::Material { tally: tally.turned(), for_play: *for_play },
            Gain::Count { ours, theirs, over } => Gain::Count { ours: *theirs, theirs: *ours, over: *over },
        };
        if let Deed::Gain(deed) = self.deed(&theirs, Form::Would) {
            say(self.words.threat(&self.side(), &self.opponent(), &deed, &self.line(line)), &[id]);
            let asked = self.moved(Role::Asked);
            if let (Some(true), Some((asked, Moved { mv, .. })), Some(reply)) = (missed, asked, line.moves.first()) {
                say(self.words.threat_missed(&self.mv(mv), &self.mv(reply)), &[id, asked]);
            }
        }
    }

    /// What the best move is up to, the terms, and the weaker searches.
    fn rest(&self, text: &mut Vec<Said>) {
        let best = self.mv(&self.explanation.best);
        for fact in &self.explanation.facts {
            let words = match &fact.what {
                What::Intention { gain, line } if !self.asks_another() => {
                    let Deed::Gain(deed) = self.deed(gain, Form::Would) else { continue };
                    self.words.intention(&best, &self.opponent(), &self.side(), &deed, &self.line(line))
                }
                What::Terms { role, changes } => {
                    let Some((_, Moved { mv, .. })) = self.moved(*role) else { continue };
                    let list = catalogue::term_list(self.words, changes, self.explanation.steps_a_unit);
                    self.words.terms(&self.mv(mv), &list)
                }
                What::Shallow { depth, mv, value, found_at, .. } => {
                    self.words.shallow(*depth, &self.mv(mv), &self.value(value), *found_at, &best)
                }
                What::Without { technique, depth, mv, value, .. } => {
                    self.words.without(technique, *depth, &self.mv(mv), &self.value(value))
                }
                _ => continue,
            };
            text.push(sentence(words, &[fact.id]));
        }
    }
}
