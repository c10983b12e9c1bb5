//! What a network thinks of a position, as text for a terminal.

use engine::{Diagram, Insight, PieceWorth};

/// The judgement by stages of the game, and what each piece is worth on its cell of the board.
pub fn text(insight: &Insight, diagram: &Diagram) -> String {
    let Insight { width, stage, stages, pieces, .. } = insight;
    let mut text = format!(
        "The network, of width {width}, has an output for each stage of the game: 1 with few pieces on the board, {} with many.\n\
         This position belongs to stage {}; what each output makes of it:\n\n",
        stages.len(),
        stage + 1
    );
    let head = |index: usize| if index == *stage { format!("[{}]", index + 1) } else { format!(" {} ", index + 1) };
    let heads: String = (0..stages.len()).map(|index| format!("{:>9}", head(index))).collect();
    let values: String = stages.iter().map(|one| format!("{:>8} ", one.text)).collect();
    text += &format!("stage  {}\nvalue  {}\n", heads.trim_end(), values.trim_end());
    text += "\nWhat each piece is worth to its owner here: how much the judgement falls when it is taken away.\n\n";
    let notes: Vec<(usize, String)> = pieces.iter().map(|piece| piece.cell).zip(worths(insight)).collect();
    text + &diagram.annotated(&notes)
}

/// What each piece is worth as text: a digit behind the point, two where all of it is less than the game's unit.
pub fn worths(insight: &Insight) -> Vec<String> {
    let most = insight.pieces.iter().map(|piece| piece.worth.abs()).fold(0.0, f64::max);
    let digits = if most < 1.0 { 2 } else { 1 };
    let text = |piece: &PieceWorth| {
        let text = format!("{:.digits$}", piece.worth);
        // Nothing has no sign.
        if text.chars().any(|letter| ('1'..='9').contains(&letter)) { text } else { text.replace('-', "") }
    };
    insight.pieces.iter().map(text).collect()
}
