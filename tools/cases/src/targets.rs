//! The list of targets.

use crate::{databases, dialogues, exchange, games, libraries, messages, protocols, records, sgf, walks, weights};

/// A reader or a component, tried with any bytes.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name, also of its folder of seeds.
    pub name: &'static str,
    /// Takes any bytes and panics when a promise is broken.
    pub case: fn(&[u8]),
    /// Cases in the test of this package; all of them together take seconds.
    pub cases: usize,
}

/// All targets.
pub const TARGETS: [Target; 14] = [
    Target { name: "certificates", case: records::certificates, cases: 1000 },
    Target { name: "databases", case: databases::case, cases: 100 },
    Target { name: "exchange", case: exchange::case, cases: 100 },
    Target { name: "games", case: games::case, cases: 2000 },
    Target { name: "gtp", case: protocols::gtp, cases: 100 },
    Target { name: "gtp_dialogue", case: dialogues::gtp, cases: 50 },
    Target { name: "libraries", case: libraries::case, cases: 2000 },
    Target { name: "messages", case: messages::case, cases: 500 },
    Target { name: "protocol", case: protocols::protocol, cases: 100 },
    Target { name: "protocol_dialogue", case: dialogues::protocol, cases: 50 },
    Target { name: "records", case: records::case, cases: 2000 },
    Target { name: "sgf", case: sgf::case, cases: 2000 },
    Target { name: "walks", case: walks::case, cases: 50 },
    Target { name: "weights", case: weights::case, cases: 80 },
];
