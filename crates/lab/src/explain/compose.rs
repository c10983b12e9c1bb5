//! Which sentences are said, in which order, and of which facts they are made.

use super::Explanation;
use super::catalogue::{self, Catalogue, Deed, Language, Sentence};
use super::facts::{FactValue, Gain, Line, Role, What};

/// Below this difference, in hundredths of a unit, two moves count as equally good.
const EQUAL: i32 = 10;
/// From this difference on the next best move is worth a sentence.
const CLEAR: i32 = 30;

pub(super) fn sentences(explanation: &Explanation, language: Language) -> Vec<Sentence> {
    let words = language.words();
    let composer = Composer { words, explanation };
    let mut text = Vec::new();
    if composer.asks_another() {
        composer.asked(&mut text);
        composer.threat(&mut text);
    } else {
        composer.best(&mut text);
        composer.threat(&mut text);
    }
    composer.rest(&mut text);
    text
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
            Some(plies) if !self.explanation.mates => self.words.certain(value.score > 0, plies),
            _ => self.words.in_units(&value.text, &self.explanation.unit[1]),
        }
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

    fn best(&self, text: &mut Vec<Sentence>) {
        let Some((id, Moved { mv, value, depth, nodes, .. })) = self.moved(Role::Best) else { return };
        let head = self.words.best(&self.mv(mv), &self.value(value), &self.side(), depth, nodes);
        text.push(Sentence { text: head, facts: vec![id] });
        text.extend(self.best_outcome());
        let mut say = |sentence: String, facts: &[usize]| text.push(Sentence { text: sentence, facts: facts.to_vec() });
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
    fn best_outcome(&self) -> Option<Sentence> {
        let Some((id, (gain, line))) = self.outcome(Role::Best) else {
            let (id, Moved { mv, line, .. }) = self.moved(Role::Best)?;
            let text = self.words.expected(&self.mv(mv), &self.line(&line.shortened()));
            return Some(Sentence { text, facts: vec![id] });
        };
        let line = self.line(line);
        let text = match (catalogue::deed(self.words, gain, self.explanation.mates, false), gain) {
            (_, Gain::Count { ours, theirs, over }) => self.words.counts(*ours, *theirs, *over, &line),
            (Deed::Gain(deed) | Deed::Even(Some(deed)), _) => self.words.best_does(&deed, &line),
            (Deed::Loss(deed), Gain::Material { for_play: true, .. }) => self.words.best_invests(&deed, &line),
            (Deed::Loss(deed), _) => self.words.best_suffers(&deed, &line),
            (Deed::Even(None), _) => self.words.best_even(&line),
        };
        Some(Sentence { text, facts: vec![id] })
    }

    fn asked(&self, text: &mut Vec<Sentence>) {
        let (Some((id, asked)), Some((best_id, best))) = (self.moved(Role::Asked), self.moved(Role::Best)) else {
            return;
        };
        let mut say = |sentence: String, facts: &[usize]| text.push(Sentence { text: sentence, facts: facts.to_vec() });
        let loss = self.fact(|what| match what {
            What::Loss { score, win_percent } => Some((*score, *win_percent)),
            _ => None,
        });
        let (name, best_name) = (self.mv(asked.mv), self.mv(best.mv));
        let (value, best_value) = (self.value(asked.value), self.value(best.value));
        let equal = loss.is_some_and(|(_, (score, _))| score < self.steps(EQUAL));
        if equal {
            say(self.words.asked_as_good(&name, &value, &best_name, &best_value), &[id, best_id]);
        } else {
            say(self.words.asked(&name, &value, &best_name, &best_value), &[id, best_id]);
        }
        if let Some((loss, (score, percent))) = loss.filter(|_| !equal) {
            let amount = self.amount(score, [asked.value, best.value]);
            let percent = percent.filter(|percent| *percent >= 1.0);
            if amount.is_some() || percent.is_some() {
                say(self.words.loss(amount.as_deref(), percent), &[loss]);
            }
        }
        let found = self.outcome(Role::Asked);
        if let Some((outcome, (gain, line))) = found {
            say(self.asked_outcome(&name, gain, line), &[outcome]);
        } else {
            say(self.words.expected(&name, &self.line(&asked.line.shortened())), &[id]);
        }
        // What the best move has and this one has not.
        if let Some((missed, (gain, line))) = self.outcome(Role::Best).filter(|_| !equal) {
            let worth = |gain: &Gain| match gain {
                Gain::Decided { wins, .. } => {
                    if *wins {
                        100_000
                    } else {
                        -100_000
                    }
                }
                Gain::Material { tally, .. } => tally.balance,
                Gain::Count { .. } => 0,
            };
            let ours = found.map_or(0, |(_, (gain, _))| worth(gain));
            if let Deed::Gain(deed) = catalogue::deed(self.words, gain, self.explanation.mates, false)
                && worth(gain) > ours
            {
                let mut facts = vec![missed];
                facts.extend(found.map(|(id, _)| id));
                say(self.words.asked_misses(&name, &best_name, &deed, &self.line(line)), &facts);
            }
        } else if let Some(line) = Some(best.line).filter(|_| !equal) {
            say(self.words.expected(&best_name, &self.line(&line.shortened())), &[best_id]);
        }
    }

    fn asked_outcome(&self, name: &str, gain: &Gain, line: &Line) -> String {
        let shown = self.line(line);
        if let Gain::Count { ours, theirs, over } = gain {
            return self.words.counts(*ours, *theirs, *over, &shown);
        }
        // A mate by the opponent is described as the opponent's.
        if let Gain::Decided { wins: false, plies } = gain {
            // The first ply is the move itself.
            let moves = if self.explanation.mates { plies / 2 } else { plies.saturating_sub(1) };
            return self.words.asked_allows(
                name,
                &self.opponent(),
                &self.words.decides(moves.max(1), self.explanation.mates),
                &shown,
            );
        }
        match catalogue::deed(self.words, gain, self.explanation.mates, false) {
            Deed::Loss(deed) if matches!(gain, Gain::Material { for_play: true, .. }) => {
                self.words.asked_invests(name, &deed, &shown)
            }
            Deed::Gain(deed) | Deed::Even(Some(deed)) | Deed::Loss(deed) => self.words.asked_does(name, &deed, &shown),
            Deed::Even(None) => self.words.asked_even(name, &shown),
        }
    }

    fn threat(&self, text: &mut Vec<Sentence>) {
        let mut say = |sentence: String, facts: &[usize]| text.push(Sentence { text: sentence, facts: facts.to_vec() });
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
        if let Deed::Gain(deed) = catalogue::deed(self.words, &theirs, self.explanation.mates, true) {
            say(self.words.threat(&self.side(), &self.opponent(), &deed, &self.line(line)), &[id]);
            let asked = self.moved(Role::Asked);
            if let (Some(true), Some((asked, Moved { mv, .. })), Some(reply)) = (missed, asked, line.moves.first()) {
                say(self.words.threat_missed(&self.mv(mv), &self.mv(reply)), &[id, asked]);
            }
        }
    }

    /// What the best move is up to, the terms, and the weaker searches.
    fn rest(&self, text: &mut Vec<Sentence>) {
        let best = self.mv(&self.explanation.best);
        for fact in &self.explanation.facts {
            let sentence = match &fact.what {
                What::Intention { gain, line } if !self.asks_another() => {
                    let Deed::Gain(deed) = catalogue::deed(self.words, gain, self.explanation.mates, true) else {
                        continue;
                    };
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
            text.push(Sentence { text: sentence, facts: vec![fact.id] });
        }
    }
}
