//! Evaluation noise, for players of a lower level.

use game::{Evaluator, Game, Known, Score, Step, mix};

/// Adds an error to every judgement of `inner`: always the same one for the same position and seed, as a person misjudges
/// the same position twice. No error at all with an amplitude of 0.
#[derive(Clone, Debug)]
pub(crate) struct Noisy<E> {
    pub inner: E,
    /// The largest error in score steps.
    pub amplitude: i32,
    pub seed: u64,
}

impl<G: Game, E: Evaluator<G>> Evaluator<G> for Noisy<E> {
    fn evaluate(&mut self, position: &G) -> Score {
        let value = self.inner.evaluate(position);
        if self.amplitude == 0 {
            return value;
        }
        // The mean of two errors: small ones are more frequent than large ones.
        let random = mix(position.key().0 ^ self.seed);
        let error = |bits: u64| (bits % (2 * self.amplitude as u64 + 1)) as i32 - self.amplitude;
        (value + (error(random & 0xffff_ffff) + error(random >> 32)) / 2).clamp_judgement()
    }

    /// Certain knowledge has no noise.
    fn known(&mut self, position: &G, depth: i32) -> Option<Known> {
        self.inner.known(position, depth)
    }

    fn follow(&mut self, step: Step<'_, G>) {
        self.inner.follow(step);
    }
}
