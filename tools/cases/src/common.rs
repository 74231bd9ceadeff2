//! Modules of the engine's own tests: dialogues, the model of a session, the oracle of the rules.

#[allow(dead_code, missing_docs)]
#[path = "../../../tests/common/dialogue.rs"]
pub mod dialogue;
#[allow(dead_code, missing_docs)]
#[path = "../../../tests/common/model.rs"]
pub mod model;
#[allow(dead_code, missing_docs)]
#[path = "../../../engine/tests/common/oracle.rs"]
pub mod oracle;
#[allow(dead_code, missing_docs)]
#[path = "../../../tests/common/session.rs"]
pub mod session;
#[allow(dead_code, missing_docs)]
#[path = "../../../engine/tests/common/walk.rs"]
pub mod walk;
