//! `/api/rules`: games given as text. Nothing of a text is run, so all it can take is time and memory, and both are bounded.

use std::sync::Arc;
use std::sync::Mutex;

use axum::Json;
use axum::extract::State;
use engine::{Control, Loaded, Loading, RulesError};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::door::Body;
use crate::house::nobody;
use crate::limits;
use crate::memory::{Part, Share};
use crate::refusal::{Code, Refusal};
use crate::wire::{RuledGame, RulesAnswer, RulesExample, RulesProblem, RulesRequest};

pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(examples, look))
}

/// The games given as text that the program carries
#[utoipa::path(get, path = "/api/rules", responses((status = 200, body = Vec<RulesExample>)))]
async fn examples() -> Json<Vec<RulesExample>> {
    let about = |text: &str| {
        let said = |prefix: &str| text.lines().find_map(|line| line.strip_prefix(prefix)).map(str::to_string);
        said("about ").or_else(|| said(";; kiebitz: about ")).unwrap_or_default()
    };
    let example = |own: &engine::OwnRules| RulesExample {
        name: own.name.to_string(),
        about: about(own.text),
        about_de: own.about_german.to_string(),
        text: own.text.to_string(),
    };
    Json(engine::OWN_RULES.iter().map(example).collect())
}

/// What rules are: the game they describe, or what is wrong with them and where
#[utoipa::path(post, path = "/api/rules", request_body = RulesRequest,
    responses((status = 200, body = RulesAnswer)))]
async fn look(State(app): State<Arc<App>>, Body(request): Body<RulesRequest>) -> Result<Json<RulesAnswer>, Refusal> {
    if request.text.len() > limits::RULES {
        let message = format!("the rules have {} bytes; at most {} are read here", request.text.len(), limits::RULES);
        return Err(Refusal::new(Code::TooLarge, message));
    }
    let memory = Arc::clone(&app.house.memory);
    let work = move |_: &Control| {
        let loading = Loading { limits: limits::RULES_WORK, ..Loading::default() };
        let loaded = match engine::examine_rules(&request.text, loading) {
            Ok(loaded) => loaded,
            Err(error) => return Ok(Json(RulesAnswer { problem: Some(problem(&error)), game: None })),
        };
        let mut game = shown(&loaded);
        if request.keep {
            let share = memory.take(Part::Trees, loaded.bytes() as u64)?;
            let kept = keep(&loaded.title, &request.text, loading, share)?;
            game.name = Some(kept.name.clone());
        }
        Ok(Json(RulesAnswer { problem: None, game: Some(game) }))
    };
    app.house.pool.long(&nobody(), limits::RULES_MEMORY, work).await
}

/// The shares of the games that are kept: never given back, since games are not forgotten while the server runs.
static KEPT: Mutex<Vec<(String, Share)>> = Mutex::new(Vec::new());

fn keep(title: &str, text: &str, loading: Loading, share: Share) -> Result<&'static Loaded, Refusal> {
    let mut kept = KEPT.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if kept.iter().any(|(other, _)| other == text) {
        return Ok(engine::keep_rules(title, text, loading)?);
    }
    if kept.len() == limits::RULES_KEPT {
        let message = format!("{} games given as rules are open already; start the server anew", limits::RULES_KEPT);
        return Err(Refusal::new(Code::TooMany, message));
    }
    let loaded = engine::keep_rules(title, text, loading)?;
    kept.push((text.to_string(), share));
    Ok(loaded)
}

fn problem(error: &RulesError) -> RulesProblem {
    RulesProblem { line: error.place.line, column: error.place.column, message: error.message.clone() }
}

fn shown(loaded: &Loaded) -> RuledGame {
    let survey = &loaded.survey;
    RuledGame {
        name: None,
        title: loaded.title.clone(),
        about: loaded.description.clone(),
        players: loaded.names().clone(),
        alternating: !survey.doubles,
        facts: loaded.rules.facts.len(),
        moves: loaded.seats.map(|role| loaded.rules.moves[role].len()),
        picture: if loaded.board.columns > 0 { loaded.picture() } else { Vec::new() },
        games: survey.games,
        ended: survey.ended,
        plies: survey.plies as f64 / survey.games.max(1) as f64,
        warnings: loaded.rules.warnings.iter().chain(&survey.warnings).cloned().collect(),
    }
}
