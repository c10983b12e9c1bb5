//! How the networks that the program carries came about, generation by generation: from which games, with which loss, how strong.
//!
//! The numbers stand in a file beside the networks. They are what our own programs printed: `kiebitz train --json` and `kiebitz match --json` use
//! the same names.

use std::sync::LazyLock;

use arena::grid::Grid;
use serde::{Deserialize, Serialize};

use crate::plot::{self, Axis, Dot, Series};

static ALL: LazyLock<Vec<Learning>> = LazyLock::new(|| {
    let texts = [
        include_str!("../../engine/networks/chess.json"),
        include_str!("../../engine/networks/draughts.json"),
        include_str!("../../engine/networks/draughts-international.json"),
        include_str!("../../engine/networks/othello.json"),
    ];
    texts.map(|text| serde_json::from_str(text).expect("a test has read the same text")).into()
});

/// The networks of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Learning {
    /// The game.
    pub game: String,
    /// The evaluation without a network that they are measured by.
    pub measured_by: String,
    /// Its networks, oldest first.
    pub generations: Vec<Generation>,
}

/// A network that the program carries.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Generation {
    /// What it is called as an evaluator: `network-0`.
    pub evaluator: String,
    /// The day on which it was made.
    pub made: String,
    /// The checksum at the end of its file, by which this row and the file belong together.
    pub checksum: String,
    /// Hidden units of either half.
    pub width: usize,
    /// The games that it was learned from, by who played them.
    pub games: Vec<Games>,
    /// Positions of these games to learn from.
    pub positions: u64,
    /// How often a position was looked at, imitation included.
    pub visits: u64,
    /// How long it took, if that is known.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub hours: Option<Hours>,
    /// How surprising the results of games set aside are to the evaluation without a network (cross entropy in nats): what the curve is to be
    /// compared with.
    pub results_without_network: f64,
    /// The same to the searches that played.
    pub results_of_searches: f64,
    /// Matches at which it was judged.
    pub matches: Vec<Match>,
    /// The learning curve.
    pub reports: Vec<Report>,
}

/// Games to learn from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = LearnedGames))]
#[serde(deny_unknown_fields)]
pub struct Games {
    /// The evaluator that both sides played with.
    pub by: String,
    /// Nodes a move.
    pub nodes: u64,
    /// How many games.
    pub count: u64,
}

/// Hours by the clock.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = LearningHours))]
#[serde(deny_unknown_fields)]
pub struct Hours {
    /// Of playing the games that are new in this generation.
    pub games: f64,
    /// Of training.
    pub training: f64,
}

/// A match of a network. How long a move or a game was is said by `nodes` or `clock`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = LearningMatch))]
#[serde(deny_unknown_fields)]
pub struct Match {
    /// The evaluator of the other side.
    pub against: String,
    /// Nodes a move.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub nodes: Option<u64>,
    /// Seconds for a game, and for each move: `8+0.08`.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub clock: Option<String>,
    /// How many games.
    pub games: u64,
    /// Games won, where it was written down.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub wins: Option<u64>,
    /// Games drawn.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub draws: Option<u64>,
    /// Games lost.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub losses: Option<u64>,
    /// The difference in Elo.
    pub elo: f64,
    /// Its error for a chance of 95 %.
    pub elo_error: f64,
}

/// A point of a learning curve.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = LearningReport))]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// Positions looked at so far.
    pub visits: u64,
    /// The loss on what is learned from.
    pub train: f64,
    /// The loss on games set aside.
    pub validation: f64,
    /// How surprising the results of these games are to the network (cross entropy in nats).
    pub results: f64,
    /// The rate of learning.
    pub rate: f64,
}

impl Generation {
    /// The match that tells most about it against an opponent: the one with the most games.
    pub fn against(&self, opponent: &str) -> Option<&Match> {
        self.matches.iter().filter(|played| played.against == opponent).max_by_key(|played| played.games)
    }

    /// How surprising the results of unseen games are to it in the end.
    pub fn results(&self) -> Option<f64> {
        self.reports.last().map(|report| report.results)
    }
}

impl Match {
    /// `+99 ± 26`.
    fn text(&self) -> String {
        format!("{:+.0} ± {:.0}", self.elo, self.elo_error)
    }
}

/// The networks of each game for which the program carries some; chess is the first.
pub fn learning() -> &'static [Learning] {
    &ALL
}

