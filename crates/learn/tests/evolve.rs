//! The tuners that play: they find known weights in a game made up for it, repeat themselves, and go on where they were broken off.

use engine::{Control, Parameters, Playable, Visitor};
use game::{Rng, mix};
use learn::evolve::{
    Contest, Games, Gene, Genetic, Individual, Method, ParameterGames, Random, Spsa, State, Terms, evolve, mean,
};

/// A game in which whoever is nearer to the right numbers wins more often, and nothing else counts.
struct Made {
    genes: Vec<Gene>,
    right: Vec<i32>,
}

impl Made {
    fn new() -> Made {
        let right = vec![70, -30, 10, 45, -80, 0, 25, 60];
        let gene = |index: usize| Gene { name: format!("gene {index}"), start: 0, low: -100, high: 100 };
        Made { genes: (0..right.len()).map(gene).collect(), right }
    }

    fn distance(&self, genes: &[f64]) -> f64 {
        self.right.iter().zip(genes).map(|(right, own)| (f64::from(*right) - own).powi(2)).sum::<f64>().sqrt()
    }
}

impl Contest for Made {
    fn text(&self) -> String {
        "made up".to_string()
    }

    fn genes(&self) -> &[Gene] {
        &self.genes
    }

    fn pair(&self, one: &[i32], other: &[i32], number: u64, control: &Control) -> Option<(f64, u64)> {
        if control.stopped() {
            return None;
        }
        let [one, other] =
            [one, other].map(|genes| self.distance(&genes.iter().map(|&gene| gene.into()).collect::<Vec<_>>()));
        let chance = 1.0 / (1.0 + ((one - other) / 20.0).exp());
        let mut rng = Rng::new(mix(number ^ 99));
        let mut game = || f64::from(u8::from((rng.below(1 << 20) as f64) < chance * f64::from(1 << 20)));
        Some((game() + game(), 0))
    }
}

fn run(method: &dyn Method, seed: u64, budget: u64) -> State {
    evolve(&Made::new(), method, seed, budget, None, &Control::timeless(), &mut |_| {}).expect("a state")
}

#[test]
fn known_weights_are_found() {
    let made = Made::new();
    let at_first = made.distance(&[0.0; 8]);
    let genetic = Genetic { generations: 60, ..Genetic::default() };
    let with_sense = Genetic { sense: true, ..genetic.clone() };
    let spsa = Spsa { pairs: 6000, ..Spsa::default() };
    for (name, method, share) in
        [("genetic", &genetic as &dyn Method, 0.5), ("with sense", &with_sense, 0.5), ("spsa", &spsa, 0.3)]
    {
        let found = run(method, 1, u64::MAX);
        let left = made.distance(&mean(&found.individuals));
        assert!(left < share * at_first, "{name}: {left:.0} of {at_first:.0} after {} games", found.games);
        let last = found.curve.last().expect("steps");
        assert!(last.drift > 0.05 && last.games == found.games, "{name}: {last:?}");
    }
    // From nothing, the design of 2007: random numbers from all their ranges.
    let nothing = Genetic { from_nothing: true, ..genetic };
    let begin = Individual::new(mean(&nothing.begin(&made.genes, &mut Rng::new(5))));
    let found = run(&nothing, 1, u64::MAX);
    assert!(made.distance(&mean(&found.individuals)) < 0.5 * made.distance(&begin.genes));
    // The control does better than nothing.
    let random = run(&Random { candidates: 300, ..Random::default() }, 1, u64::MAX);
    assert!(made.distance(&random.individuals[0].genes) < at_first);
}

#[test]
fn the_same_seed_is_the_same_population() {
    let short = Genetic { generations: 5, ..Genetic::default() };
    assert_eq!(run(&short, 3, u64::MAX), run(&short, 3, u64::MAX));
    assert_ne!(run(&short, 3, u64::MAX).individuals, run(&short, 4, u64::MAX).individuals);
    assert!(run(&short, 3, 1).steps == 1, "a budget ends it too");
}

