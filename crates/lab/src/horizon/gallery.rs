//! The exhibits. Moves are written as the game writes them; German texts use German letters (K D T L S).

use super::Theme::{DelayedLoss, Fortress, ForwardPruning, HorizonEffect, PerpetualCheck, StalemateTrick, Zugzwang};
use super::{Exhibit, Searcher, Text};

const fn searcher(techniques: &'static str, depth: i32) -> Searcher {
    Searcher { techniques, evaluator: None, depth }
}

const fn counting(techniques: &'static str, depth: i32, evaluator: &'static str) -> Searcher {
    Searcher { techniques, evaluator: Some(evaluator), depth }
}

const PLAIN: &str = "minimax+alpha-beta+ordering";
const QUIET: &str = "minimax+alpha-beta+ordering+quiescence";

pub(super) const EXHIBITS: &[Exhibit] = &[
    Exhibit {
        id: "poisoned-knight",
        theme: HorizonEffect,
        game: "chess",
        position: "b3k3/1n5p/6p1/8/8/8/7P/1Q4K1 w - - 0 1",
        best: &[],
        avoid: &["Qxb7"],
        errs: counting(PLAIN, 1, "piece-squares"),
        repaired: counting(QUIET, 1, "piece-squares"),
        repair: "quiescence",
        title: Text { en: "The poisoned knight", de: "Der vergiftete Springer" },
        exercise: Text {
            en: "White can take the knight on b7. What does a search of one ply think of it, and what happens one ply later?",
            de: "Weiß kann den Springer auf b7 schlagen. Was hält eine Suche von einem Halbzug davon, und was geschieht einen Halbzug \
                 später?",
        },
        solution: Text {
            en: "The bishop on a8 takes back: the queen is gone for a knight. A search that counts the pieces in the middle of an \
                 exchange counts wrong. Quiescence plays the captures to their end before it counts, and leaves the knight alone.",
            de: "Der Läufer auf a8 schlägt zurück: die Dame ist weg für einen Springer. Wer mitten in einem Abtausch die Figuren zählt, \
                 verzählt sich. Die Ruhesuche spielt die Schlagzüge zu Ende, bevor sie zählt, und lässt den Springer stehen.",
        },
        source: Text {
            en: "F. Redmann and F. Wortmann, Quiescence Search, DHBW Mannheim 2021, listing 3.4",
            de: "F. Redmann und F. Wortmann, Quiescence Search, DHBW Mannheim 2021, Listing 3.4",
        },
    },
    Exhibit {
        id: "forgotten-pawn",
        theme: HorizonEffect,
        game: "chess",
        position: "6k1/5ppp/8/7n/7R/8/p4PPP/6K1 w - - 0 1",
        best: &["Ra4"],
        avoid: &[],
        errs: counting(PLAIN, 1, "piece-squares"),
        repaired: counting(QUIET, 1, "piece-squares"),
        repair: "quiescence",
        title: Text { en: "The forgotten pawn", de: "Der vergessene Bauer" },
        exercise: Text {
            en: "The rook can take a knight. What is the most valuable move on the board, and whose is it?",
            de: "Der Turm kann einen Springer schlagen. Welcher Zug auf dem Brett ist der wertvollste, und wem gehört er?",
        },
        solution: Text {
            en: "After Rxh5 the pawn becomes a queen and mates. Ra4 stops it and wins it. A promotion changes the count of pieces as a \
                 capture does, so quiescence looks at both; a search that ends after its own move looks at neither.",
            de: "Nach Txh5 wird der Bauer zur Dame und setzt matt. Ta4 hält ihn auf und gewinnt ihn. Eine Umwandlung ändert die Zahl der \
                 Figuren wie ein Schlagzug, darum sieht die Ruhesuche beides an; eine Suche, die nach dem eigenen Zug endet, keines.",
        },
        source: Text { en: "composed", de: "komponiert" },
    },
    Exhibit {
        id: "pinned-queen",
        theme: DelayedLoss,
        game: "chess",
        position: "5r1k/4Qpq1/4p3/1p1p2P1/2p2P2/1p2P3/3P4/BK6 b - - 0 1",
        best: &["f6"],
        avoid: &[],
        errs: counting(QUIET, 4, "piece-squares"),
        repaired: counting(QUIET, 6, "piece-squares"),
        repair: "depth",
        title: Text { en: "Pawns thrown into the diagonal", de: "Bauern, in die Diagonale geworfen" },
        exercise: Text {
            en: "The bishop on a1 looks at the black queen, which cannot leave the king. Black has pawns that can step into the diagonal. \
                 Do they save the queen, or do they only put off its loss?",
            de: "Der Läufer auf a1 sieht die schwarze Dame an, die ihren König nicht verlassen kann. Schwarz hat Bauern, die in die \
                 Diagonale treten können. Retten sie die Dame, oder schieben sie den Verlust nur hinaus?",
        },
        solution: Text {
            en: "After d4 Bxd4 e5 Bxe5 two pawns are gone, and the bishop still looks at the queen. But its capture has moved behind the \
                 horizon of four plies, so the search believes that it was averted. Six plies see through it: f6! Bxf6 Rxf6 gxf6, and \
                 the queen gets away for a rook and a pawn against the bishop.",
            de: "Nach d4 Lxd4 e5 Lxe5 sind zwei Bauern weg, und der Läufer sieht die Dame noch immer an. Aber das Schlagen ist hinter den \
                 Horizont von vier Halbzügen gerückt, und so hält die Suche den Verlust für abgewendet. Sechs Halbzüge durchschauen es: \
                 f6! Lxf6 Txf6 gxf6, und die Dame entkommt, für Turm und Bauer gegen den Läufer.",
        },
        source: Text {
            en: "H. Kaindl, 1982, as an example of the horizon effect",
            de: "H. Kaindl, 1982, als Beispiel des Horizonteffekts",
        },
    },
    Exhibit {
        id: "checks-before-promotion",
        theme: DelayedLoss,
        game: "chess",
        position: "8/1P6/3K4/2p5/6Pp/r3Pk2/8/8 b - - 0 1",
        best: &["Rb3"],
        avoid: &[],
        errs: counting(QUIET, 4, "piece-squares"),
        repaired: counting(QUIET, 6, "piece-squares"),
        repair: "depth",
        title: Text { en: "Checks that push a queen away", de: "Schachs, die eine Dame wegschieben" },
        exercise: Text {
            en: "Black is a rook up, but the pawn on b7 is one step from becoming a queen. Black can give check after check. What do they \
                 change, and what does a search of four plies think they change?",
            de: "Schwarz hat einen Turm mehr, aber der Bauer auf b7 ist einen Schritt von der Dame entfernt. Schwarz kann Schach um Schach \
                 geben. Was ändern sie, und was glaubt eine Suche von vier Halbzügen, dass sie ändern?",
        },
        solution: Text {
            en: "After Ra6+ Kxc5 Ra5+ four plies are over, Black is still a rook up, and the new queen is behind the horizon. But the king \
                 walks on to c4 and b3, the checks end, and the pawn queens: the rook has lost its chance. Six plies see that nothing was \
                 averted and play Rb3, behind the pawn: the rook takes it, or the queen that it becomes.",
            de: "Nach Ta6+ Kxc5 Ta5+ sind vier Halbzüge vorbei, Schwarz hat noch immer den Turm mehr, und die neue Dame liegt hinter dem \
                 Horizont. Aber der König geht weiter nach c4 und b3, die Schachs enden, und der Bauer wird zur Dame: Der Turm hat seine \
                 Gelegenheit versäumt. Sechs Halbzüge sehen, dass nichts abgewendet war, und spielen Tb3, hinter den Bauern: Der Turm \
                 schlägt ihn oder die Dame, die aus ihm wird.",
        },
        source: Text {
            en: "composed; the theme is that of M. Helmert's lecture Grundlagen der Künstlichen Intelligenz, Basel 2013, after S. \
                 Russell and P. Norvig",
            de: "komponiert; das Thema ist das der Vorlesung Grundlagen der Künstlichen Intelligenz von M. Helmert, Basel 2013, nach \
                 S. Russell und P. Norvig",
        },
    },
    Exhibit {
        id: "stalemate-by-greed",
        theme: StalemateTrick,
        game: "chess",
        position: "k7/2Q5/1K6/8/8/8/7p/8 w - - 0 1",
        best: &[],
        avoid: &["Qxh2"],
        errs: counting(PLAIN, 1, "piece-squares"),
        repaired: counting(PLAIN, 2, "piece-squares"),
        repair: "depth",
        title: Text { en: "One pawn too many", de: "Ein Bauer zu viel" },
        exercise: Text {
            en: "Black's last pawn is about to become a queen, and White can take it. Should White?",
            de: "Der letzte schwarze Bauer wird gleich zur Dame, und Weiß kann ihn schlagen. Soll Weiß?",
        },
        solution: Text {
            en: "After Qxh2 Black has no move and is not in check: a draw. White mates at once instead, with Qa7, Qb7, Qc8 or Qd8. That \
                 there is no move is seen only by who looks for moves, one ply later.",
            de: "Nach Dxh2 hat Schwarz keinen Zug und steht nicht im Schach: patt. Stattdessen setzt Weiß sofort matt, mit Da7, Db7, Dc8 \
                 oder Dd8. Dass es keinen Zug gibt, sieht nur, wer nach Zügen sucht, einen Halbzug später.",
        },
        source: Text { en: "composed", de: "komponiert" },
    },
    Exhibit {
        id: "desperate-rook",
        theme: StalemateTrick,
        game: "chess",
        position: "6k1/R5p1/6qp/8/8/7p/7P/7K w - - 0 1",
        best: &["Rxg7+"],
        avoid: &[],
        errs: counting(QUIET, 2, "piece-squares"),
        repaired: counting(QUIET, 3, "piece-squares"),
        repair: "depth",
        title: Text { en: "The desperate rook", de: "Der verzweifelte Turm" },
        exercise: Text {
            en: "White is far behind, and Black threatens mate on g2 and b1. Which moves has the white king? Which has the pawn?",
            de: "Weiß liegt weit zurück, und Schwarz droht matt auf g2 und b1. Welche Züge hat der weiße König? Welche der Bauer?",
        },
        solution: Text {
            en: "King and pawn cannot move, so only the rook keeps White from stalemate, and it can be given away with check: Rxg7+! If the \
                 king or the queen takes, White has no move and the game is drawn. Two plies see a rook lost for a pawn; the third \
                 sees that there is nothing left to move.",
            de: "König und Bauer können nicht ziehen; nur der Turm bewahrt Weiß noch vor dem Patt, und er lässt sich mit Schach opfern: \
                 Txg7+! Schlägt König oder Dame, so hat Weiß keinen Zug, und die Partie ist remis. Zwei Halbzüge sehen einen Turm \
                 für einen Bauern verloren; der dritte sieht, dass nichts mehr zu ziehen ist.",
        },
        source: Text { en: "composed", de: "komponiert" },
    },
    Exhibit {
        id: "queen-without-rest",
        theme: PerpetualCheck,
        game: "chess",
        position: "6k1/6p1/p7/7Q/8/8/1rq2PPP/6K1 w - - 0 1",
        best: &["Qe8+"],
        avoid: &[],
        errs: counting(PLAIN, 2, "piece-squares"),
        repaired: counting(PLAIN, 4, "piece-squares"),
        repair: "depth",
        title: Text { en: "The queen without rest", de: "Die rastlose Dame" },
        exercise: Text {
            en: "White is a rook down, and Black threatens mate on the first rank. Which check leads back to where it began?",
            de: "Weiß hat einen Turm weniger, und Schwarz droht matt auf der Grundreihe. Welches Schach führt dorthin zurück, wo es \
                 begann?",
        },
        solution: Text {
            en: "Qe8+ Kh7, Qh5+ Kg8, and the position is the one on the board: White can go on for ever. The repetition comes at the \
                 fourth ply; a search of two plies picks a check, but not always the right one.",
            de: "De8+ Kh7, Dh5+ Kg8, und es steht wieder da wie zuvor: Weiß kann ewig so weitermachen. Die Wiederholung kommt im vierten \
                 Halbzug; eine Suche von zwei Halbzügen wählt ein Schach, aber nicht unbedingt das richtige.",
        },
        source: Text { en: "composed", de: "komponiert" },
    },
    Exhibit {
        id: "checks-see-further",
        theme: PerpetualCheck,
        game: "chess",
        position: "5q2/3QpP2/8/8/4r3/8/1K6/7k w - - 0 1",
        best: &["Qh3+"],
        avoid: &[],
        errs: counting(PLAIN, 5, "piece-squares"),
        repaired: counting("minimax+alpha-beta+ordering+check-extensions", 5, "piece-squares"),
        repair: "check-extensions",
        title: Text { en: "Checks see further", de: "Schachs sehen weiter" },
        exercise: Text {
            en: "White is a rook down and can give check on d1 and on h3. One of the two leaves Black no time for anything. Which, and how \
                 far must a search look to know?",
            de: "Weiß hat einen Turm weniger und kann auf d1 und auf h3 Schach geben. Eines von beiden lässt Schwarz zu nichts mehr kommen. \
                 Welches, und wie weit muss eine Suche sehen, um es zu wissen?",
        },
        solution: Text {
            en: "Qh3+ Kg1 Qg3+ Kf1 Qf3+ Kg1 Qg3+, and so on: the king does not escape. After Qd1+ Kg2 the king walks away and Black wins. Each check \
                 leaves few replies, so a search that goes a ply deeper for every check reaches the repetition with the same \
                 nominal depth, and pays little for it.",
            de: "Dh3+ Kg1 Dg3+ Kf1 Df3+ Kg1 Dg3+ und so fort: der König entkommt nicht. Nach Dd1+ Kg2 läuft er davon, und Schwarz gewinnt. \
                 Auf ein Schach gibt es wenige Antworten; eine Suche, die nach jedem Schach einen Halbzug tiefer geht, erreicht die \
                 Wiederholung deshalb bei gleicher Nenntiefe und zahlt wenig dafür.",
        },
        source: Text {
            en: "found by searching random positions with few pieces",
            de: "gefunden durch Suche in zufälligen Stellungen mit wenigen Figuren",
        },
    },
    Exhibit {
        id: "wrong-bishop",
        theme: Fortress,
        game: "chess",
        position: "8/6k1/5n2/8/6PP/3B1K2/8/8 b - - 0 1",
        best: &["Nxg4"],
        avoid: &[],
        errs: counting("all", 6, "material"),
        repaired: searcher("all", 6),
        repair: "evaluator",
        title: Text { en: "The wrong bishop", de: "Der falsche Läufer" },
        exercise: Text {
            en: "White has a bishop and two pawns against a knight. What would be left if Black gave the knight for the pawn on g4? On \
                 which color does the pawn on h4 become a queen?",
            de: "Weiß hat einen Läufer und zwei Bauern gegen einen Springer. Was bliebe übrig, wenn Schwarz den Springer für den Bauern \
                 auf g4 gäbe? Auf welcher Feldfarbe wandelt sich der Bauer h4 um?",
        },
        solution: Text {
            en: "Nxg4! Kxg4 leaves a bishop of light squares and a rook's pawn that promotes on the dark square h8. The black king sits \
                 down in that corner, and nobody can drive it out: a fortress. No search of practical depth finds this by counting \
                 pieces; the judgement has to know it.",
            de: "Sxg4! Kxg4 lässt einen weißfeldrigen Läufer und einen Randbauern übrig, der sich auf dem schwarzen Feld h8 umwandelt. Der \
                 schwarze König setzt sich in diese Ecke, und niemand vertreibt ihn: eine Festung. Durch Zählen der Figuren findet das \
                 keine Suche von brauchbarer Tiefe; die Bewertung muss es wissen.",
        },
        source: Text {
            en: "composed; the ending is in every book, such as R. Fine, Basic Chess Endings, 1941",
            de: "komponiert; das Endspiel steht in jedem Buch, etwa bei R. Fine, Basic Chess Endings, 1941",
        },
    },
    Exhibit {
        id: "nobody-wants-to-move",
        theme: Zugzwang,
        game: "chess",
        position: "8/1B6/8/5p2/8/8/5Qrq/1K1R2bk w - - 0 1",
        best: &["Qa7"],
        avoid: &[],
        errs: counting("minimax+alpha-beta+ordering+quiescence+null-move", 4, "piece-squares"),
        repaired: counting(QUIET, 4, "piece-squares"),
        repair: "no null-move",
        title: Text { en: "Nobody wants to move", de: "Keiner will ziehen" },
        exercise: Text {
            en: "All black pieces stand around their king and guard each other; only the pawn is free. What would happen if Black could \
                 pass? And what if Black has to move?",
            de: "Alle schwarzen Figuren stehen um ihren König und decken einander; nur der Bauer ist frei. Was geschähe, wenn Schwarz \
                 aussetzen dürfte? Und was, wenn Schwarz ziehen muss?",
        },
        solution: Text {
            en: "Qa7! threatens nothing that Black could not bear, if Black could pass. But after f4 Bf3 every move of queen, rook or bishop \
                 opens the way to g1 or to the king: mate on the third move. The null move lets the opponent pass and concludes from \
                 that that all is well with him; in zugzwang this is exactly wrong. Without it the same depth finds the mate.",
            de: "Da7! droht nichts, was Schwarz nicht ertrüge, wenn er aussetzen dürfte. Aber nach f4 Lf3 öffnet jeder Zug von Dame, Turm \
                 oder Läufer den Weg nach g1 oder zum König: matt im dritten Zug. Der Nullzug lässt den Gegner aussetzen und schließt \
                 daraus, dass es ihm gut geht; im Zugzwang ist das genau falsch. Ohne ihn findet dieselbe Tiefe das Matt.",
        },
        source: Text {
            en: "well known from collections of zugzwang positions for testing the null move",
            de: "bekannt aus Sammlungen von Zugzwangstellungen, die den Nullzug prüfen",
        },
    },
    Exhibit {
        id: "skipped-king-move",
        theme: ForwardPruning,
        game: "chess",
        position: "1q1k4/2Rr4/8/2Q3K1/8/8/8/8 w - - 0 1",
        best: &["Kh6"],
        avoid: &[],
        errs: counting("minimax+alpha-beta+ordering+quiescence+late-move-pruning", 4, "piece-squares"),
        repaired: counting(QUIET, 4, "piece-squares"),
        repair: "no late-move-pruning",
        title: Text { en: "The move at the end of the list", de: "Der Zug am Ende der Liste" },
        exercise: Text {
            en: "Black's pieces hold each other. Which quiet move changes nothing at all and leaves Black to spoil it?",
            de: "Die schwarzen Figuren halten sich gegenseitig. Welcher stille Zug ändert gar nichts und lässt Schwarz alles \
                 verderben?",
        },
        solution: Text {
            en: "Kh6! Whatever Black moves loses something: it is zugzwang. To see that, all of Black's replies have to be looked at; \
                 late-move pruning skips the quiet moves late in the list and so believes in squares for the king from which \
                 Black has a check.",
            de: "Kh6! Was Schwarz auch zieht, er verliert etwas: Zugzwang. Um das zu sehen, muss man alle schwarzen Antworten ansehen; \
                 Late-Move-Pruning überspringt die stillen Züge am Ende der Liste und glaubt deshalb an Königsfelder, auf denen \
                 Schwarz ein Schach hat.",
        },
        source: Text {
            en: "well known from collections of zugzwang positions for testing the null move",
            de: "bekannt aus Sammlungen von Zugzwangstellungen, die den Nullzug prüfen",
        },
    },
    Exhibit {
        id: "draughts-shot",
        theme: HorizonEffect,
        game: "draughts",
        position: "B:W12,17,23,25,28,29:B3,4,7,9,10,16,20",
        best: &["20-24"],
        avoid: &[],
        errs: searcher(PLAIN, 4),
        repaired: searcher(QUIET, 4),
        repair: "quiescence",
        title: Text { en: "The shot", de: "Der Schlag" },
        exercise: Text {
            en: "Captures are compulsory. Black to move can give two men. Where must the white men jump, and what does that open?",
            de: "Schlagen ist Pflicht. Schwarz am Zug kann zwei Steine geben. Wohin müssen die weißen Steine springen, und was öffnet das?",
        },
        solution: Text {
            en: "20-24! 28x19 10-15! 19x10 7x30: two men given, three taken, and a king made. After four plies of counting Black is two \
                 men down and the great capture is the fifth; quiescence never stops in the middle of captures, and in draughts it \
                 may not, since they are compulsory.",
            de: "20-24! 28x19 10-15! 19x10 7x30: zwei Steine gegeben, drei geschlagen, und eine Dame gemacht. Nach vier gezählten Halbzügen \
                 hat Schwarz zwei Steine weniger, und der große Schlag ist der fünfte; die Ruhesuche hält nie mitten in Schlagzügen \
                 inne, und in Dame darf sie es auch nicht, denn sie sind Pflicht.",
        },
        source: Text {
            en: "found by searching positions of random games",
            de: "gefunden durch Suche in Stellungen zufälliger Partien",
        },
    },
    Exhibit {
        id: "othello-corner",
        theme: HorizonEffect,
        game: "othello",
        position: "------------XO-O--XOOOOO-XXOOOX-XXXOOXXX--XOXOO---XXXO----XOOOO- O",
        best: &["b8"],
        avoid: &[],
        errs: counting(PLAIN, 3, "discs"),
        repaired: searcher(PLAIN, 3),
        repair: "evaluator",
        title: Text { en: "Many discs and no corner", de: "Viele Steine und keine Ecke" },
        exercise: Text {
            en: "White (O) to move. Which corner can Black take next move, and by way of which discs? How can White prevent it?",
            de: "Weiß (O) am Zug. Welche Ecke kann Schwarz im nächsten Zug nehmen, und über welche Steine? Wie kann Weiß das verhindern?",
        },
        solution: Text {
            en: "Black's disc on c8 looks along the whole bottom row to h8: Black would take the corner and four discs that can never be \
                 turned back. b8 turns c8 and closes the row. Who counts discs three plies deep sees more of them elsewhere and lets \
                 Black have the corner; a judgement that knows corners needs no more depth to see it.",
            de: "Der schwarze Stein auf c8 blickt die ganze unterste Reihe entlang bis h8: Schwarz nähme die Ecke und vier Steine, die nie \
                 wieder umgedreht werden können. b8 dreht c8 um und schließt die Reihe. Wer drei Halbzüge tief Steine zählt, sieht \
                 anderswo mehr davon und lässt Schwarz die Ecke; eine Bewertung, die Ecken kennt, braucht dafür nicht mehr Tiefe.",
        },
        source: Text {
            en: "from a game of Kiebitz against itself",
            de: "aus einer Partie von Kiebitz gegen sich selbst",
        },
    },
];
