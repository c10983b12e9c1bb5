//! A rating list from the games of many players, by maximum likelihood.
//!
//! The model is that of Bradley and Terry with an advantage for the side that moves first: a player whose rating, the advantage
//! included, is higher by d is expected to score 1 / (1 + 10^(-d/400)) points. A draw is half a win and half a loss. The logarithm of
//! the likelihood is concave, so that Newton's method finds its greatest value, and for two players it is exactly the
//! difference that their score stands for. The errors come from the second derivative there (the Hessian), and since a
//! drawn game varies less than half a win and half a loss would, they are corrected by how much results really vary.
//!
//! References: R. Bradley and M. Terry, "Rank Analysis of Incomplete Block Designs", Biometrika 39, 1952; D. Hunter, "MM Algorithms
//! for Generalized Bradley-Terry Models", Annals of Statistics 32, 2004 (when there is a greatest value, and draws); H. White,
//! "Maximum Likelihood Estimation of Misspecified Models", Econometrica 50, 1982 (the correction).

use super::matrix::Matrix;

/// All games between two players in which the same one moved first.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Meeting {
    /// Who moved first.
    pub first: usize,
    /// Who moved second.
    pub second: usize,
    /// Games that the first won, drew and lost. Parts of games are allowed.
    pub results: [f64; 3],
}

/// A rating with its error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The rating in Elo.
    pub elo: f64,
    /// With a chance of 95 % the true one is not further away. Against the anchor if there is one, else against the mean.
    pub error: f64,
}

/// A rating list.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// One for each player.
    pub players: Vec<Rating>,
    /// What moving first is worth, in Elo, if it could be told.
    pub advantage: Option<Rating>,
    /// Half a game more was added to each pairing, drawn, because without it somebody's rating would be infinite.
    pub tempered: bool,
}

/// What the ratings are counted from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Anchor {
    /// All ratings have this mean.
    Mean(f64),
    /// A player has this rating.
    Player(usize, f64),
}

/// Draws added to each pairing if need be.
const TEMPER: f64 = 0.5;
const SIGMAS: f64 = 1.959_963_985;
/// Elo for a natural unit.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The ratings of `count` players. `None` if the players fall into groups that have not met.
pub fn ratings(count: usize, meetings: &[Meeting], anchor: Anchor) -> Option<Ratings> {
    let meetings: Vec<Meeting> = meetings.iter().filter(|one| one.results.iter().sum::<f64>() > 0.0).copied().collect();
    if count == 0 || !all_reached(count, &meetings, |_| true, |_| true) {
        return None;
    }
    // A player that has neither conceded a point to the rest nor scored one against it cannot be rated.
    let scored = |one: &Meeting| one.results[0] + one.results[1] > 0.0;
    let conceded = |one: &Meeting| one.results[2] + one.results[1] > 0.0;
    let tempered =
        !(all_reached(count, &meetings, scored, conceded) && all_reached(count, &meetings, conceded, scored));
    let tempered_meetings = meetings.iter().map(|one| {
        let [wins, draws, losses] = one.results;
        Meeting { results: [wins, draws + TEMPER, losses], ..*one }
    });
    let meetings = if tempered { tempered_meetings.collect() } else { meetings };
    // If the same always moved first, the advantage cannot be told from strength.
    let fit = Fit::new(count, &meetings, true).or_else(|| Fit::new(count, &meetings, false))?;
    Some(fit.list(anchor, tempered))
}

/// Can every player be reached from player 0 by steps from `first` to `second` where `forward`, and back where `backward`?
fn all_reached(
    count: usize,
    meetings: &[Meeting],
    forward: impl Fn(&Meeting) -> bool,
    backward: impl Fn(&Meeting) -> bool,
) -> bool {
    let mut reached = vec![false; count];
    let mut waiting = vec![0];
    reached[0] = true;
    while let Some(player) = waiting.pop() {
        for one in meetings {
            let next = match player {
                player if player == one.first && forward(one) => one.second,
                player if player == one.second && backward(one) => one.first,
                _ => continue,
            };
            if !std::mem::replace(&mut reached[next], true) {
                waiting.push(next);
            }
        }
    }
    reached.into_iter().all(|reached| reached)
}

