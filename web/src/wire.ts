// What travels between server and page, by the names that the page uses. The shapes are the server's own: `npm run wire` makes
// wire.generated.ts of openapi.json, which the server's tests compare with what the server says of itself. Nothing here knows a
// rule of a game: positions arrive with their moves, and a move with the cells one clicks to make it.
import type { components } from './wire.generated';

type Schemas = components['schemas'];

/** Who moves first from the start position, and the other. */
export type Side = Schemas['Side'];

/** The other of the two sides. */
export const opposite = (side: Side): Side => (side === 'first' ? 'second' : 'first');

// A position.
export type View = Schemas['View'];
export type BoardView = Schemas['Board'];
export type Cell = Schemas['CellView'];
export type Piece = Schemas['PieceView'];
export type Move = Schemas['MoveView'];
export type Opening = Schemas['OpeningView'];
export type End = Schemas['EndView'];
export type Score = Schemas['Score'];
export type PositionAnswer = Schemas['PositionAnswer'];

// A game that is played.
export type Player = Schemas['PlayerSpec'];
export type ClockState = Schemas['ClockState'];
export type PlayedMove = Schemas['PlayedMove'];
export type Thinking = Schemas['Thinking'];
export type LiveGame = Schemas['LiveGame'];
export type Settlement = Schemas['Settlement'];
export type GameState = Schemas['GameState'];
export type RatingView = Schemas['RatingView'];
export type PersonRating = Schemas['PersonRating'];
export type NewGameRequest = Schemas['NewGame'];
export type GameSummary = Schemas['GameSummary'];
export type Games = Schemas['Games'];
export type Hint = Schemas['Hint'];

// Games from text, and as text.
export type Imported = Schemas['Imported'];
export type ImportedGame = Schemas['ImportedGame'];
export type ImportedNode = Schemas['ImportedNode'];
export type RecordRequest = Schemas['RecordRequest'];
export type WrittenGame = Schemas['WrittenGame'];

// What is known without a search.
export type ExplorerAnswer = Schemas['ExplorerAnswer'];
export type Kept = Schemas['Kept'];
export type EndgameAnswer = Schemas['EndgameAnswer'];
export type TableValue = Schemas['TableValue'];

// What there is.
export type Registry = Schemas['Registry'];
export type GameEntry = Schemas['GameEntry'];
export type Parameter = Schemas['ParameterEntry'];
export type LevelEntry = Schemas['LevelEntry'];
export type LevelScore = Schemas['LevelScore'];
export type NamedPlayer = Schemas['NamedPlayer'];
export type HistoricPlayer = Schemas['HistoricPlayer'];
export type Tally = Schemas['Tally'];

// Games given as rules.
export type RulesAnswer = Schemas['RulesAnswer'];
export type RulesExample = Schemas['RulesExample'];

// The socket: what a page asks, and what the server says.
export type Ask = Schemas['Ask'];
export type Say = Schemas['Say'];
export type Lines = Extract<Say, { is: 'lines' }>;
export type Line = Schemas['Line'];
/** What is known of one position of a game. */
export type ReportEntry = Extract<Say, { is: 'report' }>;

// A position judged without a search.
export type JudgementAnswer = Schemas['JudgementAnswer'];
export type JudgedPly = Schemas['JudgedPly'];
export type Insight = Schemas['Insight'];

// Explanations.
export type Explained = Schemas['Explained'];
export type Sentence = Schemas['Sentence'];
export type Fact = Schemas['Fact'];
export type FactLine = Schemas['FactLine'];

// Recorded trees.
export type TreeRequest = Schemas['TreeRequest'];
export type Recorded = Schemas['TreeAnswer'];
export type TreeNodes = Schemas['TreeNodes'];
export type TreeBoards = Schemas['TreeBoards'];
export type TreeNode = Schemas['TreeNode'];
export type TreeSummary = Schemas['TreeSummary'];
export type LeafCounts = Schemas['LeafCounts'];
export type NodeAnswer = Schemas['NodeAnswer'];
export type TreeStep = Schemas['TreeStep'];
export type Refutation = Schemas['Refutation'];
export type Comparison = Schemas['Comparison'];
export type Difference = Schemas['Difference'];

// Experiments.
export type WeightsAnswer = Schemas['WeightsAnswer'];
export type Gallery = Schemas['Gallery'];
export type Exhibit = Schemas['Exhibit'];
export type Bilingual = Schemas['Bilingual'];
export type ExhibitAnswer = Schemas['ExhibitMove'];
export type Shown = Schemas['ShownExhibit'];
export type AblationRequest = Schemas['AblationRequest'];
export type Ablation = Schemas['AblationAnswer'];
export type AblationRow = Schemas['AblationRow'];
export type Growth = Schemas['Growth'];

// How networks were learned.
export type Learning = Schemas['Learning'];
export type Generation = Schemas['Generation'];
export type LearningMatch = Schemas['LearningMatch'];
