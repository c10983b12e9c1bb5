//! Positions as text: PDN's FEN, `B:W18,24,K31:BK1,5`.
//!
//! First who is to move, then the pieces of each color, `K` before a king, ranges such as `21-32` allowed, squares as
//! numbers or as letters with numbers. Then come counters, each left out when it is nothing:
//!
//! * `H12`: plies since the last capture or move of a man (the letter is lidraughts.org's);
//! * `E4`: plies since the ending came about that is drawn when it lasts;
//! * `L37=2`: the king on 37 has made two plain moves in a row (Frisian rules), one field for each color at most;
//! * `F10`, a move number, is read and forgotten; so is a last dot. `+1+0`, lidraughts' form of the king moves in a row of
//!   White and Black, is read where it leaves no doubt which king is meant.
//!
//! Reading takes two steps. [`Setup`] is what the text says; [`Setup::place`] makes a position of it, or names everything
//! that is wrong with it. PDN 3.0 describes the notation: <https://pdn.fmjd.org/fen.html>.

use super::geometry::{Color, Variant};
use super::position::{Draughts, KingRun};
use super::word::{Word, squares};

/// What a position's text says, not yet checked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setup {
    turn: Option<Color>,
    /// Color, king or not, square as named in the text.
    pieces: Vec<(Color, bool, u8)>,
    quiet_plies: u16,
    ending_plies: u16,
    runs: Vec<KingRun>,
    /// King moves in a row by color, without the king.
    nameless_runs: Option<[u8; 2]>,
}

fn color(text: &str) -> Option<Color> {
    match text {
        "W" | "w" => Some(Color::White),
        "B" | "b" => Some(Color::Black),
        _ => None,
    }
}

fn count<T: std::str::FromStr>(text: &str, what: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("'{text}' is not {what}"))
}

impl Setup {
    /// Reads the text. All that cannot be read is named in the error.
    pub fn read<W: Word>(text: &str, variant: &Variant<W>) -> Result<Setup, Vec<String>> {
        let text = text.trim();
        let text = text.strip_suffix('.').unwrap_or(text);
        let mut setup = Setup::default();
        let mut wrong = Vec::new();
        let mut fields = text.split(':').map(str::trim);
        setup.turn = color(fields.next().unwrap_or(""));
        if setup.turn.is_none() {
            wrong.push("a position begins with the side to move, as in B:W18,24,K31:BK1,5".to_string());
            return Err(wrong);
        }
        for field in fields.filter(|field| !field.is_empty()) {
            let (head, rest) = field.split_at(field.chars().next().map_or(0, char::len_utf8));
            let read = match (head, color(head)) {
                (_, Some(color)) => {
                    setup.read_pieces(color, rest, variant, &mut wrong);
                    Ok(())
                }
                ("H", _) => count(rest, "a number of plies").map(|plies| setup.quiet_plies = plies),
                ("E", _) => count(rest, "a number of plies").map(|plies| setup.ending_plies = plies),
                ("F", _) => count::<u32>(rest, "a move number").map(|_| ()),
                ("L", _) => setup.read_run(rest, variant),
                ("+", _) => setup.read_nameless_runs(rest),
                _ => Err(format!("the field '{field}' is none of W..., B..., H, E, L, F")),
            };
            wrong.extend(read.err());
        }
        if wrong.is_empty() { Ok(setup) } else { Err(wrong) }
    }

    fn read_pieces<W: Word>(&mut self, color: Color, list: &str, variant: &Variant<W>, wrong: &mut Vec<String>) {
        for item in list.split(',').map(str::trim).filter(|item| !item.is_empty()) {
            let (king, item) = match item.strip_prefix(['K', 'k']).filter(|rest| !rest.is_empty()) {
                // On a 12×12 board and above `k3` may be a square of the k file.
                Some(_) if variant.rules.algebraic && item.starts_with('k') => (false, item),
                Some(rest) => (true, rest.trim()),
                None => (false, item),
            };
            let range = item.split_once('-').unwrap_or((item, item));
            match (variant.named(range.0.trim()), variant.named(range.1.trim())) {
                (Ok(first), Ok(last)) => {
                    let (first, last) = (variant.number(first), variant.number(last));
                    if first > last {
                        wrong.push(format!("the range {item} runs backwards"));
                    }
                    self.pieces
                        .extend((first..=last).filter_map(|n| variant.numbered(n)).map(|square| (color, king, square)));
                }
                (first, last) => {
                    wrong.extend(first.err());
                    wrong.extend(last.err().filter(|_| range.0 != range.1));
                }
            }
        }
    }

    fn read_run<W: Word>(&mut self, text: &str, variant: &Variant<W>) -> Result<(), String> {
        let (square, moves) = text.split_once('=').ok_or_else(|| format!("'L{text}' is not of the form L37=2"))?;
        self.runs.push(KingRun {
            square: variant.named(square.trim())?,
            count: count(moves.trim(), "a number of king moves in a row")?,
        });
        Ok(())
    }