/// The greatest likelihood: the parameters are the ratings of all players but the first, whose rating is 0, and then the
/// advantage if it is looked for; in natural units.
struct Fit {
    count: usize,
    values: Vec<f64>,
    covariance: Matrix,
}

impl Fit {
    fn new(count: usize, meetings: &[Meeting], with_advantage: bool) -> Option<Fit> {
        let size = count - 1 + usize::from(with_advantage);
        let mut values = vec![0.0; size];
        // Which parameters make up the difference of a meeting, and with which sign.
        let parts = |one: &Meeting| {
            let rating = |player: usize, sign: f64| player.checked_sub(1).map(|index| (index, sign));
            let advantage = with_advantage.then_some((count - 1, 1.0));
            [rating(one.first, 1.0), rating(one.second, -1.0), advantage].into_iter().flatten()
        };
        for _ in 0..200 {
            let mut gradient = vec![0.0; size];
            let mut tosses = Vec::with_capacity(meetings.len());
            for one in meetings {
                let difference: f64 = parts(one).map(|(index, sign)| sign * values[index]).sum();
                let expected = 1.0 / (1.0 + (-difference).exp());
                let [wins, draws, _] = one.results;
                let games: f64 = one.results.iter().sum();
                parts(one).for_each(|(row, sign)| gradient[row] += sign * (wins + draws / 2.0 - games * expected));
                tosses.push(games * expected * (1.0 - expected));
            }
            // The Hessian times a vector, without writing down the Hessian: most players have not met.
            let times = |vector: &[f64]| {
                let mut result = vec![0.0; size];
                for (one, toss) in meetings.iter().zip(&tosses) {
                    let slope: f64 = parts(one).map(|(index, sign)| sign * vector[index]).sum();
                    parts(one).for_each(|(row, sign)| result[row] += sign * toss * slope);
                }
                result
            };
            let step = conjugate_gradients(&times, &gradient);
            // Far from the end a full step may lead astray.
            let length = step.iter().fold(0.0_f64, |most, part| most.max(part.abs()));
            let scale = if length > 1.0 { 1.0 / length } else { 1.0 };
            values.iter_mut().zip(&step).for_each(|(value, part)| *value += scale * part);
            if length < 1e-9 {
                let mut hessian = Matrix::zero(size);
                let mut variance = Matrix::zero(size);
                for (one, toss) in meetings.iter().zip(&tosses) {
                    // A draw is always half a point, where a toss would vary by a quarter.
                    let varies = (toss - one.results[1] / 4.0).max(0.0);
                    for (row, sign) in parts(one) {
                        for (column, other) in parts(one) {
                            hessian[(row, column)] += sign * other * toss;
                            variance[(row, column)] += sign * other * varies;
                        }
                    }
                }
                let covariance = hessian.inverse()?.around(&variance);
                return Some(Fit { count, values, covariance });
            }
        }
        None
    }

    fn list(&self, anchor: Anchor, tempered: bool) -> Ratings {
        let count = self.count;
        // What is subtracted from each rating, as shares of all of them.
        let base: Vec<f64> = match anchor {
            Anchor::Mean(_) => vec![1.0 / count as f64; count],
            Anchor::Player(player, _) => (0..count).map(|other| f64::from(u8::from(other == player))).collect(),
        };
        let (Anchor::Mean(zero) | Anchor::Player(_, zero)) = anchor;
        let error = |weights: &[f64]| SIGMAS * ELO * self.covariance.form(weights).max(0.0).sqrt();
        let player = |player: usize| {
            let mut weights = vec![0.0; self.values.len()];
            for other in 1..count {
                weights[other - 1] = f64::from(u8::from(other == player)) - base[other];
            }
            let value: f64 = weights.iter().zip(&self.values).map(|(weight, value)| weight * value).sum();
            Rating { elo: zero + ELO * value, error: error(&weights) }
        };
        let advantage = self.values.get(count - 1).map(|value| {
            let mut weights = vec![0.0; self.values.len()];
            weights[count - 1] = 1.0;
            Rating { elo: ELO * value, error: error(&weights) }
        });
        Ratings { players: (0..count).map(player).collect(), advantage, tempered }
    }
}

