//! From a message of the page to its answer, whoever carries the two: a server's socket or the page itself.

use super::databases::Databases;
use super::library;
use super::message::{ErrorCode, RequestError, ServerAnswer, encode};
use super::question::{PageRequest, Question};
use super::shelf::Shelf;
use super::{learn, negotiation, position, threats};

/// Characters of the reason against a message.
const MAX_REASON: usize = 500;

/// Parses a message.
///
/// # Errors
/// With the answer to send when it is none of the dialogue's.
pub fn read_request(text: &str) -> Result<PageRequest, String> {
    // The number alone, to tell which request failed.
    #[derive(serde::Deserialize)]
    struct Numbered {
        id: u64,
    }
    serde_json::from_str(text).map_err(|reason| {
        let id = serde_json::from_str::<Numbered>(text).ok().map(|numbered| numbered.id);
        refuse(id, &format!("not a message of the board's protocol: {reason}"))
    })
}

/// The answer to what is no request. A reason may quote the whole of it: its beginning says enough.
pub fn refuse(id: Option<u64>, message: &str) -> String {
    let end = message.char_indices().nth(MAX_REASON).map_or(message.len(), |(at, _)| at);
    let error = RequestError::detailed(ErrorCode::Message, message[..end].to_owned());
    encode(id, &ServerAnswer::from(error))
}

/// Answers a request that needs no search; [`super::search::answer`] has the others.
///
/// # Errors
/// When the request is not possible.
pub fn answer(question: Question, databases: &Databases, shelf: &Shelf) -> Result<ServerAnswer, RequestError> {
    let current = databases.current();
    let library = current.as_deref();
    match question {
        Question::Openings(_) => Ok(negotiation::rules()),
        Question::Opening(question) => negotiation::stage(&question),
        Question::Threats(question) => threats::answer(&question),
        Question::Puzzles(question) => learn::list(&question),
        Question::Trace(question) => learn::trace(&question),
        Question::Database(_) => databases.describe(),
        Question::OpenDatabase(question) => databases.open(&question),
        Question::SaveDatabase(question) => databases.save(&question),
        Question::CloseDatabase(_) => databases.close(),
        Question::LookUp(question) => library::look_up(library, &question),
        Question::LookInBook(question) => library::look_in_book(&question),
        Question::GamesThrough(question) => library::games_through(library, &question),
        Question::Annotate(question) => library::annotate(library, &question),
        Question::OpenLibrary(question) => shelf.open(&question),
        Question::LookInLibrary(question) => shelf.look(&question),
        question => position::answer(question),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_quotes_no_more_than_the_beginning() {
        let long = "ố".repeat(100_000);
        for message in [format!(r#"{{"id":3,"ask":"{long}"}}"#), format!("\"{long}\""), long] {
            let refused = read_request(&message).unwrap_err();
            assert!(refused.len() < 4 * MAX_REASON && refused.contains("not a message"), "{refused}");
        }
    }
}
