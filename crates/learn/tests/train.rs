//! Training: what is learned is learned the same way on any number of threads and after any interruption, can be used as it is, and
//! beats the evaluation that the games were played with.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use boards::connect_four::ConnectFour;
use boards::othello::{Othello, OthelloEval};
use game::{Abilities, Evaluator};
use learn::data::{self, generate};
use learn::train::{Imitate, Settings, Trained, train};
use network::{Network, Patterns, Weights};
use search::Control;

/// A file of games of Connect Four.
fn games(folder: &Path, seed: u64, games: u32, nodes: u64) -> PathBuf {
    let path = folder.join(format!("{seed}.games"));
    let settings = data::Settings { nodes, seed, harvest: 0, ..data::Settings::default() };
    generate("connect-four", &settings, 0..games, 2, &path, &Control::timeless(), &mut |_| {}).unwrap();
    path
}

fn settings(folder: &Path) -> Settings {
    Settings {
        data: vec![games(folder, 1, 300, 60)],
        width: 64,
        epochs: 10,
        batch: Some(256),
        rate: 3e-3,
        validation: 0.1,
        checkpoint: Some(folder.join("net.state")),
        ..Settings::default()
    }
}

fn run(settings: &Settings) -> Trained {
    train("connect-four", settings, &Control::timeless(), &mut |_, _| {}).unwrap()
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path());
    let whole = run(&settings);
    assert!(whole.finished && whole.reports.len() >= 10);
    let first = whole.reports[0].validation;
    let last = whole.reports[whole.reports.len() - 1].validation;
    assert!(last < 0.95 * first, "nothing learned: {first} at first, {last} at last");

    let two = run(&Settings { threads: 2, ..settings.clone() });
    assert_eq!(two.weights.to_bytes(), whole.weights.to_bytes(), "two threads learn something else than one");

    // Stopped in the middle, then resumed.
    let control = Control::timeless();
    let mut reports = 0;
    let part = train("connect-four", &settings, &control, &mut |_, _| {
        reports += 1;
        if reports == 5 {
            control.stop();
        }
    });
    let part = part.unwrap();
    assert!(!part.finished);
    assert_ne!(part.weights.to_bytes(), whole.weights.to_bytes());
    let resumed = run(&Settings { resume: true, ..settings.clone() });
    assert!(resumed.finished && resumed.reports.len() < whole.reports.len());
    assert_eq!(resumed.weights.to_bytes(), whole.weights.to_bytes(), "an interruption changed what was learned");

    // Other settings do not go on from that file, and a garbled one is refused.
    let refused = |settings: &Settings| {
        train("connect-four", settings, &Control::timeless(), &mut |_, _| {}).unwrap_err().to_string()
    };
    let error = refused(&Settings { resume: true, seed: 2, ..settings.clone() });
    assert!(error.contains("seed=1") && error.contains("seed=2"), "{error}");
    let state = settings.checkpoint.clone().unwrap();
    let mut bytes = std::fs::read(&state).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&state, &bytes).unwrap();
    assert!(refused(&Settings { resume: true, ..settings.clone() }).contains("checksum"));
    std::fs::write(&state, &bytes[..middle]).unwrap();
    assert!(refused(&Settings { resume: true, ..settings.clone() }).contains("bytes"));
    std::fs::write(&state, b"nonsense").unwrap();
    assert!(refused(&Settings { resume: true, ..settings.clone() }).contains("not the state of a training"));
}

/// A network that imitates an evaluator thinks as it does, the same on any number of threads, and says so; what learns on from it says
/// that too.
#[test]
fn an_evaluator_can_be_imitated() {
    let folder = tempfile::tempdir().unwrap();
    let imitate = Some(Imitate { evaluator: "threats".to_string(), neighbors: 3 });
    let settings = Settings { imitate, ..settings(folder.path()) };
    let trained = run(&settings);
    let (first, last) = (trained.reports[0].train, trained.reports[trained.reports.len() - 1].train);
    assert!(last < 0.3 * first, "nothing learned: {first} at first, {last} at last");
    assert!(trained.given.positions[0] > 10_000, "{:?}", trained.given.positions);
    let two = run(&Settings { threads: 2, ..settings.clone() });
    assert_eq!(two.weights.to_bytes(), trained.weights.to_bytes());
    let of = |trained: &Trained, wanted: &str| {
        trained.weights.provenance().iter().find(|(name, _)| name == wanted).map(|(_, text)| text.clone()).unwrap()
    };
    assert!(of(&trained, "data").starts_with("judgements of threats near"), "{}", of(&trained, "data"));
    let path = folder.path().join("start.kbn");
    std::fs::write(&path, trained.weights.to_bytes()).unwrap();
    let on = run(&Settings { imitate: None, begin: Some(path), epochs: 1, ..settings });
    assert!(of(&on, "begun").starts_with("judgements of threats near"), "{}", of(&on, "begun"));
    assert!(of(&on, "begun").contains("visits") && !of(&on, "data").contains("judgements"));
}

