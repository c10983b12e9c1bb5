//! What is seen while games are played: a bar on a terminal, a line now and then elsewhere; faults as they come.

use std::fs::File;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use arena::{Arena, Event, Finished, Standings};
use indicatif::{ProgressBar, ProgressStyle};

use crate::output::{self, Failure};

/// Follows a run: keeps the standings, writes the games, shows how it goes.
pub struct Progress<'a> {
    arena: &'a Arena,
    pub standings: Standings,
    pub bar: ProgressBar,
    pgn: Option<(File, PathBuf)>,
    /// Lines for those who have no terminal; not for JSON.
    lines: bool,
    last_line: Instant,
    begin: Instant,
    played: u64,
}

/// Without a terminal, a line at most this often.
const PAUSE: Duration = Duration::from_secs(10);

impl<'a> Progress<'a> {
    /// `total` games are to be played. The file is begun anew.
    pub fn new(arena: &'a Arena, total: usize, pgn: Option<&Path>, json: bool) -> Result<Progress<'a>, Failure> {
        let style = "{elapsed} [{bar:24}] {pos}/{len} games, {eta} left  {msg}";
        let style = ProgressStyle::with_template(style).expect("a template").progress_chars("=> ");
        let bar = ProgressBar::new(total as u64).with_style(style);
        bar.enable_steady_tick(Duration::from_millis(500));
        let create = |path: &Path| {
            File::create(path)
                .map(|file| (file, path.to_path_buf()))
                .map_err(|error| Failure::BadInput(format!("{}: {error}", path.display())))
        };
        Ok(Progress {
            arena,
            standings: Standings::new(arena.contestants.len()),
            bar,
            pgn: pgn.map(create).transpose()?,
            lines: !json && !std::io::stderr().is_terminal(),
            last_line: Instant::now(),
            begin: Instant::now(),
            played: 0,
        })
    }

    /// Something has happened; `status` tells the standings in a few words.
    pub fn hear(&mut self, event: &Event, status: impl FnOnce(&Standings) -> String) -> Result<(), Failure> {
        match event {
            Event::Remark(index, text) => {
                let name = output::visible(&self.arena.contestants[*index].label());
                self.notice(&format!("{name}: {}", output::visible(text)))
            }
            Event::Game(game) => {
                self.played += 1;
                self.add(game)?;
                let text = status(&self.standings);
                self.bar.set_position(self.standings.games());
                if self.lines && self.last_line.elapsed() >= PAUSE {
                    self.last_line = Instant::now();
                    let len = self.bar.length().unwrap_or(0);
                    output::line(format!("{}/{len} games: {text}", self.standings.games()))?;
                }
                self.bar.set_message(text);
                Ok(())
            }
        }
    }

    /// A game that is over, now or in an earlier run.
    pub fn add(&mut self, game: &Finished) -> Result<(), Failure> {
        self.standings.add(game);
        if let Some((file, path)) = &mut self.pgn {
            let written = file.write_all(game.pgn.as_bytes());
            written.map_err(|error| Failure::Other(format!("{}: {error}", path.display())))?;
        }
        if let Some((index, fault)) = game.culprit() {
            let name = output::visible(&self.arena.contestants[index].label());
            let number = 2 * game.fixture.pair + usize::from(game.fixture.leg) + 1;
            let text = output::visible(&fault.to_string());
            self.notice(&format!("game {number}: {name} loses: {}: {text}", fault.kind()))?;
        }
        Ok(())
    }

    /// Says something beside the bar.
    pub fn notice(&self, text: &str) -> Result<(), Failure> {
        beside(&self.bar, text)
    }

    /// Games a second of this run.
    pub fn speed(&self) -> f64 {
        self.played as f64 / self.begin.elapsed().as_secs_f64().max(1e-9)
    }

    /// Takes the bar away.
    pub fn end(self) -> Standings {
        self.bar.finish_and_clear();
        self.standings
    }
}

/// Says something beside a bar.
pub fn beside(bar: &ProgressBar, text: &str) -> Result<(), Failure> {
    bar.suspend(|| writeln!(std::io::stderr(), "{text}")).map_err(Failure::from)
}
