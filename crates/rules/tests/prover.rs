//! Rules without a net: questions answered one by one must say what a net says.

use game::Rng;
use rules::{Limits, OWN, Reason, Ruleset, Walker, compile};

/// The same rules, with a net and without; `None` where facts that never change need the room that is taken away here.
fn both(text: &str) -> Option<(Ruleset, Ruleset)> {
    let gdl = rules::to_gdl(text).expect("our own").into_owned();
    let net = compile(&gdl, Limits::default()).expect("our own");
    // So little is left for the clauses of a net that there is none.
    let proved = [10, 100, 1_000, 3_000, 10_000].into_iter().find_map(|literals| {
        let rules = compile(&gdl, Limits { literals, ..Limits::default() }).ok();
        rules.filter(Ruleset::is_proved)
    });
    Some((net, proved?))
}

/// What holds, as text: facts are numbered differently.
fn facts(rules: &Ruleset, state: &[u64]) -> Vec<String> {
    let on = |&fact: &usize| state[fact / 64] >> (fact % 64) & 1 == 1;
    let mut texts: Vec<String> =
        (0..rules.facts.len()).filter(on).map(|fact| rules.terms.text(rules.facts[fact])).collect();
    texts.sort();
    texts
}

#[test]
fn a_prover_plays_as_a_net_does() {
    let (mut games, mut compared) = (0, 0);
    for own in OWN {
        let Some((net, proved)) = both(own.text) else { continue };
        games += 1;
        assert!(proved.is_proved() && !net.is_proved(), "{}", own.name);
        let mut walkers = [Walker::new(&net), Walker::new(&proved)];
        let mut rng = Rng::new(22);
        for _ in 0..2 {
            let mut states = [net.init.clone(), proved.init.clone()];
            for _ in 0..40 {
                assert_eq!(facts(&net, &states[0]), facts(&proved, &states[1]), "{}", own.name);
                let over = [0, 1].map(|which| walkers[which].is_over(&states[which]));
                assert_eq!(over[0], over[1], "{}", own.name);
                if over[0] {
                    assert_eq!(walkers[0].goals(&states[0]), walkers[1].goals(&states[1]), "{}", own.name);
                    break;
                }
                let Some(role) = walkers[0].turn(&states[0]).0 else { break };
                let named = [&net, &proved].map(|rules| rules);
                let mut moves = [0, 1].map(|which| {
                    let mut moves = Vec::new();
                    walkers[which].moves(&states[which], role, &mut moves);
                    let text = |mv: &u32| (named[which].terms.text(named[which].moves[role][*mv as usize]), *mv);
                    let mut texts: Vec<(String, u32)> = moves.iter().map(text).collect();
                    texts.sort();
                    texts
                });
                let texts =
                    moves.each_ref().map(|moves| moves.iter().map(|(text, _)| text.clone()).collect::<Vec<_>>());
                assert_eq!(texts[0], texts[1], "{}", own.name);
                if moves[0].is_empty() {
                    break;
                }
                let chosen = rng.below(moves[0].len());
                for which in 0..2 {
                    let mv = moves[which].swap_remove(chosen).1;
                    walkers[which].play(&mut states[which], role, mv);
                }
                compared += 1;
            }
        }
    }
    assert!(games >= 8 && compared > 200, "only {games} games and {compared} positions were compared");
}

const FRAME: &str = "(role a) (role b) (init (control a)) (<= (legal ?r noop) (role ?r) (not (true (control ?r))))
    (<= (legal ?r go) (true (control ?r))) (<= (next (control b)) (true (control a))) (<= (next (control a)) (true (control b)))
    (<= (goal a 100) (true (control b))) (<= (goal b 0) (true (control b))) (goal a 0) ";

