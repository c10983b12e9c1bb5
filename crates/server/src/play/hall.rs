//! Where games are found: those in memory by their ids, the others in the store.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use answers::play::Saved;

use super::attendant::{Attendant, Handle};
use super::opponent::Opponents;
use super::rating;
use crate::app::off_the_loop;
use crate::house::{House, lane, new_id};
use crate::refusal::{Code, Refusal};
use crate::wire::{GameState, LiveGame, NewGame};
use crate::{limits, store};

/// The games in memory, by their ids.
pub type Games = Arc<Mutex<HashMap<String, Handle>>>;

/// Nobody comes or goes while one looks.
pub fn lock(games: &Games) -> MutexGuard<'_, HashMap<String, Handle>> {
    games.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The games in memory.
pub struct Hall {
    pub(super) house: Arc<House>,
    pub(super) opponents: Arc<Opponents>,
    games: Games,
    /// Only one at a time brings a game back from the store, so that no game is there twice.
    loading: tokio::sync::Mutex<()>,
}

impl Hall {
    /// An empty hall.
    pub fn new(house: Arc<House>) -> Hall {
        let opponents = Arc::new(Opponents::new(house.store.past()));
        Hall { house, opponents, games: Games::default(), loading: tokio::sync::Mutex::new(()) }
    }

    /// Begins a game.
    pub async fn begin(&self, new: NewGame) -> Result<Arc<LiveGame>, Refusal> {
        let client = lane(new.client.as_deref())?;
        self.may_begin(&client)?;
        let house = Arc::clone(&self.house);
        let mut saved = off_the_loop(move || {
            let (engines, past) = (&house.engines, house.store.past());
            Saved::planned(new, (new_id(), &client), engines, &past, store::now())
        })
        .await?;
        saved.rating = rating::forecast(&self.house.store, &saved).await;
        let handle = self.open(saved).await?;
        let live = handle.state.borrow().clone();
        Ok(live)
    }

    /// A game by its id, brought back from the store if it is not in memory.
    pub async fn find(&self, id: &str) -> Result<Handle, Refusal> {
        if let Some(handle) = self.in_memory(id) {
            return Ok(handle);
        }
        let unknown = || Refusal::new(Code::UnknownId, "there is no such game");
        if id.len() > 64 || !id.chars().all(|c| c.is_ascii_alphanumeric()) {
            return Err(unknown());
        }
        let _alone = self.loading.lock().await;
        if let Some(handle) = self.in_memory(id) {
            return Ok(handle);
        }
        let saved = self.house.store.load(id).await?.ok_or_else(unknown)?.found_again();
        self.open(saved).await
    }

