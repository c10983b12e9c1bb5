//! How large games are: how many moves there are in a position, how long a game lasts, and so how large its tree is; measured in games of our own
//! program against itself, beside what the literature says.
//!
//! References: L. V. Allis, *Searching for Solutions in Games and Artificial Intelligence*, Maastricht 1994, table 6.1 (states and tree); for chess
//! and Go the round numbers of M. Helmert, *Grundlagen der Künstlichen Intelligenz*, Basel 2013; for tic-tac-toe and Connect Four the exact
//! numbers of positions, the latter by J. Tromp and S. Edelkamp.

use arena::grid::Grid;
use engine::{Control, Error, Go, Identity, Method, Options, Resources};
use game::Rng;
use serde::Serialize;

/// A game of which the literature says how many states it has, and how large its tree is.
const KNOWN: [(&str, &str, &str); 7] = [
    ("tic-tac-toe", "5,478", "255,168 games"),
    ("connect-four", "4.5 * 10^12", "10^21"),
    ("draughts", "10^20", "10^31"),
    ("draughts(rules=international)", "10^30", "10^54"),
    ("othello", "10^28", "10^58"),
    ("chess", "10^40", "35^100 = 10^154"),
    ("go(size=19)", "10^100", "200^300 = 10^690"),
];

/// Random plies before a game, so that no two are the same.
const OPENING: usize = 6;
/// A game that lasts longer is broken off and counts as that long.
const LONGEST: usize = 600;

/// The size of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Size {
    /// The game.
    pub game: String,
    /// How many games were played.
    pub games: usize,
    /// Legal moves in a position: the geometric mean, which makes the tree of a game as large as it is.
    pub branching: f64,
    /// How many plies a game lasts, on the average.
    pub plies: f64,
    /// The logarithm to base 10 of the size of the tree: branching to the power of plies.
    pub tree: f64,
    /// How many states the literature counts.
    pub states: &'static str,
    /// How large the literature says the tree is.
    pub literature: &'static str,
}

/// The games that are measured.
pub fn measured() -> impl Iterator<Item = &'static str> {
    KNOWN.iter().map(|(game, ..)| *game)
}

/// Plays so many games with so many nodes a move and measures them.
pub fn measure(game: &str, games: usize, nodes: u64, seed: u64, halt: &Control) -> Result<Size, Error> {
    let mut engine = engine::open(game)?;
    // In Go this is Monte Carlo tree search with as many playouts.
    let player = Identity { method: Method::Natural, seed, ..Identity::default() };
    let options = Options { player, resources: Resources::table(1), ..Options::default() };
    let (mut rng, mut plies, mut logarithms) = (Rng::new(seed), 0, 0.0);
    for _ in 0..games {
        engine.set_position("start")?;
        engine.forget();
        for ply in 0..LONGEST {
            let moves = engine.moves();
            if moves.is_empty() {
                break;
            }
            let mv = if ply < OPENING {
                moves[rng.below(moves.len())].code.clone()
            } else {
                let go = Go { nodes: Some(nodes), playouts: Some(nodes), ..Go::default() };
                let answer = engine.go(&options, &go, &engine::start_clock_under(halt), &mut |_| {})?;
                if halt.stopped() {
                    return Err(Error::Request("stopped before the games were played".to_string()));
                }
                answer.best.map_or_else(|| moves[0].code.clone(), |best| best.code)
            };
            logarithms += (moves.len() as f64).log10();
            plies += 1;
            engine.play(&mv)?;
        }
    }
    let branching = 10_f64.powf(logarithms / f64::from(plies.max(1)));
    let plies = f64::from(plies) / games.max(1) as f64;
    let known = KNOWN.iter().find(|(name, ..)| *name == game);
    let (states, literature) = known.map_or(("", ""), |(_, states, literature)| (states, literature));
    let tree = branching.log10() * plies;
    Ok(Size { game: engine.game(), games, branching, plies, tree, states, literature })
}

/// The table.
pub fn grid(sizes: &[Size]) -> Grid {
    let header = ["game", "branching", "plies", "tree", "states, literature", "tree, literature"];
    let row = |size: &Size| {
        vec![
            size.game.clone(),
            format!("{:.1}", size.branching),
            format!("{:.0}", size.plies),
            format!("10^{:.0}", size.tree),
            size.states.to_string(),
            size.literature.to_string(),
        ]
    };
    Grid { header: header.map(String::from).to_vec(), rows: sizes.iter().map(row).collect(), texts: 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_measured() {
        let size = measure("tic-tac-toe", 20, 10, 1, &Control::timeless()).expect("a size");
        assert_eq!((size.states, size.literature), ("5,478", "255,168 games"));
        // A game has five to nine plies, with nine moves at first and one less after each.
        assert!((5.0..=9.0).contains(&size.plies) && (2.0..7.0).contains(&size.branching), "{size:?}");
        assert!((size.tree - size.plies * size.branching.log10()).abs() < 1e-9);
        assert_eq!(measure("tic-tac-toe", 20, 10, 1, &Control::timeless()), Ok(size.clone()));
        assert_eq!(grid(&[size]).rows[0].len(), 6);
        let halt = Control::timeless();
        halt.stop();
        assert!(measure("chess", 1, 100, 1, &halt).is_err());
    }
}
