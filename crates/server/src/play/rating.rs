//! What a game means for the rating of the person in it ([`history::rating`]).

use std::sync::Arc;

use answers::play::Saved;
use arena::Table;
use engine::Side;
use history::rating::{RatedGame, pairing};
use history::{Error, History, Participant, PlayedGame};
use tokio::sync::oneshot;

use crate::house::House;
use crate::limits;
use crate::store::Store;
use crate::wire::{PersonRating, RatingPoint, RatingView};

/// What is to be expected of a game that is about to begin; `None` if it cannot count.
pub async fn forecast(store: &Store, saved: &Saved) -> Option<RatingView> {
    let usual = saved.given == 0 && engine::open(&saved.game).is_ok_and(|board| board.position() == saved.start);
    let pair = pairing(&saved.game, [&saved.players.first, &saved.players.second], usual)?;
    let (game, person) = (saved.game.clone(), saved.player(pair.person).label());
    let standing = match store.history(move |history| history.standing(&game, &person)).await {
        Ok(standing) => standing.unwrap_or_default(),
        Err(refusal) => {
            tracing::error!(game = saved.id, "nobody's rating is known: {}", refusal.message);
            return None;
        }
    };
    let forecast = standing.against(pair.opponent.rating);
    Some(RatingView {
        side: pair.person.into(),
        before: forecast.before,
        games: standing.games,
        opponent: forecast.opponent,
        error: pair.opponent.error,
        expected: forecast.expected(),
        k: forecast.k,
        counts: true,
        after: None,
    })
}

/// Puts a game that has just ended into the history, which may take its time, and tells what it has done to a rating, if it counts.
pub fn record(house: Arc<House>, id: String, played: PlayedGame) -> oneshot::Receiver<RatedGame> {
    let (tell, recorded) = oneshot::channel();
    tokio::spawn(async move {
        match house.store.record(played).await {
            // The game may have left the memory.
            Ok(Some(rated)) => drop(tell.send(rated)),
            Ok(None) => {}
            Err(refusal) => tracing::error!(game = id, "the game is not in the history: {}", refusal.message),
        }
        let _ = house.store.trim().await;
    });
    recorded
}

/// As the history keeps it.
pub fn played(saved: &Saved, table: &Table) -> PlayedGame {
    let usual = engine::open(&saved.game).is_ok_and(|board| board.position() == saved.start);
    let participant = |side| {
        let name = saved.player(side).label();
        let options = if saved.is_human(side) { String::new() } else { name.clone() };
        // What the person had before, the history knows itself.
        let rating =
            saved.rating.as_ref().filter(|rating| Side::from(rating.side) != side).map(|rating| rating.opponent);
        Participant { name, options, rating }
    };
    // A program that fails has not been beaten.
    let failed = saved.end.as_ref().is_some_and(|end| end.reason == "fault");
    PlayedGame {
        game: table.board().game(),
        start: (!usual).then(|| saved.start.clone()),
        course: table.board().course(),
        result: table.outcome().and_then(|outcome| outcome.winner).into(),
        players: Side::BOTH.map(participant),
        clock: saved.clock.map(|clock| format!("{}+{}", clock.base_s, clock.inc_s)),
        termination: saved.end.as_ref().map(|end| end.reason.clone()),
        source: "serve".to_string(),
        counts: !failed && saved.rating.as_ref().is_some_and(|rating| rating.counts),
        ..PlayedGame::default()
    }
}

/// What was to be expected, and what came of it. Another game may have ended meanwhile, so what was expected is told again.
pub fn outcome(before: &RatingView, rated: &RatedGame) -> RatingView {
    RatingView {
        before: rated.forecast.before,
        expected: rated.forecast.expected(),
        k: rated.forecast.k,
        after: Some(rated.after),
        ..before.clone()
    }
}

/// The ratings of people, with the last games that have made them.
pub fn people(history: &History) -> Result<Vec<PersonRating>, Error> {
    let people = history.rated_people()?.into_iter().take(limits::RATED_PEOPLE);
    people.map(|(game, person)| course(history, game, person)).collect()
}

fn course(history: &History, game: String, person: String) -> Result<PersonRating, Error> {
    let standing = history.standing(&game, &person)?;
    let games = history.rated_games(&game, &person, limits::RATED_GAMES)?;
    let course = games.into_iter().map(|played| RatingPoint {
        date: played.date,
        opponent: played.opponent,
        opponent_rating: played.forecast.opponent,
        before: played.forecast.before,
        expected: played.forecast.expected(),
        score: played.score,
        k: played.forecast.k,
        after: played.after,
    });
    Ok(PersonRating {
        course: course.collect(),
        rating: standing.rating.unwrap_or_default(),
        games: standing.games,
        k: standing.k(),
        game,
        person,
    })
}
