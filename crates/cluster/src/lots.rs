//! How much to put into one job, where that can be chosen: so much that it takes some seconds.

use std::collections::HashMap;
use std::time::{Duration, Instant};

/// So long a job shall take: handing it out costs little beside that, and with a lost worker not much is lost.
const WANTED: Duration = Duration::from_secs(5);
/// From one job to the next they grow at most by this factor: the first ones may have been easy.
const GROWTH: usize = 4;

/// The size of jobs, learned from how long those before took.
pub(crate) struct Lots {
    size: usize,
    most: usize,
    workers: usize,
    out: HashMap<u64, (Instant, usize)>,
}

impl Lots {
    /// For so many workers, with at most so many in a job.
    pub(crate) fn new(workers: usize, most: usize) -> Lots {
        Lots { size: 1, most, workers: workers.max(1), out: HashMap::new() }
    }

    /// How many of those that are left go into this job. Toward the end jobs are small, so that all end together.
    pub(crate) fn take(&mut self, job: u64, left: usize) -> usize {
        let size = self.size.min(left.div_ceil(2 * self.workers)).clamp(1, self.most);
        self.out.insert(job, (Instant::now(), size));
        size
    }

    /// A job is done.
    pub(crate) fn done(&mut self, job: u64) {
        let Some((since, size)) = self.out.remove(&job) else { return };
        self.learn(since.elapsed(), size);
    }

    fn learn(&mut self, took: Duration, size: usize) {
        let fitting = size as f64 * WANTED.as_secs_f64() / took.as_secs_f64().max(1e-3);
        self.size = (fitting as usize).clamp(1, (size * GROWTH).max(self.size));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_grow_until_they_take_long_enough() {
        let mut lots = Lots::new(2, 100);
        let mut sizes = Vec::new();
        for job in 0..8 {
            let size = lots.take(job, 10_000);
            sizes.push(size);
            lots.learn(Duration::from_millis(100) * size as u32, size);
        }
        assert_eq!(sizes, [1, 4, 16, 50, 50, 50, 50, 50]);
        assert_eq!([lots.take(8, 40), lots.take(9, 3), lots.take(10, 1)], [10, 1, 1]);
        lots.learn(Duration::from_secs(60), 10);
        assert_eq!(lots.take(11, 10_000), 1);
    }
}
