//! Where two JSON values differ: what is told of settings that should be the same.

use serde_json::Value;

use crate::lab::arena::text::quote;

/// The first place in which two values differ: its path, and both values.
pub fn first_difference(was: &Value, is: &Value) -> Option<[String; 3]> {
    below(String::new(), was, is)
}

fn below(path: String, was: &Value, is: &Value) -> Option<[String; 3]> {
    let inner = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    match (was, is) {
        _ if was == is => None,
        (Value::Object(a), Value::Object(b)) if a.keys().eq(b.keys()) => {
            a.iter().zip(b.values()).find_map(|((key, was), is)| below(inner(key), was, is))
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let each = a.iter().zip(b).enumerate();
            each.into_iter().find_map(|(index, (was, is))| below(format!("{path}[{index}]"), was, is))
        }
        _ => Some([path, quote(&was.to_string()), quote(&is.to_string())]),
    }
}
