//! The documents tell the truth: their commands run, their links lead somewhere, their lists are complete.

use std::collections::HashSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All documents with their text.
fn documents() -> Vec<(PathBuf, String)> {
    let in_folder = |folder: PathBuf| {
        let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        entries.map(|entry| entry.expect("a folder can be read").path()).collect::<Vec<_>>()
    };
    let mut paths = [in_folder(root()), in_folder(root().join("docs"))].concat();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    assert!(paths.len() >= 6, "{paths:?}");
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), read(&path))).collect()
}

/// A command in a block marked `console`, and what the document shows below it.
struct Example<'a> {
    command: &'a str,
    shown: Vec<&'a str>,
}

fn examples(text: &str) -> Vec<Example<'_>> {
    let mut indent = None;
    let mut found: Vec<Example> = Vec::new();
    for line in text.lines() {
        match (line.trim_start().strip_prefix("```"), indent) {
            (Some(kind), _) => indent = (kind == "console").then(|| line.len() - line.trim_start().len()),
            (None, Some(indent)) => match line.trim_start().strip_prefix("$ ") {
                Some(command) => found.push(Example { command, shown: Vec::new() }),
                None => found.last_mut().expect("a command comes first").shown.push(line.get(indent..).unwrap_or("")),
            },
            (None, None) => {}
        }
    }
    found
}

impl Example<'_> {
    /// Runs the command in a folder and gives what it prints. What the document shows behind a prompt is typed.
    fn run(&self, folder: &Path) -> String {
        let programs = Path::new(env!("CARGO_BIN_EXE_kiebitz")).parent().expect("a folder");
        let mut child = Command::new("sh")
            .args(["-c", self.command])
            .env("PATH", format!("{}:{}", programs.display(), std::env::var("PATH").unwrap_or_default()))
            .env("KIEBITZ_DATA", folder)
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("there is a shell");
        let typed: String = self
            .shown
            .iter()
            .filter_map(|line| line.split_once(" to move> "))
            .map(|(_, typed)| format!("{typed}\n"))
            .collect();
        // A command that reads nothing may be over already.
        let _ = child.stdin.take().expect("a pipe").write_all(typed.as_bytes());
        let output = child.wait_with_output().expect("a child of ours");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "'{}' failed: {complaint}", self.command);
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
}

/// A line to be compared: no spaces at the end, and `#` for numbers that depend on the machine, which are those before a unit of time or
/// speed.
fn comparable(line: &str) -> String {
    const UNITS: [&str; 4] = ["ms", "s", "nps", "nodes/s"];
    let words: Vec<&str> = line.trim_end().split(' ').collect();
    let mut result: Vec<&str> = Vec::new();
    for (index, word) in words.iter().enumerate() {
        let unit = words.get(index + 1).map_or("", |next| next.trim_end_matches([',', ';', ')', '.']));
        if UNITS.contains(&unit) && word.replace(',', "").parse::<f64>().is_ok() {
            // The number may have been set flush right.
            while result.last() == Some(&"") {
                result.pop();
            }
            result.push("#");
        } else {
            result.push(word);
        }
    }
    // Tables of the laboratory end with the time, in seconds with three decimals and without a unit.
    if let Some(last) = result.last_mut()
        && last.split_once('.').is_some_and(|(_, decimals)| decimals.len() == 3)
        && last.parse::<f64>().is_ok()
    {
        *last = "#";
    }
    result.join(" ")
}

/// Does the output match? A line `...` of the document stands for any lines, everything else must be the same.
fn agrees(promised: &[String], printed: &[String]) -> bool {
    match promised {
        [] => printed.is_empty(),
        [line, rest @ ..] if line == "..." => (0..=printed.len()).any(|skipped| agrees(rest, &printed[skipped..])),
        [line, rest @ ..] => printed.first() == Some(line) && agrees(rest, &printed[1..]),
    }
}

