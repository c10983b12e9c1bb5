//! Experiments that are small enough to wait for. The large ones are commands (`kiebitz lab`).

use engine::{Chosen, Control, Engine, Go, Technique};
use lab::ablate::{self, Kind, candidates};
use lab::horizon::{self, Exhibit};
use lab::positions::Position;

use crate::refusal::{Code, Refusal};
use crate::wire::{AblationAnswer, AblationKind, AblationRequest, GrowthRequest};
use crate::{limits, show};

/// What everybody plays in a position in which a search of fixed depth errs.
pub fn exhibit(exhibit: &Exhibit, control: &Control) -> Result<horizon::Shown, Refusal> {
    horizon::show(exhibit, control).map_err(|error| unfinished(error, control))
}

/// So many positions of our own set are searched, unless it is said otherwise.
const LAB_POSITIONS: usize = 5;

/// Positions to be searched with each technique taken away, or added.
pub struct Ablation {
    request: ablate::Request,
    cap: u64,
}

impl Ablation {
    /// Reads a request.
    pub fn of(request: &AblationRequest) -> Result<Ablation, Refusal> {
        let base: Chosen = request.techniques.as_deref().unwrap_or("all").parse().map_err(engine::Error::from)?;
        let cap = request.nodes.unwrap_or(limits::LAB_NODES);
        if !(1..=limits::LAB_NODES).contains(&cap) {
            return Err(Refusal::new(Code::BadRequest, format!("nodes {cap}: expected 1 to {}", limits::LAB_NODES)));
        }
        let go = Go { depth: request.depth, nodes: request.depth.is_none().then_some(cap), ..Go::default() };
        go.check()?;
        let kind = match request.kind {
            AblationKind::LeaveOneOut => Kind::LeaveOneOut,
            AblationKind::AddOneIn => Kind::AddOneIn,
        };
        let count = request.positions.unwrap_or(LAB_POSITIONS);
        let (game, positions) = places(&request.game, request.position.as_deref(), count)?;
        let techniques = candidates(base, kind);
        let request = ablate::Request { game, positions, base, kind, techniques, evaluator: None, go, cap: Some(cap) };
        Ok(Ablation { request, cap })
    }

    /// Searches.
    pub fn run(self, control: &Control) -> Result<AblationAnswer, Refusal> {
        let found = ablate::ablate(&self.request, control, &mut |_, _| {});
        let ablate::Ablation { rows, positions, complete, .. } = found.map_err(|error| unfinished(error, control))?;
        Ok(AblationAnswer { rows, positions, cap: self.cap, complete })
    }
}

/// The game, and where it is searched: at a position, or at some of our own set.
fn places(game: &str, position: Option<&str>, count: usize) -> Result<(String, Vec<Position>), Refusal> {
    if let Some(position) = position {
        let board = running(game, Some(position))?;
        return Ok((board.game(), vec![Position::new(&board.position(), "1")]));
    }
    if !(1..=limits::LAB_POSITIONS).contains(&count) {
        let message = format!("positions {count}: expected 1 to {}", limits::LAB_POSITIONS);
        return Err(Refusal::new(Code::BadRequest, message));
    }
    let game = engine::open(game)?.game();
    let mut positions = lab::positions::embedded(&game)?;
    positions.truncate(count);
    Ok((game, positions))
}

/// Nodes against depth: what is to be measured, read and checked.
pub fn growth(request: GrowthRequest) -> Result<lab::growth::Request, Refusal> {
    let GrowthRequest { game, position, depth, .. } = request;
    let depth = depth.unwrap_or(5);
    if !(1..=limits::GROWTH_DEPTH).contains(&depth) {
        let message = format!("depth {depth}: expected 1 to {}", limits::GROWTH_DEPTH);
        return Err(Refusal::new(Code::BadRequest, message));
    }
    let place = match game.split('(').next() {
        Some("synthetic") => String::new(),
        _ => running(&game, position.as_deref())?.position(),
    };
    Ok(lab::growth::Request {
        game,
        positions: vec![Position::new(&place, "1")],
        depth,
        budget: limits::GROWTH_NODES,
        techniques: vec![
            Technique::IterativeDeepening,
            Technique::TranspositionTable,
            Technique::PrincipalVariation,
            Technique::Killers,
            Technique::History,
        ],
        evaluator: None,
        seed: 1,
    })
}

/// Measures it.
pub fn grow(request: &lab::growth::Request, control: &Control) -> Result<lab::growth::Growth, Refusal> {
    let found = lab::growth::growth(request, control, &mut |_| {}).map_err(|error| unfinished(error, control))?;
    if found.complete { Ok(found) } else { Err(too_slow()) }
}

/// A board on which there is something to search.
fn running(game: &str, position: Option<&str>) -> Result<Box<dyn Engine>, Refusal> {
    let board = show::set_up(game, position, &[])?;
    match board.end() {
        Some(_) => Err(Refusal::new(Code::GameOver, "the game is over, there is nothing to search")),
        None => Ok(board),
    }
}

/// Half an experiment proves nothing: what was stopped is refused.
fn unfinished(error: engine::Error, control: &Control) -> Refusal {
    if control.stopped() { too_slow() } else { error.into() }
}

fn too_slow() -> Refusal {
    let seconds = limits::LAB_TIME.as_secs();
    Refusal::new(Code::TooLarge, format!("not complete after {seconds} s; a smaller depth would be"))
}
