//! Networks with random weights: incremental equals full, one kind of processor equals another, the sides are treated alike, and files
//! are read back or refused.

use std::sync::Arc;

use boards::connect_four::ConnectFour;
use boards::draughts::Draughts;
use boards::othello::Othello;
use chess::Position;
use game::conformance::{check_evaluator, check_inputs};
use game::{Evaluator, Inputs, Rng, Rules, Score, Side};
use network::{MAX_WIDTH, Network, Numbers, Processor, QA, QB, Shape, Weights};

fn start<G: Rules>(spec: &str) -> G {
    G::start(&spec.parse().unwrap()).unwrap()
}

/// A number within ±`most`.
fn within(rng: &mut Rng, most: i16) -> i16 {
    rng.below(2 * most as usize + 1) as i16 - most
}

/// A network with random numbers as large as they may be, or a tenth of it.
fn random<G: Inputs>(position: &G, width: usize, seed: u64, extreme: bool) -> Arc<Weights> {
    let mut rng = Rng::new(seed);
    let divisor = if extreme { 1 } else { 10 };
    let mut numbers = |count: usize, most: i16| (0..count).map(|_| within(&mut rng, most / divisor)).collect();
    let (inputs, stages) = (position.inputs(), G::STAGES);
    let numbers = Numbers {
        first: numbers(inputs * width, 508),
        bias: numbers(width, 508),
        output: numbers(stages * 2 * width, 127),
        output_bias: (0..stages as i32).map(|stage| 1000 * stage - 3000).collect(),
    };
    let shape = Shape { game: position.network_game(), inputs, width, stages };
    Weights::new(shape, 400, vec![("seed".to_string(), seed.to_string())], numbers).unwrap()
}

/// The value as the textbook computes it: all inputs that are on, summed up in 64 bits, nothing remembered.
fn plain_value<G: Inputs>(weights: &Weights, position: &G) -> i64 {
    plain_value_without(weights, position, None)
}

/// The same, with a cell of a set left out.
fn plain_value_without<G: Inputs>(weights: &Weights, position: &G, left_out: Option<(usize, usize)>) -> i64 {
    let (Numbers { first, bias, output, output_bias }, width) = (weights.numbers(), weights.shape().width);
    let half = |side: Side| {
        let mut units: Vec<i64> = bias.iter().map(|&bias| bias.into()).collect();
        for (set, &word) in position.sets().as_ref().iter().enumerate() {
            for cell in (0..64).filter(|cell| word >> cell & 1 == 1 && left_out != Some((set, *cell))) {
                let input = position.input(side, position.view(side), set, cell);
                for (unit, &weight) in units.iter_mut().zip(&first[input * width..][..width]) {
                    *unit += i64::from(weight);
                }
            }
        }
        units
    };
    let side = position.side_to_move();
    let weights_of_stage = &output[position.stage() * 2 * width..][..2 * width];
    let units = half(side).into_iter().chain(half(!side));
    let sum: i64 =
        units.zip(weights_of_stage).map(|(unit, &weight)| unit.clamp(0, 255).pow(2) * i64::from(weight)).sum();
    let value = sum / i64::from(QA) + i64::from(output_bias[position.stage()]);
    value * i64::from(weights.scale()) / i64::from(QA * QB)
}

/// Positions of random games.
fn positions<G: Rules>(start: &G, count: usize, seed: u64) -> Vec<G> {
    let mut rng = Rng::new(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = start.clone();
        for _ in 0..200 {
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            positions.push(position.clone());
            position.play(rng.pick(&moves));
        }
    }
    positions.truncate(count);
    positions
}

