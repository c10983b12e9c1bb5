//! The growth of a search as tables and pictures.

use arena::grid::Grid;

use super::{Growth, Point, Series};
use crate::plot::{self, Axis};

/// Of the further techniques only these are drawn, so that lines can be told apart; the table has all.
const DRAWN: &[&str] =
    &["+ transposition-table", "+ principal-variation", "+ quiescence", "+ null-move", "+ late-move-reductions"];

impl Growth {
    /// Nodes by depth; the factor by which they grow; and the time of the deepest.
    pub fn grid(&self) -> Grid {
        let deepest = self.series.iter().flat_map(|series| &series.points).map(|point| point.depth).max().unwrap_or(0);
        let mut header = vec!["search".to_string()];
        header.extend((1..=deepest).map(|depth| format!("depth {depth}")));
        header.extend(["growth", "time s"].map(String::from));
        let row = |series: &Series| {
            let mut row = vec![series.name.clone()];
            let at = |depth: i32| series.points.iter().find(|point| point.depth == depth);
            row.extend((1..=deepest).map(|depth| at(depth).map_or(String::new(), |point| point.nodes.to_string())));
            row.push(series.factor.map_or(String::new(), |factor| format!("{factor:.2}")));
            row.push(series.points.last().map_or(String::new(), |point| format!("{:.3}", point.seconds)));
            row
        };
        let mut rows: Vec<Vec<String>> = self.series.iter().map(row).collect();
        for curve in &self.theory {
            let mut row = vec![format!("theory: {}", curve.name)];
            row.extend(curve.points.iter().take(deepest as usize).map(|(_, leaves)| format!("{leaves:.0}")));
            row.extend([String::new(), String::new()]);
            rows.push(row);
        }
        Grid { header, rows, texts: 1 }
    }

    /// The picture of nodes, with the curves of theory as far as they are not far above everything measured.
    pub fn svg(&self) -> String {
        let mut lines = self.lines(|point| point.nodes as f64);
        let measured = || lines.iter().flat_map(|line| &line.points);
        let deepest = measured().map(|point| point.0).fold(1.0, f64::max);
        let highest = measured().map(|point| point.1).fold(1.0, f64::max);
        let shown = |point: &(f64, f64)| point.0 <= deepest && point.1 <= 10.0 * highest;
        let theory = self.theory.iter().map(|curve| plot::Series {
            name: format!("{}, b = {:.1}", curve.name, self.branching),
            points: curve.points.iter().map(|(depth, leaves)| (f64::from(*depth), *leaves)).filter(shown).collect(),
            theory: true,
        });
        let theory: Vec<plot::Series> = theory.collect();
        lines.extend(theory);
        plot::lines(&self.title("Nodes"), "depth in plies", "nodes", Axis::Logarithmic, &lines)
    }

    /// The picture of time.
    pub fn time_svg(&self) -> String {
        plot::lines(
            &self.title("Time"),
            "depth in plies",
            "seconds",
            Axis::Logarithmic,
            &self.lines(|point| point.seconds),
        )
    }

    fn title(&self, what: &str) -> String {
        let plural = if self.positions == 1 { "" } else { "s" };
        format!("{what} against depth: {}, {} position{plural}", self.game, self.positions)
    }

    fn lines(&self, value: fn(&Point) -> f64) -> Vec<plot::Series> {
        let last = self.series.len().saturating_sub(1);
        let is_drawn = |(index, series): &(usize, &Series)| {
            !series.name.starts_with('+') || DRAWN.contains(&series.name.as_str()) || *index == last
        };
        let line = |(_, series): (usize, &Series)| plot::Series {
            name: series.name.clone(),
            points: series.points.iter().map(|point| (f64::from(point.depth), value(point))).collect(),
            theory: false,
        };
        self.series.iter().enumerate().filter(is_drawn).map(line).collect()
    }
}
