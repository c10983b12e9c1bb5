//! Refusals: one type for everything that can be wrong with a request, and its status.

use crate::wire::{ErrorBody, Place, Problem};

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// Not JSON, or not the JSON that was expected.
    BadJson,
    /// A value that makes no sense.
    BadRequest,
    /// Not a position of the game.
    BadPosition,
    /// The move may not be played.
    IllegalMove,
    /// There is no such game, or it has no such parameter.
    UnknownGame,
    /// There is nothing of this id or address.
    UnknownId,
    /// It is somebody else's turn, or the page has seen another position.
    OutOfTurn,
    /// The game is over.
    GameOver,
    /// Larger than allowed.
    TooLarge,
    /// More than allowed.
    TooMany,
    /// From a place that may not ask.
    NotAllowed,
    /// The address does not take this method.
    BadMethod,
    /// The body is not declared as JSON.
    BadType,
    /// The server is at its limits.
    Busy,
    /// It could not be stored, so it has not happened.
    NotStored,
    /// The same, because there is no room left.
    NoRoom,
    /// The server's own fault.
    Fault,
}

impl Code {
    /// The word on the wire.
    pub fn word(self) -> &'static str {
        match self {
            Code::BadJson => "bad-json",
            Code::BadRequest => "bad-request",
            Code::BadPosition => "bad-position",
            Code::IllegalMove => "illegal-move",
            Code::UnknownGame => "unknown-game",
            Code::UnknownId => "unknown-id",
            Code::OutOfTurn => "out-of-turn",
            Code::GameOver => "game-over",
            Code::TooLarge => "too-large",
            Code::TooMany => "too-many",
            Code::NotAllowed => "not-allowed",
            Code::BadMethod => "bad-method",
            Code::BadType => "bad-type",
            Code::Busy => "busy",
            Code::NotStored => "not-stored",
            Code::NoRoom => "no-room",
            Code::Fault => "fault",
        }
    }

    /// The status of the answer, as HTTP counts them.
    pub fn status(self) -> u16 {
        match self {
            Code::BadJson | Code::BadRequest => 400,
            Code::BadPosition | Code::IllegalMove | Code::UnknownGame => 422,
            Code::UnknownId => 404,
            Code::OutOfTurn | Code::GameOver => 409,
            Code::TooLarge => 413,
            Code::TooMany => 429,
            Code::NotAllowed => 403,
            Code::BadMethod => 405,
            Code::BadType => 415,
            Code::Busy | Code::NotStored => 503,
            Code::NoRoom => 507,
            Code::Fault => 500,
        }
    }
}

/// A refused request: why, in a word and in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The word.
    pub code: Code,
    /// The sentence: what was wrong, where, and what would be right.
    pub message: String,
    /// The move that is meant, in a list of moves.
    pub place: Option<Place>,
}

impl Refusal {
    /// A refusal.
    pub fn new(code: Code, message: impl Into<String>) -> Refusal {
        Refusal { code, message: message.into(), place: None }
    }

    /// The answer to the request.
    pub fn body(&self) -> ErrorBody {
        ErrorBody { error: self.problem() }
    }

    /// As it goes over the wire.
    pub fn problem(&self) -> Problem {
        Problem { code: self.code.word().to_string(), message: self.message.clone(), details: self.place.clone() }
    }
}

#[cfg(feature = "http")]
impl axum::response::IntoResponse for Refusal {
    fn into_response(self) -> axum::response::Response {
        let status = axum::http::StatusCode::from_u16(self.code.status());
        let mut response = (status.unwrap_or_default(), axum::Json(self.body())).into_response();
        // For the log: the guard writes it, once for each client and kind.
        response.extensions_mut().insert(self);
        response
    }
}

impl From<arena::Refused> for Refusal {
    fn from(refused: arena::Refused) -> Refusal {
        use arena::Refused::{Move, NotAPerson, NotAsked, NothingToTakeBack, Over, ProgramsTurn};
        let code = match refused {
            Over => Code::GameOver,
            ProgramsTurn(_) | NotAsked | NothingToTakeBack => Code::OutOfTurn,
            NotAPerson(_) => Code::NotAllowed,
            Move(error) => return error.into(),
        };
        Refusal::new(code, refused.to_string())
    }
}

impl From<engine::Error> for Refusal {
    fn from(error: engine::Error) -> Refusal {
        let code = match &error {
            engine::Error::Game(_) => Code::UnknownGame,
            engine::Error::Position(_) => Code::BadPosition,
            engine::Error::Move(_) => Code::IllegalMove,
            engine::Error::Technique(_) | engine::Error::Request(_) => Code::BadRequest,
        };
        Refusal::new(code, error.to_string())
    }
}