#[test]
fn comparison() {
    let same = |promised: &str, printed: &str| {
        let lines = |text: &str| text.lines().map(comparable).collect::<Vec<_>>();
        agrees(&lines(promised), &lines(printed))
    };
    assert!(same("Nodes: 54 in 0.001 s, 77,373 nodes/s", "Nodes: 54 in 1.5 s, 9 nodes/s"));
    assert!(!same("Nodes: 54 in 0.001 s, 77,373 nodes/s", "Nodes: 55 in 0.001 s, 77,373 nodes/s"));
    assert!(same("  3    0.154 s  d3", "  3   12.154 s  d3"));
    assert!(same("minimax  85  4.04  0.000", "minimax  85  4.04  0.001"));
    assert!(!same("minimax  85  4.04", "minimax  85  4.05"));
    assert!(same("a\n...\nd", "a\nb\nc\nd") && same("...\na", "a") && same("...", ""));
    assert!(!same("a", "a\nb") && !same("...\na", "a\nb") && !same("a\n...\nd", "a\nb"));
}

/// Every command shown runs and succeeds, and prints what the document shows.
#[test]
#[cfg(unix)]
fn commands_do_what_is_shown() {
    // Some of them write files.
    let folder = tempfile::tempdir().expect("a folder");
    let lines = |text: &str| text.lines().map(comparable).collect::<Vec<_>>();
    let mut seen = HashSet::new();
    let mut wrong = Vec::new();
    for (file, text) in documents() {
        for example in examples(&text) {
            let command = example.command;
            assert!(command.starts_with("kiebitz "), "{}: '{command}' is not ours", file.display());
            if !seen.insert(command.to_string()) && example.shown.is_empty() {
                continue;
            }
            let printed = example.run(folder.path());
            if !example.shown.is_empty() && !agrees(&lines(&example.shown.join("\n")), &lines(&printed)) {
                wrong.push(format!("{}: '{command}' prints\n{printed}", file.display()));
            }
        }
    }
    assert!(seen.len() >= 10, "{seen:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Commands in sentences, and in blocks that are not run because they take long or need files: all but those with a place for something.
fn mentioned(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (part, block) in text.split("```").enumerate() {
        if part % 2 == 1 {
            let lines = block.strip_prefix("sh\n").unwrap_or("").lines();
            found.extend(lines.map(|line| line.split(" #").next().unwrap_or("").trim_end()));
        } else {
            found.extend(block.split('`').skip(1).step_by(2));
        }
    }
    let place = |word: &str| word.len() > 3 && word.chars().all(|letter| letter.is_ascii_uppercase());
    found.retain(|text| text.starts_with("kiebitz ") && !text.contains("..."));
    found.retain(|text| !text.split([' ', '=', ':', ',']).any(place));
    found
}

/// Every command that is mentioned is one, with the options that it is said to have.
#[test]
#[cfg(unix)]
fn commands_that_are_mentioned_exist() {
    let folder = tempfile::tempdir().expect("a folder");
    // Whoever reads of it has written it.
    std::fs::write(folder.path().join("my.game"), include_str!("../../rules/games/misere.game")).expect("a file");
    let mut seen = HashSet::new();
    for (file, text) in documents() {
        for command in mentioned(&text) {
            if seen.insert(command.to_string()) {
                // Help comes last, after everything before it has been read.
                let example = Example { command: &format!("{command} --help"), shown: Vec::new() };
                assert!(example.run(folder.path()).contains("Usage: "), "{}: {command}", file.display());
            }
        }
    }
    assert!(seen.len() > 100, "{seen:?}");
}

/// Lists of techniques and settings of players are what the program reads, and nothing is called a technique that is no switch.
#[test]
fn players_and_techniques_that_are_mentioned_exist() {
    let (mut players, mut lists) = (0, 0);
    for (file, text) in documents() {
        let place = |text: &str| {
            text.contains("...")
                || text.split([',', '=', ':', '.']).any(|word| word.len() > 1 && word.chars().all(char::is_uppercase))
        };
        for word in text.split(|letter: char| letter.is_whitespace() || "`'()\";".contains(letter)) {
            if word.starts_with("kiebitz:") && word.contains('=') && !place(word) {
                let read = word.parse::<engine::PlayerSpec>();
                assert!(read.is_ok(), "{}: {word}: {read:?}", file.display());
                players += 1;
            }
        }
        for rest in text.split("--techniques ").skip(1) {
            let list = rest.split(|letter: char| letter.is_whitespace() || "`'".contains(letter)).next().unwrap_or("");
            if !place(list) {
                let read = list.parse::<engine::Chosen>();
                assert!(read.is_ok(), "{}: {list}: {read:?}", file.display());
                lists += 1;
            }
        }
    }
    assert!(players > 20 && lists > 10, "{players} {lists}");
    // What is said not to be a switch is a setting, and changes what is searched.
    let page = read(&root().join("docs/techniques.md"));
    let (_, rest) = page.split_once("| setting | what |").expect("the table of settings");
    let rows: Vec<&str> = rest.lines().skip(2).map_while(|line| line.strip_prefix("| `")?.split('`').next()).collect();
    assert!(rows.len() >= 6, "{rows:?}");
    for setting in rows {
        let searched = |player: &str| {
            let player: engine::PlayerSpec = player.parse().unwrap_or_else(|error| panic!("{player}: {error}"));
            let (options, go) = player.options(false).expect("a player");
            let mut board = engine::open("chess").expect("chess");
            board
                .set_position("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
                .expect("a position");
            board.go(&options, &go, &engine::Control::timeless(), &mut |_| {}).expect("a search").lines[0].nodes
        };
        let plain = searched("kiebitz:techniques=all,depth=7,eval=material");
        assert_ne!(searched(&format!("kiebitz:techniques=all,depth=7,eval=material,{setting}")), plain, "{setting}");
    }
}

/// Nobody claims to have everything.
#[test]
fn no_text_claims_every_technique_of_the_field() {
    let catalogues = std::fs::read_dir(root().join("web/src/i18n")).expect("the texts of the page");
    let texts = catalogues.map(|entry| entry.expect("a file").path()).map(|path| (path.clone(), read(&path)));
    for (file, text) in documents().into_iter().chain(texts) {
        let text = text.to_lowercase();
        for claim in ["technique of the field", "techniques of the field", "techniken des fachs", "technik des fachs"] {
            assert!(!text.contains(claim), "{}: '{claim}'", file.display());
        }
    }
}

/// A level is labeled with what its games have shown: the tables say what the program says, and who was clearly stronger in the
/// measured list is not labeled as weaker.
#[test]
fn labels_of_levels_are_what_was_measured() {
    let page = read(&root().join("docs/elo.md"));
    let rows = |columns: usize| -> Vec<Vec<String>> {
        let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_string()).collect();
        let rows = page.lines().filter(|line| line.starts_with("| ")).map(cells);
        rows.filter(|row: &Vec<String>| row.len() == columns && row[0].parse::<u32>().is_ok()).collect()
    };
    let (tried, labels) = (rows(5), rows(3));
    assert_eq!((tried.len(), labels.len()), (10, 9));
    for row in tried {
        let asked = engine::Elo::new(row[0].parse().expect("a rating"));
        assert_eq!(asked.measured().expect("it was tried").to_string(), format!("{} Elo", row[3]), "{row:?}");
    }
    let levels: Vec<engine::Level> = engine::Level::all().filter(|level| level.measured().is_some()).collect();
    for (level, row) in levels.iter().zip(labels) {
        assert_eq!((level.number().to_string(), level.strength()), (row[0].clone(), format!("{} Elo", row[2])));
    }
    let list: serde_json::Value =
        serde_json::from_str(&read(&root().join("crates/answers/levels/chess.json"))).expect("JSON");
    let found = |name: &str| {
        let players = list["players"].as_array().expect("players");
        let row = players.iter().find(|row| row["name"] == name).unwrap_or_else(|| panic!("{name} was not measured"));
        (row["elo"].as_f64().expect("a rating"), row["error"].as_f64().expect("an error"))
    };
    let levels =
        levels.iter().map(|level| (format!("level {}", level.number()), level.measured().map(|one| one.rating)));
    let named = engine::Named::ALL.iter().map(|one| (one.title(), one.elo.map(|(rating, _)| rating as u32)));
    let labeled: Vec<(String, u32)> = levels.chain(named).filter_map(|(name, label)| Some((name, label?))).collect();
    assert_eq!(labeled.len(), 17);
    for (strong, label) in &labeled {
        for (weak, other) in &labeled {
            let ((high, error), (low, _)) = (found(strong), found(weak));
            // The list's errors are against its anchor; half of one is what separates neighbors, by far.
            assert!(
                high <= low || high - low < error / 2.0 || label > other,
                "{strong} ({label}) beats {weak} ({other})"
            );
        }
    }
}

/// What must be there before, and in which version, is told where somebody looks; and nothing is installed of which nobody is told.
#[test]
fn what_is_needed_is_told() {
    let install = read(&root().join("docs/install.md"));
    let between = |file: &str, before: &str, after: char| {
        let text = read(&root().join(file));
        let rest = text.split(before).nth(1).unwrap_or_else(|| panic!("{file}: no {before}")).to_string();
        rest.split(after).next().expect("a first part").to_string()
    };
    let node = between("web/package.json", "\"node\": \">=", '"');
    let python = between("crates/python/pyproject.toml", "requires-python = \">=", '"');
    for file in ["README.md", "README.de.md"] {
        assert!(read(&root().join(file)).contains(&node), "{file}: Node.js {node}");
    }
    assert!(
        install.contains(&node) && install.contains(&format!("Python {python} ")),
        "docs/install.md: {node} {python}"
    );
    let usage = between(".ci/need", "usage: .ci/need ", '"');
    let tools: Vec<&str> = usage.split('|').map(str::trim).collect();
    assert!(tools.len() >= 8, "{tools:?}");
    for tool in tools {
        let told = match tool {
            "chromium" => "Chromium",
            "musl" => "musl-gcc",
            "wasm" => "WebAssembly",
            other => other,
        };
        assert!(install.contains(told), "docs/install.md does not tell of {told}");
    }
}

/// The table below the first experiment says what its commands print.
#[test]
#[cfg(unix)]
fn the_first_experiment_comes_out_as_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = read(&root().join("docs/techniques.md"));
    let examples = examples(&page);
    let rows: Vec<Vec<&str>> = page
        .lines()
        .filter(|line| line.starts_with("| `") && line.matches('|').count() == 6)
        .map(|line| line.split('|').map(|cell| cell.trim().trim_matches('`')).collect())
        .collect();
    assert_eq!(rows.len(), 5, "{rows:?}");
    for row in rows {
        let [_, techniques, told @ .., _] = &row[..] else { panic!("{row:?}") };
        let wanted = format!("--techniques {techniques}");
        let example =
            examples.iter().find(|example| example.command.ends_with(&wanted)).expect("a command for each row");
        let printed = example.run(folder.path());
        let line = |start: &str| printed.lines().find_map(|line| line.strip_prefix(start)).unwrap_or("");
        let last: Vec<&str> = line("    8 ").split_whitespace().collect();
        let found = [last[2], line("  leaves ").trim(), last[0], line("Best move: ")];
        assert_eq!(told, found, "docs/techniques.md, {techniques}");
    }
}

/// A heading as links name it: small letters, hyphens for spaces, nothing else.
fn anchor(heading: &str) -> String {
    let keep = |letter: char| match letter {
        ' ' => Some('-'),
        letter if letter.is_alphanumeric() || "-_".contains(letter) => Some(letter.to_ascii_lowercase()),
        _ => None,
    };
    heading.trim_start_matches('#').trim().chars().filter_map(keep).collect()
}

#[test]
fn links_lead_somewhere() {
    for (file, text) in documents() {
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let pictures = ["src=\"", "srcset=\""].into_iter().flat_map(|start| text.split(start).skip(1));
        for target in links.chain(pictures.filter_map(|rest| rest.split('"').next())) {
            if target.starts_with("https://") {
                continue;
            }
            let (path, place) = target.split_once('#').unwrap_or((target, ""));
            let path = if path.is_empty() { file.clone() } else { file.with_file_name(path) };
            assert!(path.exists(), "{}: there is no {target}", file.display());
            if !place.is_empty() {
                let found = read(&path).lines().any(|line| line.starts_with('#') && anchor(line) == place);
                assert!(found, "{}: there is no heading for {target}", file.display());
            }
        }
    }
}

#[test]
fn techniques_and_games_are_listed() {
    let page = read(&root().join("docs/techniques.md"));
    let number = engine::Technique::ALL.len();
    assert!(page.contains(&format!("{number} techniques")), "docs/techniques.md does not say '{number} techniques'");
    for (file, switches) in [("README.md", "switches"), ("README.de.md", "Schaltern")] {
        let wanted = format!("{number} {switches}");
        assert!(read(&root().join(file)).contains(&wanted), "{file} does not say '{wanted}'");
    }
    for technique in engine::Technique::ALL {
        assert!(page.contains(&format!("`{}`", technique.name())), "docs/techniques.md: {}", technique.name());
    }
    let page = read(&root().join("docs/play.md"));
    for game in engine::games() {
        assert!(page.contains(&format!("| `{}` |", game.name)), "docs/play.md does not list {}", game.name);
        assert!(page.contains(&*game.position_example), "docs/play.md does not show {}", game.position_example);
        for parameter in game.parameters {
            assert!(
                page.contains(&format!("`{}`", parameter.name)),
                "docs/play.md: {} of {}",
                parameter.name,
                game.name
            );
        }
    }
}

/// Every room has its place in the list of folders.
#[test]
fn every_room_is_listed() {
    let page = read(&root().join("docs/develop.md"));
    for entry in std::fs::read_dir(root().join("crates")).expect("the rooms") {
        let name = entry.expect("a room").file_name().into_string().expect("a name");
        assert!(page.contains(&format!("`crates/{name}`")), "docs/develop.md, What is where: crates/{name}");
    }
}

/// The README is short, its German sister tells the same: the same commands, doors and numbers.
#[test]
fn the_readme_is_short_and_the_same_in_both_languages() {
    let [english, german] = ["README.md", "README.de.md"].map(|name| read(&root().join(name)));
    for text in [&english, &german] {
        let words = text.split_whitespace().count();
        assert!(words <= 800, "{words} words");
    }
    let commands = |text: &str| -> Vec<String> {
        examples(text).iter().map(|example| example.command.trim_end_matches(" --lang de").to_string()).collect()
    };
    assert_eq!(commands(&english), commands(&german));
    let doors = |text: &str| text.lines().filter(|line| line.starts_with("| **")).count();
    assert_eq!(doors(&english), doors(&german));
    // The last two columns are the results and the dates.
    let results = |text: &str| -> Vec<String> {
        let rows = text.lines().filter(|line| line.starts_with('|') && line.contains("Elo "));
        rows.map(|line| line.split('|').rev().skip(1).take(2).collect::<Vec<_>>().join("|")).collect()
    };
    assert_eq!(results(&english), results(&german));
    assert!(results(&english).len() >= 5);
}

/// Who finds a number of strength in the README finds it, with its error, where it was measured.
#[test]
fn the_readme_tells_what_was_measured() {
    let measured = ["docs/measurements.md", "docs/network.md"].map(|name| read(&root().join(name))).concat();
    let readme = read(&root().join("README.md"));
    let mut found = 0;
    for line in readme.lines().filter(|line| line.starts_with('|')) {
        for elo in line.split("Elo ").skip(1) {
            let number = format!("Elo {}", elo.split(" |").next().expect("a first part"));
            assert!(measured.contains(&number), "README.md says {number}, which was measured nowhere");
            found += 1;
        }
    }
    assert!(found >= 5);
}

/// The words that the glossary explains are words of the code.
#[test]
fn the_glossary_knows_the_code() {
    fn sources(folder: &Path, code: &mut String) {
        for entry in
            std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a folder can be read").path())
        {
            if entry.is_dir() {
                sources(&entry, code);
            } else if entry.extension().is_some_and(|extension| extension == "rs") {
                *code += &read(&entry);
            }
        }
    }
    let mut code = String::new();
    sources(&root().join("crates"), &mut code);
    let words: HashSet<&str> = code.split(|letter: char| !letter.is_alphanumeric() && letter != '_').collect();
    let glossary = read(&root().join("docs/glossary.md"));
    let explained = glossary.lines().filter_map(|line| line.strip_prefix("| `")?.split(" |").next());
    let explained: Vec<_> =
        explained.flat_map(|cell| cell.split(['`', ',', ' ']).filter(|word| !word.is_empty())).collect();
    assert!(explained.len() > 40, "{explained:?}");
    for word in explained {
        assert!(words.contains(word), "docs/glossary.md: '{word}' is not in the code any more");
    }
}
