//! Counts the leaves of rule files: `perft FILE DEPTH`, and tells the sizes.

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).expect("a file");
    let rules = match rules::compile(&text, rules::Limits::default()) {
        Ok(rules) => rules,
        Err(error) => {
            println!("{}: {error}", args[1]);
            std::process::exit(1);
        }
    };
    let mut walker = rules::Walker::new(&rules);
    let depth: usize = args.get(2).map_or(3, |depth| depth.parse().expect("a depth"));
    let counts: Vec<String> = (1..=depth).map(|depth| walker.perft(&rules.init, depth).to_string()).collect();
    let moves: Vec<usize> = rules.moves.iter().map(Vec::len).collect();
    println!("{:?} moves {moves:?}: {}", rules.sizes(), counts.join(" "));
}