impl Learning {
    /// A row for each generation.
    pub fn grid(&self) -> Grid {
        let header = [
            "evaluator",
            "made",
            "games",
            "positions",
            "visits",
            "width",
            "results",
            "without network",
            "hours",
            "against classical",
            "against the one before",
        ];
        let millions = |count: u64| format!("{:.1} M", count as f64 / 1e6);
        let row = |(index, one): (usize, &Generation)| {
            let before = index.checked_sub(1).and_then(|before| one.against(&self.generations[before].evaluator));
            let shown = |played: Option<&Match>| played.map_or(String::new(), Match::text);
            vec![
                one.evaluator.clone(),
                one.made.clone(),
                one.games.iter().map(|games| games.count).sum::<u64>().to_string(),
                millions(one.positions),
                millions(one.visits),
                one.width.to_string(),
                one.results().map_or(String::new(), |results| format!("{results:.4}")),
                format!("{:.4}", one.results_without_network),
                one.hours.map_or(String::new(), |hours| format!("{:.2}", hours.games + hours.training)),
                shown(one.against(&self.measured_by)),
                shown(before),
            ]
        };
        Grid {
            header: header.map(String::from).to_vec(),
            rows: self.generations.iter().enumerate().map(row).collect(),
            texts: 2,
        }
    }

    /// The learning curves: how much less surprising results are to the network than to the evaluation without one. Games that are set aside
    /// differ from one generation to the next, and so do the bare numbers.
    pub fn curves_svg(&self) -> String {
        let curve = |one: &Generation| Series {
            name: one.evaluator.clone(),
            points: one
                .reports
                .iter()
                .map(|report| (report.visits as f64 / 1e6, report.results - one.results_without_network))
                .collect(),
            theory: false,
        };
        let series: Vec<Series> = self.generations.iter().map(curve).collect();
        let upward = "cross entropy, less than without network";
        plot::lines("Results of unseen games", "positions looked at, in millions", upward, Axis::Linear, &series)
    }

    /// The strength of each generation, measured against the evaluation without a network.
    pub fn strength_svg(&self) -> String {
        let dot = |one: &Generation| {
            let played = one.against(&self.measured_by)?;
            Some(Dot { name: one.evaluator.clone(), value: played.elo, error: played.elo_error })
        };
        let dots: Vec<Dot> = self.generations.iter().filter_map(dot).collect();
        plot::dots("Strength of the networks", &format!("Elo against {}", self.measured_by), Axis::Linear, &dots)
    }
}

#[cfg(test)]
mod tests {
    use engine::{Playable, Visitor};

    use super::*;

    /// The networks that the program carries for a game: width and checksum of each.
    struct Carried;

    impl Visitor for Carried {
        type Result = Vec<(usize, String)>;

        fn visit<G: Playable>(self, start: G) -> Vec<(usize, String)> {
            let names = || start.evaluators().iter().filter(|name| name.starts_with("network-"));
            assert_eq!(
                names().count(),
                start.networks().len(),
                "every generation has a name, and every name a network"
            );
            let one = |(index, file): (usize, &&[u8])| {
                let insight = start.insight(&format!("network-{index}")).expect("a network").expect("a network");
                let checksum: [u8; 4] = file[file.len() - 4..].try_into().expect("four bytes");
                (insight.width, format!("{:08x}", u32::from_le_bytes(checksum)))
            };
            let size: usize = start.networks().iter().map(|file| file.len()).sum();
            assert!(size < 2_000_000, "all networks together have {size} bytes, and should have less than 2 MB");
            start.networks().iter().enumerate().map(one).collect()
        }
    }

    /// A network that is replaced needs a row of its own; a row without its network says nothing.
    #[test]
    fn every_network_has_its_row() {
        learning().iter().for_each(has_its_rows);
    }

    fn has_its_rows(learning: &Learning) {
        let carried = engine::visit(&learning.game, Carried).expect("a game");
        let advice =
            "the file beside the networks needs a row for each network, with the checksum at the end of its file";
        assert_eq!(learning.generations.len(), carried.len(), "{advice}");
        for (index, (one, (width, checksum))) in learning.generations.iter().zip(carried).enumerate() {
            assert_eq!(one.evaluator, format!("network-{index}"), "{advice}");
            assert_eq!((&one.checksum, one.width), (&checksum, width), "{}: {advice}", one.evaluator);
            for played in &one.matches {
                let parts = [played.wins, played.draws, played.losses];
                let known: Vec<u64> = parts.iter().copied().flatten().collect();
                assert!(known.is_empty() || known.len() == 3, "{played:?}");
                assert!(known.is_empty() || known.iter().sum::<u64>() == played.games, "{played:?}");
                assert!(played.nodes.is_some() != played.clock.is_some() && played.elo_error > 0.0, "{played:?}");
            }
            assert!(one.reports.windows(2).all(|pair| pair[0].visits < pair[1].visits));
        }
    }

    #[test]
    fn it_can_be_shown() {
        let learning = &learning()[0];
        let grid = learning.grid();
        assert_eq!(grid.rows.len(), learning.generations.len());
        assert!(grid.rows.iter().all(|row| row.len() == grid.header.len()));
        assert!(learning.curves_svg().contains("network-0") && learning.strength_svg().contains("network-1"));
    }
}
