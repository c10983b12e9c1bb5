//! The experiments do what they say, and the same twice.

use engine::{Chosen, Control, Go, Technique};
use lab::ablate::{self, Ablation, Kind, candidates};
use lab::horizon::{self, Theme};
use lab::positions::{self, Position};
use lab::quiescence::{self, Reach};
use lab::terms;

fn some(game: &str, count: usize) -> Vec<Position> {
    positions::embedded(game).unwrap().into_iter().take(count).collect()
}

/// Every exhibit: who errs does, who is repaired does not, and the moves named exist.
#[test]
fn the_gallery_is_true() {
    let halt = Control::timeless();
    for exhibit in horizon::gallery() {
        let mut engine = engine::open(exhibit.game).unwrap();
        engine.set_position(exhibit.position).unwrap();
        let moves = engine.moves();
        for mv in exhibit.best.iter().chain(exhibit.avoid) {
            assert!(moves.iter().any(|legal| legal.text == **mv), "{}: {mv} is none of {moves:?}", exhibit.id);
        }
        assert!(exhibit.best.is_empty() != exhibit.avoid.is_empty(), "{}", exhibit.id);
        let errs = horizon::answer(exhibit, "", exhibit.errs, &halt).unwrap();
        assert!(!errs.right, "{}: {} is right at depth {}", exhibit.id, errs.mv, errs.depth);
        let repaired = horizon::answer(exhibit, "", exhibit.repaired, &halt).unwrap();
        assert!(repaired.right, "{}: {} is wrong at depth {}", exhibit.id, repaired.mv, repaired.depth);
    }
}

/// There is something of everything, in both languages, and names are names.
#[test]
fn the_gallery_is_complete() {
    use Theme::{DelayedLoss, Fortress, HorizonEffect, PerpetualCheck, StalemateTrick, Zugzwang};
    let gallery = horizon::gallery();
    assert!(gallery.len() >= 12, "{}", gallery.len());
    for theme in [HorizonEffect, DelayedLoss, Zugzwang, Fortress, PerpetualCheck, StalemateTrick] {
        assert!(gallery.iter().any(|exhibit| exhibit.theme == theme), "{theme:?}");
    }
    assert!(gallery.iter().any(|exhibit| exhibit.game != "chess"));
    for (index, exhibit) in gallery.iter().enumerate() {
        assert!(gallery[..index].iter().all(|other| other.id != exhibit.id), "{} twice", exhibit.id);
        for text in [exhibit.title, exhibit.exercise, exhibit.solution] {
            assert!(!text.en.is_empty() && !text.de.is_empty() && text.en != text.de, "{}", exhibit.id);
        }
        let technique = exhibit.repair.strip_prefix("no ").unwrap_or(exhibit.repair);
        assert!(matches!(technique, "depth" | "evaluator") || technique.parse::<Technique>().is_ok(), "{technique}");
        // What is named is what differs, and nothing else.
        let (errs, repaired) = (exhibit.errs, exhibit.repaired);
        assert_eq!(errs.evaluator != repaired.evaluator, exhibit.repair == "evaluator", "{}", exhibit.id);
        assert_eq!(errs.depth != repaired.depth, exhibit.repair == "depth", "{}", exhibit.id);
        assert_eq!(
            errs.techniques == repaired.techniques,
            matches!(technique, "depth" | "evaluator"),
            "{}",
            exhibit.id
        );
    }
    assert!(horizon::find("nonsense").is_err());
    let shown = horizon::show(&gallery[0], &Control::timeless()).unwrap();
    assert_eq!(serde_json::to_value(&shown).unwrap()["answers"][0]["right"], false);
}

fn ablation(game: &str, kind: Kind, base: &str, techniques: &[Technique], go: Go) -> Ablation {
    let request = ablate::Request {
        game: game.to_string(),
        positions: some(game, 3),
        base: base.parse().unwrap(),
        kind,
        techniques: techniques.to_vec(),
        evaluator: None,
        go,
        cap: None,
    };
    ablate::ablate(&request, &Control::timeless(), &mut |_, _| {}).unwrap()
}