    fn read_nameless_runs(&mut self, text: &str) -> Result<(), String> {
        let what = "a number of king moves in a row";
        let (white, black) = text.split_once('+').ok_or_else(|| format!("'+{text}' is not of the form +1+0"))?;
        self.nameless_runs = Some([count(white, what)?, count(black, what)?]);
        Ok(())
    }

    /// Sets the pieces up. All that is wrong with the position is named in the error.
    pub fn place<W: Word>(mut self, variant: &'static Variant<W>) -> Result<Draughts<W>, Vec<String>> {
        let mut wrong = Vec::new();
        let (mut pieces, mut kings) = ([W::EMPTY; 2], W::EMPTY);
        for &(color, king, square) in &self.pieces {
            let bit = W::bit(square);
            if (pieces[0] | pieces[1]).meets(bit) {
                wrong.push(format!("two pieces stand on {}", variant.name(square)));
            }
            if !king && variant.geometry.king_row[color as usize].meets(bit) {
                wrong.push(format!(
                    "a man of {}'s stands on {}, its king row: there it would be a king",
                    color.name(),
                    variant.name(square)
                ));
            }
            pieces[color as usize] |= bit;
            if king {
                kings |= bit;
            }
        }
        let order = variant.geometry.order as u32;
        for color in Color::BOTH {
            let (found, most) = (pieces[color as usize].count(), order * (order - 1));
            if found > most {
                wrong.push(format!("{} has {found} pieces; a side begins with {most}", color.name()));
            }
        }
        if self.pieces.is_empty() {
            wrong.push("there is no piece on the board".to_string());
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let turn = self.turn.unwrap_or(Color::White);
        let mut position = Draughts::with_pieces(variant, pieces, kings, turn);
        position.quiet_plies = self.quiet_plies;
        if position.ending == 0 && self.ending_plies > 0 {
            wrong.push(format!("E{} counts an ending that is not on the board", self.ending_plies));
        }
        position.ending_plies = self.ending_plies;
        self.name_runs(&position, &mut wrong);
        let runs = self.place_runs(&position, &mut wrong);
        position.set_runs(runs);
        if wrong.is_empty() { Ok(position) } else { Err(wrong) }
    }

    /// Finds the kings that `+1+0` speaks of.
    fn name_runs<W: Word>(&mut self, position: &Draughts<W>, wrong: &mut Vec<String>) {
        for (color, count) in Color::BOTH.into_iter().zip(self.nameless_runs.unwrap_or([0, 0])) {
            let kings = position.kings_of(color);
            match (count, kings.count()) {
                (0, _) => {}
                (_, 1) if position.men(color).is_empty() => {}
                (_, 1) => self.runs.push(KingRun { square: kings.lowest(), count }),
                (_, found) => wrong.push(format!(
                    "{count} king moves in a row by {}, who has {found} kings: say which, as in L37={count}",
                    color.name()
                )),
            }
        }
    }

    fn place_runs<W: Word>(&self, position: &Draughts<W>, wrong: &mut Vec<String>) -> [KingRun; 2] {
        let mut runs = [KingRun::default(); 2];
        let limit = position.rules().king_run_limit;
        for &run in &self.runs {
            let name = position.variant.name(run.square);
            let owner = position.color_at(run.square).filter(|_| position.kings.meets(W::bit(run.square)));
            match owner {
                _ if limit == 0 => wrong.push(format!("L{name}: these rules do not count king moves in a row")),
                _ if run.count == 0 || run.count > limit => {
                    wrong.push(format!("L{name}={}: a king moves 1 to {limit} times in a row", run.count));
                }
                None => wrong.push(format!("L{name}: there is no king on {name}")),
                Some(color) if position.men(color).is_empty() => {
                    wrong.push(format!("L{name}: {} has no men, so its kings are free", color.name()));
                }
                Some(color) if runs[color as usize].count > 0 => {
                    wrong.push(format!("L{name}: a second king of {}'s", color.name()));
                }
                Some(color) => runs[color as usize] = run,
            }
        }
        runs
    }
}

/// The text of a position.
pub fn write<W: Word>(position: &Draughts<W>) -> String {
    let variant = position.variant;
    let letter = |color: Color| ["W", "B"][color as usize];
    let list = |color: Color| {
        let mut own: Vec<u8> = squares(position.pieces[color as usize]).collect();
        own.sort_by_key(|&square| variant.number(square));
        let king = |square: u8| if position.kings.meets(W::bit(square)) { "K" } else { "" };
        let names: Vec<String> =
            own.iter().map(|&square| format!("{}{}", king(square), variant.name(square))).collect();
        format!("{}{}", letter(color), names.join(","))
    };
    let mut text = format!("{}:{}:{}", letter(position.turn), list(Color::White), list(Color::Black));
    if position.quiet_plies > 0 {
        text += &format!(":H{}", position.quiet_plies);
    }
    if position.ending_plies > 0 {
        text += &format!(":E{}", position.ending_plies);
    }
    for run in position.runs.iter().filter(|run| run.count > 0) {
        text += &format!(":L{}={}", variant.name(run.square), run.count);
    }
    text
}
