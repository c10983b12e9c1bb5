//! A report: every position of a game, one after the other.

use std::sync::Arc;

use answers::report::{Review, Wish};

use super::Outbox;
use crate::app::{App, off_the_loop};
use crate::refusal::Refusal;
use crate::think::ask;

/// Looks at every position, and tells of each.
pub async fn run(app: Arc<App>, client: Arc<str>, outbox: Outbox, wish: Wish) -> Result<(), Refusal> {
    let mut review = off_the_loop(move || Review::of(wish)).await?;
    while !review.is_over() {
        if let Some(question) = review.question(&app.judgements) {
            let found = ask(&app.house.pool, &client, question, false)?.wait().await?;
            review.found(&app.judgements, &found.lines);
        }
        if outbox.send(review.tell(&app.judgements)?).await.is_err() {
            break;
        }
    }
    Ok(())
}
