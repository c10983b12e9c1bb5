//! Players with a name, for people who want to see what a technique is worth by playing against it.

/// A player who is known by what he can see.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// The name in addresses, catalogues and files.
    pub id: &'static str,
    /// The name in tables.
    pub title: &'static str,
    /// Techniques and depth; `None` moves at random.
    pub search: Option<(&'static str, i32)>,
    /// Rating and error at chess, on the scale of the levels, as `kiebitz lab ladder` has measured them (`docs/levels.md`).
    pub elo: Option<(i32, i32)>,
}

const fn searcher(
    id: &'static str,
    title: &'static str,
    techniques: &'static str,
    depth: i32,
    elo: (i32, i32),
) -> Named {
    Named { id, title, search: Some((techniques, depth)), elo: Some(elo) }
}

impl Named {
    /// From the weakest to the strongest, as far as that was known beforehand.
    pub const ALL: &'static [Named] = &[
        Named { id: "random", title: "random", search: None, elo: Some((148, 134)) },
        searcher("minimax-1", "minimax, depth 1", "minimax", 1, (373, 154)),
        searcher("minimax-2", "minimax, depth 2", "minimax", 2, (1121, 81)),
        searcher("minimax-3", "alpha-beta, depth 3", "minimax+alpha-beta+ordering", 3, (1324, 67)),
        searcher("quiescence-3", "with quiescence, depth 3", "minimax+alpha-beta+ordering+quiescence", 3, (1722, 49)),
        searcher("quiescence-4", "with quiescence, depth 4", "minimax+alpha-beta+ordering+quiescence", 4, (1799, 93)),
        searcher("all-6", "all techniques, depth 6", "all", 6, (1805, 112)),
        searcher("all-9", "all techniques, depth 9", "all", 9, (2187, 123)),
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever is called minimax searches as minimax does, and not only to the same value.
    #[test]
    fn a_title_says_what_is_searched() {
        for named in Named::ALL {
            let Some((techniques, depth)) = named.search else { continue };
            let said = named.title.split(", depth ").collect::<Vec<_>>();
            assert_eq!(said[1], depth.to_string(), "{}", named.title);
            let right = match said[0] {
                "minimax" => techniques == "minimax",
                "alpha-beta" => techniques == "minimax+alpha-beta+ordering",
                "with quiescence" => techniques.ends_with("+quiescence"),
                "all techniques" => techniques == "all",
                other => panic!("who is '{other}'?"),
            };
            assert!(right, "{}: {techniques}", named.title);
        }
    }
}
