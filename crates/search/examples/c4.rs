use boards::connect_four::ConnectFour;
use game::Game;
use search::{Control, Solver, Table};
use std::time::Instant;
fn main() {
    let file = std::env::args().nth(1).unwrap();
    let text = std::fs::read_to_string(file).unwrap();
    let table = Table::with_megabytes(std::env::args().nth(2).map_or(64, |s| s.parse().unwrap()));
    let control = Control::timeless();
    let mut solver = Solver::<ConnectFour>::new(&table, &control);
    let start = Instant::now();
    let (mut nodes, mut wrong, mut n) = (0, 0, 0);
    for line in text.lines() {
        let (moves, score) = line.split_once(' ').unwrap_or(("", line));
        let p = ConnectFour::default().parse_position(moves).unwrap();
        let s = solver.solve(&p, game::Score::DRAW, &mut |_, _, _| {}).unwrap();
        nodes += s.nodes;
        n += 1;
        if p.exact_score(s.score) != score.trim().parse::<i32>().unwrap() {
            wrong += 1;
            println!("{line} {:?} {}", s.score, p.exact_score(s.score));
        }
    }
    println!(
        "{n} positions, {wrong} wrong, {nodes} nodes, {:?} {:.1} Mn/s",
        start.elapsed(),
        nodes as f64 / start.elapsed().as_secs_f64() / 1e6
    );
}