/// Broken off after any step, it comes to the same as if it had not been.
#[test]
fn what_was_broken_off_goes_on_exactly() {
    let folder = tempfile::tempdir().expect("a folder");
    let methods: [&dyn Method; 3] = [
        &Genetic { generations: 6, ..Genetic::default() },
        &Spsa { pairs: 48, ..Spsa::default() },
        &Random { candidates: 6, ..Random::default() },
    ];
    for (index, method) in methods.into_iter().enumerate() {
        let path = folder.path().join(format!("state-{index}"));
        let whole = run(method, 7, u64::MAX);
        let control = Control::timeless();
        let broken = evolve(&Made::new(), method, 7, u64::MAX, Some(&path), &control, &mut |state| {
            if state.steps == 2 {
                control.stop();
            }
        });
        assert_eq!(broken.expect("a state").steps, 2);
        let again = evolve(&Made::new(), method, 7, u64::MAX, Some(&path), &Control::timeless(), &mut |_| {});
        assert_eq!(again.expect("a state"), whole, "{}", method.text());
        let other = evolve(&Made::new(), method, 8, u64::MAX, Some(&path), &Control::timeless(), &mut |_| {});
        assert!(other.expect_err("another seed").to_string().contains("another task"));
    }
    let path = folder.path().join("state-0");
    std::fs::write(&path, "{}").expect("a file");
    let genetic = Genetic::default();
    let bad = evolve(&Made::new(), &genetic, 7, 1, Some(&path), &Control::timeless(), &mut |_| {});
    assert!(bad.expect_err("no state").to_string().contains("no state of a tuner"));
}

/// Real games: an evaluator plays another, and threads change nothing.
#[test]
fn games_are_played() {
    struct Play;
    impl Visitor for Play {
        type Result = ();

        fn visit<G: Playable>(self, start: G) {
            let evaluator = start.own("").expect("an evaluator");
            for by_groups in [false, true] {
                let games = Games::new(start.clone(), evaluator.clone(), by_groups, Terms { nodes: 30, seed: 1 });
                let own: Vec<i32> = games.genes().iter().map(|gene| gene.start).collect();
                let (points, draws) = games.pair(&own, &own, 0, &Control::timeless()).expect("a pair");
                assert!((points, draws) == (1.0, 0) || draws == 2, "equals share the points: {points} {draws}");
                let method = Genetic { population: 3, generations: 2, pairs: 1, ..Genetic::default() };
                let tune =
                    || evolve(&games, &method, 1, u64::MAX, None, &Control::timeless(), &mut |_| {}).expect("a state");
                let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().expect("threads");
                assert_eq!(tune(), pool.install(tune));
                let halt = Control::timeless();
                halt.stop();
                assert!(games.pair(&own, &own, 0, &halt).is_none());
            }
        }
    }
    for game in ["connect-four", "draughts"] {
        engine::visit(game, Play).expect(game);
    }
}

/// Numbers of the search belong to a search: two that differ play each other, and the same play alike.
#[test]
fn numbers_of_the_search_are_tuned() {
    struct Play;
    impl Visitor for Play {
        type Result = ();

        fn visit<G: Playable>(self, start: G) {
            let terms = Terms { nodes: 300, seed: 1 };
            let names = ["null-base".to_string(), "reduction_base".to_string()];
            let games = ParameterGames::new(start.clone(), "", &names, terms).expect("numbers of the search");
            let own: Vec<i32> = games.genes().iter().map(|gene| gene.start).collect();
            assert!(games.changes(&own).is_empty());
            let (points, draws) = games.pair(&own, &own, 0, &Control::timeless()).expect("a pair");
            assert!((points, draws) == (1.0, 0) || draws == 2, "equals share the points: {points} {draws}");
            let low = games.genes().iter().map(|gene| gene.low).collect::<Vec<i32>>();
            assert_eq!(games.changes(&low), [("null_base", 2), ("reduction_base", 0)]);
            let method = Spsa { pairs: 8, ..Spsa::default() };
            let tune =
                || evolve(&games, &method, 1, u64::MAX, None, &Control::timeless(), &mut |_| {}).expect("a state");
            let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().expect("threads");
            assert_eq!(tune(), pool.install(tune));
            let wrong = ParameterGames::new(start.clone(), "", &["nul-base".to_string()], terms).err();
            assert!(wrong.expect("no such number").to_string().contains("did you mean 'null-base'?"));
            assert_eq!(ParameterGames::new(start, "", &[], terms).expect("all").genes().len(), Parameters::LIST.len());
        }
    }
    engine::visit("draughts", Play).expect("draughts");
}
