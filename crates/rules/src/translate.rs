//! The language of boards, translated to GDL: its meaning.
//!
//! Facts are `(cell x y what)` and `(control player)`. What a player could do if it were its turn is an `option`.

use std::fmt::Write;

use crate::language::{Action, Condition, Kind, Luck, Offset, Sketch, Target};

/// What stands on an empty cell.
const BLANK: &str = "blank";

struct Writer<'a> {
    sketch: &'a Sketch,
    roles: [String; 2],
    text: String,
    /// Directions that are used, as they stand on the board.
    offsets: Vec<Offset>,
}

/// A game as GDL.
pub fn translate(sketch: &Sketch) -> String {
    let roles = [0, 1].map(|side: usize| sketch.players[side].to_lowercase());
    let mut writer = Writer { sketch, roles, text: String::new(), offsets: Vec::new() };
    writer.remarks();
    writer.setup();
    writer.options();
    writer.moves();
    writer.ends();
    writer.geometry();
    writer.text
}

/// The number of a direction as a word.
fn direction((x, y): Offset) -> String {
    let part = |number: i32, plus: char, minus: char| match number {
        0 => String::new(),
        1 => plus.to_string(),
        -1 => minus.to_string(),
        _ => format!("{}{}", if number > 0 { plus } else { minus }, number.abs()),
    };
    format!("{}{}", part(y, 'n', 's'), part(x, 'e', 'w'))
}

impl<'a> Writer<'a> {
    fn line(&mut self, text: impl AsRef<str>) {
        self.text.push_str(text.as_ref());
        self.text.push('\n');
    }

    fn heading(&mut self, text: &str) {
        let _ = write!(self.text, "\n;; {text}\n");
    }

    /// The word for a piece of a side.
    fn word(&self, side: usize, kind: &Kind) -> String {
        format!("{}-{}", self.roles[side], kind.name)
    }

