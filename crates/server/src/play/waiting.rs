//! What a game waits for: a time, a program, the history.

use arena::{Fault, Reply};
use history::rating::RatedGame;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until};

use super::opponent::Asked;

/// What time it is. The time of the runtime, which tests can stop.
pub fn std_now() -> std::time::Instant {
    Instant::now().into_std()
}

/// Waits until then, or for ever.
pub async fn at(time: Option<Instant>) {
    match time {
        Some(time) => sleep_until(time).await,
        None => std::future::pending().await,
    }
}

/// The answer of the program that was asked; never, if none was.
pub async fn answer(asked: &mut Option<Asked>) -> Result<Reply, Fault> {
    match asked {
        Some(asked) => (&mut asked.answer).await.unwrap_or(Err(Fault::Halted)),
        None => std::future::pending().await,
    }
}

/// What the history says of a game, when it has said it; never, if it is not asked or has nothing to say.
pub async fn recorded(asked: &mut Option<oneshot::Receiver<RatedGame>>) -> RatedGame {
    if let Some(waiting) = asked
        && let Ok(rated) = waiting.await
    {
        return rated;
    }
    *asked = None;
    std::future::pending().await
}
