//! Which game a record is of: the tags `Variant` (PGN) and `GameType` (PDN).

use crate::{Tags, pdn};

/// The game of the registry that the tags name; `None` if they name none. Variants that are not known here are taken for
/// the names of games. The error names a game type that is not known.
pub fn game_name(tags: &Tags) -> Result<Option<String>, String> {
    let tag = |wanted: &str| {
        let found = tags.0.iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted));
        found.map(|(_, value)| value.trim()).filter(|value| !matches!(*value, "" | "?" | "-"))
    };
    if let Some(text) = tag("GameType") {
        let known = pdn::game_name(text).map(str::to_string);
        return known.map(Some).ok_or_else(|| format!("the game type {text} is not played here"));
    }
    Ok(tag("Variant").map(|variant| match variant.to_ascii_lowercase().as_str() {
        "standard" | "chess" | "normal" | "from position" => "chess".to_string(),
        "chess960" | "fischerandom" | "fischerrandom" | "fischer random" | "chess 960" => "chess960".to_string(),
        other => other.to_string(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let named = |name: &str, value: &str| game_name(&Tags(vec![(name.to_string(), value.to_string())]));
        assert_eq!(named("Event", "x"), Ok(None));
        assert_eq!(named("Variant", "Standard"), Ok(Some("chess".to_string())));
        assert_eq!(named("Variant", "Fischerandom"), Ok(Some("chess960".to_string())));
        assert_eq!(named("Variant", "othello(size=6)"), Ok(Some("othello(size=6)".to_string())));
        assert_eq!(named("gametype", "25,W,8,8,A0,0"), Ok(Some("draughts(rules=russian)".to_string())));
        assert!(named("GameType", "99").unwrap_err().contains("99"));
    }
}
