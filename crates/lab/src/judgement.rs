//! What a position is worth without a search, and how that comes about: the judgement of an evaluator, what a network thinks piece by piece, and
//! the groups of terms of the evaluation that is no network. Along a line both change from ply to ply.

use engine::{Engine, Error, HANDMADE, Identity, Insight, Score, Side, Valued};
use serde::Serialize;

/// A position, judged without a search. All values are from the first player's view.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Judgement {
    /// The evaluator.
    pub evaluator: String,
    /// What it thinks; nothing if the game is over.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub judged: Option<Valued>,
    /// How it comes to that, if it is a network.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub network: Option<Insight>,
    /// How it comes to that, if it is made of terms; beside a network the evaluation that the game has without one.
    pub terms: Terms,
}

/// An evaluation that is made of terms.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = JudgementTerms))]
pub struct Terms {
    /// Its name.
    pub evaluator: String,
    /// What it thinks; nothing if the game is over.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub judged: Option<Valued>,
    /// What each group of terms contributes.
    pub groups: Vec<Group>,
}

/// A group of terms.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TermGroup))]
pub struct Group {
    /// Its name.
    pub group: &'static str,
    /// In score steps.
    pub value: f64,
    /// As this game's players write it.
    pub text: String,
}

/// A position of a line.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = JudgedPly))]
pub struct Ply {
    /// The move that led here, as people write it; nothing for the position that the line begins with.
    #[serde(rename = "move")]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub mv: Option<String>,
    /// What the evaluator thinks; nothing if the game is over.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub judged: Option<Valued>,
    /// What the evaluation by terms thinks, see [`Judgement::terms`].
    #[cfg_attr(feature = "openapi", schema(required))]
    pub terms: Option<Valued>,
}

fn by(source: &str) -> Identity {
    Identity { evaluator: (!source.is_empty()).then(|| source.to_string()), ..Identity::default() }
}

/// The evaluator whose terms are shown beside the judgement of `source`: itself, unless it is a network.
fn terms_of<'a>(engine: &dyn Engine, source: &'a str) -> &'a str {
    if engine.judged_by_network(&by(source)) { HANDMADE } else { source }
}

/// Judges the position of `engine` by the evaluator that `source` names, the default one if it is empty.
pub fn judge(engine: &dyn Engine, source: &str) -> Result<Judgement, Error> {
    let last = |source: &str| engine.judgements(&by(source)).map(|judged| judged.into_iter().next_back().flatten());
    let terms = terms_of(engine, source);
    let name = |source: &str| match source {
        "" => engine.evaluators()[0].to_string(),
        HANDMADE => engine.weights(HANDMADE).map_or(HANDMADE.to_string(), |table| table.evaluator.to_string()),
        source => source.to_string(),
    };
    let group = |(group, value): (&'static str, f64)| {
        let score = Score::new(value.round() as i32);
        let mover = if engine.side_to_move() == Side::First { score } else { -score };
        Group { group, value, text: engine.first_score_text(mover) }
    };
    Ok(Judgement {
        evaluator: name(source),
        judged: last(source)?,
        network: engine.insight(source)?,
        terms: Terms {
            evaluator: name(terms),
            judged: last(terms)?,
            groups: engine.group_totals(terms).unwrap_or_default().into_iter().map(group).collect(),
        },
    })
}

/// Judges every position since the position of `engine` was set, this one last: how the judgement changes along a line.
pub fn along(engine: &dyn Engine, source: &str) -> Result<Vec<Ply>, Error> {
    let judged = engine.judgements(&by(source))?;
    let terms = engine.judgements(&by(terms_of(engine, source)))?;
    let moves = std::iter::once(None).chain(engine.played().into_iter().map(|ply| Some(ply.text)));
    Ok(moves.zip(judged.into_iter().zip(terms)).map(|(mv, (judged, terms))| Ply { mv, judged, terms }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A position with a knight more for the side that is not to move, in which nothing is at stake.
    const KNIGHT: &str = "rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";

    #[test]
    fn a_judgement_is_that_of_the_evaluator() {
        let mut chess = engine::open("chess").expect("a game");
        chess.set_position(KNIGHT).expect("a position");
        for source in ["", "network", "network-0", "classical", "material"] {
            let judged = judge(&*chess, source).expect(source);
            let value = chess.judgement(&by(source)).expect(source).value();
            assert_eq!(judged.judged.as_ref().map(|judged| judged.value), Some(-value), "{source}");
            assert_eq!(judged.network.is_some(), source.is_empty() || source.starts_with("network"), "{source}");
            let terms = if source == "material" { "material" } else { "classical" };
            assert_eq!(judged.terms.evaluator, terms, "{source}");
            assert!(judged.terms.groups.iter().any(|group| group.group == "material" && group.value > 200.0));
            assert_eq!(judged.evaluator, if source.is_empty() { "network" } else { source });
        }
        assert!(judge(&*chess, "network-99").is_err() && judge(&*chess, "oracle").is_err());
    }

    /// The last position of a line is judged as it is by itself, and a finished game is not judged.
    #[test]
    fn a_line_ends_where_it_leads() {
        let mut chess = engine::open("chess").expect("a game");
        for mv in ["f3", "e5", "g4"] {
            chess.play(mv).expect("legal");
        }
        let line = along(&*chess, "").expect("a line");
        let moves: Vec<Option<&str>> = line.iter().map(|ply| ply.mv.as_deref()).collect();
        assert_eq!(moves, [None, Some("f3"), Some("e5"), Some("g4")]);
        let judged = judge(&*chess, "").expect("a judgement");
        assert_eq!(line.last().map(|ply| (&ply.judged, &ply.terms)), Some((&judged.judged, &judged.terms.judged)));
        chess.play("Qh4#").expect("mate");
        let line = along(&*chess, "").expect("a line");
        assert!(line.last().is_some_and(|ply| ply.judged.is_none() && ply.terms.is_none()));
        assert!(line.iter().rev().skip(1).all(|ply| ply.judged.is_some() && ply.terms.is_some()));
    }

    /// A game without evaluators, and one without networks, can be asked too.
    #[test]
    fn every_game_can_be_asked() {
        for game in ["tic-tac-toe", "go(size=5)", "othello(size=6)", "draughts(rules=russian)", "connect-four"] {
            let board = engine::open(game).expect("a game");
            let judged = judge(&*board, "").expect(game);
            assert!(judged.network.is_none() && judged.judged.is_some(), "{game}");
        }
    }
}
