//! Games given as text: those that the program carries, and those that somebody loads.

use game::{Outcome, Rng, Rules};
use rules::{Loaded, Loading, Ruled, RuledEval, RulesError};
use search::Control;

use crate::session::{Session, Sitting};
use crate::{Error, Go, HANDMADE, Identity, Method, Options, Playable, Resources};

impl From<RulesError> for Error {
    fn from(error: RulesError) -> Error {
        Error::Request(format!("rules: {error}"))
    }
}

impl Playable for Ruled {
    type Evaluator = RuledEval;
    /// The weights of a game given as text are fitted when it is loaded; there is no table of them to turn.
    type Own = ();
    const EVALUATORS: &'static [&'static str] = RuledEval::NAMES;

    fn by_name(&self, _: &str) -> Option<()> {
        None
    }

    fn evaluator(&self, source: &str) -> Result<RuledEval, Error> {
        let name = if matches!(source, "" | HANDMADE) { RuledEval::NAMES[0] } else { source };
        RuledEval::by_name(name).ok_or_else(|| self.no_evaluator(source))
    }

    fn session(self) -> Box<dyn Session<Ruled>> {
        Box::new(Sitting::new(self))
    }

    /// Nobody knows the game: a contest tells.
    fn prefers_mcts(&self) -> bool {
        let [search, mcts] = contest(self.game());
        mcts > search
    }
}

/// Is there a game of this name, loaded or carried by the program? Those that the program carries are loaded when they are first
/// asked for.
pub(crate) fn is_known(name: &str) -> bool {
    if rules::by_name(name).is_some() {
        return true;
    }
    let Some(own) = rules::OWN.iter().find(|own| own.name == name) else { return false };
    let loaded = rules::load(own.name, own.text, Loading::default());
    // The texts are ours and tested: they load.
    debug_assert!(loaded.is_ok(), "{name} does not load");
    loaded.is_ok_and(|loaded| loaded.name == name)
}

/// The names of all games given as text.
pub fn names() -> Vec<String> {
    let loaded = rules::loaded().into_iter().map(|loaded| loaded.name.clone());
    let mut names: Vec<String> = rules::OWN.iter().map(|own| own.name.to_string()).chain(loaded).collect();
    names.sort();
    names.dedup();
    names
}

/// Loads a game from its text, in GDL or in the language of boards. `stem` becomes its name, changed where a game that the
/// program knows by itself has that name.
pub fn load_rules(stem: &str, text: &str, loading: Loading) -> Result<&'static Loaded, Error> {
    let taken = |name: &str| crate::games().iter().any(|game| game.name == name);
    let stem = if taken(&stem.to_lowercase()) { format!("{stem}-rules") } else { stem.to_string() };
    Ok(rules::load(&stem, text, loading)?)
}

/// Games of the contest, moves of a game that are drawn at random, and the longest game.
const GAMES: u64 = 10;
const RANDOM_PLIES: usize = 2;
const MAX_PLIES: usize = 200;
/// Nodes a move, for rules that are quickly played.
const NODES: f64 = 500.0;

/// Who plays this game better, alpha-beta or Monte Carlo tree search? A short contest between them decides, held when it is first
/// asked for and remembered: half points of the one and the other. Both look at about as many positions a move, so that the
/// result does not depend on the machine.
pub fn contest(loaded: &'static Loaded) -> [u32; 2] {
    *loaded.contest.get_or_init(|| {
        let (_, views, clauses) = loaded.rules.sizes();
        let nodes = NODES * (10_000.0 / (views + clauses) as f64).clamp(0.05, 1.0);
        let plies = loaded.survey.plies as f64 / loaded.survey.games.max(1) as f64;
        let go = |method: Method| match method {
            Method::Mcts => Go::nodes((nodes / plies.max(1.0)).max(20.0) as u64),
            _ => Go::nodes(nodes.max(20.0) as u64),
        };
        let mut points = [0; 2];
        for game in 0..GAMES {
            let methods = [Method::Search, Method::Mcts];
            // Sides change from game to game, and each opening is played by both.
            let first = (game % 2) as usize;
            let mut sessions = methods.map(|_| Sitting::new(Ruled::begin(loaded)));
            let mut rng = Rng::new(game / 2);
            let mut position = Ruled::begin(loaded);
            for ply in 0..MAX_PLIES {
                let moves = position.moves();
                if moves.is_empty() {
                    break;
                }
                let who = (ply + first) % 2;
                let options = Options {
                    player: Identity { method: methods[who], seed: game, ..Identity::default() },
                    resources: Resources { table_megabytes: 1, ..Resources::default() },
                    ..Options::default()
                };
                let mv = if ply < RANDOM_PLIES || moves.len() == 1 {
                    rng.pick(&moves)
                } else {
                    let answer = Session::go(
                        &mut sessions[who],
                        &options,
                        &go(methods[who]),
                        &[],
                        &Control::timeless(),
                        &mut |_| {},
                    );
                    answer.ok().and_then(|answer| answer.best).unwrap_or(moves[0])
                };
                sessions.iter_mut().for_each(|session| session.record_mut().play(mv));
                position.play(mv);
            }
            match position.outcome().and_then(Outcome::winner) {
                Some(side) => points[(side.index() + first) % 2] += 2,
                None => points.iter_mut().for_each(|points| *points += 1),
            }
        }
        points
    })
}
