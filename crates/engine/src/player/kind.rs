//! What sorts of players there are, and what can be set of each.

use serde::{Deserialize, Serialize};

use crate::source::SCALE;

/// What sort of player it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum PlayerKind {
    /// A person.
    #[default]
    Human,
    /// The one search. Games that were stored before knew three kinds of it.
    #[serde(alias = "level", alias = "elo", alias = "techniques")]
    Kiebitz,
    /// Monte Carlo tree search.
    Mcts,
    /// Legal moves at random.
    Random,
    /// Another program, by UCI.
    Uci,
    /// Another program, by GTP.
    Gtp,
    /// Another program, by Hub.
    Hub,
    /// Another program that plays games given as rules, at an address.
    Ggp,
    /// Another program that a server was started with, by the name it has there.
    Engine,
}

impl PlayerKind {
    pub(super) const ALL: [(&'static str, PlayerKind); 9] = [
        ("human", PlayerKind::Human),
        ("kiebitz", PlayerKind::Kiebitz),
        ("mcts", PlayerKind::Mcts),
        ("random", PlayerKind::Random),
        ("uci", PlayerKind::Uci),
        ("gtp", PlayerKind::Gtp),
        ("hub", PlayerKind::Hub),
        ("ggp", PlayerKind::Ggp),
        ("engine", PlayerKind::Engine),
    ];

    /// Its name in texts.
    pub fn name(self) -> &'static str {
        PlayerKind::ALL[self as usize].0
    }

    /// Is it a program of another maker, which is started from a file or is at an address?
    pub fn is_foreign(self) -> bool {
        matches!(self, PlayerKind::Uci | PlayerKind::Gtp | PlayerKind::Hub | PlayerKind::Ggp)
    }

    /// The settings that it has.
    fn settings(self) -> &'static [&'static str] {
        match self {
            PlayerKind::Human => &["name"],
            PlayerKind::Engine => &["name", "ponder"],
            PlayerKind::Random => &["seed", "name", "clock"],
            PlayerKind::Mcts => &["level", "playouts", "nodes", "time", "seed", "ponder", "name", "clock"],
            PlayerKind::Kiebitz => &[
                "level",
                "elo",
                "techniques",
                "eval",
                "weights",
                "scale.GROUP",
                "parameter.NAME",
                "quiescence",
                "quiescence-depth",
                "ordering",
                "plausible",
                "depth",
                "nodes",
                "time",
                "seed",
                "threads",
                "hash",
                "book",
                "choice",
                "syzygy",
                "ponder",
                "name",
                "clock",
            ],
            PlayerKind::Ggp => &["name", "clock", "time"],
            PlayerKind::Uci | PlayerKind::Gtp | PlayerKind::Hub => {
                &["option.NAME", "arg", "dir", "ponder", "name", "clock", "depth", "nodes", "time"]
            }
        }
    }

    /// Does it have this setting?
    pub(super) fn has_setting(self, name: &str) -> bool {
        let one_of = |prefix: &str, many: &str| name.starts_with(prefix) && self.settings().contains(&many);
        self.settings().contains(&name)
            || one_of("option.", "option.NAME")
            || one_of(SCALE, "scale.GROUP")
            || one_of(super::PARAMETER, "parameter.NAME")
    }

    /// It does not: the reason.
    pub(super) fn no_setting(self, name: &str) -> String {
        format!("{} has no setting '{name}', it has {}", self.name(), self.settings().join(", "))
    }
}
