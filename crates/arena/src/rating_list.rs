//! A list of players by their rating, from results of any kind, to be shown.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::grid::Grid;
use crate::plot::{self, Dot};
use crate::stats::ratings::{Anchor, Meeting, Rating, Ratings, groups, ratings};

/// The result of a game: who moved first, who second, and twice the points of the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Result {
    /// The name of who moved first.
    pub first: String,
    /// The name of who moved second.
    pub second: String,
    /// Twice the points of the first: 0, 1 or 2.
    pub half_points: u8,
    /// Why the game ended, where that was not by the rules: `time forfeit`, `rules infraction`, `abandoned`.
    pub fault: Option<String>,
}

/// A row of the list.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Who.
    pub name: String,
    /// The rating; `None` if it cannot be told.
    pub rating: Option<Rating>,
    /// Games won, drawn and lost.
    pub results: [u64; 3],
    /// Games lost by a fault, by its kind.
    pub faults: BTreeMap<String, u64>,
}

impl Row {
    /// How many games.
    pub fn games(&self) -> u64 {
        self.results.iter().sum()
    }

    /// Points: a win is one, a draw is half of one.
    pub fn points(&self) -> f64 {
        self.results[0] as f64 + self.results[1] as f64 / 2.0
    }
}

/// A rating list, the best first.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingList {
    /// The players.
    pub rows: Vec<Row>,
    /// What moving first is worth.
    pub advantage: Option<Rating>,
    /// See [`Ratings::tempered`].
    pub tempered: bool,
}

impl RatingList {
    /// The list of all who have played, and of `names` in any case. With an anchor, that player has that rating; otherwise
    /// the mean is 0. Where the players fall into groups that have not met, only one group has ratings: that of the anchor, or
    /// else the largest.
    pub fn new(names: &[String], results: &[Result], anchor: Option<(&str, f64)>) -> RatingList {
        let mut index: BTreeMap<&str, usize> = BTreeMap::new();
        let mut rows: Vec<Row> = Vec::new();
        let players = results.iter().flat_map(|result| [&result.first, &result.second]);
        for name in names.iter().chain(players) {
            index.entry(name).or_insert_with(|| {
                rows.push(Row { name: name.clone(), rating: None, results: [0; 3], faults: BTreeMap::new() });
                rows.len() - 1
            });
        }
        let mut meetings: BTreeMap<(usize, usize), [f64; 3]> = BTreeMap::new();
        for result in results {
            let (first, second) = (index[result.first.as_str()], index[result.second.as_str()]);
            let place = usize::from(2 - result.half_points.min(2));
            rows[first].results[place] += 1;
            rows[second].results[2 - place] += 1;
            if let (Some(fault), false) = (&result.fault, result.half_points == 1) {
                let loser = if result.half_points == 0 { first } else { second };
                *rows[loser].faults.entry(fault.clone()).or_default() += 1;
            }
            if first != second {
                meetings.entry((first, second)).or_default()[place] += 1.0;
            }
        }
        let meetings: Vec<Meeting> =
            meetings.into_iter().map(|((first, second), results)| Meeting { first, second, results }).collect();
        // Only those can be compared who have met, if by way of others: the group of the anchor, or else the largest.
        let anchor = anchor.and_then(|(name, value)| Some((*index.get(name)?, value)));
        let mut groups = groups(rows.len(), &meetings).into_iter();
        let group = groups.find(|group| anchor.is_none_or(|(player, _)| group.contains(&player))).unwrap_or_default();
        let place: BTreeMap<usize, usize> = group.iter().enumerate().map(|(place, player)| (*player, place)).collect();
        let within: Vec<Meeting> = meetings
            .iter()
            .filter_map(|one| {
                Some(Meeting { first: *place.get(&one.first)?, second: *place.get(&one.second)?, ..*one })
            })
            .collect();
        let anchor = match anchor {
            Some((player, value)) => Anchor::Player(place.get(&player).copied().unwrap_or(0), value),
            None => Anchor::Mean(0.0),
        };
        let found = if group.len() > 1 { ratings(group.len(), &within, anchor) } else { None };
        let Ratings { players, advantage, tempered } =
            found.unwrap_or(Ratings { players: Vec::new(), advantage: None, tempered: false });
        group.into_iter().zip(players).for_each(|(player, rating)| rows[player].rating = Some(rating));
        rows.sort_by(|one, other| {
            // Those without a rating come last, by their score.
            let key = |row: &Row| match row.rating {
                Some(rating) => (1, rating.elo),
                None => (0, row.points() / row.games().max(1) as f64),
            };
            let (one, other) = (key(one), key(other));
            other.0.cmp(&one.0).then(other.1.total_cmp(&one.1))
        });
        RatingList { rows, advantage, tempered }
    }

