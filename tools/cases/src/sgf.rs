//! SGF as the engine reads it.

use tengen::base::BoardSize;
use tengen_database::sgf::{
    SgfPart, SgfReader, Survey, declared_encoding, decode_sgf, parse_rule, parse_sgf_point, parse_sgf_points,
    parse_size,
};

/// A file: parts up to its end or its first fault, and values that are read or refused.
/// Panics when a reader panics, or goes on after a fault.
pub fn case(bytes: &[u8]) {
    let _ = declared_encoding(bytes);
    let text = decode_sgf(bytes, None).text;
    let mut games = SgfReader::new(&text);
    games.skip_text();
    while games.overview().is_some() {
        games.skip_text();
    }
    let mut survey = Survey::default();
    let mut reader = SgfReader::new(&text);
    let mut parts = 0;
    while let Some(part) = reader.next() {
        parts += 1;
        assert!(parts <= text.len() + 1, "every part takes a character");
        match part {
            Ok(SgfPart::Property(property)) => {
                assert!(!property.values.is_empty(), "a property has a value");
                survey.add(&property);
                property.values.iter().for_each(|value| read_value(value));
            }
            Ok(_) => {}
            Err(error) => {
                assert!(!error.to_string().is_empty());
                assert!(reader.next().is_none(), "after a fault there are no more parts");
                break;
            }
        }
    }
    let _ = (survey.kind(), survey.size());
}

fn read_value(value: &str) {
    let _ = (parse_size(value), parse_rule(value));
    for size in [(15, 15), (52, 5)].into_iter().filter_map(|(width, height)| BoardSize::new(width, height).ok()) {
        if let Ok(point) = parse_sgf_point(value, size) {
            assert!(point.index() < size.cells(), "a point of the board");
        }
        let _ = parse_sgf_points(value, size);
    }
}
