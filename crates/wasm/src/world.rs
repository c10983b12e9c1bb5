//! What the program needs of the place where it runs, and work that can be stopped there.

use std::sync::Mutex;
use std::time::Duration;

use engine::{Control, Instant};

/// The place.
pub trait World: Send + Sync {
    /// Milliseconds since 1970.
    fn today(&self) -> u64;
    /// Somewhere from 0 to 1, by chance.
    fn chance(&self) -> f64;
    /// Is what runs not wanted any more?
    fn stopped(&self) -> bool;
    /// Hears what is found while something runs.
    fn say(&self, text: &str);
}

/// How often it is looked whether to stop, and told what was found.
const LOOK: Duration = Duration::from_millis(50);

/// A control for work that may take long: it ends when its time is up, or when the world says so. Every now and then `tick` is called.
/// The clock shows `before`, the time of the slices before, and then runs.
pub fn control(
    world: &'static dyn World,
    before: Duration,
    limit: Option<Duration>,
    tick: impl Fn() + Send + Sync + 'static,
) -> Control {
    let start = Instant::now();
    let looked = Mutex::new(start);
    let stop = move || {
        let Ok(mut looked) = looked.try_lock() else { return false };
        if looked.elapsed() < LOOK {
            return false;
        }
        *looked = Instant::now();
        tick();
        limit.is_some_and(|limit| before + start.elapsed() >= limit) || world.stopped()
    };
    Control::asking(move || before + start.elapsed(), stop)
}
