//! The games that the program carries as texts.

/// A game of our own.
pub struct Own {
    /// Its name in game texts.
    pub name: &'static str,
    /// Its rules.
    pub text: &'static str,
    /// What it is, in German; the text itself says it in English.
    pub about_german: &'static str,
}

macro_rules! own {
    ($($name:literal . $ending:literal: $german:literal,)*) => {
        &[$(Own {
            name: $name,
            text: include_str!(concat!("../games/", $name, ".", $ending)),
            about_german: $german,
        }),*]
    };
}

/// All games that the program carries.
pub const OWN: &[Own] = own! {
    "ataxx"."kif": "Neben sich verdoppeln oder zwei Felder springen; Nachbarn wechseln die Farbe, die meisten Steine gewinnen.",
    "breakthrough"."game": "Durch die Bauern des anderen brechen und die letzte Reihe erreichen.",
    "clobber"."game": "Jeder Zug schlägt einen Nachbarn; wer nicht kann, verliert.",
    "dawsons-chess"."game": "Bauern auf drei Reihen mit Schlagzwang; wer keinen Zug hat, verliert.",
    "fox-and-hounds"."game": "Ein Fuchs will an vier Hunden vorbei, die nicht zurück können.",
    "gomoku"."game": "Fünf in einer Reihe auf elf mal elf Feldern.",
    "hex"."game": "Die eigenen zwei Ränder verbinden; ein Remis ist unmöglich.",
    "king-hunt"."game": "Schach auf fünf mal fünf Feldern, bis ein König geschlagen ist.",
    "knightthrough"."game": "Breakthrough mit Springern, die nur nach vorn springen.",
    "konane"."game": "Über einen Nachbarn springen und ihn schlagen; wer nicht kann, verliert.",
    "misere"."game": "Drei in einer Reihe verlieren.",
    "nim"."kif": "Beliebig viele Hölzer von einem Haufen nehmen; wer das letzte nimmt, gewinnt.",
    "nine-mens-morris"."kif": "Mühle: neun Steine setzen, dann ziehen; drei in einer Linie nehmen einen Stein, wer nur noch zwei hat, verliert.",
    "pawn-duel"."game": "Schach nur mit Bauern: Wer zuerst die letzte Reihe erreicht, gewinnt.",
    "pentago"."kif": "Eine Kugel setzen, dann ein Viertel des Bretts drehen; fünf in einer Reihe gewinnen.",
    "reversi"."game": "Steine des anderen einschließen und umdrehen; die meisten Steine gewinnen.",
    "small-four"."game": "Steine in vier Spalten fallen lassen; vier in einer Reihe gewinnen.",
};
