//! What goes over the wire, as types: every JSON text that the server reads or writes is one of these.
//!
//! Text for people is made by the page, in the reader's language, from the codes here; only the details of errors are sentences.
//! Scores are always from the first player's view. Cells are numbered from the top left, row by row.

mod error;
mod experiment;
mod game;
mod import;
mod judgement;
mod knowledge;
mod lab;
mod picture;
mod registry;
mod rules;
mod score;
mod socket;
mod view;
mod weights;

pub use error::{ErrorBody, Place, Problem};
pub use experiment::{AblationAnswer, AblationKind, AblationRequest, ExhibitRequest, Gallery, GrowthRequest};
pub use game::{
    ClockSetting, ClockState, GameState, GameSummary, Games, Hint, LiveGame, NewGame, PersonRating, PlayMove,
    PlayedMove, Players, RatingPoint, RatingView, Settlement, SideRequest, Thinking,
};
pub use import::{
    Arrow, ImportError, ImportRequest, Imported, ImportedGame, JudgedNode, Node, RecordRequest, Tag, WrittenGame,
};
pub use judgement::{JudgementAnswer, JudgementRequest};
pub use knowledge::{BookMove, EndgameAnswer, EndgameMove, ExplorerAnswer, HistoryMove, Kept, TableValue};
pub use lab::{ExplainRequest, Explained, NodeAnswer, TreeAnswer, TreeBoards, TreeNodes, TreePiece, TreeRequest};
pub use picture::PictureRequest;
pub use registry::{
    GameEntry, HistoricPlayer, LevelEntry, LevelScore, Limits, NamedPlayer, ParameterEntry, ParameterValue,
    ParameterValues, RecordFormat, Registry, Tally,
};
pub use rules::{RuledGame, RulesAnswer, RulesExample, RulesProblem, RulesRequest};
pub use score::Score;
pub use socket::{AnalysisLimits, Ask, Judged, Line, Say};
pub use view::{
    Board, BoardStyle, CellView, Count, EndView, MoveView, OpeningView, PieceSet, PieceView, PositionAnswer,
    PositionRequest, Shade, Side, SideNames, Step, View,
};
pub use weights::{JudgedGroup, WeightScale, WeightsAnswer, WeightsRequest};
