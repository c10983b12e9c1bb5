//! What somebody may have meant.

/// The name that differs least from what was typed, if it is by no more than two letters (one in short words): left out, put in, taken
/// for another, or exchanged with its neighbor. Reference: F. Damerau, "A technique for computer detection and correction of
/// spelling errors", 1964.
pub fn nearest<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let most = if typed.chars().count() < 5 { 1 } else { 2 };
    let far = names.into_iter().map(|name| (distance(typed, name), name));
    far.filter(|(distance, _)| *distance <= most).min().map(|(_, name)| name)
}

fn distance(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    // Nobody means a word of quite another length.
    if one.len().abs_diff(other.len()) > 2 {
        return usize::MAX;
    }
    let mut rows = vec![(0..=other.len()).collect::<Vec<_>>()];
    for i in 1..=one.len() {
        let mut row = vec![i];
        for j in 1..=other.len() {
            let same = usize::from(one[i - 1] != other[j - 1]);
            let mut least = (rows[i - 1][j] + 1).min(row[j - 1] + 1).min(rows[i - 1][j - 1] + same);
            if i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[one.len()][other.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn slips_of_the_fingers() {
        let names = ["chess", "chess960", "othello", "go", "draughts", "tic-tac-toe"];
        for (typed, meant) in [("ches", "chess"), ("otelo", "othello"), ("drauhgts", "draughts"), ("gp", "go")] {
            assert_eq!(nearest(typed, names), Some(meant), "{typed}");
        }
        for typed in ["", "poker", "chess2000", &"x".repeat(100_000)] {
            assert_eq!(nearest(typed, names), None, "{typed}");
        }
    }
}
