//! Who plays, as text and as data: there and back, and refused with the reason.

use super::*;

fn read(text: &str) -> PlayerSpec {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn texts_and_objects_go_there_and_back() {
    for text in [
        "human",
        "human:name=Ana",
        "random",
        "random:seed=7",
        "mcts:playouts=500",
        "kiebitz",
        "kiebitz:level=3",
        "kiebitz:elo=1500,nodes=700",
        "kiebitz:techniques=minimax+alpha-beta,depth=4,name=a\\,b",
        "kiebitz:eval=classical,weights=mine.toml,scale.mobility=50%,scale.king-safety=0,nodes=5",
        "kiebitz:scale.mobility=0.5,weights=turing",
        "kiebitz:parameter.null-base=4,parameter.razor-margin=200,nodes=5",
        "kiebitz:techniques=minimax+alpha-beta,quiescence=full-width,quiescence-depth=2,ordering=evaluation,depth=4",
        "kiebitz:eval=material,time=0.5,threads=2,hash=8,book=/tmp/a\\,b.bin,choice=best,syzygy=/tmp",
        "uci:/bin/x y,dir=/tmp,arg=--uci,arg=a\\,b,option.Skill Level=3,clock=1+0.1",
        "engine:sf",
        "engine:sf,ponder=true",
        "kiebitz:level=10,ponder=true",
        "uci:/bin/x ,arg=a\\ ,arg=b",
    ] {
        let player = read(text);
        assert_eq!(read(&player.to_string()), player, "{text}");
        let object = serde_json::to_value(&player).expect("an object");
        assert_eq!(serde_json::from_value::<PlayerSpec>(object).expect("a player"), player, "{text}");
    }
    let player = read("kiebitz:book=/a\\,b.bin");
    assert_eq!(player.book.as_deref(), Some("/a,b.bin"), "the escape works for our own players too");
    assert_eq!(read("kiebitz:level=easy").level, Some(2));
}

/// Games that were stored before.
#[test]
fn old_objects_are_read() {
    for (old, text) in [
        (r#"{"kind":"human"}"#, "human"),
        (r#"{"kind":"level","level":3}"#, "kiebitz:level=3"),
        (r#"{"kind":"elo","elo":1500}"#, "kiebitz:elo=1500"),
        (
            r#"{"kind":"techniques","techniques":"minimax","depth":2,"nodes":null}"#,
            "kiebitz:techniques=minimax,depth=2",
        ),
        (r#"{"kind":"engine","name":"sf"}"#, "engine:sf"),
        (r#"{"kind":"random"}"#, "random"),
        (r#"{"kind":"mcts","playouts":50}"#, "mcts:playouts=50"),
        (r#"{"kind":"mcts","playouts":null}"#, "mcts"),
    ] {
        let player: PlayerSpec = serde_json::from_str(old).unwrap_or_else(|error| panic!("{old}: {error}"));
        assert_eq!(player.to_string(), text);
    }
}

#[test]
fn refusals_say_why() {
    for (text, hint) in [
        ("uci:x,threads=1", "option.NAME"),
        ("uci:x,nodes=0", "nodes 0"),
        ("uci:x,option.=1", "option."),
        ("uci:x,y", "name=value"),
        ("uci:", "PATH"),
        ("kiebitz:magic=1", "magic"),
        ("kiebitz:elo=5", "elo=5"),
        ("kiebitz:time=-1", "time=-1"),
        ("martian", "uci:PATH"),
        ("", "uci:PATH"),
        ("kiebitz:name=", "name"),
        ("human:level=3", "level"),
        ("random:depth=3", "depth"),
        ("kiebitz:ponder=perhaps", "true or false"),
        ("kiebitz:scale.mobility=half", "50%"),
        ("kiebitz:scale.=1", "scale."),
        ("kiebitz:parameter.nul-base=4", "did you mean 'null-base'?"),
        ("kiebitz:parameter.null-base=9", "expected 2 to 5"),
        ("kiebitz:parameter.null-base=many", "whole number"),
        ("mcts:parameter.null-base=4", "no setting"),
        ("kiebitz:quiescence=deep", "full-width"),
        ("kiebitz:quiescence-depth=many", "quiescence-depth=many"),
        ("kiebitz:ordering=best", "evaluation"),
        ("kiebitz:eval=network:x,scale.mobility=1", "network"),
        ("random:scale.mobility=1", "no setting"),
    ] {
        let error = text.parse::<PlayerSpec>().expect_err(text).to_string();
        assert!(error.contains(hint), "{text}: {error}");
    }
    let odd: PlayerSpec = serde_json::from_str(r#"{"kind":"random","level":3}"#).expect("an object");
    assert!(odd.check().expect_err("random has no level").to_string().contains("level"));
    assert!(read("kiebitz:book=own").check().is_ok() && !read("kiebitz:book=own").names_files());
    assert!(read("kiebitz:book=/etc/passwd").names_files() && read("uci:sh").names_files());
    assert!(read("kiebitz:syzygy=/tmp").names_files());
    assert!(read("kiebitz:weights=mine.toml").names_files() && !read("kiebitz:weights=turing").names_files());
    assert!(read("kiebitz:eval=classical(weights=/a)").names_files());
    assert!(!read("kiebitz:eval=classical,scale.mobility=50%").names_files());
    assert!(read("kiebitz:eval=network:/tmp/x").names_files() && !read("kiebitz:eval=network").names_files());
}

#[test]
fn weights_belong_to_the_evaluator() {
    let evaluator = |text: &str| {
        let player = read(text).options(true).expect("a program").0.player;
        (player.evaluator.unwrap_or_default(), player.history)
    };
    let turned = "classical(weights=turing,scale.mobility=50%)".to_string();
    assert_eq!(evaluator("kiebitz:eval=classical,scale.mobility=50%,weights=turing"), (turned.clone(), false));
    assert_eq!(evaluator("kiebitz:eval=classical+history,scale.mobility=50%,weights=turing"), (turned, true));
    assert_eq!(evaluator("kiebitz:scale.mobility=50%"), ("(scale.mobility=50%)".to_string(), false));
    assert_eq!(evaluator("kiebitz:eval=history"), (String::new(), true));
    assert_eq!(evaluator("kiebitz:eval=history,weights=turing"), ("(weights=turing)".to_string(), true));
}

#[test]
fn levels_open_from_the_book() {
    let book = |text: &str, has_books| read(text).options(has_books).expect("a program").0.player.book;
    assert_eq!(book("kiebitz:level=3", true), Some(BookSource::Embedded));
    assert_eq!(book("kiebitz:level=3,book=none", true), None);
    assert_eq!(book("kiebitz:level=3", false), None);
    assert_eq!(book("kiebitz", true), None);
}

#[test]
fn own_limits_come_before_common_ones() {
    let limited = |text: &str| {
        let mut player = read(text);
        player.limit_by(&Go::nodes(77));
        player.nodes
    };
    assert_eq!(limited("kiebitz"), Some(77));
    assert_eq!(limited("kiebitz:depth=3"), None);
    assert_eq!(limited("uci:x,time=1"), None);
    assert_eq!(limited("random"), None);
    assert!(!read("kiebitz").is_limited() && read("kiebitz:level=3").is_limited() && read("random").is_limited());
    let (options, go) = read("kiebitz:nodes=2000,level=3").options(true).expect("a program");
    assert_eq!(
        (go.nodes, options.resources.table_megabytes),
        (Some(2000), 1),
        "what is said outright counts, in any order"
    );
}
