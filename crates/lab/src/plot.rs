//! The pictures of the experiments, as SVG: lines over a depth, dots with bars for their error, and who is right where.
//!
//! They stand on white, so that they can be read on a light and on a dark page, and nothing is shown by color alone.

pub use arena::plot::{Axis, Dot, dots};
use arena::plot::{escape, step};

/// A line of a picture.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Series {
    /// What it is, for the legend.
    pub name: String,
    /// Where it goes.
    pub points: Vec<(f64, f64)>,
    /// Theory, not measured: drawn dashed and without marks.
    pub theory: bool,
}

const INK: &str = "#1f2328";
const GRAY: &str = "#59636e";
const RULE: &str = "#d8dee4";
/// Colors that differ in lightness as well, after M. Okabe and K. Ito, "Color Universal Design", 2008.
const COLORS: [&str; 8] = ["#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6d31"];

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 380.0;
const LEFT: f64 = 84.0;
const TOP: f64 = 48.0;
/// About so much width takes a letter.
const LETTER: f64 = 7.0;

/// Lines over a number such as the depth. On a logarithmic axis values that are not above 0 are left out.
pub fn lines(title: &str, across: &str, upward: &str, axis: Axis, series: &[Series]) -> String {
    let place = |value: f64| if axis == Axis::Linear { value } else { value.log10() };
    let series: Vec<Series> = series
        .iter()
        .map(|one| Series {
            points: one.points.iter().filter(|(x, y)| x.is_finite() && place(*y).is_finite()).copied().collect(),
            ..one.clone()
        })
        .filter(|one| !one.points.is_empty())
        .collect();
    let all = || series.iter().flat_map(|one| &one.points);
    let bound = |pick: fn(f64, f64) -> f64, part: fn(&(f64, f64)) -> f64| all().map(part).reduce(pick);
    let (first, last) = (bound(f64::min, |p| p.0).unwrap_or(0.0), bound(f64::max, |p| p.0).unwrap_or(1.0));
    let last = if last > first { last } else { first + 1.0 };
    let (low, high) = (place(bound(f64::min, |p| p.1).unwrap_or(1.0)), place(bound(f64::max, |p| p.1).unwrap_or(10.0)));
    let rise = match axis {
        Axis::Linear => step(((high - low) / 8.0).max(1e-9)),
        Axis::Logarithmic => 1.0,
    };
    let low = (low / rise).floor() * rise;
    let high = ((high / rise).ceil() * rise).max(low + rise);
    let x = |value: f64| LEFT + (value - first) / (last - first) * WIDTH;
    let y = |value: f64| TOP + HEIGHT - (place(value) - low) / (high - low) * HEIGHT;
    let longest = series.iter().map(|one| one.name.chars().count()).max().unwrap_or(0);
    let width = LEFT + WIDTH + 72.0 + LETTER * longest as f64;
    let height = (TOP + HEIGHT + 64.0).max(TOP + 20.0 * series.len() as f64 + 20.0);
    let mut svg = head(title, width, height);
    let rules = ((high - low) / rise).round() as i32;
    for rule in (0..=rules).step_by((rules as usize / 8).max(1)) {
        let value = low + f64::from(rule) * rise;
        let (at, label) = match axis {
            Axis::Linear => (y(value), linear_label(value, rise)),
            Axis::Logarithmic => (y(10_f64.powf(value)), power_of_ten(value as i32)),
        };
        svg += &format!(
            "<line x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{:.1}\" y2=\"{at:.1}\" stroke=\"{RULE}\"/>\n{}",
            LEFT + WIDTH,
            text(LEFT - 8.0, at + 4.5, "end", GRAY, &label),
        );
    }
    // Depths begin at their first one; other numbers at a round one.
    let stride = step((last - first) / 12.0);
    let stride = if axis == Axis::Linear { stride } else { stride.max(1.0) };
    let mut tick = if axis == Axis::Linear { (first / stride).ceil() * stride } else { first };
    while tick <= last {
        svg += &text(x(tick), TOP + HEIGHT + 20.0, "middle", GRAY, &linear_label(tick, stride));
        tick += stride;
    }
    svg += &format!(
        "<path d=\"M{LEFT} {TOP}V{:.1}H{:.1}\" fill=\"none\" stroke=\"{GRAY}\"/>\n",
        TOP + HEIGHT,
        LEFT + WIDTH
    );
    svg += &text(LEFT + WIDTH / 2.0, TOP + HEIGHT + 46.0, "middle", GRAY, across);
    svg += &format!(
        "<text transform=\"translate(20 {:.1}) rotate(-90)\" text-anchor=\"middle\" fill=\"{GRAY}\">{}</text>\n",
        TOP + HEIGHT / 2.0,
        escape(upward)
    );
    for (index, one) in series.iter().enumerate() {
        let color = COLORS[index % COLORS.len()];
        let dash = dashes(index, one.theory);
        let path: Vec<String> = one.points.iter().map(|&(px, py)| format!("{:.1} {:.1}", x(px), y(py))).collect();
        svg += &format!("<g><title>{}</title>", escape(&one.name));
        svg += &format!("<path d=\"M{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"{dash}/>", path.join("L"));
        if !one.theory {
            svg += &one.points.iter().map(|&(px, py)| mark(index, x(px), y(py), color)).collect::<String>();
        }
        let (from, at) = (LEFT + WIDTH + 20.0, TOP + 10.0 + 20.0 * index as f64);
        svg += &format!("<path d=\"M{from} {at}h30\" stroke=\"{color}\" stroke-width=\"2\"{dash}/>");
        if !one.theory {
            svg += &mark(index, from + 15.0, at, color);
        }
        svg += &text(from + 38.0, at + 4.5, "start", INK, &one.name);
        svg += "</g>\n";
    }
    svg + "</svg>\n"
}

/// A number with as many digits as steps of `step` need.
fn linear_label(value: f64, step: f64) -> String {
    let digits = (-step.log10()).ceil().clamp(0.0, 9.0) as usize;
    format!("{value:.digits$}")
}

/// A matrix of right and wrong answers: short texts, each marked right or wrong.
pub fn matrix(title: &str, columns: &[String], rows: &[(String, Vec<(String, bool)>)]) -> String {
    const CELL: (f64, f64) = (86.0, 26.0);
    let names = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let left = 24.0 + LETTER * names as f64;
    let tall = columns.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    // The names of the columns stand aslant.
    let top = 56.0 + LETTER * 0.72 * tall as f64;
    let width = left + CELL.0 * columns.len() as f64 + LETTER * 0.72 * tall as f64;
    let mut svg =
        head(title, width.max(LETTER * 1.3 * title.chars().count() as f64), top + CELL.1 * rows.len() as f64 + 16.0);
    for (index, name) in columns.iter().enumerate() {
        let at = left + CELL.0 * (index as f64 + 0.4);
        svg += &format!(
            "<text transform=\"translate({at:.1} {:.1}) rotate(-45)\" fill=\"{GRAY}\">{}</text>\n",
            top - 8.0,
            escape(name)
        );
    }
    for (row, (name, cells)) in rows.iter().enumerate() {
        let y = top + CELL.1 * row as f64;
        svg += &text(left - 10.0, y + 17.5, "end", INK, name);
        for (column, (content, right)) in cells.iter().enumerate() {
            let x = left + CELL.0 * column as f64;
            let (fill, ink, sign) = if *right { ("#d7f0dd", "#0f5323", "✓") } else { ("#f9dedb", "#7d1710", "✗") };
            svg += &format!(
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{fill}\"/>",
                x + 1.0,
                y + 1.0,
                CELL.0 - 2.0,
                CELL.1 - 2.0
            );
            svg += &text(x + CELL.0 / 2.0, y + 17.5, "middle", ink, &format!("{content} {sign}"));
        }
    }
    svg + "</svg>\n"
}

fn head(title: &str, width: f64, height: f64) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         height=\"{height:.0}\" font-family=\"sans-serif\" font-size=\"13\" role=\"img\">\n<title>{0}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
         <text x=\"16\" y=\"26\" font-size=\"16\" fill=\"{INK}\">{0}</text>\n",
        escape(title)
    )
}

