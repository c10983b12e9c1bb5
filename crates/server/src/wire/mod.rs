//! What goes over the wire, as types: every JSON text that the server reads or writes is one of these.
//!
//! Text for people is made by the page, in the reader's language, from the codes here; only the details of errors are sentences.
//! Scores are always from the first player's view. Cells are numbered from the top left, row by row.

mod error;
mod experiment;
mod game;
mod import;
mod knowledge;
mod lab;
mod picture;
mod registry;
mod score;
mod socket;
mod view;

pub use error::{ErrorBody, Place, Problem};
pub use experiment::{
    AblationAnswer, AblationKind, AblationRequest, AblationRow, ExhibitRequest, Gallery, GrowthRequest,
};
pub use game::{
    ClockSetting, ClockState, GameState, GameSummary, Games, Hint, LiveGame, NewGame, PlayMove, PlayedMove, Players,
    SideRequest, Thinking,
};
pub use import::{Arrow, ImportError, ImportRequest, Imported, ImportedGame, Node, Tag};
pub use knowledge::{BookMove, EndgameAnswer, EndgameMove, ExplorerAnswer, HistoryMove, TableValue};
pub use lab::{ExplainRequest, Explained, NodeAnswer, TreeAnswer, TreeNodes, TreeRequest};
pub use picture::PictureRequest;
pub use registry::{
    GameEntry, LevelEntry, Limits, NamedPlayer, ParameterEntry, ParameterValue, ParameterValues, RecordFormat,
    Registry, Tally,
};
pub use score::Score;
pub use socket::{AnalysisLimits, Ask, Judged, Line, Say};
pub use view::{
    Board, BoardStyle, CellView, Count, EndView, MoveView, OpeningView, PieceSet, PieceView, PositionAnswer,
    PositionRequest, Shade, Side, SideNames, Step, View,
};
