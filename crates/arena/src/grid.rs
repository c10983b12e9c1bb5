//! Tables of text: plain, as Markdown, as CSV (RFC 4180) and for LaTeX.

/// A table: the first column is text, the others are numbers.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    /// The names of the columns.
    pub header: Vec<String>,
    /// The rows, as long as the header.
    pub rows: Vec<Vec<String>>,
    /// How many columns, from the left, are text.
    pub texts: usize,
}

impl Grid {
    fn widths(&self) -> Vec<usize> {
        let lines = || std::iter::once(&self.header).chain(&self.rows);
        (0..self.header.len())
            .map(|column| lines().map(|line| line[column].chars().count()).max().unwrap_or(0))
            .collect()
    }

    fn line(&self, cells: &[String], widths: &[usize], between: &str) -> String {
        let cells = cells.iter().zip(widths).enumerate().map(|(column, (cell, &width))| {
            if column < self.texts { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        cells.collect::<Vec<_>>().join(between)
    }

    /// Columns with spaces between them.
    pub fn text(&self) -> String {
        let widths = self.widths();
        let lines = std::iter::once(&self.header).chain(&self.rows);
        lines.map(|line| format!("{}\n", self.line(line, &widths, "  ").trim_end())).collect()
    }

    /// The same in no more than `width` columns of letters: what does not fit stands below, beside the first columns again. Only a
    /// single column may be wider.
    pub fn fitting(&self, width: usize) -> String {
        let widths = self.widths();
        let texts = self.texts.min(widths.len());
        let fixed: usize = widths[..texts].iter().map(|width| width + 2).sum();
        let mut blocks = Vec::new();
        let mut first = texts;
        while first < widths.len() {
            let mut used = fixed + widths[first];
            let mut end = first + 1;
            while end < widths.len() && used + 2 + widths[end] <= width {
                used += 2 + widths[end];
                end += 1;
            }
            blocks.push(self.columns((0..texts).chain(first..end)).text());
            first = end;
        }
        if blocks.is_empty() { self.text() } else { blocks.join("\n") }
    }

    /// A table of some of the columns.
    fn columns(&self, columns: impl Iterator<Item = usize> + Clone) -> Grid {
        let line = |line: &Vec<String>| columns.clone().map(|column| line[column].clone()).collect();
        Grid { header: line(&self.header), rows: self.rows.iter().map(line).collect(), texts: self.texts }
    }

    /// A Markdown table.
    pub fn markdown(&self) -> String {
        // A bar inside a cell would end it.
        let safe = Grid {
            header: self.header.clone(),
            rows: self.rows.iter().map(|row| row.iter().map(|cell| cell.replace('|', "\\|")).collect()).collect(),
            texts: self.texts,
        };
        let widths = safe.widths();
        let rule = (0..widths.len()).map(|column| if column < self.texts { "---" } else { "---:" });
        let rule = rule.collect::<Vec<_>>().join("|");
        let mut text = format!("| {} |\n|{rule}|\n", safe.line(&safe.header, &widths, " | "));
        for row in &safe.rows {
            text += &format!("| {} |\n", safe.line(row, &widths, " | "));
        }
        text
    }

    /// Commas between the cells, and quotes around those that need them.
    pub fn csv(&self) -> String {
        let cell = |cell: &String| match cell.contains([',', '"', '\n', '\r']) {
            true => format!("\"{}\"", cell.replace('"', "\"\"")),
            false => cell.clone(),
        };
        let lines = std::iter::once(&self.header).chain(&self.rows);
        lines.map(|line| line.iter().map(cell).collect::<Vec<_>>().join(",") + "\r\n").collect()
    }

    /// A table for LaTeX with the package `booktabs`.
    pub fn latex(&self) -> String {
        let line = |cells: &[String]| cells.iter().map(|cell| latex(cell)).collect::<Vec<_>>().join(" & ") + " \\\\\n";
        let columns: String =
            (0..self.header.len()).map(|column| if column < self.texts { 'l' } else { 'r' }).collect();
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        format!(
            "\\begin{{tabular}}{{{columns}}}\n\\toprule\n{}\\midrule\n{rows}\\bottomrule\n\\end{{tabular}}\n",
            line(&self.header)
        )
    }
}

/// Text in which nothing is a command of LaTeX.
fn latex(text: &str) -> String {
    let one = |letter: char| match letter {
        '&' | '%' | '$' | '#' | '_' | '{' | '}' => format!("\\{letter}"),
        '~' => "\\textasciitilde{}".to_string(),
        '^' => "\\textasciicircum{}".to_string(),
        '\\' => "\\textbackslash{}".to_string(),
        '±' => "$\\pm$".to_string(),
        '×' => "$\\times$".to_string(),
        '−' => "$-$".to_string(),
        '✓' => "$\\surd$".to_string(),
        '✗' => "$\\times$".to_string(),
        letter => letter.to_string(),
    };
    text.chars().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn for_other_programs() {
        let grid = Grid {
            header: ["name", "±"].map(String::from).to_vec(),
            rows: vec![["a, \"b\"", "1_2 %"].map(String::from).to_vec()],
            texts: 1,
        };
        assert_eq!(grid.csv(), "name,±\r\n\"a, \"\"b\"\"\",1_2 %\r\n");
        let latex = grid.latex();
        assert!(latex.starts_with("\\begin{tabular}{lr}\n\\toprule\nname & $\\pm$ \\\\\n"), "{latex}");
        assert!(latex.contains("a, \"b\" & 1\\_2 \\% \\\\\n"), "{latex}");
    }

    #[test]
    fn narrow_windows() {
        let grid = Grid {
            header: ["name", "one", "two", "three"].map(String::from).to_vec(),
            rows: vec![["a", "1", "22", "333"].map(String::from).to_vec()],
            texts: 1,
        };
        assert_eq!(grid.fitting(80), grid.text());
        assert_eq!(grid.fitting(14), "name  one  two\na       1   22\n\nname  three\na       333\n");
        assert!(grid.fitting(1).lines().all(|line| line.chars().count() <= 11), "{}", grid.fitting(1));
        assert_eq!(Grid::default().fitting(10), Grid::default().text());
    }

    #[test]
    fn both_forms() {
        let grid = Grid {
            header: ["name", "points"].map(String::from).to_vec(),
            rows: vec![["a|b", "1.5"].map(String::from).to_vec(), ["long name", "12"].map(String::from).to_vec()],
            texts: 1,
        };
        assert_eq!(grid.text(), "name       points\na|b           1.5\nlong name      12\n");
        assert_eq!(
            grid.markdown(),
            "| name      | points |\n|---|---:|\n| a\\|b      |    1.5 |\n| long name |     12 |\n"
        );
    }
}