#[test]
fn ablation_is_repeatable_and_shows_what_is_known() {
    let techniques = [Technique::TranspositionTable, Technique::LateMoveReductions];
    let run = || ablation("chess", Kind::LeaveOneOut, "all", &techniques, Go::depth(6));
    let (one, other) = (run(), run());
    let nodes = |found: &Ablation| found.rows.iter().map(|row| row.nodes).collect::<Vec<_>>();
    assert_eq!(nodes(&one), nodes(&other));
    assert_eq!(one.rows[0].node_ratio, 1.0);
    assert!(one.rows[1..].iter().all(|row| row.node_ratio > 1.0 && row.depth == 6.0), "{:?}", nodes(&one));
    let added = ablation("othello", Kind::AddOneIn, "minimax", &[Technique::AlphaBeta], Go::depth(4));
    assert!(added.rows[1].node_ratio < 0.5, "{}", added.rows[1].node_ratio);
    assert_eq!((added.rows[1].name.as_str(), added.rows[1].agrees), ("+ alpha-beta", 3));
    assert!(added.grid().markdown().contains("| + alpha-beta"));
    assert!(added.svg().contains("<circle") && !added.svg().contains("NaN"));
}

#[test]
fn what_can_be_left_out_or_added() {
    let base: Chosen = "minimax+alpha-beta+ordering".parse().unwrap();
    assert_eq!(candidates(base, Kind::LeaveOneOut), [Technique::AlphaBeta, Technique::Ordering]);
    assert_eq!(candidates(base, Kind::AddOneIn).len(), Technique::ALL.len() - 2);
}

/// Without alpha-beta a search does not come to its depth: it ends at the cap, and is told as more than that.
#[test]
fn what_would_take_too_long_is_capped() {
    let request = ablate::Request {
        game: "chess".to_string(),
        positions: some("chess", 2),
        base: Chosen::ALL,
        kind: Kind::LeaveOneOut,
        techniques: vec![Technique::AlphaBeta, Technique::Killers],
        evaluator: None,
        go: Go::depth(5),
        cap: Some(30_000),
    };
    let found = ablate::ablate(&request, &Control::timeless(), &mut |_, _| {}).unwrap();
    let capped: Vec<usize> = found.rows.iter().map(|row| row.capped).collect();
    assert!(found.complete && capped == [0, 2, 0], "{capped:?}");
    assert!(found.rows[1].searches.iter().all(|one| one.capped && one.depth < 5 && one.nodes <= 30_000 + 5_000));
    assert!(found.rows[1].mean_ratio > 1.0 && found.rows[0].spread == 1.0);
    assert!(found.grid().rows[1][1].starts_with("> "), "{:?}", found.grid().rows[1]);
}

/// Whoever halts it keeps the rows that were finished.
#[test]
fn a_halt_keeps_finished_rows() {
    let request = ablate::Request {
        game: "tic-tac-toe".to_string(),
        positions: some("tic-tac-toe", 2),
        base: Chosen::ALL,
        kind: Kind::LeaveOneOut,
        techniques: candidates(Chosen::ALL, Kind::LeaveOneOut),
        evaluator: None,
        go: Go::depth(3),
        cap: None,
    };
    let halt = Control::timeless();
    let mut progress = |done: usize, _: &str| {
        if done == 5 {
            halt.stop();
        }
    };
    let found = ablate::ablate(&request, &halt, &mut progress).unwrap();
    assert!(!found.complete && found.rows.len() == 2, "{:?}", found.rows.len());
    assert!(ablate::ablate(&request, &halt, &mut |_, _| {}).is_err(), "there is no base to compare with");
}

#[test]
fn solutions_are_counted() {
    let text = "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#;\n6k1/5ppp/8/8/8/8/8/R5K1 w - - am Ra8#;\n";
    let request = ablate::Request {
        game: "chess".to_string(),
        positions: positions::read("chess", text, "t").unwrap(),
        base: Chosen::ALL,
        kind: Kind::LeaveOneOut,
        techniques: Vec::new(),
        evaluator: None,
        go: Go::depth(3),
        cap: None,
    };
    let found = ablate::ablate(&request, &Control::timeless(), &mut |_, _| {}).unwrap();
    assert_eq!((found.known, found.rows[0].solved), (2, 1));
    assert_eq!(found.grid().header.last().unwrap(), "solved");
}

#[test]
fn the_classic_experiment() {
    let request = quiescence::Request {
        game: "chess".to_string(),
        positions: some("chess", 4),
        depths: vec![2, 3],
        techniques: "minimax+alpha-beta+ordering".parse().unwrap(),
        evaluator: None,
        own_positions: true,
        runs: 2,
        reference_nodes: 20_000,
    };
    let run = || quiescence::compare(&request, &Control::timeless(), &mut |_, _| {}).unwrap();
    let (one, other) = (run(), run());
    assert_eq!(one.scenarios.len(), 12);
    let key = |found: &quiescence::Comparison| {
        found.scenarios.iter().map(|one| (one.nodes, one.agrees, one.loss.to_bits())).collect::<Vec<_>>()
    };
    assert_eq!(key(&one), key(&other));
    let nodes = |reach| one.scenarios.iter().find(|one| one.quiescence == reach).unwrap().nodes;
    // What is searched further takes more nodes.
    assert!(nodes(Reach::None) < nodes(Reach::Plies(1)) && nodes(Reach::Plies(1)) < nodes(Reach::Unlimited));
    assert!(nodes(Reach::None) < nodes(Reach::FullWidth(1)) && nodes(Reach::FullWidth(1)) < nodes(Reach::FullWidth(2)));
    assert!(one.scenarios.iter().all(|one| one.loss >= 0.0 && one.agrees <= 4 && one.paper.is_none()));
    assert_eq!((one.grid().rows.len(), one.remark()), (12, ""));
}