    /// The kinds that a side can have.
    fn kinds(&self, side: usize) -> Vec<&'a Kind> {
        self.sketch.kinds.iter().filter(|kind| kind.letters[side].is_some()).collect()
    }

    /// A direction of a side, as it stands on the board: the second player looks the other way.
    fn turned(&mut self, side: usize, (x, y): Offset) -> String {
        let offset = if side == 0 { (x, y) } else { (-x, -y) };
        if !self.offsets.contains(&offset) {
            self.offsets.push(offset);
        }
        direction(offset)
    }

    fn remarks(&mut self) {
        let sketch = self.sketch;
        self.line(format!(";; kiebitz: game {}", sketch.name));
        if !sketch.about.is_empty() {
            self.line(format!(";; kiebitz: about {}", sketch.about));
        }
        for side in 0..2 {
            self.line(format!(";; kiebitz: name {} {}", self.roles[side], sketch.players[side]));
        }
        self.line(";; kiebitz: board cell 1 2 3");
        self.line(format!(";; kiebitz: blank {BLANK}"));
        for side in 0..2 {
            let which = ["first", "second"][side];
            for kind in self.kinds(side) {
                let letter = kind.letters[side].unwrap_or('?');
                let letter = if side == 0 { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() };
                let word = self.word(side, kind);
                self.text.push_str(&format!(";; kiebitz: piece {word} {which} {letter} {letter} {}\n", kind.name));
            }
        }
        let supplies = sketch
            .kinds
            .iter()
            .flat_map(|kind| &kind.actions)
            .all(|action| matches!(action, Action::Place | Action::Drop));
        if supplies && !sketch.pass {
            self.line(format!(";; kiebitz: uses cell * * {BLANK}"));
        }
    }

    fn setup(&mut self) {
        let [width, height] = self.sketch.size;
        self.heading("players, pieces, the first position");
        for side in 0..2 {
            self.line(format!("(role {})", self.roles[side]));
        }
        for side in 0..2 {
            self.line(format!("(opponent {} {})", self.roles[side], self.roles[1 - side]));
            for kind in self.kinds(side) {
                let word = self.word(side, kind);
                let role = &self.roles[side];
                self.text.push_str(&format!("(owner {role} {word})\n"));
            }
        }
        self.line(format!("(init (control {}))", self.roles[0]));
        for y in 1..=height {
            for x in 1..=width {
                let letter = self.sketch.start.get(height - y).map_or('.', |row| row[x - 1]);
                if letter == '#' {
                    continue;
                }
                let found = (0..2).find_map(|side| {
                    let kind = self.kinds(side).into_iter().find(|kind| kind.letters[side] == Some(letter))?;
                    Some(self.word(side, kind))
                });
                let what = found.unwrap_or(BLANK.to_string());
                self.line(format!("(init (cell {x} {y} {what}))"));
            }
        }
        let limit = self.sketch.ends.iter().any(|(_, condition)| matches!(condition, Condition::After(_)));
        if limit {
            self.line("(init (made 0))");
        }
    }

    /// A rule for an option of a side; `takes` if it is a capture.
    fn option(&mut self, side: usize, action: &str, conditions: &[String], takes: bool) {
        let role = self.roles[side].clone();
        let mut body = conditions.join("\n    ");
        if self.sketch.must_capture {
            if takes {
                self.line(format!("(<= (takes {role})\n    {body})"));
            } else {
                body.push_str(&format!("\n    (not (takes {role}))"));
            }
        }
        self.line(format!("(<= (option {role} {action})\n    {body})"));
    }

    fn options(&mut self) {
        self.heading("what a player could do");
        for side in 0..2 {
            for kind in self.kinds(side).into_iter().cloned().collect::<Vec<_>>() {
                for action in &kind.actions {
                    self.option_of(side, &kind, action);
                }
            }
        }
        self.line("(<= (legal ?player ?action)\n    (true (control ?player))\n    (option ?player ?action))");
        self.line("(<= (legal ?player noop)\n    (opponent ?player ?other)\n    (true (control ?other)))");
        let asked =
            self.sketch.ends.iter().any(|(_, condition)| matches!(condition, Condition::NoMove | Condition::Most));
        if asked || self.sketch.pass {
            self.line("(<= (movable ?player)\n    (option ?player ?action))");
        }
        if self.sketch.pass {
            self.line("(<= (legal ?player noop)\n    (true (control ?player))\n    (not (movable ?player)))");
        }
        if self.sketch.kinds.iter().flat_map(|kind| &kind.actions).any(|action| matches!(action, Action::Drop)) {
            self.line(format!("(<= (landing ?x 1)\n    (true (cell ?x 1 {BLANK})))"));
            self.line(format!(
                "(<= (landing ?x ?y2)\n    (succ ?y1 ?y2)\n    (true (cell ?x ?y2 {BLANK}))\n    (true (cell ?x ?y1 ?what))\n    (distinct ?what {BLANK}))"
            ));
        }
    }

    fn option_of(&mut self, side: usize, kind: &Kind, action: &Action) {
        let word = self.word(side, kind);
        let enemy = self.roles[1 - side].clone();
        let blank = |at: u32| format!("(true (cell ?x{at} ?y{at} {BLANK}))");
        let hostile = |at: u32| vec![format!("(true (cell ?x{at} ?y{at} ?what))"), format!("(owner {enemy} ?what)")];
        let from = format!("(true (cell ?x1 ?y1 {word}))");
        let several = self.sketch.kinds.iter().filter(|kind| kind.actions.contains(&Action::Place)).count() > 1;
        match action {
            Action::Place if self.sketch.flip => {
                let (role, all) =
                    (self.roles[side].clone(), &[(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)]);
                all.iter().for_each(|&offset| drop(self.turned(0, offset)));
                let conditions = [
                    format!("(true (cell ?x ?y {BLANK}))"),
                    "(step ?way ?x ?y ?x2 ?y2)".to_string(),
                    format!("(enclosed {role} ?way ?x2 ?y2)"),
                ];
                self.option(side, "(place ?x ?y)", &conditions, false);
            }
            Action::Place => {
                let name = if several { format!("(place {} ?x ?y)", kind.name) } else { "(place ?x ?y)".to_string() };
                self.option(side, &name, &[format!("(true (cell ?x ?y {BLANK}))")], false);
            }
            Action::Drop => {
                let top = self.sketch.size[1];
                self.option(side, "(drop ?x)", &[format!("(true (cell ?x {top} {BLANK}))")], false);
            }
            Action::Step(offsets, Target { empty, enemy }) => {
                for &offset in offsets {
                    let step = format!("(step {} ?x1 ?y1 ?x2 ?y2)", self.turned(side, offset));
                    if *empty {
                        self.option(side, "(move ?x1 ?y1 ?x2 ?y2)", &[from.clone(), step.clone(), blank(2)], false);
                    }
                    if *enemy {
                        let conditions = [vec![from.clone(), step], hostile(2)].concat();
                        self.option(side, "(move ?x1 ?y1 ?x2 ?y2)", &conditions, true);
                    }
                }
            }
            Action::Slide(offsets, Target { empty, enemy }) => {
                for &offset in offsets {
                    let ray = format!("(ray {} ?x1 ?y1 ?x2 ?y2)", self.turned(side, offset));
                    if *empty {
                        self.option(side, "(move ?x1 ?y1 ?x2 ?y2)", &[from.clone(), ray.clone(), blank(2)], false);
                    }
                    if *enemy {
                        let conditions = [vec![from.clone(), ray], hostile(2)].concat();
                        self.option(side, "(move ?x1 ?y1 ?x2 ?y2)", &conditions, true);
                    }
                }
            }
            Action::Jump(offsets) => {
                for &offset in offsets {
                    let way = self.turned(side, offset);
                    let mut conditions = vec![from.clone(), format!("(step {way} ?x1 ?y1 ?x2 ?y2)")];
                    conditions.extend(hostile(2));
                    conditions.extend([format!("(step {way} ?x2 ?y2 ?x3 ?y3)"), blank(3)]);
                    self.option(side, "(jump ?x1 ?y1 ?x3 ?y3)", &conditions, true);
                }
            }
        }
    }

    fn moves(&mut self) {
        self.heading("what moves do");
        let actions: Vec<&Action> = self.sketch.kinds.iter().flat_map(|kind| &kind.actions).collect();
        let any = |test: fn(&Action) -> bool| actions.iter().any(|action| test(action));
        let goes = any(|action| matches!(action, Action::Step(..) | Action::Slide(..)));
        let jumps = any(|action| matches!(action, Action::Jump(_)));
        let names: Vec<&str> =
            [("move", goes), ("jump", jumps)].iter().filter(|(_, is)| *is).map(|(name, _)| *name).collect();
        for name in names {
            let does = format!("(does ?player ({name} ?x1 ?y1 ?x2 ?y2))");
            self.line(format!("(<= (next (cell ?x1 ?y1 {BLANK}))\n    {does})"));
            self.line(format!("(<= (changed ?x1 ?y1)\n    {does})"));
            self.line(format!("(<= (changed ?x2 ?y2)\n    {does})"));
            let promotes = self.sketch.kinds.iter().any(|kind| kind.promotes.is_some());
            if promotes {
                self.line(format!(
                    "(<= (next (cell ?x2 ?y2 ?what))\n    {does}\n    (true (cell ?x1 ?y1 ?what))\n    (not (promotes ?what ?y2)))"
                ));
                self.line(format!(
                    "(<= (next (cell ?x2 ?y2 ?new))\n    {does}\n    (true (cell ?x1 ?y1 ?what))\n    (promotes ?what ?y2)\n    (becomes ?what ?new))"
                ));
            } else {
                self.line(format!("(<= (next (cell ?x2 ?y2 ?what))\n    {does}\n    (true (cell ?x1 ?y1 ?what)))"));
            }
        }
        if jumps {
            let does = "(does ?player (jump ?x1 ?y1 ?x3 ?y3))\n    (step ?way ?x1 ?y1 ?x2 ?y2)\n    (step ?way ?x2 ?y2 ?x3 ?y3)";
            self.line(format!("(<= (next (cell ?x2 ?y2 {BLANK}))\n    {does})"));
            self.line(format!("(<= (changed ?x2 ?y2)\n    {does})"));
        }
        for side in 0..2 {
            let row = [self.sketch.size[1], 1][side];
            for kind in self.kinds(side) {
                let Some(new) = &kind.promotes else { continue };
                let word = self.word(side, kind);
                let role = &self.roles[side];
                self.text.push_str(&format!("(promotes {word} {row})\n(becomes {word} {role}-{new})\n"));
            }
        }
        self.placing();
        self.line("(<= (next (cell ?x ?y ?what))\n    (true (cell ?x ?y ?what))\n    (not (changed ?x ?y)))");
        self.line("(<= (next (control ?player))\n    (opponent ?player ?other)\n    (true (control ?other)))");
    }

    fn placing(&mut self) {
        let several = self.sketch.kinds.iter().filter(|kind| kind.actions.contains(&Action::Place)).count() > 1;
        for side in 0..2 {
            let role = self.roles[side].clone();
            for kind in self.kinds(side).into_iter().cloned().collect::<Vec<_>>() {
                let word = self.word(side, &kind);
                if kind.actions.contains(&Action::Place) {
                    let name =
                        if several { format!("(place {} ?x ?y)", kind.name) } else { "(place ?x ?y)".to_string() };
                    self.line(format!("(<= (next (cell ?x ?y {word}))\n    (does {role} {name}))"));
                    self.line(format!("(<= (changed ?x ?y)\n    (does {role} {name}))"));
                }
                if kind.actions.contains(&Action::Drop) {
                    self.line(format!(
                        "(<= (next (cell ?x ?y {word}))\n    (does {role} (drop ?x))\n    (landing ?x ?y))"
                    ));
                    self.line(format!("(<= (changed ?x ?y)\n    (does {role} (drop ?x))\n    (landing ?x ?y))"));
                }
                if self.sketch.flip && kind.actions.contains(&Action::Place) {
                    self.line(format!("(<= (next (cell ?x ?y {word}))\n    (turned {role} ?way ?x ?y))"));
                }
            }
        }
        if self.sketch.flip {
            self.line("(<= (changed ?x ?y)\n    (turned ?player ?way ?x ?y))");
            self.line(
                "(<= (turned ?player ?way ?x2 ?y2)\n    (does ?player (place ?x1 ?y1))\n    (step ?way ?x1 ?y1 ?x2 ?y2)\n    (enclosed ?player ?way ?x2 ?y2))",
            );
            self.line(
                "(<= (turned ?player ?way ?x2 ?y2)\n    (turned ?player ?way ?x1 ?y1)\n    (step ?way ?x1 ?y1 ?x2 ?y2)\n    (enclosed ?player ?way ?x2 ?y2))",
            );
            self.line(
                "(<= (enclosed ?player ?way ?x1 ?y1)\n    (opponent ?player ?other)\n    (owned ?other ?x1 ?y1)\n    (step ?way ?x1 ?y1 ?x2 ?y2)\n    (owned ?player ?x2 ?y2))",
            );
            self.line(
                "(<= (enclosed ?player ?way ?x1 ?y1)\n    (opponent ?player ?other)\n    (owned ?other ?x1 ?y1)\n    (step ?way ?x1 ?y1 ?x2 ?y2)\n    (enclosed ?player ?way ?x2 ?y2))",
            );
        }
    }

    fn ends(&mut self) {
        self.heading("the end");
        let ends = self.sketch.ends.clone();
        for (luck, condition) in &ends {
            self.end(*luck, condition);
        }
        self.line("(<= (owned ?player ?x ?y)\n    (true (cell ?x ?y ?what))\n    (owner ?player ?what))");
        if ends.iter().any(|(luck, _)| *luck == Luck::Draw) {
            self.line("(<= terminal\n    drawn)");
        }
        self.line("(<= terminal\n    (won ?player))");
        self.line("(<= (goal ?player 100)\n    (won ?player)\n    (opponent ?player ?other)\n    (not (won ?other)))");
        self.line("(<= (goal ?player 0)\n    (opponent ?player ?other)\n    (won ?other)\n    (not (won ?player)))");
        self.line("(<= (goal ?player 50)\n    (opponent ?player ?other)\n    (won ?player)\n    (won ?other))");
        self.line(
            "(<= (goal ?player 50)\n    (opponent ?player ?other)\n    (not (won ?player))\n    (not (won ?other)))",
        );
    }

    /// One end: `good` is what follows for the player of whom the condition speaks.
    fn end(&mut self, luck: Luck, condition: &Condition) {
        // The side of which the condition speaks wins, or its opponent does.
        let head = |player: &str, other: &str| match luck {
            Luck::Win => format!("(won {player})"),
            Luck::Lose => format!("(won {other})"),
            Luck::Draw => "drawn".to_string(),
        };
        let general = head("?player", "?other");
        let pair = "(opponent ?player ?other)";
        let [width, height] = self.sketch.size;
        match condition {
            Condition::Line(length) => {
                for offset in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                    let way = self.turned(0, offset);
                    let mut body = vec!["(owned ?player ?x1 ?y1)".to_string()];
                    for at in 2..=*length {
                        let before = at - 1;
                        body.push(format!("(step {way} ?x{before} ?y{before} ?x{at} ?y{at})"));
                        body.push(format!("(owned ?player ?x{at} ?y{at})"));
                    }
                    self.line(format!("(<= (line ?player)\n    {})", body.join("\n    ")));
                }
                self.line(format!("(<= {general}\n    {pair}\n    (line ?player))"));
            }
            Condition::Reach(kind) => {
                for side in 0..2 {
                    let row = [height, 1][side];
                    let (role, other) = (self.roles[side].clone(), self.roles[1 - side].clone());
                    let found = match kind {
                        None => format!("(owned {role} ?x {row})"),
                        Some(name) => format!("(true (cell ?x {row} {role}-{name}))"),
                    };
                    let has = kind.as_ref().is_none_or(|name| self.kinds(side).iter().any(|kind| kind.name == *name));
                    if has {
                        self.line(format!("(<= {}\n    {found})", head(&role, &other)));
                    }
                }
            }
            Condition::Capture(kind) => {
                for side in 0..2 {
                    let (role, other) = (self.roles[side].clone(), self.roles[1 - side].clone());
                    let has =
                        kind.as_ref().is_none_or(|name| self.kinds(1 - side).iter().any(|kind| kind.name == *name));
                    if !has {
                        continue;
                    }
                    let name = kind.as_deref().unwrap_or("piece");
                    let found = match kind {
                        None => format!("(owned {other} ?x ?y)"),
                        Some(name) => format!("(true (cell ?x ?y {other}-{name}))"),
                    };
                    self.line(format!("(<= (has {other} {name})\n    {found})"));
                    self.line(format!("(<= {}\n    (not (has {other} {name})))", head(&role, &other)));
                }
            }
            Condition::NoMove => {
                let body = "(true (control ?player))\n    (not (movable ?player))";
                self.line(format!("(<= {general}\n    {pair}\n    {body})"));
            }
            Condition::Full => {
                self.line(format!("(<= open\n    (true (cell ?x ?y {BLANK})))"));
                self.line("(<= drawn\n    (not open))");
            }
            Condition::Connect => {
                self.line(format!("(<= (linked {} ?x 1)\n    (owned {0} ?x 1))", self.roles[0]));
                self.line(format!("(<= (linked {} 1 ?y)\n    (owned {0} 1 ?y))", self.roles[1]));
                let ways: &[Offset] = if self.sketch.hexagonal {
                    &[(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]
                } else {
                    &[(1, 0), (-1, 0), (0, 1), (0, -1)]
                };
                for &way in ways {
                    let way = self.turned(0, way);
                    self.line(format!(
                        "(<= (linked ?player ?x2 ?y2)\n    (linked ?player ?x1 ?y1)\n    (step {way} ?x1 ?y1 ?x2 ?y2)\n    (owned ?player ?x2 ?y2))"
                    ));
                }
                let (first, second) = (self.roles[0].clone(), self.roles[1].clone());
                self.line(format!("(<= {}\n    (linked {first} ?x {height}))", head(&first, &second)));
                self.line(format!("(<= {}\n    (linked {second} {width} ?y))", head(&second, &first)));
            }
            Condition::Most => self.most(&general),
            Condition::After(moves) => {
                for at in 0..*moves {
                    self.line(format!("(after {at} {})", at + 1));
                }
                self.line("(<= (next (made ?n2))\n    (true (made ?n1))\n    (after ?n1 ?n2))");
                self.line(format!("(<= drawn\n    (true (made {moves})))"));
            }
        }
    }

    /// Pieces are counted cell by cell when nobody can move.
    fn most(&mut self, head: &str) {
        let [width, height] = self.sketch.size;
        let cells = width * height;
        for at in 0..cells {
            self.line(format!("(place-number {} {} {})", at + 1, at % width + 1, at / width + 1));
            self.line(format!("(after {at} {})", at + 1));
        }
        self.line("(<= stuck\n    (role ?player)\n    (movable ?player))");
        self.line("(<= drawn\n    (not stuck))");
        self.line("(<= (tally ?player 0 0)\n    (role ?player))");
        self.line(
            "(<= (tally ?player ?k2 ?n2)\n    (tally ?player ?k1 ?n1)\n    (after ?k1 ?k2)\n    (place-number ?k2 ?x ?y)\n    (owned ?player ?x ?y)\n    (after ?n1 ?n2))",
        );
        self.line(
            "(<= (tally ?player ?k2 ?n)\n    (tally ?player ?k1 ?n)\n    (after ?k1 ?k2)\n    (place-number ?k2 ?x ?y)\n    (not (owned ?player ?x ?y)))",
        );
        self.line("(<= (more ?b ?a)\n    (after ?a ?b))");
        self.line("(<= (more ?c ?a)\n    (more ?b ?a)\n    (after ?b ?c))");
        self.line(format!(
            "(<= {head}\n    (not stuck)\n    (opponent ?player ?other)\n    (tally ?player {cells} ?n1)\n    (tally ?other {cells} ?n2)\n    (more ?n1 ?n2))"
        ));
    }

    fn geometry(&mut self) {
        self.heading("the board");
        let [width, height] = self.sketch.size;
        for at in 1..width.max(height) {
            self.line(format!("(succ {at} {})", at + 1));
        }
        for x in 1..=width {
            self.line(format!("(column {x})"));
        }
        for y in 1..=height {
            self.line(format!("(row {y})"));
        }
        let chain = |name: char, by: i32| -> (String, Vec<String>) {
            let domain = if name == 'x' { "column" } else { "row" };
            if by == 0 {
                return (format!("?{name}1"), vec![format!("({domain} ?{name}1)")]);
            }
            let steps = by.abs();
            let node = |at: i32| match at {
                0 => format!("?{name}1"),
                at if at == steps => format!("?{name}2"),
                at => format!("?{name}{at}0"),
            };
            let mut body: Vec<String> = (0..steps)
                .map(|at| {
                    let (from, to) = (node(at), node(at + 1));
                    if by > 0 { format!("(succ {from} {to})") } else { format!("(succ {to} {from})") }
                })
                .collect();
            body.push(format!("({domain} ?{name}1)"));
            body.push(format!("({domain} ?{name}2)"));
            (format!("?{name}2"), body)
        };
        for (x, y) in self.offsets.clone() {
            let ((to_x, xs), (to_y, ys)) = (chain('x', x), chain('y', y));
            let body = [xs, ys].concat().join("\n    ");
            self.line(format!("(<= (step {} ?x1 ?y1 {to_x} {to_y})\n    {body})", direction((x, y))));
        }
        let slides =
            self.sketch.kinds.iter().flat_map(|kind| &kind.actions).any(|action| matches!(action, Action::Slide(..)));
        if slides {
            self.line("(<= (ray ?way ?x1 ?y1 ?x2 ?y2)\n    (step ?way ?x1 ?y1 ?x2 ?y2))");
            self.line(format!(
                "(<= (ray ?way ?x1 ?y1 ?x3 ?y3)\n    (ray ?way ?x1 ?y1 ?x2 ?y2)\n    (true (cell ?x2 ?y2 {BLANK}))\n    (step ?way ?x2 ?y2 ?x3 ?y3))"
            ));
        }
    }
}
