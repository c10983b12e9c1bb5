//! One game of the program against itself.

use engine::{EndgameTables, Playable, Record};
use game::{Game, Rng, Score, Side, mix};
use search::{AllOn, Control, Limits, Search, Table, Task};
use serde::{Deserialize, Serialize};

use super::harvest::Harvester;
use super::opening;
use super::played::{Ending, Harvested, Played, Ply, Seen};

/// How games are played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// The evaluator's name; the game's default if `None`.
    pub evaluator: Option<String>,
    /// After how many nodes of a search no further iteration is begun; see [`HARD_FACTOR`].
    pub nodes: u64,
    /// Where randomness begins.
    pub seed: u64,
    /// How many random plies open a game, at least.
    pub random_plies: u16,
    /// How uneven the opening may be at most, in hundredths of the game's unit.
    pub balance: u32,
    /// How many games of a hundred begin from another arrangement of the pieces (Chess960); `None` is [`SHUFFLED`] where the game has
    /// others.
    pub shuffled: Option<u8>,
    /// A game of chess with at most so many men ends by our own endgame tables: 0, 3 or 4; `None` is what there is.
    pub men: Option<usize>,
    /// Also keep the positions inside the searches that have at least so many nodes of their own; 0 keeps none.
    pub harvest: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            evaluator: None,
            nodes: 200,
            seed: 1,
            random_plies: 8,
            balance: 200,
            shuffled: None,
            men: None,
            harvest: 20,
        }
    }
}

/// A search is cut short when it takes so many times the nodes of [`Settings::nodes`]. Up to there an iteration that was begun
/// may end, so that scores are those of whole iterations.
pub const HARD_FACTOR: u64 = 8;
/// How many games of a hundred begin from another arrangement, unless it is said otherwise.
pub const SHUFFLED: u8 = 20;

/// A table large enough for the small searches here, which is emptied after each game.
const TABLE_BYTES: usize = 1 << 20;
/// A game is agreed as won when both sides see the same side this many units ahead...
const WON_UNITS: i32 = 10;
/// ...for so many plies on end.
const WON_PLIES: usize = 4;
/// A game is agreed as drawn when both sides see no more than this many hundredths of a unit...
const DRAWN_HUNDREDTHS: i32 = 10;
/// ...for so many plies on end...
const DRAWN_PLIES: usize = 12;
/// ...none of them before this ply.
const DRAWN_FROM: usize = 60;
/// A game that lasts longer than so many plies counts as drawn.
const MOST_PLIES: usize = 1000;

/// How long both sides have agreed on a result. Games that must end anyway are played to the end.
#[derive(Default)]
struct Agreement {
    won: [usize; 2],
    drawn: usize,
}

impl Agreement {
    /// Takes note of a score from the first player's view at a ply of the game.
    fn hear(&mut self, score: i32, unit: i32, ply: usize) -> Option<(Ending, Score)> {
        let count = |plies: &mut usize, holds| *plies = if holds { *plies + 1 } else { 0 };
        let [first, second] = &mut self.won;
        count(first, score >= WON_UNITS * unit);
        count(second, score <= -WON_UNITS * unit);
        count(&mut self.drawn, ply >= DRAWN_FROM && score.abs() * 100 <= DRAWN_HUNDREDTHS * unit);
        if self.won[0] >= WON_PLIES {
            Some((Ending::AgreedWin, Score::win_in(0)))
        } else if self.won[1] >= WON_PLIES {
            Some((Ending::AgreedWin, Score::loss_in(0)))
        } else {
            (self.drawn >= DRAWN_PLIES).then_some((Ending::AgreedDraw, Score::DRAW))
        }
    }
}

/// What a game is played with, the same for all games of a file.
#[derive(Clone)]
pub(super) struct Setting<'a, G: Playable> {
    pub start: &'a G,
    pub evaluator: G::Evaluator,
    pub settings: &'a Settings,
    /// How many games of a hundred begin from another arrangement.
    pub shuffled: u8,
    /// What ends games early.
    pub tables: &'a EndgameTables,
}

/// Plays game `number`, which depends on that number, the settings and nothing else. `None` if `control` stopped it.
pub(super) fn play<G: Playable>(setting: &Setting<G>, number: u32, control: &Control) -> Option<Played> {
    let Setting { start, evaluator, settings, shuffled, tables } = setting;
    let mut rng = Rng::new(settings.seed ^ mix(u64::from(number) + 1));
    let other = (rng.below(100) < usize::from(*shuffled)).then(|| start.another_start(&mut rng)).flatten();
    let mut search = Search::new(evaluator.clone(), AllOn, Harvester::new(settings.harvest));
    let table = Table::new(TABLE_BYTES);
    let limits = Limits {
        soft_nodes: Some(settings.nodes),
        nodes: Some(settings.nodes.saturating_mul(HARD_FACTOR)),
        ..Limits::default()
    };
    let mut think = |record: &Record<G>| {
        let past = record.keys();
        let task = Task { past: &past, ..Task::new(record.position()) };
        let found = search.run(&task, &limits, &table, control, &mut |_| {});
        (found, search.observer.take())
    };
    let balance = settings.balance as i32 * G::UNIT / 100;
    let first = other.as_ref().unwrap_or(start);
    let mut record = opening::random(first, settings.random_plies, balance, &mut rng, |record| think(record).0.score);
    let mut plies: Vec<Ply> = record.moves().map(|(before, mv)| Ply { code: before.encode(mv), seen: None }).collect();
    let opening_plies = plies.len() as u16;

    let agreeable = start.plies_left().is_none();
    let mut agreement = Agreement::default();
    let mut harvested = Vec::new();
    let (ending, result) = loop {
        if let Some(end) = record.end() {
            let ending = if end.by_repetition { Ending::Repetition } else { Ending::Rules };
            break (ending, end.outcome.score(Side::First));
        }
        if plies.len() >= MOST_PLIES {
            break (Ending::Length, Score::DRAW);
        }
        if let Some(value) = record.position().table_value(tables) {
            let value = record.position().side_to_move().view(value).value().signum();
            let result = [Score::loss_in(0), Score::DRAW, Score::win_in(0)][(value + 1) as usize];
            break (Ending::Tables, result);
        }
        let (found, inside) = think(&record);
        if control.stopped() {
            return None;
        }
        let (position, score) = (record.position(), found.score);
        let mv = *found.pv.first()?;
        let tense = !position.is_calm() || position.in_check();
        plies.push(Ply { code: position.encode(mv), seen: Some(Seen { score, tense, noisy: position.is_noisy(mv) }) });
        let ply = (plies.len() - 1) as u16;
        harvested.extend(inside.iter().filter(|one| one.line.len() <= usize::from(u8::MAX)).map(|one| Harvested {
            ply,
            line: codes(position, &one.line),
            score: one.score,
            bound: one.bound,
            tense: one.tense,
        }));
        let seen = position.side_to_move().view(score).value();
        record.play(mv);
        if let Some(agreed) = agreement.hear(seen, G::UNIT, plies.len()).filter(|_| agreeable) {
            break agreed;
        }
    };
    let start = other.map(|other| other.spec());
    Some(Played { number, ending, result, opening: opening_plies, start, plies, harvested })
}

/// A line of moves as codes.
fn codes<G: Game>(from: &G, line: &[G::Move]) -> Vec<u16> {
    let mut position = from.clone();
    let code = |&mv: &G::Move| {
        let code = position.encode(mv);
        position.play(mv);
        code
    };
    line.iter().map(code).collect()
}
