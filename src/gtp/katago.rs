//! Commands of KataGo and of its branch KataGomo, which plays five in a row: the rule, and what their boards send before
//! each analysis.
//!
//! Sources: KataGo's *GTP Extensions*; the commands of QLizzie, KataGomo's board (`Main.qml`, `RuleSupport.js`).

use super::error::GtpError;
use super::request::Request;
use super::response::{DONE, GtpReply, text};
use super::session::GtpSession;
use tengen::base::Rule;

/// KataGomo's name of caro with exactly five; those of the other rules are like ours, in capital letters.
const CARO_EXACT: &str = "CARO_NOSIX";

/// The rule in the form of KataGomo.
pub(super) fn rules(session: &mut GtpSession, _: &Request) -> Result<GtpReply, GtpError> {
    let name = match session.dialect.game.rule() {
        Rule::CaroExact => CARO_EXACT.to_owned(),
        rule => rule.name().to_ascii_uppercase(),
    };
    text(&format!("{{\"basicrule\":\"{name}\",\"firstpasswin\":false,\"maxmoves\":0,\"vcnrule\":\"NOVC\"}}"))
}

/// Sets the rule by its name, or by JSON as `kata-get-rules` writes it.
pub(super) fn set_rules(session: &mut GtpSession, request: &Request) -> Result<GtpReply, GtpError> {
    let rules = request.arguments.concat();
    let rule = match rules.strip_prefix('{').map(|rest| rest.strip_suffix('}').unwrap_or(rest)) {
        None => parse_rule(&rules)?,
        Some(pairs) => {
            let mut rule = session.dialect.game.rule();
            for pair in pairs.split(',').filter(|pair| !pair.is_empty()) {
                let (key, value) = pair.split_once(':').unwrap_or((pair, ""));
                rule = rule_with(rule, key.trim_matches('"'), value.trim_matches('"'))?;
            }
            rule
        }
    };
    set(session, rule)
}

/// Sets one of the rules that `kata-get-rules` lists.
pub(super) fn set_rule(session: &mut GtpSession, request: &Request) -> Result<GtpReply, GtpError> {
    let [key, value] = &request.arguments[..] else { return Err(GtpError::Syntax("kata-set-rule KEY VALUE")) };
    let rule = rule_with(session.dialect.game.rule(), key, value)?;
    set(session, rule)
}

/// Accepts the width of KataGo's search at the root, which boards send before each analysis.
pub(super) fn set_param(_: &mut GtpSession, request: &Request) -> Result<GtpReply, GtpError> {
    match request.argument(0) {
        Some("analysisWideRootNoise") => DONE,
        _ => Err(GtpError::Syntax("kata-set-param analysisWideRootNoise NUMBER")),
    }
}

/// The rule after a key of KataGomo's rules has this value. Only the game that is played here is accepted.
fn rule_with(rule: Rule, key: &str, value: &str) -> Result<Rule, GtpError> {
    match (key, value) {
        ("basicrule", name) => parse_rule(name),
        ("firstpasswin", "false") | ("maxmoves", "0") | ("vcnrule", "NOVC") => Ok(rule),
        _ => Err(GtpError::Syntax("basicrule, or firstpasswin false, maxmoves 0 and vcnrule NOVC")),
    }
}

fn parse_rule(name: &str) -> Result<Rule, GtpError> {
    Ok(if name.eq_ignore_ascii_case(CARO_EXACT) { Rule::CaroExact } else { name.to_ascii_lowercase().parse()? })
}

/// Sets the rule; the stones stay. The search keeps what it knows if the rule stays, too.
fn set(session: &mut GtpSession, rule: Rule) -> Result<GtpReply, GtpError> {
    if rule != session.dialect.game.rule() {
        session.dialect.game.set_rule(rule);
        session.clear_memory();
    }
    DONE
}
