//! Printed Python values, such as `{'moves': [(7, 7), (8, 8)]}`, as JSON values: tuples and sets become lists, `None`
//! becomes `null`, and a call such as `np.int64(7)` or `array([7, 8])` becomes its first argument. Lines `moves =
//! [...]` become the fields of an object.

use serde_json::{Map, Value};
use std::str::Chars;

/// Deepest nesting of brackets.
const MAX_DEPTH: usize = 32;

/// The values of a text, in order; `None` if it holds anything else.
pub fn values_of(text: &str) -> Option<Vec<Value>> {
    let mut reader = PythonReader { rest: text, depth: 0 };
    let mut values = Vec::new();
    let mut fields = Map::new();
    reader.skip();
    while !reader.rest.is_empty() {
        match reader.assigned() {
            Some(name) => drop(fields.insert(name, reader.value()?)),
            None if reader.rest.starts_with(['{', '[', '(']) => values.push(reader.value()?),
            None => return None,
        }
        reader.skip();
        // A comma or a semicolon may end a line.
        reader.take(',');
        reader.take(';');
    }
    // Words and numbers alone hold no lists.
    if fields.values().any(|value: &Value| value.is_array() || value.is_object()) {
        values.push(Value::Object(fields));
    }
    Some(values)
}

/// A reader of the rest of a text.
struct PythonReader<'a> {
    rest: &'a str,
    depth: usize,
}

impl<'a> PythonReader<'a> {
    /// Skips blanks and comments.
    fn skip(&mut self) {
        loop {
            self.rest = self.rest.trim_start();
            let Some(remark) = self.rest.strip_prefix('#') else { return };
            self.rest = remark.find('\n').map_or("", |end| &remark[end..]);
        }
    }

    /// Takes a sign and the blanks after it; returns whether the sign was next.
    fn take(&mut self, sign: char) -> bool {
        let Some(rest) = self.rest.strip_prefix(sign) else { return false };
        self.rest = rest;
        self.skip();
        true
    }

    /// A name with dots, such as `np.array`; empty if there is none.
    fn name(&mut self) -> &'a str {
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        let end = if self.rest.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            self.rest.find(|c: char| !is_part(c)).unwrap_or(self.rest.len())
        } else {
            0
        };
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        name
    }

    /// Takes a name and the equals sign after it; returns the name.
    fn assigned(&mut self) -> Option<String> {
        let before = self.rest;
        let name = self.name();
        self.skip();
        if !name.is_empty() && !self.rest.starts_with("==") && self.take('=') {
            return Some(name.to_owned());
        }
        self.rest = before;
        None
    }

    fn value(&mut self) -> Option<Value> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let value = match self.rest.chars().next()? {
            '[' => Value::Array(self.list('[', ']')?.0),
            '(' => match self.list('(', ')')? {
                // Parentheses around one value.
                (mut values, false) if values.len() == 1 => values.swap_remove(0),
                (values, _) => Value::Array(values),
            },
            '{' => self.fields()?,
            '"' | '\'' => Value::String(self.text()?),
            c if c.is_ascii_digit() || ['-', '+', '.'].contains(&c) => self.number()?,
            _ => self.named()?,
        };
        self.depth -= 1;
        self.skip();
        Some(value)
    }

    /// The values between two brackets, and whether there is a comma among them.
    fn list(&mut self, open: char, close: char) -> Option<(Vec<Value>, bool)> {
        let (mut values, mut has_comma) = (Vec::new(), false);
        self.take(open);
        while !self.take(close) {
            // A named argument such as `dtype=int64` is left out.
            let is_option = self.assigned().is_some();
            let value = self.value()?;
            if !is_option {
                values.push(value);
            }
            if self.take(',') {
                has_comma = true;
            } else if !self.rest.starts_with(close) {
                return None;
            }
        }
        Some((values, has_comma))
    }

    /// A dictionary, or a set as a list.
    fn fields(&mut self) -> Option<Value> {
        let (mut fields, mut values) = (Map::new(), Vec::new());
        self.take('{');
        while !self.take('}') {
            let first = self.value()?;
            if self.take(':') {
                fields.insert(key_of(&first)?, self.value()?);
            } else {
                values.push(first);
            }
            if !self.take(',') && !self.rest.starts_with('}') {
                return None;
            }
        }
        match (fields.is_empty(), values.is_empty()) {
            (_, true) => Some(Value::Object(fields)),
            (true, false) => Some(Value::Array(values)),
            (false, false) => None,
        }
    }

    /// A text in quotes.
    fn text(&mut self) -> Option<String> {
        let quote = self.rest.chars().next()?;
        let mut chars: Chars = self.rest[1..].chars();
        let mut text = String::new();
        loop {
            match chars.next()? {
                c if c == quote => break,
                '\\' => match chars.next()? {
                    'n' => text.push('\n'),
                    't' => text.push('\t'),
                    other => text.push(other),
                },
                c => text.push(c),
            }
        }
        self.rest = chars.as_str();
        Some(text)
    }

    fn number(&mut self) -> Option<Value> {
        let is_part = |c: char| c.is_ascii_alphanumeric() || ['-', '+', '.', '_'].contains(&c);
        let (word, rest) = self.rest.split_at(self.rest.find(|c: char| !is_part(c)).unwrap_or(self.rest.len()));
        self.rest = rest;
        let word = word.replace('_', "");
        match word.parse::<i64>() {
            Ok(number) => Some(number.into()),
            Err(_) => serde_json::Number::from_f64(word.parse().ok()?).map(Value::Number),
        }
    }

    /// A word, or a call with the value of its first argument.
    fn named(&mut self) -> Option<Value> {
        let name = self.name();
        if name.is_empty() {
            return None;
        }
        self.skip();
        if self.rest.starts_with('(') {
            return self.list('(', ')')?.0.into_iter().next().or(Some(Value::Null));
        }
        match name {
            "True" | "true" => Some(Value::Bool(true)),
            "False" | "false" => Some(Value::Bool(false)),
            "None" | "null" | "nan" => Some(Value::Null),
            // The name of a type or a constant, as in `dtype=int8`.
            _ => Some(Value::String(name.to_owned())),
        }
    }
}

/// A key as text; a tuple becomes numbers with commas, such as `7,7`.
fn key_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Array(values) => values.iter().map(key_of).collect::<Option<Vec<_>>>().map(|words| words.join(",")),
        Value::Bool(_) | Value::Null => Some(value.to_string()),
        Value::Object(_) => None,
    }
}