/// The paper's times stand beside its own scenarios, each beside its own, and nowhere else.
#[test]
fn the_paper_is_quoted_where_it_belongs() {
    let mut request = quiescence::Request {
        game: "chess".to_string(),
        positions: vec![Position::new("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "1")],
        depths: vec![4, 5],
        techniques: "minimax+alpha-beta+ordering".parse().unwrap(),
        evaluator: None,
        own_positions: true,
        runs: 1,
        reference_nodes: 1_000,
    };
    let quoted = |request: &quiescence::Request| {
        let found = quiescence::compare(request, &Control::timeless(), &mut |_, _| {}).unwrap();
        found.scenarios.iter().filter_map(|one| one.paper).collect::<Vec<_>>()
    };
    let means = [('A', 871.05), ('B', 868.81), ('C', 872.07), ('D', 4423.37), ('E', 4464.97), ('F', 4645.28)];
    assert_eq!(quoted(&request), means);
    request.depths = vec![4];
    assert_eq!(quoted(&request), means[..3]);
    request.own_positions = false;
    assert_eq!(quoted(&request), []);
    request.own_positions = true;
    request.techniques = request.techniques.with(engine::Technique::Killers);
    assert_eq!(quoted(&request), []);
}

/// Groups of terms are taken away, or given back to material; a wrong name is refused before any work.
#[test]
fn terms_are_taken_apart() {
    let request = |game: &str, kind, names: &[&str]| terms::Request {
        game: game.to_string(),
        evaluator: String::new(),
        kind,
        names: names.iter().map(ToString::to_string).collect(),
        positions: some(game, 2),
        rounds: 1,
    };
    let names = |request: &terms::Request| -> Vec<(String, String)> { terms::variants(request).unwrap() };
    let out = request("chess", Kind::LeaveOneOut, &["mobility", "bishop-pair"]);
    let pair = |name: &str, evaluator: &str| (name.to_string(), evaluator.to_string());
    assert_eq!(
        names(&out),
        [
            pair("classical", "classical"),
            pair("no mobility", "classical(scale.mobility=0)"),
            pair("no bishop-pair", "classical(scale.bishop-pair=0)")
        ]
    );
    let within = request("draughts", Kind::AddOneIn, &["tempo"]);
    assert_eq!(
        names(&within),
        [
            pair("material", "positional(scale.places=0,scale.runaways=0,scale.tempo=0)"),
            pair("+ tempo", "positional(scale.places=0,scale.runaways=0)")
        ]
    );
    assert_eq!(names(&request("othello", Kind::AddOneIn, &[]))[0].0, "nothing");
    for (wrong, hint) in [
        (request("chess", Kind::LeaveOneOut, &["mobilty"]), "did you mean 'mobility'?"),
        (request("chess", Kind::AddOneIn, &["bishop-pair"]), "no group 'bishop-pair'"),
        (request("tic-tac-toe", Kind::LeaveOneOut, &[]), "no terms"),
    ] {
        let error = terms::variants(&wrong).unwrap_err().to_string();
        assert!(error.contains(hint), "{error}");
    }
    let mut found = terms::measure(&out, &Control::timeless(), &mut |_, _| {}).unwrap();
    assert!(found.rows.len() == 3 && found.rows.iter().all(|row| row.nanoseconds > 0.0));
    assert_eq!(found.grid().header, ["terms", "judgement ns", "ratio"]);
    for (row, loss) in found.rows.iter_mut().zip([0.5, 0.51, 0.5]) {
        row.loss = Some(loss);
    }
    assert_eq!(found.grid().rows[1][1..3], ["0.51000", "+2.00"]);
    assert!(found.svg().starts_with("<svg"));
}

/// A halt is an error: half an experiment proves nothing.
#[test]
fn a_halt_ends_everything() {
    let halt = Control::timeless();
    halt.stop();
    let mut engine = engine::open("chess").unwrap();
    let setting = lab::measure::Setting::new(Chosen::ALL, Go::default());
    assert!(lab::measure::measure(&mut *engine, &setting, &halt).is_err());
}
