//! `kiebitz lab ablate --terms`: one group of terms of the evaluation less, or one more.

use std::path::PathBuf;

use engine::{Control, PlayerKind, PlayerSpec};
use lab::ablate::Kind;
use lab::terms::{self, Request, Terms};
use learn::{data, tune};
use serde_json::json;

use super::super::sheet::{self, failed};
use super::Ablate;
use crate::interrupt;
use crate::output::{self, Failure};

/// Without --data so many games are played for it, each with so many nodes a move.
const GAMES: u32 = 400;
const NODES: u64 = 200;
/// How often the positions are judged to see how long it takes.
const ROUNDS: usize = 200;

impl Ablate {
    pub fn run_terms(mut self) -> Result<(), Failure> {
        let kind = if self.add_one_in.is_some() { Kind::AddOneIn } else { Kind::LeaveOneOut };
        let request = Request {
            game: self.places.game.clone(),
            evaluator: self.eval.clone().unwrap_or_default(),
            kind,
            names: self.add_one_in.clone().unwrap_or_else(|| self.without.clone()),
            positions: self.places.read()?,
            rounds: ROUNDS,
        };
        let variants = terms::variants(&request)?;
        let bar = output::bar(variants.len() as u64);
        let found = interrupt::stoppable(|halt| {
            let mut progress = |done: usize, name: &str| {
                bar.set_position(done as u64);
                bar.set_message(name.to_string());
            };
            terms::measure(&request, halt, &mut progress).map_err(|error| failed(error, halt))
        });
        bar.finish_and_clear();
        let mut found = found?;
        interrupt::stoppable(|halt| self.lose(&mut found, halt))?;
        if let Some(games) = self.games {
            self.limit(kind);
            self.play_terms(games, &request, &variants, &mut found)?;
        }
        let (svg, elo) = (|| found.svg(), || found.elo_svg());
        let mut pictures: Vec<sheet::Picture> = vec![("", &svg)];
        if self.games.is_some() {
            pictures.push(("elo", &elo));
        }
        let grid = found.grid();
        let text = || {
            let Terms { game, evaluator, positions, loss_positions, .. } = &found;
            format!(
                "{game}, {evaluator}: loss on {loss_positions} positions of played games, time on {positions} positions\n\n{}",
                grid.fitting(output::width())
            )
        };
        sheet::deliver(&self.out, self.conditions.json, &grid, &|| json!(found), &pictures, &text)
    }

    /// How wrong each variant is about played games.
    fn lose(&self, found: &mut Terms, halt: &Control) -> Result<(), Failure> {
        let evaluators: Vec<String> = found.rows.iter().map(|row| row.evaluator.clone()).collect();
        let folder = tempfile::tempdir()?;
        let made = folder.path().join("games");
        let files: Vec<PathBuf> = if self.data.is_empty() { vec![made.clone()] } else { self.data.clone() };
        if self.data.is_empty() {
            let bar = output::bar(u64::from(GAMES));
            bar.set_message("games to judge");
            let settings = data::Settings { nodes: NODES, harvest: 0, ..data::Settings::default() };
            let played = data::generate(&found.game, &settings, 0..GAMES, 1, &made, halt, &mut |progress| {
                bar.set_position(u64::from(progress.games));
            });
            bar.finish_and_clear();
            played?;
            if halt.stopped() {
                return Err(Failure::Other("stopped before the experiment was complete".to_string()));
            }
        }
        let (losses, positions) = tune::losses(&found.game, &evaluators, &files, &tune::Settings::default())?;
        found.loss_positions = positions;
        for (row, loss) in found.rows.iter_mut().zip(losses) {
            row.loss = Some(loss);
        }
        Ok(())
    }

    /// Lets every variant play against the first.
    fn play_terms(
        &self,
        games: usize,
        request: &Request,
        variants: &[(String, String)],
        found: &mut Terms,
    ) -> Result<(), Failure> {
        let player = |(name, evaluator): &(String, String)| {
            let eval = Some(evaluator.clone());
            PlayerSpec { eval, name: Some(name.clone()), ..PlayerSpec::new(PlayerKind::Kiebitz) }.to_string()
        };
        let players = variants.iter().map(player).collect();
        let worths = self.gauntlet(&request.game, players, games, "variants", request.kind)?;
        found.rows.iter_mut().skip(1).zip(worths).for_each(|(row, worth)| row.worth = worth);
        Ok(())
    }
}