/// The vector that `times` turns into `wanted`, for a symmetric matrix that turns nothing round.
///
/// Reference: M. Hestenes and E. Stiefel, "Methods of Conjugate Gradients for Solving Linear Systems", 1952.
fn conjugate_gradients(times: &dyn Fn(&[f64]) -> Vec<f64>, wanted: &[f64]) -> Vec<f64> {
    let dot = |one: &[f64], other: &[f64]| one.iter().zip(other).map(|(a, b)| a * b).sum::<f64>();
    let mut found = vec![0.0; wanted.len()];
    let mut rest = wanted.to_vec();
    let mut direction = rest.clone();
    let start = dot(&rest, &rest);
    let mut square = start;
    for _ in 0..10 * wanted.len() + 10 {
        if square <= 1e-24 * start || square == 0.0 {
            break;
        }
        let image = times(&direction);
        let bend = dot(&direction, &image);
        if bend <= 0.0 {
            break;
        }
        let length = square / bend;
        found.iter_mut().zip(&direction).for_each(|(value, part)| *value += length * part);
        rest.iter_mut().zip(&image).for_each(|(value, part)| *value -= length * part);
        let next = dot(&rest, &rest);
        direction.iter_mut().zip(&rest).for_each(|(value, part)| *value = part + next / square * *value);
        square = next;
    }
    found
}