/// The same position with the colors and the ends of the board exchanged, by its text.
fn mirrored(position: &Position) -> Position {
    let text = position.position_text();
    let fields: Vec<&str> = text.split(' ').collect();
    let swap = |text: &str| -> String {
        let other = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
        text.chars().map(other).collect()
    };
    let board: Vec<String> = fields[0].split('/').rev().map(swap).collect();
    let turn = if fields[1] == "w" { "b" } else { "w" };
    let en_passant = fields[3].replace('3', "x").replace('6', "3").replace('x', "6");
    let text = format!("{} {turn} {} {en_passant} {} {}", board.join("/"), swap(fields[2]), fields[4], fields[5]);
    position.parse_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Walks up and down random lines with null moves and new starts, and compares with the textbook on positions of random games.
fn follows<G: Inputs>(start: &G, games: u64, mirror: Option<&dyn Fn(&G) -> G>) {
    check_inputs(start, games, mirror);
    for (width, extreme) in [(64, true), (192, false)] {
        let weights = random(start, width, 7, extreme);
        let mut network = Network::new(Arc::clone(&weights), start).unwrap();
        check_evaluator(start, &network, games, mirror);
        for position in positions(start, 300, 5) {
            let expected = plain_value(&weights, &position).clamp(-1_000_000, 1_000_000) as i32;
            assert_eq!(
                network.evaluate(&position),
                Score::new(expected).clamp_judgement(),
                "{}",
                position.position_text()
            );
        }
    }
}

#[test]
fn chess_follows_the_line() {
    follows(&start::<Position>("chess"), 30, Some(&mirrored));
    follows(&start::<Position>("chess960(white=17,black=902)"), 10, None);
    // Castling with king and rook side by side, promotions, en passant.
    follows(&Position::from_fen("1rk1r3/6Pp/P7/8/8/p7/6pP/1RK1R3 w KQkq - 0 1").unwrap(), 20, None);
    follows(&Position::from_fen("4k3/p1p3p1/8/1P3P2/3p2p1/8/1P2P2P/4K3 w - - 0 1").unwrap(), 20, Some(&mirrored));
}

#[test]
fn other_games_follow_the_line() {
    follows(&start::<Draughts<u64>>("draughts"), 10, None);
    follows(&start::<Draughts<u64>>("draughts(rules=frisian)"), 5, None);
    follows(&start::<Draughts<u128>>("draughts(rules=international,order=6)"), 5, None);
    follows(&Othello::default(), 10, None);
    follows(&start::<Othello>("othello(size=6)"), 5, None);
    follows(&ConnectFour::default(), 10, None);
}

/// Taken apart, a network says what it says as a whole, and what it would say without each piece.
#[test]
fn a_network_can_be_looked_at() {
    fn check<G: Inputs>(start: &G) {
        let weights = random(start, 64, 5, false);
        let mut network = Network::new(Arc::clone(&weights), start).unwrap();
        for position in positions(start, 60, 8) {
            let look = network.look(&position);
            assert_eq!((look.stage, look.stages.len()), (position.stage(), G::STAGES));
            assert_eq!(look.stages[look.stage], network.evaluate(&position));
            assert!(look.stages.iter().any(|&value| value != look.stages[0]), "all stages think alike");
            let on: u32 = position.sets().as_ref().iter().map(|word| word.count_ones()).sum();
            assert_eq!(look.without.len(), on as usize);
            for one in look.without {
                let expected = plain_value_without(&weights, &position, Some((one.set, one.cell)));
                assert_eq!(one.value, Score::new(expected.clamp(-1_000_000, 1_000_000) as i32).clamp_judgement());
            }
        }
    }
    check(&Position::default());
    check(&start::<Draughts<u128>>("draughts(rules=international)"));
    check(&Othello::default());
    check(&ConnectFour::default());
}

#[test]
fn left_and_right_are_alike_in_chess() {
    let weights = random(&Position::default(), 128, 3, false);
    let mut network = Network::new(weights, &Position::default()).unwrap();
    let mut compared = 0;
    for position in positions(&Position::default(), 2000, 9) {
        let text = position.position_text();
        let fields: Vec<&str> = text.split(' ').collect();
        if fields[2] != "-" || fields[3] != "-" {
            continue;
        }
        let board: Vec<String> = fields[0].split('/').map(|rank| rank.chars().rev().collect()).collect();
        let other = Position::from_fen(&format!("{} {} - - 0 1", board.join("/"), fields[1])).unwrap();
        assert_eq!(network.evaluate(&position), network.evaluate(&other), "{text}");
        compared += 1;
    }
    assert!(compared > 100, "only {compared} positions without castling rights");
}

#[test]
fn every_kind_of_processor_computes_the_same() {
    for extreme in [false, true] {
        let weights = random(&Position::default(), MAX_WIDTH, 11, extreme);
        let kinds = Processor::all();
        assert!(kinds.contains(&Processor::detect()));
        let networks =
            kinds.iter().map(|&kind| Network::new(weights.compiled_for(kind), &Position::default()).unwrap());
        let mut networks: Vec<Network<Position>> = networks.collect();
        for position in positions(&Position::default(), 400, 2) {
            let values: Vec<Score> = networks.iter_mut().map(|network| network.evaluate(&position)).collect();
            assert!(values.iter().all(|&value| value == values[0]), "{kinds:?}: {values:?}");
            let plain = plain_value(&weights, &position).clamp(-1_000_000, 1_000_000) as i32;
            assert_eq!(values[0], Score::new(plain).clamp_judgement());
        }
    }
}

#[test]
fn files_are_read_back() {
    let weights = random(&Othello::default(), 64, 1, false);
    let bytes = weights.to_bytes();
    let again = Weights::from_bytes(&bytes).unwrap();
    assert_eq!(again, weights);
    assert_eq!(again.to_bytes(), bytes);
    assert_eq!(again.provenance(), [("seed".to_string(), "1".to_string())]);
}

#[test]
fn garbled_files_are_refused() {
    let bytes = random(&Othello::default(), 64, 1, false).to_bytes();
    for length in (0..bytes.len()).step_by(97) {
        let error = Weights::from_bytes(&bytes[..length]).unwrap_err();
        assert!(!error.is_empty());
    }
    let mut rng = Rng::new(4);
    for _ in 0..500 {
        let mut garbled = bytes.clone();
        let at = rng.below(garbled.len());
        garbled[at] ^= 1 << rng.below(8);
        assert!(Weights::from_bytes(&garbled).is_err(), "byte {at} changed");
    }
    let foreign = Weights::from_bytes(b"NNUE, but not ours").unwrap_err();
    assert!(foreign.contains("kiebitz train"), "{foreign}");
}

#[test]
fn impossible_numbers_are_refused() {
    let good = random(&Othello::default(), 64, 1, false);
    let with = |change: &dyn Fn(&mut Shape, &mut Numbers)| {
        let (mut shape, mut numbers) = (good.shape().clone(), good.numbers());
        change(&mut shape, &mut numbers);
        Weights::new(shape, 400, Vec::new(), numbers).unwrap_err()
    };
    assert!(with(&|shape, _| shape.width = 63).contains("width 63"));
    assert!(with(&|shape, _| shape.stages = 0).contains("0 stages"));
    assert!(with(&|shape, _| shape.inputs = 70_000).contains("70000 inputs"));
    assert!(with(&|_, numbers| numbers.output[5] = 128).contains("weight of the output 5 is 128"));
    assert!(with(&|_, numbers| numbers.first[7] = -509).contains("weight of the first layer 7 is -509"));
    assert!(with(&|_, numbers| numbers.bias.truncate(63)).contains("63 numbers to start from"));
}

#[test]
fn a_network_for_another_game_is_refused() {
    let weights = random(&Othello::default(), 64, 1, false);
    let error = Network::new(weights, &Position::default()).err().unwrap().to_string();
    assert_eq!(error, "the network is for othello, with 128 inputs and 8 stages; chess has 768 and 8");
    // The same number of inputs does not make it the same game.
    let weights = random(&Othello::default(), 64, 1, false);
    let error = Network::new(weights, &ConnectFour::default()).err().unwrap().to_string();
    assert!(error.starts_with("the network is for othello"), "{error}");
    let chess = random(&Position::default(), 64, 1, false);
    assert!(Network::new(chess, &start::<Position>("chess960(start=7)")).is_ok());
}
