//! A game as it lies in the store.

use std::time::Duration;

use arena::{Earlier, Ending, Fault, Outcome, Phase, Rules, Table, Terms, Thinking, Thought};
use engine::{Instant, PastGames, PlayerSpec, Score, Side};
use serde::{Deserialize, Serialize};

use super::clock;
use crate::players::KnownEngine;
use crate::refusal::Refusal;
use crate::wire::{
    self, ClockSetting, EndView, GameState, GameSummary, LiveGame, NewGame, PlayedMove, Players, RatingView,
};
use crate::{limits, players, show};

/// All that is needed to go on with a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Saved {
    /// Its id.
    pub id: String,
    /// Whose page began it.
    pub client: String,
    /// The game with its parameters.
    pub game: String,
    /// Where it began, in the game's notation.
    pub start: String,
    /// Who plays.
    pub players: Players,
    /// The clock.
    pub clock: Option<ClockSetting>,
    /// Milliseconds left, by side.
    pub left_ms: [u64; 2],
    /// The moves.
    pub moves: Vec<PlayedMove>,
    /// How many of them were there when it began.
    pub given: usize,
    /// Where it stands.
    pub state: GameState,
    /// How it ended.
    pub end: Option<EndView>,
    /// When it began, in milliseconds since 1970.
    pub created: u64,
    /// When it changed last.
    pub updated: u64,
    /// Counts its changes.
    pub version: u64,
    /// What it means for the rating of the person in it. Games of before have none.
    #[serde(default)]
    pub rating: Option<RatingView>,
}

impl Saved {
    /// A game as it is to begin at `today`, in milliseconds since 1970, if everything that was asked for can be had: of other programs
    /// those that are known. `past` is for who learns from games.
    pub fn planned(
        new: NewGame,
        (id, client): (String, &str),
        engines: &[KnownEngine],
        past: &PastGames,
        today: u64,
    ) -> Result<Saved, Refusal> {
        let board = show::set_up(&new.game, new.position.as_deref(), &[])?;
        // Programs are seated at the start: whether one can play depends on the game.
        for choice in [&new.first, &new.second] {
            players::seated(choice, &*board, engines, past, new.clock.is_some())?;
        }
        new.clock.map(clock::control).transpose()?;
        let moves = show::line(&new.game, new.position.as_deref(), &new.moves)?.into_iter().map(|step| PlayedMove {
            text: step.text,
            code: step.code,
            side: step.side,
            score: None,
            depth: None,
            clock_ms: None,
            think_ms: None,
        });
        let moves: Vec<PlayedMove> = moves.collect();
        let left = new.clock.map_or(0.0, |clock| clock.base_s.max(clock.inc_s) * 1000.0) as u64;
        Ok(Saved {
            id,
            client: client.to_string(),
            game: board.game(),
            start: board.position(),
            players: Players { first: new.first, second: new.second },
            clock: new.clock,
            left_ms: [left; 2],
            given: moves.len(),
            moves,
            state: GameState::Running,
            end: None,
            created: today,
            updated: today,
            version: 0,
            rating: None,
        })
    }

    /// Time went by while nobody was there: a clock does not run on, and programs do not play among themselves.
    #[must_use]
    pub fn found_again(mut self) -> Saved {
        let people = self.is_human(Side::First) || self.is_human(Side::Second);
        if self.state == GameState::Running && (self.clock.is_some() || !people) {
            self.state = GameState::Paused;
        }
        self
    }

    /// The game in a list.
    pub fn summary(&self) -> GameSummary {
        GameSummary {
            id: self.id.clone(),
            game: self.game.clone(),
            players: self.players.clone(),
            state: self.state,
            end: self.end.clone(),
            plies: self.moves.len(),
            created: self.created / 1000,
            updated: self.updated / 1000,
        }
    }

    /// Who plays a side.
    pub fn player(&self, side: Side) -> &PlayerSpec {
        match side {
            Side::First => &self.players.first,
            Side::Second => &self.players.second,
        }
    }

    /// Is it a person who plays this side?
    pub fn is_human(&self, side: Side) -> bool {
        self.player(side).is_human()
    }