    /// The columns for people.
    pub fn grid(&self) -> Grid {
        let header = ["#", "player", "Elo", "±", "games", "points", "score", "won", "drawn", "lost", "faults"];
        let row = |(place, row): (usize, &Row)| {
            let [won, drawn, lost] = row.results;
            let share = 100.0 * row.points() / row.games().max(1) as f64;
            let faults: Vec<String> = row.faults.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
            vec![
                place.to_string(),
                row.name.clone(),
                row.rating.map_or("?".to_string(), |rating| format!("{:.0}", rating.elo + 0.0)),
                row.rating.map_or("?".to_string(), |rating| format!("{:.0}", rating.error)),
                row.games().to_string(),
                format!("{}", row.points()),
                format!("{share:.1} %"),
                won.to_string(),
                drawn.to_string(),
                lost.to_string(),
                faults.join(", "),
            ]
        };
        let mut grid = Grid {
            header: header.map(String::from).to_vec(),
            rows: (1..).zip(&self.rows).map(row).collect(),
            texts: 2,
        };
        // Faults are rare; where there are none the column says nothing.
        if self.rows.iter().all(|row| row.faults.is_empty()) {
            grid.header.pop();
            grid.rows.iter_mut().for_each(|row| drop(row.pop()));
        }
        grid
    }

    /// What has to be said besides.
    pub fn remarks(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(advantage) = self.advantage {
            lines.push(format!("Moving first is worth {:.0} ± {:.0} Elo.", advantage.elo, advantage.error));
        }
        if self.tempered {
            lines.push(
                "Somebody has won or lost everything: half a drawn game was added to each pairing, so that ratings are finite."
                    .to_string(),
            );
        }
        let unrated = self.rows.iter().filter(|row| row.rating.is_none()).count();
        if unrated > 0 {
            lines.push(format!(
                "{unrated} players have no rating: they have not met the others, not even by way of third ones."
            ));
        }
        lines
    }

    /// As JSON.
    pub fn json(&self) -> Value {
        let round = |value: f64| (value * 100.0).round() / 100.0;
        let rating = |rating: &Rating| json!({ "elo": round(rating.elo), "error": round(rating.error) });
        let rows: Vec<Value> = (1..)
            .zip(&self.rows)
            .map(|(place, row)| {
                json!({
                    "rank": place,
                    "name": row.name,
                    "elo": row.rating.map(|rating| round(rating.elo)),
                    "error": row.rating.map(|rating| round(rating.error)),
                    "games": row.games(),
                    "points": row.points(),
                    "wins": row.results[0],
                    "draws": row.results[1],
                    "losses": row.results[2],
                    "faults": row.faults,
                })
            })
            .collect();
        json!({ "players": rows, "first_move": self.advantage.as_ref().map(rating), "tempered": self.tempered })
    }

    /// As a picture.
    pub fn svg(&self, title: &str) -> String {
        let dots: Vec<Dot> = self
            .rows
            .iter()
            .map(|row| {
                let Rating { elo, error } = row.rating.unwrap_or(Rating { elo: f64::NAN, error: f64::NAN });
                Dot { name: row.name.clone(), value: elo, error }
            })
            .collect();
        plot::ratings(title, "Elo, with the interval that holds 95 of 100", &dots)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(first: &str, second: &str, half_points: u8) -> Result {
        Result { first: first.to_string(), second: second.to_string(), half_points, fault: None }
    }

    #[test]
    fn counts_and_sorts() {
        let mut results = vec![result("a", "b", 2), result("b", "a", 1), result("b", "c", 2), result("c", "a", 0)];
        results.push(Result { fault: Some("time forfeit".to_string()), ..result("b", "c", 2) });
        let list = RatingList::new(&[], &results, Some(("c", 1000.0)));
        let names: Vec<&str> = list.rows.iter().map(|row| row.name.as_str()).collect();
        assert_eq!(names, ["a", "b", "c"]);
        assert_eq!(list.rows[1].results, [2, 1, 1]);
        assert_eq!(list.rows[2].faults["time forfeit"], 1);
        assert_eq!(list.rows[2].rating.unwrap().elo, 1000.0);
        assert!(list.tempered);
        assert!(list.grid().text().contains("time forfeit 1"));
        assert_eq!(list.json()["players"][0]["points"], 2.5);
    }

    #[test]
    fn without_games() {
        let list = RatingList::new(&["a".to_string(), "b".to_string()], &[], None);
        assert_eq!(list.rows.len(), 2);
        assert!(list.remarks().iter().any(|line| line.contains("have no rating")));
        assert!(list.svg("t").ends_with("</svg>\n"));
    }
}
