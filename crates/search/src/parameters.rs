//! Every number that decides how alpha-beta plays, in one table: `name = default, min, max, step; meaning`.
//!
//! They belong to a search and not to the process, so that two players with other numbers can meet: [`Techniques::parameters`](crate::Techniques::parameters)
//! gives them. For [`AllOn`](crate::AllOn) they are constants that the compiler knows; [`Chosen`](crate::Chosen) carries its own. Margins are in hundredths of the
//! game's swing ([`game::Abilities::SWING`]), what one ply typically changes in the static evaluation; [`margin`] converts them.
//!
//! Not here: sizes and intervals that change no move (table layout, polling), and the numbers of the other searches, which
//! stand beside them ([`crate::mcts::Settings`], the solver, the prover).

use game::Game;

/// A margin given in hundredths of the game's swing, in score steps.
#[inline(always)]
pub const fn margin<G: Game>(hundredths: i32) -> i32 {
    hundredths * G::SWING / 100
}

/// One row of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// The value that is built in.
    pub default: i32,
    /// The least sensible value.
    pub min: i32,
    /// The greatest sensible value.
    pub max: i32,
    /// How far a tuner should step at first.
    pub step: i32,
}

macro_rules! parameters {
    ($($name:ident = $default:literal, $min:literal, $max:literal, $step:literal; $doc:literal)*) => {
        /// The numbers of a search.
        ///
        /// ```
        /// use search::Parameters;
        /// let mut parameters = Parameters::DEFAULT;
        /// parameters.set("null-base", 4).unwrap();
        /// assert_eq!(parameters.null_base, 4);
        /// assert_eq!(parameters.set("null-base", 9).unwrap_err(), "null-base 9: expected 2 to 5");
        /// assert_eq!(parameters.set("nul-base", 4).unwrap_err(), "the search has no parameter 'nul-base'; did you mean 'null-base'?");
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct Parameters { $(#[doc = $doc] pub $name: i32),* }

        impl Parameters {
            /// Those that are built in.
            pub const DEFAULT: Parameters = Parameters { $($name: $default),* };

            /// The table: all of them with their ranges.
            pub const LIST: &'static [Parameter] = &[$(Parameter {
                name: stringify!($name), meaning: $doc, default: $default, min: $min, max: $max, step: $step,
            }),*];

            fn value(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }

            /// Their values, in the order of the table.
            pub fn values(&self) -> Vec<i32> {
                vec![$(self.$name),*]
            }
        }
    };
}

impl Parameters {
    /// The row of a parameter by its name, words joined by `-` or `_`; otherwise what is wrong with the name.
    pub fn row(name: &str) -> Result<&'static Parameter, String> {
        let plain = |name: &str| name.replace('_', "-");
        Parameters::LIST.iter().find(|row| plain(row.name) == plain(name)).ok_or_else(|| {
            let names: Vec<String> = Parameters::LIST.iter().map(|row| plain(row.name)).collect();
            let nearest = game::nearest(name, names.iter().map(String::as_str));
            let hint = nearest.map_or(String::new(), |name| format!("; did you mean '{name}'?"));
            format!("the search has no parameter '{name}'{hint}")
        })
    }

    /// Changes one by its name; otherwise what is wrong with the name or the value.
    pub fn set(&mut self, name: &str, value: i32) -> Result<(), String> {
        let row = Parameters::row(name)?;
        if !(row.min..=row.max).contains(&value) {
            return Err(format!("{name} {value}: expected {} to {}", row.min, row.max));
        }
        if let Some(place) = self.value(row.name) {
            *place = value;
        }
        Ok(())
    }
}

impl Default for Parameters {
    fn default() -> Parameters {
        Parameters::DEFAULT
    }
}

