//! Reasons in answers: code, English sentence and values as JSON.

use serde::Serialize;
use serde_json::{Map, Value};
use tengen_database::Reason;

/// A reason as the page reads it: `message`, `code` and `values`, of which `rest` and `more` are reasons. What is empty is
/// left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct WireReason(pub Value);

impl From<Reason> for WireReason {
    fn from(Reason { code, message, values }: Reason) -> Self {
        let value = |(name, value): (&str, Reason)| {
            let is_part = ["rest", "more"].contains(&name);
            (name.to_owned(), if is_part { WireReason::from(value).0 } else { Value::from(value.message) })
        };
        let values: Map<String, Value> = values.into_iter().map(value).collect();
        let mut fields = Map::new();
        fields.extend((!message.is_empty()).then(|| ("message".to_owned(), message.into())));
        fields.extend(code.map(|code| ("code".to_owned(), code.into())));
        fields.extend((!values.is_empty()).then(|| ("values".to_owned(), values.into())));
        Self(fields.into())
    }
}
