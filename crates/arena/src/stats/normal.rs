//! The normal distribution.

/// The chance that a standard normal variable is below `x`.
///
/// By the complementary error function: its power series near zero, its continued fraction (Lentz's method) further out.
/// Reference: M. Abramowitz and I. Stegun, "Handbook of Mathematical Functions", 1964, 7.1.5 and 7.1.14.
///
/// ```
/// assert!((arena::stats::cumulative(1.959963985) - 0.975).abs() < 1e-9);
/// ```
pub fn cumulative(x: f64) -> f64 {
    if x.is_nan() {
        return f64::NAN;
    }
    let z = x.abs() / std::f64::consts::SQRT_2;
    let upper = if z < 2.5 {
        // erf z = 2/√π Σ (-1)^n z^(2n+1) / (n! (2n+1))
        let mut term = z;
        let mut sum = z;
        for n in 1..200 {
            term *= -z * z / f64::from(n);
            sum += term / f64::from(2 * n + 1);
        }
        0.5 - sum / std::f64::consts::PI.sqrt()
    } else {
        // erfc z = exp(-z²)/√π · 1/(z + ½/(z + 1/(z + 3/2/(z + ...))))
        let mut fraction = z;
        for n in (1..100).rev() {
            fraction = z + f64::from(n) / 2.0 / fraction;
        }
        0.5 * (-z * z).exp() / (std::f64::consts::PI.sqrt() * fraction)
    };
    if x < 0.0 { upper } else { 1.0 - upper }
}

/// The value below which a standard normal variable lies with chance `p`, found by halving.
pub fn quantile(p: f64) -> f64 {
    let (mut low, mut high) = (-40.0, 40.0);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if cumulative(middle) < p { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values from Abramowitz and Stegun, table 26.1.
    #[test]
    fn known_values() {
        let table =
            [(0.0, 0.5), (1.0, 0.841_344_746_068_543), (2.0, 0.977_249_868_051_821), (4.0, 0.999_968_328_758_167)];
        for (x, p) in table {
            assert!((cumulative(x) - p).abs() < 1e-12, "{x}: {}", cumulative(x));
            assert!((cumulative(-x) - (1.0 - p)).abs() < 1e-12, "{x}");
            assert!((quantile(p) - x).abs() < 1e-6, "{p}");
        }
        // The two ways of computing meet at 2.5 √2 = 3.5355...
        assert!((cumulative(3.535_533) - cumulative(3.535_534)).abs() < 1e-9);
    }
}