    /// As it is to be stored after a change on the table. `said` is what a program that has just moved thinks of the position before,
    /// and how deep it looked; `today` is the time in milliseconds since 1970.
    pub fn after(&self, table: &Table, said: Option<(wire::Score, i32)>, now: Instant, today: u64) -> Saved {
        let mut saved = self.clone();
        // A change is a move more, or some less.
        saved.moves.truncate(table.moves().len());
        let (score, depth) = said.unzip();
        saved.moves.extend(table.moves()[saved.moves.len()..].iter().map(|played| PlayedMove {
            text: played.text.clone(),
            code: played.code.clone(),
            side: played.side.into(),
            score: score.clone(),
            depth,
            clock_ms: played.thinking.and_then(|thinking| thinking.left).map(|left| left.as_millis() as u64),
            think_ms: played.thinking.map(|thinking| thinking.took.as_millis() as u64),
        }));
        saved.state = match table.phase() {
            Phase::Running => GameState::Running,
            Phase::Paused => GameState::Paused,
            Phase::Over => GameState::Over,
        };
        saved.end = table.outcome().map(|outcome| EndView {
            winner: outcome.winner.map(wire::Side::from),
            reason: reason(table, &outcome.ending),
        });
        saved.left_ms = clock::left_ms(table, now);
        saved.version += 1;
        saved.updated = today;
        saved
    }

    /// The table at which it goes on, or begins: all its moves are played again.
    pub fn table(&self, now: Instant) -> Result<Table, Refusal> {
        let moves: Vec<String> = self.moves.iter().map(|mv| mv.code.clone()).collect();
        let board = show::set_up(&self.game, Some(&self.start), &moves)?;
        let control = self.clock.map(clock::control).transpose()?;
        // A clock of a player's own is not for the page.
        let players = [Side::First, Side::Second].map(|side| PlayerSpec { clock: None, ..self.player(side).clone() });
        let rules = Rules {
            margin: limits::MOVE_MARGIN,
            patience: limits::MOVE_TIME,
            max_plies: Some(limits::PLIES),
            clocks_wait: true,
            takes_off_dead: true,
            ..Rules::default()
        };
        let terms = Terms::of([&players[0], &players[1]], control, &rules);
        Ok(Table::reopen(board, terms, self.earlier(), now))
    }

    /// What the table has to know to go on.
    pub fn earlier(&self) -> Earlier {
        Earlier {
            given: self.given,
            thinking: self.moves.iter().map(thinking).collect(),
            left: self.left_ms.map(|left| self.clock.map(|_| Duration::from_millis(left))),
            phase: match self.state {
                GameState::Running => Phase::Running,
                GameState::Paused => Phase::Paused,
                GameState::Over => Phase::Over,
            },
            outcome: self
                .end
                .as_ref()
                .map(|end| Outcome { winner: end.winner.map(Side::from), ending: ending(&end.reason) }),
        }
    }
}

/// The same game again, with sides exchanged.
pub fn rematch(old: &LiveGame, client: Option<String>) -> NewGame {
    NewGame {
        game: old.game.clone(),
        position: Some(old.start.clone()),
        moves: Vec::new(),
        first: old.players.second.clone(),
        second: old.players.first.clone(),
        clock: old.clock.as_ref().map(|clock| ClockSetting { base_s: clock.base_s, inc_s: clock.inc_s }),
        client,
    }
}

/// Why a game is over, in a word that the page knows.
fn reason(table: &Table, ending: &Ending) -> String {
    match ending {
        Ending::Rules(text) => table.board().end_code().map_or(text.clone(), |code| code.into_owned()),
        Ending::Resigned => "resignation".to_string(),
        Ending::Agreed => "agreement".to_string(),
        Ending::Fault(Fault::OutOfTime(_)) => "time".to_string(),
        Ending::Fault(_) => "fault".to_string(),
        // Nothing else is adjudicated here.
        Ending::Adjudicated(_) => "too-long".to_string(),
    }
}

/// The ending that such a word stands for.
pub(super) fn ending(reason: &str) -> Ending {
    let text = reason.to_string();
    match reason {
        "resignation" => Ending::Resigned,
        "agreement" => Ending::Agreed,
        "time" => Ending::Fault(Fault::OutOfTime(text)),
        "fault" => Ending::Fault(Fault::Crashed(text)),
        _ => Ending::Rules(text),
    }
}

/// What is known of the thinking behind a stored move; `None` for those that a game began with.
pub(super) fn thinking(mv: &PlayedMove) -> Option<Thinking> {
    let side = Side::from(mv.side);
    let score = mv.score.as_ref().map(|score| {
        let first = match (score.cp, score.mate) {
            (Some(cp), _) => Score::new(cp),
            (None, Some(mate)) if mate > 0 => Score::win_in(2 * mate as usize - 1),
            (None, mate) => Score::loss_in(2 * mate.unwrap_or(0).unsigned_abs() as usize),
        };
        side.view(first)
    });
    let expects = mv.score.as_ref().map(|score| match side {
        Side::First => score.chance,
        Side::Second => 1.0 - score.chance,
    });
    let thought = Thought { score, depth: mv.depth.map(|depth| depth.max(0) as u32), ..Thought::default() };
    let left = mv.clock_ms.map(Duration::from_millis);
    Some(Thinking { took: Duration::from_millis(mv.think_ms?), left, thought, expects })
}
