//! Ratings and other numbers as a picture: a dot for each player with a bar for its error, as SVG.

/// A row of the picture: a player, a technique.
#[derive(Clone, Debug, PartialEq)]
pub struct Dot {
    /// Who it is.
    pub name: String,
    /// The rating, or another number.
    pub value: f64,
    /// The error to either side.
    pub error: f64,
}

const ROW: f64 = 26.0;
const PLOT_WIDTH: f64 = 520.0;
const TOP: f64 = 48.0;
/// About so much width takes a letter.
const LETTER: f64 = 7.2;

/// How far apart values lie on the axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Axis {
    /// By their difference.
    Linear,
    /// By their ratio; only values above 0 can be shown.
    Logarithmic,
}

/// The picture of ratings.
pub fn ratings(title: &str, axis: &str, dots: &[Dot]) -> String {
    self::dots(title, axis, Axis::Linear, dots)
}

/// The picture. Works on light and dark backgrounds: nothing is shown by color alone.
pub fn dots(title: &str, axis: &str, kind: Axis, dots: &[Dot]) -> String {
    let place = |value: f64| if kind == Axis::Linear { value } else { value.log10() };
    // A bar that would reach 0 on a logarithmic axis ends a thousandth above it.
    let from = |dot: &Dot| match kind {
        Axis::Linear => dot.value - dot.error,
        Axis::Logarithmic => place((dot.value - dot.error).max(dot.value / 1000.0)),
    };
    let to = |dot: &Dot| place(dot.value + dot.error);
    let shown = |dot: &&Dot| place(dot.value).is_finite() && dot.error.is_finite();
    let finite: Vec<&Dot> = dots.iter().filter(shown).collect();
    let low = finite.iter().map(|dot| from(dot)).fold(f64::INFINITY, f64::min);
    let high = finite.iter().map(|dot| to(dot)).fold(f64::NEG_INFINITY, f64::max);
    let (low, high) = if low < high { (low, high) } else { (low.min(0.0) - 1.0, low.min(0.0) + 1.0) };
    let step = step((high - low) / 6.0).max(if kind == Axis::Linear { 0.0 } else { 0.5 });
    let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
    let names = dots.iter().map(|dot| dot.name.chars().count()).max().unwrap_or(0);
    let left = 24.0 + LETTER * names as f64;
    let x = |value: f64| left + (value - low) / (high - low) * PLOT_WIDTH;
    let bottom = TOP + ROW * dots.len() as f64;
    let (width, height) = (left + PLOT_WIDTH + 40.0, bottom + 48.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         height=\"{height:.0}\" font-family=\"sans-serif\" font-size=\"13\" role=\"img\">\n<title>{0}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
         <text x=\"16\" y=\"26\" font-size=\"16\" fill=\"#222222\">{0}</text>\n",
        escape(title)
    );
    let mut tick = low;
    while tick <= high + step / 2.0 {
        let at = x(tick);
        svg += &format!(
            "<line x1=\"{at:.1}\" y1=\"{TOP:.1}\" x2=\"{at:.1}\" y2=\"{bottom:.1}\" stroke=\"#dddddd\"/>\n\
             <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#444444\">{}</text>\n",
            bottom + 18.0,
            if kind == Axis::Linear { number(tick) } else { short(10_f64.powf(tick)) }
        );
        tick += step;
    }
    svg += &format!(
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#444444\">{}</text>\n",
        left + PLOT_WIDTH / 2.0,
        bottom + 38.0,
        escape(axis)
    );
    for (index, dot) in dots.iter().enumerate() {
        let y = TOP + ROW * (index as f64 + 0.5);
        svg += &format!(
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#222222\">{}</text>\n",
            left - 8.0,
            y + 4.5,
            escape(&dot.name)
        );
        if shown(&dot) {
            let [from, at, to] = [from(dot), place(dot.value), to(dot)].map(x);
            svg += &format!(
                "<g><title>{}: {} ± {}</title><line x1=\"{from:.1}\" y1=\"{y:.1}\" x2=\"{to:.1}\" y2=\"{y:.1}\" \
                 stroke=\"#1f5fa8\" stroke-width=\"2\"/><circle cx=\"{at:.1}\" cy=\"{y:.1}\" r=\"4.5\" \
                 fill=\"#1f5fa8\"/></g>\n",
                escape(&dot.name),
                short(dot.value),
                short(dot.error)
            );
        }
    }
    svg + "</svg>\n"
}

/// 1, 2 or 5 times a power of ten, not below `least`.
pub fn step(least: f64) -> f64 {
    let power = 10_f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * power).find(|step| *step >= least).unwrap_or(10.0 * power)
}

fn number(value: f64) -> String {
    if value.abs() < 1e-9 { "0".to_string() } else { format!("{value}") }
}

/// Three digits that count, or the whole number.
fn short(value: f64) -> String {
    let digits = 2 - value.abs().max(1e-9).log10().floor() as i32;
    format!("{value:.*}", digits.clamp(0, 6) as usize)
}

/// Text that means nothing to XML, without letters that XML does not allow.
pub fn escape(text: &str) -> String {
    let text: String = text.chars().filter(|letter| !letter.is_control()).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        for (least, found) in [(0.9, 1.0), (1.1, 2.0), (23.0, 50.0), (99.0, 100.0), (0.03, 0.05)] {
            assert!((step(least) - found).abs() < 1e-9, "{least}: {}", step(least));
        }
    }

    #[test]
    fn dots_lie_where_they_belong() {
        let dot = |name: &str, value, error| Dot { name: name.to_string(), value, error };
        let svg =
            ratings("a <b>", "Elo", &[dot("x&y", 0.0, 10.0), dot("z", 100.0, 10.0), dot("inf", f64::INFINITY, 0.0)]);
        assert!(svg.contains("a &lt;b&gt;") && svg.contains("x&amp;y") && svg.ends_with("</svg>\n"));
        assert_eq!(svg.matches("<circle").count(), 2);
        let wide = super::dots(
            "t",
            "ratio",
            Axis::Logarithmic,
            &[dot("a", 1.0, 0.0), dot("b", 100.0, 0.0), dot("c", 0.0, 0.0)],
        );
        assert_eq!(wide.matches("<circle").count(), 2);
        assert!(wide.contains(">10.0</text>") && !wide.contains("NaN"), "{wide}");
        // No dot at all, or all of them at one place.
        for dots in [vec![], vec![dot("one", 5.0, 0.0)]] {
            let svg = ratings("t", "Elo", &dots);
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
    }
}
