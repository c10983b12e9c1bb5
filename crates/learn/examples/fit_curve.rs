//! Fits the curve from a score to the chance of winning (`Show::curve`) to games of self-play:
//! `cargo run --release -p kiebitz-learn --example fit_curve -- FILE...`, with files of `kiebitz data generate`.
//!
//! Two logistic curves, one for winning and its mirror image for losing; the rest is drawn. Their two numbers are those that make the
//! results of the games most likely, found on ever finer grids.

use engine::{Curve, Score};
use learn::data::{Games, Summary};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for path in std::env::args().skip(1) {
        let file = Games::read(path.as_ref())?;
        let samples: Vec<(Score, Score)> = Summary::of(&file, file.quiet())?
            .samples
            .iter()
            .filter(|sample| !sample.score.is_decided())
            .map(|sample| (sample.score, sample.result))
            .collect();
        let (mut best, mut width) = (Curve { half_won: 100.0, slope: 200.0 }, 4.0);
        let mut least = f64::INFINITY;
        while width > 1.001 {
            let near =
                |value: f64| (-5..=5).map(move |step| (value + 1.0) * f64::powf(width, f64::from(step) / 5.0) - 1.0);
            let mut found = best;
            for half_won in near(best.half_won).filter(|value| *value >= 0.0) {
                for slope in near(best.slope).filter(|value| *value > 1.0) {
                    let curve = Curve { half_won, slope };
                    let loss = surprise(curve, &samples);
                    if loss < least {
                        (least, found) = (loss, curve);
                    }
                }
            }
            best = found;
            width = 1.0 + (width - 1.0) * 0.8;
        }
        let Curve { half_won, slope } = best;
        let count = samples.len();
        println!(
            "{}: half_won {half_won:.0}, slope {slope:.0}; {count} positions, {least:.4} nats each",
            file.header.game
        );
    }
    Ok(())
}

/// How surprising the results are, on average.
fn surprise(curve: Curve, samples: &[(Score, Score)]) -> f64 {
    let of = |(score, result): &(Score, Score)| {
        let (win, loss) = (curve.win(*score), curve.win(-*score));
        let chance = match result.value().signum() {
            1 => win,
            -1 => loss,
            _ => 1.0 - win - loss,
        };
        -chance.max(1e-6).ln()
    };
    samples.iter().map(of).sum::<f64>() / samples.len() as f64
}
