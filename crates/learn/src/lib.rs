//! How weights get better: self-play data and gradient tuning.
