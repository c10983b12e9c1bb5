//! `kiebitz lab horizon`: the gallery of errors.

use clap::Args;
use lab::explain::Language;
use lab::horizon::{self, Exhibit, Shown, Text};
use serde_json::json;

use super::sheet::{Sheet, failed};
use crate::interrupt;
use crate::output::{self, Failure};
use crate::words;

/// Positions in which a search of fixed depth errs, and what repairs it
///
/// Each position is an exercise: what to look for comes first, then what every rung of the ladder plays, then the solution.
#[derive(Args)]
#[command(after_help = "\
Examples:
  kiebitz lab horizon
  kiebitz lab horizon poisoned-knight --lang de
  kiebitz lab horizon --out gallery.md --out gallery.svg")]
pub struct Horizon {
    /// Only this exhibit
    #[arg(value_name = "EXHIBIT")]
    exhibit: Option<String>,

    #[command(flatten)]
    sheet: Sheet,
}

impl Horizon {
    pub fn run(self) -> Result<(), Failure> {
        self.sheet.check()?;
        let exhibits: Vec<&Exhibit> = match &self.exhibit {
            Some(id) => vec![horizon::find(id)?],
            None => horizon::gallery().iter().collect(),
        };
        let bar = output::bar(exhibits.len() as u64);
        let shown = interrupt::stoppable(|halt| {
            let show = |exhibit: &&Exhibit| {
                bar.set_message(exhibit.id);
                let shown = horizon::show(exhibit, halt).map_err(|error| failed(error, halt));
                bar.inc(1);
                shown
            };
            exhibits.iter().map(show).collect::<Result<Vec<Shown>, Failure>>()
        });
        bar.finish_and_clear();
        let shown = shown?;
        let text = || shown.iter().map(|one| self.text(one)).collect::<Vec<_>>().join("\n");
        self.sheet.deliver(
            &horizon::grid(&shown),
            &|| json!({ "exhibits": shown }),
            &[("", &|| horizon::svg(&shown))],
            &text,
        )
    }

    /// The name of a rung of the ladder.
    fn rung(&self, title: &str) -> String {
        if words::language() == Language::English {
            return title.to_string();
        }
        let words = [("with quiescence", "mit Ruhesuche"), ("all techniques", "alle Techniken"), ("depth", "Tiefe")];
        words.iter().fold(title.to_string(), |title, (en, de)| title.replace(en, de))
    }

    /// An exhibit for people.
    fn text(&self, shown: &Shown) -> String {
        let Exhibit { id, title, exercise, solution, game, position, repair, source, .. } = &shown.exhibit;
        let word = |en, de| if words::language() == Language::German { de } else { en };
        let tell = |text: &Text| word(text.en, text.de);
        let letters = engine::info(game).map_or("".into(), |info| info.customs.piece_letters);
        let mut lines = format!("{} ({id}): {game}, {position}\n{}\n", tell(title), tell(exercise));
        let errs = [word("the one that errs", "wer sich irrt"), word("repaired", "verbessert")];
        for (index, answer) in shown.answers.iter().enumerate() {
            let who = errs.get(index).map_or_else(|| self.rung(&answer.who), ToString::to_string);
            let verdict = if answer.right { word("right", "richtig") } else { word("wrong", "falsch") };
            lines += &format!(
                "  {:<26} {:<8} {:>8}  {verdict:<8} ({}, {} {})\n",
                who,
                words::language().move_text(&letters, &answer.mv),
                words::score(&answer.score),
                answer.techniques,
                word("depth", "Tiefe"),
                answer.depth
            );
        }
        let repaired = word("What repairs it", "Was hilft");
        // Techniques are called by the names of their switches, in every language.
        let repair = match (*repair, repair.strip_prefix("no ")) {
            ("depth", _) => word("a greater depth", "eine größere Tiefe").to_string(),
            ("evaluator", _) => word("another evaluation", "eine andere Bewertung").to_string(),
            (_, Some(technique)) => format!("{} {technique}", word("without", "ohne")),
            (technique, None) => technique.to_string(),
        };
        lines + &format!("{}\n{repaired}: {repair}. {}: {}.\n", tell(solution), word("Source", "Quelle"), tell(source))
    }
}