/// Without hidden units, weights of patterns are learned: the same on any number of threads, and they judge unseen games of Othello better than
/// counting discs does.
#[test]
fn weights_of_patterns_are_learned() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("othello.games");
    let played = data::Settings { nodes: 60, seed: 4, harvest: 0, ..data::Settings::default() };
    generate("othello", &played, 0..400, 2, &path, &Control::timeless(), &mut |_| {}).unwrap();
    let settings = Settings { data: vec![path], width: 0, epochs: 30, ..settings(folder.path()) };
    let learn = |settings: &Settings| train("othello", settings, &Control::timeless(), &mut |_, _| {}).unwrap();
    let trained = learn(&settings);
    let (first, last) = (trained.reports[0].validation, trained.reports[trained.reports.len() - 1].validation);
    assert!(last < 0.8 * first, "nothing learned: {first} at first, {last} at last");
    let two = learn(&Settings { threads: 2, ..settings.clone() });
    assert_eq!(two.weights.to_bytes(), trained.weights.to_bytes(), "two threads learn something else than one");
    let mut patterns = Patterns::new(Arc::clone(&trained.weights), &Othello::default()).unwrap();
    let mut discs = OthelloEval::DISCS;
    let unseen = folder.path().join("unseen.games");
    let played = data::Settings { seed: 5, ..played };
    generate("othello", &played, 0..60, 2, &unseen, &Control::timeless(), &mut |_| {}).unwrap();
    let (mut right, mut right_by_discs, mut all) = (0, 0, 0);
    for game in &data::Games::read(&unseen).unwrap().games {
        game.replay(&Othello::default(), |position, score| {
            if score.value().abs() > 2 * Othello::UNIT {
                let agrees = |value: i32| u32::from((value > 0) == (score.value() > 0));
                right += agrees(patterns.evaluate(position).value());
                right_by_discs += agrees(discs.evaluate(position).value());
                all += 1;
            }
        })
        .unwrap();
    }
    assert!(
        all > 500 && right > right_by_discs && 10 * right > 7 * all,
        "{right}, {right_by_discs} by discs, of {all}"
    );
    let refused =
        train("connect-four", &Settings { data: Vec::new(), ..settings }, &Control::timeless(), &mut |_, _| {});
    assert!(refused.unwrap_err().to_string().contains("names no patterns"));
}

#[test]
fn wrong_wishes_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let good = settings(folder.path());
    let refused = |game: &str, settings: Settings| {
        train(game, &settings, &Control::timeless(), &mut |_, _| {}).unwrap_err().to_string()
    };
    assert!(refused("connect-four", Settings { width: 100, ..good.clone() }).contains("width 100"));
    assert!(refused("connect-four", Settings { epochs: 0, ..good.clone() }).contains("epochs 0"));
    assert!(refused("connect-four", Settings { lambda: [0.0, 1.5], ..good.clone() }).contains("lambda 1.5"));
    let unknown = Some(Imitate { evaluator: "clever".to_string(), neighbors: 1 });
    assert!(refused("connect-four", Settings { imitate: unknown, ..good.clone() }).contains("evaluator 'clever'"));
    assert!(refused("othello", good.clone()).contains("games of connect-four, not of othello"));
    assert!(refused("go", good.clone()).contains("networks can be made for"));
    assert!(refused("chequers", good.clone()).contains("no such game"));
    let missing = Settings { data: vec![folder.path().join("none.games")], ..good.clone() };
    assert!(refused("connect-four", missing).contains("none.games"));
    let few = Settings { data: vec![games(folder.path(), 9, 3, 10)], ..good.clone() };
    assert!(refused("connect-four", few).contains("use more games"));
    let foreign = folder.path().join("other.kbn");
    std::fs::write(&foreign, b"KIEBITZN?").unwrap();
    assert!(refused("connect-four", Settings { begin: Some(foreign), ..good }).contains("other.kbn"));
}

/// The whole numbers of the finished network say what the fractions said, and it can go on from its file.
#[test]
fn a_network_goes_on_from_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path());
    let trained = run(&settings);
    let path = folder.path().join("net.kbn");
    std::fs::write(&path, trained.weights.to_bytes()).unwrap();
    assert_eq!(Weights::read(&path).unwrap(), trained.weights);
    let provenance = trained.weights.provenance();
    let data = provenance.iter().find(|(name, _)| name == "data").unwrap();
    assert!(data.1.contains("positions of self-play by") && data.1.contains("at 60 nodes"), "{data:?}");

    // With steps that change nothing, what comes out is what went in, but for the loss of another scale.
    let still = Settings { begin: Some(path), rate: 1e-6, epochs: 1, ..settings };
    let again = run(&still);
    let end = trained.reports[trained.reports.len() - 1].validation;
    let begin = again.reports[0].validation;
    assert!((begin - end).abs() < 0.02 * end, "{end} with fractions, {begin} with whole numbers");
}

/// A win is worth more than a loss: the judgement of won and lost positions has the right sign nearly always.
#[test]
fn it_knows_who_is_winning() {
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings { epochs: 30, data: vec![games(folder.path(), 2, 1500, 200)], ..settings(folder.path()) };
    let trained = run(&settings);
    let last = trained.reports[trained.reports.len() - 1];
    assert!(last.results < trained.given.own, "{} against {} without a network", last.results, trained.given.own);
    let start = ConnectFour::default();
    let mut network = Network::new(Arc::clone(&trained.weights), &start).unwrap();
    // Games that nobody has learned from: does the judgement after 16 plies say who wins?
    let unseen = data::Games::read(&games(folder.path(), 77, 150, 200)).unwrap();
    let (mut right, mut all) = (0, 0);
    for game in &unseen.games {
        game.replay(&start, |position, score| {
            let value = network.evaluate(position).value();
            if score.value().abs() > ConnectFour::UNIT && value != 0 {
                all += 1;
                right += usize::from((value > 0) == (score.value() > 0));
            }
        })
        .unwrap();
    }
    assert!(all > 100 && right * 100 > all * 75, "{right} of {all}");
}

/// A thousand positions can be learned by heart.
#[test]
fn few_positions_are_learned_by_heart() {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = settings(folder.path());
    settings.data = vec![games(folder.path(), 3, 40, 60)];
    let trained = run(&Settings { epochs: 400, width: 128, rate: 3e-3, lambda: [0.0; 2], ..settings });
    let last = trained.reports[trained.reports.len() - 1];
    assert!(last.train < 0.002, "{}", last.train);
}