/// The players by groups: two are in one if they have met, or both are in one with a third. The largest group first.
pub fn groups(count: usize, meetings: &[Meeting]) -> Vec<Vec<usize>> {
    // Each points towards the head of its group.
    let mut towards: Vec<usize> = (0..count).collect();
    fn head(towards: &mut [usize], mut player: usize) -> usize {
        while towards[player] != player {
            towards[player] = towards[towards[player]];
            player = towards[player];
        }
        player
    }
    for one in meetings {
        let (first, second) = (head(&mut towards, one.first), head(&mut towards, one.second));
        towards[first.max(second)] = first.min(second);
    }
    let mut groups: Vec<Vec<usize>> = vec![Vec::new(); count];
    for player in 0..count {
        let head = head(&mut towards, player);
        groups[head].push(player);
    }
    groups.retain(|group| !group.is_empty());
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meeting(first: usize, second: usize, results: [f64; 3]) -> Meeting {
        Meeting { first, second, results }
    }

    /// The eastern division of the American League in 1987, from A. Agresti, "Categorical Data Analysis", 1990, table 10.10. The
    /// estimates with their standard errors are those of the package BradleyTerry2 for R (H. Turner and D. Firth, 2012), which takes
    /// the advantage to be unknown.
    #[test]
    fn baseball() {
        // Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore: games that row won against column.
        let wins = [
            [0, 7, 9, 7, 7, 9, 11],
            [6, 0, 7, 5, 11, 9, 9],
            [4, 6, 0, 7, 7, 8, 12],
            [6, 8, 6, 0, 6, 7, 10],
            [6, 2, 6, 7, 0, 7, 12],
            [4, 4, 5, 6, 6, 0, 6],
            [2, 4, 1, 3, 1, 7, 0],
        ];
        let published = [
            (1.5814, 0.3433),
            (1.4364, 0.3396),
            (1.2945, 0.3367),
            (1.2476, 0.3359),
            (1.1077, 0.3339),
            (0.6839, 0.3319),
            (0.0, 0.0),
        ];
        let mut meetings = Vec::new();
        for (one, row) in wins.iter().enumerate() {
            for (other, won) in row.iter().enumerate().take(one) {
                let (won, lost) = (f64::from(*won), f64::from(wins[other][one]));
                meetings.push(meeting(one, other, [won, 0.0, lost]));
            }
        }
        let fit = Fit::new(7, &meetings, false).unwrap();
        let list = fit.list(Anchor::Player(6, 0.0), false);
        for (found, (value, error)) in list.players.iter().zip(published) {
            assert!((found.elo / ELO - value).abs() < 1e-4, "{found:?} {value}");
            assert!((found.error / ELO / SIGMAS - error).abs() < 1e-4, "{found:?} {error}");
        }
    }

    /// Two players: the difference is the one that their score stands for, and the error is that of the score.
    #[test]
    fn two_players() {
        let list = ratings(2, &[meeting(0, 1, [60.0, 30.0, 10.0])], Anchor::Player(1, 1500.0)).unwrap();
        assert!((list.players[0].elo - 1500.0 - crate::stats::elo(0.75)).abs() < 1e-6, "{list:?}");
        assert_eq!((list.players[1].elo, list.players[1].error), (1500.0, 0.0));
        assert!(!list.tempered && list.advantage.is_none());
        // By the slope of the curve, 1 / (s · (1 − s)) natural units for a point, and the variance of the results.
        let spread = (0.60 * 0.0625 + 0.30 * 0.0625 + 0.10 * 0.5625_f64).sqrt() / 10.0;
        assert!((list.players[0].error - SIGMAS * ELO * spread / (0.75 * 0.25)).abs() < 1e-6, "{list:?}");
    }

    /// The advantage of the first move is found and does not count for the players.
    #[test]
    fn advantage() {
        let list =
            ratings(2, &[meeting(0, 1, [60.0, 20.0, 20.0]), meeting(1, 0, [60.0, 20.0, 20.0])], Anchor::Mean(0.0))
                .unwrap();
        assert!(list.players.iter().all(|player| player.elo.abs() < 1e-6), "{list:?}");
        assert!(list.advantage.unwrap().elo > 80.0);
    }

    /// Ratings from which games were drawn by chance are found again, within the errors that are claimed.
    #[test]
    fn finds_what_was_put_in() {
        let truth = [0.0, 50.0, 120.0, 300.0, -80.0];
        let mut rng = game::Rng::new(11);
        let (mut inside, mut all) = (0, 0);
        for _ in 0..60 {
            let mut meetings = Vec::new();
            for first in 0..5 {
                for second in (0..5).filter(|second| *second != first) {
                    let mut results = [0.0; 3];
                    let expected = crate::stats::score(truth[first] - truth[second] + 30.0);
                    // As many draws as fit, but for some.
                    let draws = 1.4 * expected.min(1.0 - expected);
                    let weights = [expected - draws / 2.0, draws, 1.0 - expected - draws / 2.0];
                    for _ in 0..40 {
                        let mut dice = rng.below(1 << 30) as f64 / f64::from(1 << 30);
                        let result = weights.iter().position(|weight| {
                            dice -= weight;
                            dice < 0.0
                        });
                        results[result.unwrap_or(2)] += 1.0;
                    }
                    meetings.push(meeting(first, second, results));
                }
            }
            let list = ratings(5, &meetings, Anchor::Player(0, 0.0)).unwrap();
            for (player, value) in list.players.iter().zip(truth).skip(1) {
                all += 1;
                inside += usize::from((player.elo - value).abs() <= player.error);
            }
        }
        // 95 of 100 are promised; 240 trials leave some room.
        let share = f64::from(u32::try_from(inside).unwrap()) / f64::from(all);
        assert!((0.90..=0.99).contains(&share), "{share}");
    }

    #[test]
    fn extremes() {
        // Nobody has beaten the first: without help its rating would be infinite.
        let list = ratings(2, &[meeting(0, 1, [10.0, 0.0, 0.0])], Anchor::Mean(0.0)).unwrap();
        assert!(list.tempered && list.players[0].elo > 200.0 && list.players[0].elo.is_finite(), "{list:?}");
        // Two groups that have not met.
        let apart = [meeting(0, 1, [1.0, 1.0, 1.0]), meeting(2, 3, [1.0, 1.0, 1.0])];
        assert_eq!(ratings(4, &apart, Anchor::Mean(0.0)), None);
        assert_eq!(ratings(0, &[], Anchor::Mean(0.0)), None);
        assert_eq!(groups(5, &apart), [vec![0, 1], vec![2, 3], vec![4]]);
        // Draws only.
        let list = ratings(2, &[meeting(0, 1, [0.0, 5.0, 0.0])], Anchor::Mean(0.0)).unwrap();
        assert!(list.players[0].elo.abs() < 1e-9, "{list:?}");
    }
}
