//! Every number that the search uses, in one table: `name = default, min, max, step; meaning`.
//!
//! In a normal build each is a constant. With the feature `tune` each is a variable that `set` changes and [`list`]
//! shows with its range, which is what a tuner wants. Margins are in hundredths of the game's swing
//! ([`game::Abilities::SWING`]): what one ply typically changes in the judgement.

macro_rules! parameters {
    ($($name:ident = $default:literal, $min:literal, $max:literal, $step:literal; $doc:literal)*) => {
        $(
            #[doc = $doc]
            #[cfg(not(feature = "tune"))]
            #[inline(always)]
            pub const fn $name() -> i32 { $default }

            #[doc = $doc]
            #[cfg(feature = "tune")]
            #[inline]
            pub fn $name() -> i32 { values::$name.load(std::sync::atomic::Ordering::Relaxed) }
        )*

        #[cfg(feature = "tune")]
        #[expect(non_upper_case_globals, reason = "a variable has the name of its function")]
        mod values {
            use std::sync::atomic::AtomicI32;
            $(pub static $name: AtomicI32 = AtomicI32::new($default);)*
        }

        /// One row of the table.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Parameter {
            /// Its name.
            pub name: &'static str,
            /// The value that a normal build uses.
            pub default: i32,
            /// The least sensible value.
            pub min: i32,
            /// The greatest sensible value.
            pub max: i32,
            /// How far a tuner should step at first.
            pub step: i32,
        }

        /// The whole table.
        pub const fn list() -> &'static [Parameter] {
            &[$(Parameter { name: stringify!($name), default: $default, min: $min, max: $max, step: $step }),*]
        }

        /// Changes a parameter; false if there is none of this name.
        #[cfg(feature = "tune")]
        pub fn set(name: &str, value: i32) -> bool {
            match name {
                $(stringify!($name) => values::$name.store(value, std::sync::atomic::Ordering::Relaxed),)*
                _ => return false,
            }
            true
        }
    };
}

parameters! {
    aspiration_window = 20, 5, 80, 5; "Half the width of the first aspiration window."
    aspiration_depth = 5, 2, 8, 1; "Iterations before this one use the full window."
    razor_margin = 250, 100, 500, 25; "Razoring: how far below the window, for each ply of depth."
    razor_depth = 2, 1, 5, 1; "Razoring: greatest depth."
    reverse_futility_margin = 75, 30, 150, 8; "Reverse futility: how far above the window, for each ply of depth."
    reverse_futility_depth = 8, 4, 12, 1; "Reverse futility: greatest depth."
    null_base = 3, 2, 5, 1; "Null move: reduction at least."
    null_divisor = 3, 2, 6, 1; "Null move: one ply more for so many plies of depth."
    null_verify_depth = 14, 8, 20, 1; "Null move: from this depth on a cut is verified."
    probcut_margin = 180, 80, 350, 15; "ProbCut: how far above the window."
    probcut_depth = 5, 4, 8, 1; "ProbCut: least depth."
    probcut_reduction = 4, 3, 5, 1; "ProbCut: how much shallower the trial search is."
    internal_reduction_depth = 4, 3, 8, 1; "Internal reductions: least depth."
    futility_base = 80, 20, 200, 10; "Futility: margin at depth 0."
    futility_margin = 90, 40, 200, 10; "Futility: margin for each ply of depth."
    futility_depth = 8, 4, 12, 1; "Futility: greatest depth."
    late_move_base = 3, 1, 8, 1; "Late-move pruning: quiet moves allowed at depth 0, before depth squared is added."
    late_move_depth = 8, 4, 12, 1; "Late-move pruning: greatest depth."
    exchange_quiet_margin = 60, 20, 120, 8; "Exchange pruning: loss allowed to quiet moves, for each ply of depth."
    exchange_noisy_margin = 90, 40, 200, 10; "Exchange pruning: loss allowed to captures, for each ply of depth."
    exchange_depth = 8, 4, 12, 1; "Exchange pruning: greatest depth."
    delta_margin = 180, 80, 400, 15; "Delta pruning: what a capture may win in position besides its gain."
    reduction_base = 80, 0, 200, 10; "Late-move reductions: base, in hundredths of a ply."
    reduction_divisor = 220, 120, 400, 15; "Late-move reductions: divisor of ln depth times ln rank, in hundredths."
    reduction_history = 8192, 2048, 16384, 700; "Late-move reductions: history that is worth a ply."
    singular_depth = 7, 5, 10, 1; "Singular extensions: least depth."
    singular_margin = 2, 1, 6, 1; "Singular extensions: how far below the table's value, for each ply of depth."
    singular_double_margin = 20, 5, 60, 5; "Singular extensions: how much further below for two plies."
    history_bonus = 160, 50, 400, 20; "History: bonus for each ply of depth."
    history_bonus_max = 1800, 600, 4000, 150; "History: largest bonus."
    soft_stable = 60, 30, 100, 5; "Time: share of the soft limit, in percent, when the best move has long been the same."
    soft_unstable = 160, 100, 250, 10; "Time: share of the soft limit, in percent, when the best move has just changed."
}