parameters! {
    aspiration_window = 20, 5, 80, 5; "Half the width of the first aspiration window."
    aspiration_depth = 5, 2, 8, 1; "Iterations before this one use the full window."
    aspiration_growth = 50, 20, 200, 10; "Aspiration: how much wider the window gets after each failure, in percent."
    aspiration_limit = 1000, 300, 3000, 100; "Aspiration: a side of the window wider than this is opened completely."
    razor_margin = 250, 100, 500, 25; "Razoring: how far below the window, for each ply of depth."
    razor_depth = 2, 1, 5, 1; "Razoring: greatest depth."
    reverse_futility_margin = 75, 30, 150, 8; "Reverse futility: how far above the window, for each ply of depth."
    reverse_futility_depth = 8, 4, 12, 1; "Reverse futility: greatest depth."
    null_depth = 3, 1, 6, 1; "Null move: least depth."
    null_base = 3, 2, 5, 1; "Null move: reduction at least."
    null_divisor = 3, 2, 6, 1; "Null move: one ply more for so many plies of depth."
    null_verify_depth = 14, 8, 20, 1; "Null move: from this depth on a cut is verified."
    null_verify_share = 75, 25, 100, 5; "Null move: share of the verification's plies without null moves, in percent."
    probcut_margin = 180, 80, 350, 15; "ProbCut: how far above the window."
    probcut_depth = 5, 4, 8, 1; "ProbCut: least depth."
    probcut_reduction = 4, 3, 5, 1; "ProbCut: how much shallower the trial search is."
    probcut_entry_depth = 3, 1, 6, 1; "ProbCut: a table entry that much shallower can still speak against a trial."
    internal_reduction_depth = 4, 3, 8, 1; "Internal reductions: least depth."
    internal_reduction = 1, 1, 3, 1; "Internal reductions: how many plies."
    futility_base = 80, 20, 200, 10; "Futility: margin at depth 0."
    futility_margin = 90, 40, 200, 10; "Futility: margin for each ply of depth."
    futility_history = 256, 64, 1024, 32; "Futility: history that is worth a hundredth of the swing."
    futility_depth = 8, 4, 12, 1; "Futility: greatest depth."
    late_move_base = 3, 1, 8, 1; "Late-move pruning: quiet moves allowed at depth 0, before depth squared is added."
    late_move_divisor = 2, 1, 4, 1; "Late-move pruning: divisor of the moves allowed where the position is not improving."
    late_move_depth = 8, 4, 12, 1; "Late-move pruning: greatest depth."
    exchange_quiet_margin = 60, 20, 120, 8; "Exchange pruning: loss allowed to quiet moves, for each ply of depth."
    exchange_noisy_margin = 90, 40, 200, 10; "Exchange pruning: loss allowed to captures, for each ply of depth."
    exchange_depth = 8, 4, 12, 1; "Exchange pruning: greatest depth."
    delta_margin = 180, 80, 400, 15; "Delta pruning: what a capture may win in position besides its gain."
    quiescence_checks = 1, 0, 3, 1; "Quiescence: on how many plies quiet checks are tried."
    reduction_depth = 3, 2, 5, 1; "Late-move reductions: least depth."
    reduction_rank = 3, 2, 6, 1; "Late-move reductions: the first move that is reduced."
    reduction_rank_principal = 4, 2, 8, 1; "Late-move reductions: the first move that is reduced on the principal variation."
    reduction_base = 80, 0, 200, 10; "Late-move reductions: base, in hundredths of a ply."
    reduction_divisor = 220, 120, 400, 15; "Late-move reductions: divisor of ln depth times ln rank, in hundredths."
    reduction_noisy_divisor = 2, 1, 4, 1; "Late-move reductions: divisor for noisy moves."
    reduction_principal = 100, 0, 250, 12; "Late-move reductions: less on the principal variation, in hundredths of a ply."
    reduction_check = 100, 0, 250, 12; "Late-move reductions: less in check and for checks, in hundredths of a ply."
    reduction_not_improving = 60, 0, 200, 10; "Late-move reductions: more where the position is not improving, in hundredths."
    reduction_cut = 100, 0, 250, 12; "Late-move reductions: more where a cut is expected, in hundredths of a ply."
    reduction_history = 8192, 2048, 16384, 700; "Late-move reductions: history that is worth a ply."
    root_reduction_depth = 4, 2, 8, 1; "Late-move reductions at the root: least depth."
    root_reduction_rank = 5, 2, 10, 1; "Late-move reductions at the root: the first move that is reduced, by one ply."
    singular_depth = 7, 5, 10, 1; "Singular extensions: least depth."
    singular_entry_depth = 3, 1, 6, 1; "Singular extensions: how much shallower the table's entry may be."
    singular_divisor = 2, 2, 4, 1; "Singular extensions: divisor of the depth at which the other moves are searched."
    singular_margin = 2, 1, 6, 1; "Singular extensions: how far below the table's value, for each ply of depth."
    singular_double_margin = 20, 5, 60, 5; "Singular extensions: how much further below for two plies."
    extension_factor = 2, 1, 4, 1; "Check and recapture extensions: plies from the root allowed for each ply of remaining depth."
    extension_base = 16, 0, 60, 4; "Check and recapture extensions: plies from the root allowed besides."
    recapture_margin = 100, 20, 300, 15; "Recapture extensions: how unequal an exchange of equals may be."
    history_bonus = 160, 50, 400, 20; "History: bonus for each ply of depth."
    history_bonus_max = 1800, 600, 4000, 150; "History: largest bonus."
    correction_weight = 2, 1, 8, 1; "Correction history: weight of an error, for each ply of depth."
    correction_bonus_max = 4096, 1024, 16384, 500; "Correction history: largest update."
    correction_divisor = 512, 128, 2048, 64; "Correction history: statistic that corrects by one score step."
    gain_weight = 32, 8, 128, 6; "Ordering: history that one score step of material gain counts as."
    hint_weight = 128, 16, 512, 25; "Ordering: history that one point of the game's hint counts as."
    hint_max = 1000, 250, 2000, 100; "Ordering: the greatest hint, either way."
    hint_depth = 2, 1, 6, 1; "Ordering: least depth at which the game is asked for hints, which cost time."
    table_deeper = 4, 0, 10, 1; "Table: a bound is not replaced by one that is more than so many plies shallower."
    table_age = 8, 1, 32, 2; "Table: depth that one search of age counts as when entries are replaced."
    end_factor = 2, 1, 4, 1; "Iterations go no deeper than so many times the plies until the game must end."
    soft_stable = 60, 30, 100, 5; "Time: share of the soft limit, in percent, when the best move has long been the same."
    soft_unstable = 160, 100, 250, 10; "Time: share of the soft limit, in percent, when the best move has just changed."
    soft_iterations = 8, 2, 16, 1; "Time: after how many iterations with the same best move it counts as stable."
}

#[cfg(test)]
mod tests {
    use super::Parameters;

    #[test]
    fn every_default_is_within_its_range_and_no_divisor_can_be_zero() {
        for row in Parameters::LIST {
            assert!(row.min <= row.default && row.default <= row.max && row.step > 0, "{row:?}");
            let divides = row.name.ends_with("_divisor") || row.name.ends_with("_history");
            assert!(!divides || row.min > 0, "{row:?}");
        }
    }
}
