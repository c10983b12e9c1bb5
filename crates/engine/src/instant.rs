//! Moments in time. A browser's worker has no clock that Rust knows: whoever puts the program there lends it one.

#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;

#[cfg(target_family = "wasm")]
pub use worker::Instant;

#[cfg(target_family = "wasm")]
mod worker {
    use std::ops::{Add, Sub};
    use std::time::Duration;

    #[link(wasm_import_module = "kiebitz")]
    unsafe extern "C" {
        /// Milliseconds since a moment that does not change; they never run backwards.
        safe fn now() -> f64;
    }

    /// As [`std::time::Instant`].
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub struct Instant(Duration);

    impl Instant {
        /// This moment.
        pub fn now() -> Instant {
            Instant(Duration::from_secs_f64(now().max(0.0) / 1000.0))
        }

        /// How long ago it was.
        pub fn elapsed(&self) -> Duration {
            Instant::now().saturating_duration_since(*self)
        }

        /// How long it was after an earlier one; nothing if it was not.
        pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// So much later, if time reaches so far.
        pub fn checked_add(&self, later: Duration) -> Option<Instant> {
            self.0.checked_add(later).map(Instant)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Instant;

        fn add(self, later: Duration) -> Instant {
            Instant(self.0.saturating_add(later))
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Instant) -> Duration {
            self.saturating_duration_since(earlier)
        }
    }
}