fn text(x: f64, y: f64, anchor: &str, color: &str, content: &str) -> String {
    let content = escape(content);
    format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"{color}\">{content}</text>\n")
}

fn power_of_ten(power: i32) -> String {
    match power {
        0..=6 => {
            let digits = 10_u64.pow(power as u32).to_string();
            if power > 3 {
                format!("{},{}", &digits[..digits.len() - 3], "000").replace("1000,", "1,000,")
            } else {
                digits
            }
        }
        -4..0 => format!("{}", 10_f64.powi(power)),
        _ => format!("1e{power}"),
    }
}

/// Theory is dotted; of what was measured each eighth line has the same color, and then another pattern.
fn dashes(index: usize, theory: bool) -> &'static str {
    match (theory, index / COLORS.len()) {
        (true, _) => " stroke-dasharray=\"2 4\"",
        (false, 0) => "",
        (false, 1) => " stroke-dasharray=\"9 3\"",
        _ => " stroke-dasharray=\"9 3 2 3\"",
    }
}

/// A circle, a square, a triangle or a diamond.
fn mark(index: usize, x: f64, y: f64, color: &str) -> String {
    match index % 4 {
        0 => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{color}\"/>"),
        1 => format!("<rect x=\"{:.1}\" y=\"{:.1}\" width=\"7\" height=\"7\" fill=\"{color}\"/>", x - 3.5, y - 3.5),
        2 => format!("<path d=\"M{x:.1} {:.1}l4.5 8h-9z\" fill=\"{color}\"/>", y - 5.0),
        _ => format!("<path d=\"M{x:.1} {:.1}l5 5l-5 5l-5 -5z\" fill=\"{color}\"/>", y - 5.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_lie_where_they_belong() {
        let series =
            |name: &str, points: &[(f64, f64)], theory| Series { name: name.into(), points: points.into(), theory };
        let svg = lines(
            "a < b",
            "depth",
            "nodes",
            Axis::Logarithmic,
            &[series("one", &[(1.0, 10.0), (2.0, 1000.0)], false), series("b^d", &[(1.0, 0.0), (2.0, 100.0)], true)],
        );
        assert!(svg.contains("a &lt; b") && svg.ends_with("</svg>\n") && !svg.contains("NaN"));
        // The lowest value lies on the axis, the highest at the top; marks for what was measured, and one in the legend.
        assert!(svg.contains("M84.0 428.0L644.0 48.0"), "{svg}");
        assert_eq!(svg.matches("<circle").count(), 3);
        // What cannot be drawn is left out, and an empty picture is a picture.
        for axis in [Axis::Linear, Axis::Logarithmic] {
            assert!(!lines("t", "x", "y", axis, &[]).contains("NaN"));
            let flat = lines("t", "x", "y", axis, &[series("0", &[(1.0, 0.0), (2.0, 0.0)], false)]);
            assert!(!flat.contains("inf") && !flat.contains("NaN"), "{flat}");
        }
    }

    #[test]
    fn powers() {
        let all: Vec<String> = [0, 3, 4, 5, 6, 9, -2].into_iter().map(power_of_ten).collect();
        assert_eq!(all, ["1", "1000", "10,000", "100,000", "1,000,000", "1e9", "0.01"]);
    }
}
