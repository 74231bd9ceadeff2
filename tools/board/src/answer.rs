//! Answers to the page's messages, independent of the transport: a server's socket or the page itself.

use super::message::{ErrorCode, RequestError, ServerAnswer, Sink, encode};
use super::question::{PageRequest, Question};
use super::{Databases, Shelf};
use super::{database, databases, learn, negotiation, position, threats};
use tengen_database::Reason;

/// Most characters of the reason in a refusal.
const MAX_REASON: usize = 500;

/// Parses a message; of an invalid request the error is the answer to send.
pub fn read_request(text: &str) -> Result<PageRequest, String> {
    // Only the number, to identify the request that failed.
    #[derive(serde::Deserialize)]
    struct Numbered {
        id: u64,
    }
    serde_json::from_str(text).map_err(|reason| {
        let id = serde_json::from_str::<Numbered>(text).ok().map(|numbered| numbered.id);
        refuse(id, &format!("not a message of the board's protocol: {reason}"))
    })
}

/// The answer to an invalid message. The reason may quote the whole message, so it is cut.
pub fn refuse(id: Option<u64>, message: &str) -> String {
    let end = message.char_indices().nth(MAX_REASON).map_or(message.len(), |(at, _)| at);
    let error = RequestError::detailed(ErrorCode::Message, Reason::text(&message[..end]));
    encode(id, &ServerAnswer::from(error))
}

/// Answers a request that needs no search; for the others see [`super::search::answer`]. `sink` receives partial answers,
/// of which none may be lost. Fails if the request is impossible.
pub fn answer(
    question: Question,
    databases: &Databases,
    shelf: &Shelf,
    sink: Sink<'_>,
) -> Result<ServerAnswer, RequestError> {
    let database = databases.current();
    let current = database.as_deref();
    match question {
        Question::Openings(_) => Ok(negotiation::rules()),
        Question::Opening(question) => negotiation::stage(&question),
        Question::Threats(question) => threats::answer(&question),
        Question::Puzzles(question) => learn::list(&question),
        Question::Trace(question) => learn::trace(&question),
        Question::Recognize(question) => databases::recognize(&question),
        Question::Database(_) => databases.describe(),
        Question::OpenDatabase(question) => databases.open(&question),
        Question::SaveDatabase(question) => databases.save(&question),
        Question::CloseDatabase(_) => databases.close(),
        Question::LookUp(question) => database::look_up(current, &question),
        Question::LookInBook(question) => database::look_in_book(&question),
        Question::GamesThrough(question) => database::games_through(current, &question),
        Question::Annotate(question) => database::annotate(current, &question),
        Question::OpenLibrary(question) => shelf.open(&question),
        Question::LookInLibrary(question) => shelf.look(&question),
        question => {
            // A long answer must not keep the database open at the server's end.
            drop(database);
            position::answer(question, sink)
        }
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
