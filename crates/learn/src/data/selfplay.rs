//! One game of the program against itself.

use engine::{Playable, Record};
use game::{Rng, Score, Side, mix};
use search::{AllOn, Blind, Control, Limits, Search, Table, Task};

use super::opening;
use super::played::{Ending, Played, Ply};

/// How games are played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The evaluator's name; the game's default if `None`.
    pub evaluator: Option<String>,
    /// Nodes of the search for each move.
    pub nodes: u64,
    /// Where randomness begins.
    pub seed: u64,
    /// How many random plies open a game, at least.
    pub random_plies: u16,
    /// How uneven the opening may be at most, in hundredths of the game's unit.
    pub balance: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { evaluator: None, nodes: 2000, seed: 1, random_plies: 8, balance: 200 }
    }
}

/// A table large enough for the small searches here, which is emptied after each game.
const TABLE_BYTES: usize = 1 << 20;
/// A game is agreed as won when both sides see the same side this many units ahead...
const WON_UNITS: i32 = 10;
/// ...for so many plies on end.
const WON_PLIES: usize = 8;
/// A game is agreed as drawn when both sides see less than this many hundredths of a unit...
const DRAWN_HUNDREDTHS: i32 = 8;
/// ...for so many plies on end.
const DRAWN_PLIES: usize = 40;
/// A game that lasts longer than so many plies counts as drawn.
const MOST_PLIES: usize = 1000;

/// How long both sides have agreed on a result. Games that must end anyway are played to the end.
#[derive(Default)]
struct Agreement {
    won: [usize; 2],
    drawn: usize,
}

impl Agreement {
    /// Takes note of a score from the first player's view.
    fn hear(&mut self, score: i32, unit: i32) -> Option<(Ending, Score)> {
        let count = |plies: &mut usize, holds| *plies = if holds { *plies + 1 } else { 0 };
        let [first, second] = &mut self.won;
        count(first, score >= WON_UNITS * unit);
        count(second, score <= -WON_UNITS * unit);
        count(&mut self.drawn, score.abs() * 100 <= DRAWN_HUNDREDTHS * unit);
        if self.won[0] >= WON_PLIES {
            Some((Ending::AgreedWin, Score::win_in(0)))
        } else if self.won[1] >= WON_PLIES {
            Some((Ending::AgreedWin, Score::loss_in(0)))
        } else {
            (self.drawn >= DRAWN_PLIES).then_some((Ending::AgreedDraw, Score::DRAW))
        }
    }
}

/// Plays game `number`, which depends on that number, the settings and nothing else. `None` if `control` stopped it.
pub(super) fn play<G: Playable>(
    start: &G,
    evaluator: &G::Evaluator,
    settings: &Settings,
    number: u32,
    control: &Control,
) -> Option<Played> {
    let mut rng = Rng::new(settings.seed ^ mix(u64::from(number) + 1));
    let mut search = Search::new(evaluator.clone(), AllOn, Blind);
    let table = Table::new(TABLE_BYTES);
    let limits = Limits::nodes(settings.nodes);
    let mut think = |record: &Record<G>| {
        let past = record.keys();
        let task = Task { past: &past, ..Task::new(record.position()) };
        search.run(&task, &limits, &table, control, &mut |_| {})
    };
    let balance = settings.balance as i32 * G::UNIT / 100;
    let opening = opening::random(start, settings.random_plies, balance, &mut rng, |record| think(record).score);
    let mut plies: Vec<Ply> =
        opening.moves().map(|(before, mv)| Ply { code: before.encode(mv), score: None }).collect();
    let opening_plies = plies.len() as u16;

    let agreeable = start.plies_left().is_none();
    let mut agreement = Agreement::default();
    let mut record = opening;
    let (ending, result) = loop {
        if let Some(end) = record.end() {
            let ending = if end.by_repetition { Ending::Repetition } else { Ending::Rules };
            break (ending, end.outcome.score(Side::First));
        }
        if plies.len() >= MOST_PLIES {
            break (Ending::Length, Score::DRAW);
        }
        let found = think(&record);
        if control.stopped() {
            return None;
        }
        let (position, score) = (record.position(), found.score);
        let mv = *found.pv.first()?;
        let quiet = position.is_calm() && !position.in_check() && !position.is_noisy(mv) && !score.is_decided();
        plies.push(Ply { code: position.encode(mv), score: quiet.then_some(score) });
        let seen = position.side_to_move().view(score).value();
        record.play(mv);
        if let Some(agreed) = agreement.hear(seen, G::UNIT).filter(|_| agreeable) {
            break agreed;
        }
    };
    Some(Played { number, ending, result, opening: opening_plies, plies })
}
