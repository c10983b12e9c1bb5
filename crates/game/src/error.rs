//! What can be wrong with text that comes from outside. Every error carries the text and the reason.

use std::fmt;

macro_rules! text_error {
    ($(#[$doc:meta])* $name:ident, $what:literal) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct $name {
            /// The text as it was given.
            pub text: String,
            /// What is wrong with it, and what would be right.
            pub reason: String,
        }

        impl $name {
            /// `text` is refused because of `reason`.
            pub fn new(text: impl Into<String>, reason: impl Into<String>) -> $name {
                $name { text: text.into(), reason: reason.into() }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($what, " '{}': {}"), self.text, self.reason)
            }
        }

        impl std::error::Error for $name {}
    };
}

text_error!(
    /// A position that cannot be read or cannot occur.
    PositionError,
    "position"
);
text_error!(
    /// A move that cannot be read or may not be played.
    MoveError,
    "move"
);
text_error!(
    /// A game name or parameter that does not exist.
    SpecError,
    "game"
);
