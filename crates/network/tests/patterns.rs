//! Weights of patterns: what is remembered from position to position equals what is read anew, the sides and all symmetries of the board are
//! treated alike, files are read back or refused.

use std::sync::Arc;

use boards::connect_four::ConnectFour;
use boards::othello::Othello;
use game::conformance::check_evaluator;
use game::{Evaluator, Inputs, Rng, Rules, Score, Side};
use network::{Network, Numbers, Patterns, QA, QB, QP, Readings, Shape, Weights};

fn random(seed: u64) -> Arc<Weights> {
    let (mut rng, start) = (Rng::new(seed), Othello::default());
    let inputs = Readings::new(&start).unwrap().count();
    let stages = Othello::STAGES;
    let output = (0..inputs * stages).map(|_| rng.below(2 * 2000 + 1) as i16 - 2000).collect();
    let output_bias = (0..stages as i32).map(|stage| 900 * stage - 2500).collect();
    let shape = Shape { game: start.network_game(), inputs, width: 0, stages };
    Weights::new(shape, 400, Vec::new(), Numbers { first: Vec::new(), bias: Vec::new(), output, output_bias }).unwrap()
}

/// Positions of random games.
fn positions(games: usize) -> Vec<Othello> {
    let mut rng = Rng::new(6);
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut position = Othello::default();
        loop {
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            positions.push(position.clone());
            position.play(rng.pick(&moves));
        }
    }
    positions
}

/// The sum as it is defined: place by place, digit by digit, from the patterns of the game.
fn plain(weights: &Weights, position: &Othello) -> i64 {
    let readings = Readings::new(position).unwrap();
    let (mut room, mut inputs) = (Vec::new(), Vec::new());
    let sets = position.sets();
    let cells = (0..2).flat_map(|set| {
        (0..64).filter(move |cell| sets[set] >> cell & 1 == 1).map(move |cell| (64 * set + cell) as u16)
    });
    readings.read(position.side_to_move(), cells, &mut room, &mut inputs);
    assert_eq!(inputs.len(), position.patterns().iter().map(|pattern| pattern.places.len()).sum::<usize>());
    let Numbers { output, output_bias, .. } = weights.numbers();
    let own = &output[position.stage() * readings.count()..];
    let sum: i64 = inputs.iter().map(|&input| i64::from(own[usize::from(input)])).sum();
    let value = sum * i64::from(QA * QB) / i64::from(QP) + i64::from(output_bias[position.stage()]);
    value * i64::from(weights.scale()) / i64::from(QA * QB)
}

#[test]
fn remembered_is_read() {
    let weights = random(3);
    let mut patterns = Patterns::new(Arc::clone(&weights), &Othello::default()).unwrap();
    check_evaluator(&Othello::default(), &patterns, 10, None);
    let mut positions = positions(40);
    // Not in the order of a game, either.
    let mut rng = Rng::new(1);
    for end in (1..positions.len()).rev() {
        positions.swap(end, rng.below(end + 1));
    }
    for position in &positions {
        let expected = plain(&weights, position).clamp(-1_000_000, 1_000_000) as i32;
        assert_eq!(patterns.evaluate(position), Score::new(expected).clamp_judgement());
        let look = patterns.look(position);
        assert_eq!(look.stages[look.stage], patterns.evaluate(position));
        assert_eq!(look.without.len() as u32, position.sets().iter().map(|set| set.count_ones()).sum::<u32>());
    }
}

/// A board turned or mirrored, and one with the colors and the turn exchanged, has the value of the original.
#[test]
fn symmetries_change_nothing() {
    let mut patterns = Patterns::new(random(5), &Othello::default()).unwrap();
    let start = Othello::default();
    let mut compared = 0;
    for position in positions(6) {
        let value = patterns.evaluate(&position);
        let [first, second] = position.sets();
        let text = |turned: &dyn Fn(usize) -> usize, exchanged: bool| {
            let letter = |cell: usize| match (first >> turned(cell) & 1, second >> turned(cell) & 1) {
                (1, _) => {
                    if exchanged {
                        'O'
                    } else {
                        'X'
                    }
                }
                (_, 1) => {
                    if exchanged {
                        'X'
                    } else {
                        'O'
                    }
                }
                _ => '-',
            };
            let board: String = (0..64).map(letter).collect();
            let first_moves = (position.side_to_move() == Side::First) != exchanged;
            format!("{board} {}", if first_moves { 'X' } else { 'O' })
        };
        for symmetry in 0..8 {
            let turned = |cell: usize| {
                let (mut rank, mut file) = (cell / 8, cell % 8);
                if symmetry & 4 != 0 {
                    (rank, file) = (file, rank);
                }
                if symmetry & 1 != 0 {
                    file = 7 - file;
                }
                8 * if symmetry & 2 != 0 { 7 - rank } else { rank } + file
            };
            for exchanged in [false, true] {
                let text = text(&turned, exchanged);
                let other = start.parse_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
                assert_eq!(patterns.evaluate(&other), value, "{text}");
                compared += 1;
            }
        }
    }
    assert!(compared > 3000);
}

#[test]
fn files_are_read_back_or_refused() {
    let weights = random(1);
    let bytes = weights.to_bytes();
    assert_eq!(Weights::from_bytes(&bytes).unwrap(), weights);
    for length in (0..bytes.len()).step_by(9_973) {
        assert!(Weights::from_bytes(&bytes[..length]).is_err());
    }
    let (shape, mut numbers) = (weights.shape().clone(), weights.numbers());
    numbers.output[9] = 8193;
    let error = Weights::new(shape, 400, Vec::new(), numbers).unwrap_err();
    assert!(error.contains("weight of the output 9 is 8193"), "{error}");
}

#[test]
fn either_kind_is_told_from_the_other() {
    let misfit = Network::new(random(1), &Othello::default()).err().unwrap().to_string();
    assert!(misfit.contains("inputs"), "{misfit}");
    let misfit = Patterns::new(random(1), &ConnectFour::default()).err().unwrap().to_string();
    assert!(misfit.contains("names none"), "{misfit}");
    let small = Othello::start(&"othello(size=6)".parse().unwrap()).unwrap();
    assert!(Patterns::new(random(1), &small).is_err());
}