    /// Forgets a game, here and in the store.
    pub async fn forget(&self, id: &str) -> Result<(), Refusal> {
        let _alone = self.loading.lock().await;
        let here = self.lock().remove(id).is_some();
        let kept = self.house.store.delete(id).await?;
        if here || kept { Ok(()) } else { Err(Refusal::new(Code::UnknownId, "there is no such game")) }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Handle>> {
        lock(&self.games)
    }

    fn in_memory(&self, id: &str) -> Option<Handle> {
        self.lock().get(id).filter(|handle| handle.is_there()).cloned()
    }

    async fn open(&self, saved: Saved) -> Result<Handle, Refusal> {
        self.make_room()?;
        let (id, house, all) = (saved.id.clone(), Arc::clone(&self.house), Arc::clone(&self.opponents));
        let handle = Attendant::open(saved, house, all, Arc::clone(&self.games)).await?;
        self.lock().insert(id, handle.clone());
        Ok(handle)
    }

    /// May this client have one more game?
    fn may_begin(&self, client: &Arc<str>) -> Result<(), Refusal> {
        let games = self.lock();
        let open = |handle: &&Handle| handle.state.borrow().state != GameState::Over;
        let own = games.values().filter(|handle| handle.client == *client).filter(open).count();
        if own >= limits::GAMES_PER_CLIENT {
            let message = format!("{own} games of yours are not over; finish one first");
            return Err(Refusal::new(Code::TooMany, message));
        }
        Ok(())
    }

    /// Makes room for one more game. Names cost nothing, so many names must not lock others out: if there are as many games as may
    /// be, one that nobody looks at leaves the memory. It stays in the store.
    fn make_room(&self) -> Result<(), Refusal> {
        let mut games = self.lock();
        let mut plies: usize = games.values().map(|handle| handle.state.borrow().moves.len()).sum();
        while games.len() >= limits::GAMES || plies > limits::GAMES_PLIES {
            let known = games.iter().filter_map(|(id, handle)| Some((handle.standing()?, id)));
            let Some(id) = known.min().map(|(_, id)| id.clone()) else {
                return Err(Refusal::new(Code::Busy, "there are too many games; try again later"));
            };
            // Its task ends when nobody can tell it anything any more.
            let left = games.remove(&id);
            plies -= left.map_or(0, |handle| handle.state.borrow().moves.len());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Memory;
    use crate::play::Command;
    use crate::store::Store;
    use crate::think::Lanes;
    use crate::wire::ClockSetting;

    fn hall(folder: &std::path::Path) -> Hall {
        let store = Store::open(folder, None).unwrap();
        let memory = Arc::new(Memory::new(limits::MEMORY_MIB));
        let pool = Lanes::with_searches(1, &memory).unwrap();
        Hall::new(Arc::new(House { pool, memory, store, engines: Vec::new() }))
    }

    /// Time passes as soon as nobody has anything to do.
    #[tokio::test(start_paused = true)]
    async fn a_game_that_nobody_looks_at_leaves_the_memory_and_comes_back() {
        let folder = tempfile::tempdir().unwrap();
        let hall = hall(folder.path());
        let new = NewGame {
            game: "chess".to_string(),
            position: None,
            moves: vec!["e4".to_string()],
            first: engine::PlayerSpec::default(),
            second: engine::PlayerSpec::default(),
            clock: Some(ClockSetting { base_s: limits::CLOCK_SECONDS, inc_s: 0.0 }),
            client: None,
        };
        let id = hall.begin(new).await.unwrap().id.clone();
        let command = Command::Move { mv: "e5".to_string(), ply: None };
        assert_eq!(hall.find(&id).await.unwrap().tell(command).await.unwrap().state, GameState::Running);
        let watching = hall.find(&id).await.unwrap();
        tokio::time::sleep(2 * limits::IDLE).await;
        assert!(hall.in_memory(&id).is_some(), "somebody watches it");
        drop(watching);
        tokio::time::sleep(2 * limits::IDLE).await;
        // The store is a thread of its own, for which time does not fly.
        while hall.in_memory(&id).is_some() {
            std::thread::sleep(std::time::Duration::from_millis(1));
            tokio::task::yield_now().await;
        }
        let back = hall.find(&id).await.unwrap().tell(Command::Look).await.unwrap();
        assert_eq!((back.state, back.moves.len()), (GameState::Paused, 2));
        let left = back.clock.as_ref().map(|clock| clock.first_ms).unwrap();
        tokio::time::sleep(limits::IDLE / 2).await;
        let later = hall.find(&id).await.unwrap().tell(Command::Look).await.unwrap();
        assert_eq!(later.clock.as_ref().map(|clock| clock.first_ms), Some(left), "the clock stands still");
    }

    /// Whoever invents names takes memory from games that nobody looks at, and locks nobody out; those games are not lost.
    #[tokio::test]
    async fn many_names_lock_nobody_out() {
        let folder = tempfile::tempdir().unwrap();
        let hall = hall(folder.path());
        let new = |client: String, moves: Vec<String>| NewGame {
            game: "tic-tac-toe".to_string(),
            position: None,
            moves,
            first: engine::PlayerSpec::default(),
            second: engine::PlayerSpec::default(),
            clock: None,
            client: Some(client),
        };
        let watched = hall.begin(new("honest-one".to_string(), Vec::new())).await.unwrap().id.clone();
        let watching = hall.find(&watched).await.unwrap();
        let mut ids = Vec::new();
        for number in 0..limits::GAMES + 20 {
            let begun = hall.begin(new(format!("invented-{number}"), vec!["5".to_string()])).await.unwrap();
            ids.push(begun.id.clone());
        }
        assert!(hall.lock().len() <= limits::GAMES);
        assert!(hall.in_memory(&watched).is_some(), "somebody watches it");
        let gone: Vec<&String> = ids.iter().filter(|id| hall.in_memory(id).is_none()).collect();
        assert!(gone.len() >= 20, "{} have made room", gone.len());
        let back =
            hall.find(gone[0]).await.unwrap().tell(Command::Move { mv: "1".to_string(), ply: Some(1) }).await.unwrap();
        assert_eq!(back.moves.len(), 2);
        drop(watching);
    }
}
