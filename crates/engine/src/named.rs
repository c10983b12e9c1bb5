//! Players with a name, for people who want to see what a technique is worth by playing against it.

/// A player who is known by what he can see.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// Techniques and depth; `None` moves at random.
    pub search: Option<(&'static str, i32)>,
    /// Rating and error at chess, on the scale of the levels, as `kiebitz lab ladder` has measured them (`docs/levels.md`).
    pub elo: Option<(i32, i32)>,
}

const fn searcher(techniques: &'static str, depth: i32, elo: (i32, i32)) -> Named {
    Named { search: Some((techniques, depth)), elo: Some(elo) }
}

/// Lists of techniques that have a name: a code for addresses, catalogues and files, and the words for tables.
const LISTS: [(&str, &str, &str); 4] = [
    ("minimax", "minimax", "minimax"),
    ("minimax+alpha-beta+ordering", "alpha-beta", "alpha-beta"),
    ("minimax+alpha-beta+ordering+quiescence", "quiescence", "with quiescence"),
    ("all", "all", "all techniques"),
];

impl Named {
    /// From the weakest to the strongest, as far as that was known beforehand.
    pub const ALL: &'static [Named] = &[
        Named { search: None, elo: Some((148, 134)) },
        searcher("minimax", 1, (373, 154)),
        searcher("minimax", 2, (1121, 81)),
        searcher("minimax+alpha-beta+ordering", 3, (1324, 67)),
        searcher("minimax+alpha-beta+ordering+quiescence", 3, (1722, 49)),
        searcher("minimax+alpha-beta+ordering+quiescence", 4, (1799, 93)),
        searcher("all", 6, (1805, 112)),
        searcher("all", 9, (2187, 123)),
    ];

    /// The name in addresses, catalogues and files: what is searched, and how deeply.
    pub fn id(&self) -> String {
        self.called(|(_, id, _), depth| format!("{id}-{depth}"))
    }

    /// The name in tables. It follows from the techniques, so that nobody is called what he is not.
    pub fn title(&self) -> String {
        self.called(|(_, _, title), depth| format!("{title}, depth {depth}"))
    }

    fn called(&self, name: impl Fn(&(&str, &str, &str), i32) -> String) -> String {
        let Some((techniques, depth)) = self.search else { return "random".to_string() };
        let own = (techniques, techniques, techniques);
        name(LISTS.iter().find(|(list, ..)| *list == techniques).unwrap_or(&own), depth)
    }
}

#[cfg(test)]
mod tests {
    use search::Techniques;

    use super::*;
    use crate::{Chosen, Technique};

    /// Whoever is called minimax searches as minimax does, and not only to the same value.
    #[test]
    fn a_title_says_what_is_searched() {
        for named in Named::ALL {
            let title = named.title();
            let Some((techniques, depth)) = named.search else {
                assert_eq!((title.as_str(), named.id().as_str()), ("random", "random"));
                continue;
            };
            let (words, said) = title.split_once(", depth ").unwrap();
            assert_eq!(said, depth.to_string(), "{title}");
            let chosen: Chosen = techniques.parse().unwrap();
            let on = |technique| chosen.on(technique);
            assert_eq!(words == "minimax", chosen == Chosen::MINIMAX, "{title}");
            assert_eq!(words == "all techniques", chosen.is_all(), "{title}");
            assert_eq!(words == "with quiescence", on(Technique::Quiescence) && !chosen.is_all(), "{title}");
            assert_eq!(words == "alpha-beta", on(Technique::AlphaBeta) && !on(Technique::Quiescence), "{title}");
        }
        let other = Named { search: Some(("minimax+ordering", 2)), elo: None };
        assert_eq!(other.title(), "minimax+ordering, depth 2");
        let mut ids: Vec<_> = Named::ALL.iter().map(Named::id).collect();
        ids.dedup();
        assert_eq!(ids.len(), Named::ALL.len());
    }
}
