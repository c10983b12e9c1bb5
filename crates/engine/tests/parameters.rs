//! What the list of games says of their parameters is what the games do.

use engine::{Parameter, Values};

/// The values at the edges of a parameter, and values just outside.
fn edges(parameter: &Parameter) -> (Vec<String>, Vec<String>) {
    match &parameter.values {
        Values::Choice(choices) => {
            (choices.iter().map(|choice| choice.value.to_string()).collect(), vec!["neither".to_string()])
        }
        Values::Range { min, max, step } => {
            let text = |numbers: &[f64]| numbers.iter().map(f64::to_string).collect();
            (text(&[*min, *max]), text(&[min - step, max + step, min + step / 2.0]))
        }
    }
}

#[test]
fn every_value_is_taken_and_no_other() {
    for game in engine::games() {
        let open = |parameter: &Parameter, value: &str| {
            engine::open(&format!("{}({}={value})", game.name, parameter.name)).map(|engine| engine.game())
        };
        for parameter in &game.parameters {
            let (inside, outside) = edges(parameter);
            for value in inside {
                match open(parameter, &value) {
                    // The text of the game comes back, without what is the default.
                    Ok(text) => assert!(engine::open(&text).is_ok(), "{text}"),
                    // Only what the note speaks of may still be wrong: two parameters that do not go together.
                    Err(error) => assert!(game.parameters.iter().any(|one| !one.note.is_empty()), "{error}"),
                }
            }
            for value in outside {
                let error = open(parameter, &value).err().unwrap_or_else(|| panic!("{} {value}", parameter.name));
                let error = error.to_string();
                let text = format!("game '{}({}={value})'", game.name, parameter.name);
                assert!(error.starts_with(&text), "{error}");
                assert!(error.ends_with(&format!("{}={value} is not {}", parameter.name, parameter.values)), "{error}");
            }
            if let Some(default) = &parameter.default {
                assert_eq!(parameter.check(default), Ok(()), "{}", game.name);
            }
        }
        let error = engine::open(&format!("{}(nonsense=1)", game.name)).err().map(|error| error.to_string());
        assert!(error.is_some_and(|error| error.contains("unknown parameter 'nonsense'")), "{}", game.name);
    }
}

#[test]
fn a_wrong_size_is_refused_with_the_right_ones() {
    let error = engine::open("othello(size=7)").err().map(|error| error.to_string());
    assert_eq!(error.as_deref(), Some("game 'othello(size=7)': size=7 is not 4, 6 or 8"));
    let error = engine::open("connect-four(width=12,height=12)").err().map(|error| error.to_string());
    assert!(error.is_some_and(|error| error.contains("width * (height + 1) may be at most 64")));
}

#[test]
fn games_of_one_kind() {
    for (one, other) in
        [("chess", "chess960(white=0,black=7)"), ("draughts(order=3)", "draughts(rules=international,order=6)")]
    {
        assert!(engine::same_kind(one, other) && engine::same_kind(other, one), "{one}, {other}");
    }
    let texts = engine::ruled_games();
    for (one, other) in [("chess", "othello"), ("chess", "nonsense"), (texts[0].as_str(), texts[1].as_str())] {
        assert!(!engine::same_kind(one, other), "{one}, {other}");
    }
}