/// Rules whose end asks for a predicate that cannot be enumerated: a list of all paths, say. Only what is asked for is worked out.
#[test]
fn what_cannot_be_enumerated_can_be_asked_for() {
    let digits: String = (0..10).map(|digit| format!("(d {digit})")).collect();
    let rules = "(<= (big ?a ?b ?c ?d ?e ?f ?g ?h ?i) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f) (d ?g) (d ?h) (d ?i))
        (<= terminal (true (control b)) (big 1 1 1 1 1 1 1 1 1))";
    let text = format!("{FRAME} {digits} {rules}");
    let limits = Limits { steps: 3_000_000, ..Limits::default() };
    let rules = compile(&text, limits).expect("it is asked for one sentence only");
    assert!(rules.is_proved());
    let mut walker = Walker::new(&rules);
    assert!(!walker.is_over(&rules.init));
    let mut state = rules.init.clone();
    let mut moves = Vec::new();
    walker.moves(&state, 0, &mut moves);
    walker.play(&mut state, 0, moves[0]);
    assert!(walker.is_over(&state));
    assert_eq!(walker.goals(&state), [Some(100), Some(0)]);
    let Err(error) = compile(&text, Limits { proof: 0, ..limits }) else { panic!("no proof was allowed") };
    assert_eq!(error.reason, Reason::TooLarge);
}

/// A question that would take for ever is given up, and the game refused when it is loaded.
#[test]
fn a_hostile_question_is_given_up() {
    let digits: String = (0..10).map(|digit| format!("(d {digit})")).collect();
    let wide = "(<= terminal (p ?a ?b ?c ?d ?e ?f ?g ?h ?i) (distinct ?a ?a))
        (<= (p ?a ?b ?c ?d ?e ?f ?g ?h ?i) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f) (d ?g) (d ?h) (d ?i))";
    let endless = "(n z) (<= (n (s ?x)) (n ?x)) (<= terminal (n ?y) (distinct ?y ?y))";
    let chain: String = (0..5000).map(|number| format!("(<= (c{number} ?x) (c{} ?x) (d ?x))", number + 1)).collect();
    let chain = format!("(c5000 1) {chain} (<= terminal (c0 2)) {wide}");
    for (rules, names) in [(wide, "'p'"), (endless, "'n'"), (&chain[..], "'c")] {
        let text = format!("{FRAME} {digits} {rules}");
        let loading =
            rules::Loading { limits: Limits { steps: 2_000_000, ..Limits::default() }, ..rules::Loading::default() };
        let Err(error) = rules::load("hostile", &text, loading) else { panic!("not refused: {}", &rules[..60]) };
        assert_eq!(error.reason, Reason::TooLarge, "{error}");
        assert!(error.message.contains(names), "{error}");
    }
}

/// Questions about ever deeper terms are given up before they are too deep for the stack: such a position is over.
#[test]
fn ever_deeper_questions_are_given_up() {
    let text = format!("{FRAME} (n z) (<= (n ?x) (n (s ?x))) (<= terminal (n (t z)))");
    let rules = compile(&text, Limits { literals: 3, ..Limits::default() }).unwrap_or_else(|error| panic!("{error}"));
    assert!(rules.is_proved());
    let mut walker = Walker::new(&rules);
    assert!(walker.is_over(&rules.init));
    assert_eq!(walker.goals(&rules.init), [None, None]);
}

/// A predicate may ask for its own opposite as long as no sentence does.
#[test]
fn goals_may_depend_on_other_goals_not_being_met() {
    let goals = "(<= (goal b 100) (not (goal a 100))) (<= terminal (true (control b)))";
    let text = format!("{} {goals}", FRAME.replace("(<= (goal b 0) (true (control b)))", ""));
    for limits in [Limits::default(), Limits { literals: 3, ..Limits::default() }] {
        let rules = compile(&text, limits).unwrap_or_else(|error| panic!("{error}"));
        let mut walker = Walker::new(&rules);
        assert_eq!(walker.goals(&rules.init), [Some(0), Some(100)], "proved: {}", rules.is_proved());
    }
}
