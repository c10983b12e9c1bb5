//! Who plays, how well, and how sure we are: players, clocks, matches, tournaments, SPRT, ratings.
