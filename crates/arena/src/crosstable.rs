//! The table of a tournament: points, ratings, who scored what against whom.

use serde_json::{Value, json};

use crate::grid::Grid;
use crate::rating_list::{RatingList, Result};
use crate::{Finished, Standings};

/// The crosstable of a tournament, made to be shown.
#[derive(Clone, Debug)]
pub struct CrossTable {
    names: Vec<String>,
    standings: Standings,
    /// Points with those that were not played for.
    points: Vec<f64>,
    byes: Vec<f64>,
    order: Vec<usize>,
    ratings: RatingList,
    winner: Option<usize>,
}

/// With more players than this, who scored what against whom does not fit a page.
const CROSS_TABLE: usize = 14;

impl CrossTable {
    /// The table of these games. `byes` are points without a game; `winner` is who won, where that is not a matter of points.
    pub fn new(
        names: &[String],
        standings: &Standings,
        games: &[Finished],
        byes: &[(usize, f64)],
        winner: Option<usize>,
    ) -> CrossTable {
        let mut free = vec![0.0; names.len()];
        byes.iter().for_each(|&(one, points)| free[one] += points);
        let points: Vec<f64> = (0..names.len()).map(|one| standings.total(one).points() + free[one]).collect();
        let mut order = standings.ranking();
        // Stable, so that equal ones stay in the order of the tie-break.
        order.sort_by(|&one, &other| points[other].total_cmp(&points[one]));
        order.sort_by_key(|one| winner.is_some_and(|winner| winner != *one));
        let results: Vec<Result> = games
            .iter()
            .map(|game| Result {
                first: names[game.fixture.first].clone(),
                second: names[game.fixture.second].clone(),
                half_points: game.half_points,
                fault: game.culprit().map(|(_, fault)| fault.kind().to_string()),
            })
            .collect();
        let ratings = RatingList::new(names, &results, None);
        CrossTable { names: names.to_vec(), standings: standings.clone(), points, byes: free, order, ratings, winner }
    }

    fn grid(&self) -> Grid {
        let with_byes = self.byes.iter().any(|points| *points > 0.0);
        let mut header: Vec<String> =
            ["#", "player", "points", "games", "won", "drawn", "lost", "tie-break", "Elo", "±"]
                .map(String::from)
                .to_vec();
        header.extend(with_byes.then(|| "free points".to_string()));
        let row = |(place, &one): (usize, &usize)| {
            let total = self.standings.total(one);
            let rating = self.ratings.rows.iter().find(|row| row.name == self.names[one]).and_then(|row| row.rating);
            let mut row = vec![
                place.to_string(),
                self.names[one].clone(),
                self.points[one].to_string(),
                total.games().to_string(),
                total.wins.to_string(),
                total.draws.to_string(),
                total.losses.to_string(),
                format!("{}", self.standings.tie_break(one)),
                rating.map_or("?".to_string(), |rating| format!("{:.0}", rating.elo + 0.0)),
                rating.map_or("?".to_string(), |rating| format!("{:.0}", rating.error)),
            ];
            row.extend(with_byes.then(|| self.byes[one].to_string()));
            row
        };
        Grid { header, rows: (1..).zip(&self.order).map(row).collect(), texts: 2 }
    }

    /// Points of row against column.
    fn cross(&self) -> Option<Grid> {
        if self.order.len() > CROSS_TABLE {
            return None;
        }
        let mut header = vec!["#".to_string(), "player".to_string()];
        header.extend((1..=self.order.len()).map(|place| place.to_string()));
        let row = |(place, &one): (usize, &usize)| {
            let mut row = vec![place.to_string(), self.names[one].clone()];
            row.extend(self.order.iter().map(|&other| match self.standings.against(one, other) {
                score if score.games() > 0 => format!("{}/{}", score.points(), score.games()),
                _ => "-".to_string(),
            }));
            row
        };
        Some(Grid { header, rows: (1..).zip(&self.order).map(row).collect(), texts: 2 })
    }

    /// Who won, in a sentence; `None` while nobody has played.
    fn verdict(&self) -> Option<String> {
        let first = self.winner.or_else(|| self.order.first().copied())?;
        (self.standings.games() > 0).then(|| match self.winner {
            Some(_) => format!("{} wins the knockout.", self.names[first]),
            None => format!("{} is first with {} points.", self.names[first], self.points[first]),
        })
    }

    fn lines(&self, form: fn(&Grid) -> String) -> String {
        let mut text = form(&self.grid());
        if let Some(cross) = self.cross() {
            text += &format!("\n{}", form(&cross));
        }
        text.push('\n');
        for line in self.verdict().into_iter().chain(self.ratings.remarks()) {
            text += &format!("{line}\n");
        }
        text
    }

    /// As plain text.
    pub fn text(&self) -> String {
        self.lines(Grid::text)
    }

    /// As Markdown.
    pub fn markdown(&self) -> String {
        self.lines(Grid::markdown)
    }

    /// As a picture of the ratings.
    pub fn svg(&self) -> String {
        self.ratings.svg("Ratings")
    }

    /// As JSON.
    pub fn json(&self) -> Value {
        let rating = |one: usize| self.ratings.rows.iter().find(|row| row.name == self.names[one])?.rating;
        let round = |value: f64| (value * 100.0).round() / 100.0;
        let player = |(place, &one): (usize, &usize)| {
            let total = self.standings.total(one);
            json!({
                "rank": place,
                "name": self.names[one],
                "points": self.points[one],
                "free_points": self.byes[one],
                "games": total.games(),
                "wins": total.wins,
                "draws": total.draws,
                "losses": total.losses,
                "tie_break": self.standings.tie_break(one),
                "elo": rating(one).map(|rating| round(rating.elo)),
                "elo_error": rating(one).map(|rating| round(rating.error)),
                "faults": self.standings.faults(one),
                "against": self.order.iter().filter(|other| self.standings.against(one, **other).games() > 0).map(|&other| {
                    let score = self.standings.against(one, other);
                    json!({ "name": self.names[other], "wins": score.wins, "draws": score.draws, "losses": score.losses })
                }).collect::<Vec<_>>(),
            })
        };
        json!({
            "games": self.standings.games(),
            "winner": self.winner.or_else(|| self.order.first().copied()).map(|one| &self.names[one]),
            "players": (1..).zip(&self.order).map(player).collect::<Vec<_>>(),
        })
    }
}
