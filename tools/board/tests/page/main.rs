//! Tests of the page's files, texts and scripts, and of libraries and databases.
#![allow(missing_docs)]

mod databases;
mod files;
mod imports;
mod library;
mod protocol;
mod reasons;
mod rules;
mod scripts;

use serde_json::{Value, json};
use tengen_board::message::{ServerAnswer, encode};
use tengen_board::{Databases, Shelf, answer, read_request};

/// The content of the answer to a question.
fn told(databases: &Databases, shelf: &Shelf, question: &str, with: Value) -> Value {
    let request = read_request(&json!({ "id": 1, "ask": question, "with": with }).to_string()).unwrap();
    let answer = answer(request.question, databases, shelf, &|_| {}).unwrap_or_else(ServerAnswer::from);
    serde_json::from_str::<Value>(&encode(Some(1), &answer)).unwrap()["with"].take()
}

/// The content of the answer to a question that needs neither a database nor a library.
fn told_of(question: &str, with: Value) -> Value {
    told(&Databases::of_page(), &Shelf::default(), question, with)
}
