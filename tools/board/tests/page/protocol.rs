//! The document of the board's messages names all of them.

#[test]
fn the_protocol_document_names_every_question_answer_and_code() {
    let document = include_str!("../../src/protocol.md");
    let messages = concat!(
        include_str!("../../src/question/mod.rs"),
        include_str!("../../src/message/mod.rs"),
        include_str!("../../src/message/error.rs")
    );
    let variants = |name: &str| -> Vec<String> {
        let (_, body) = messages.split_once(&format!("pub enum {name} {{")).unwrap();
        let (body, _) = body.split_once("\n}").unwrap();
        let lines = body
            .lines()
            .filter_map(|line| line.strip_prefix("    "))
            .filter(|line| line.starts_with(char::is_uppercase));
        lines.map(|line| line.split(|c: char| !c.is_alphanumeric()).next().unwrap().to_owned()).collect()
    };
    let snake = |name: &str| {
        let pieces = name
            .chars()
            .enumerate()
            .map(|(i, c)| if c.is_uppercase() && i > 0 { format!("_{c}") } else { c.to_string() });
        pieces.collect::<String>().to_lowercase()
    };
    let mut count = 0;
    for name in ["Question", "ServerAnswer", "ErrorCode"].into_iter().flat_map(variants) {
        let word = snake(&name);
        assert!(document.contains(&format!("`{word}`")) || document.contains(&format!("\"{word}\"")), "{word}");
        count += 1;
    }
    assert!(count > 25, "{count} names were seen");
}
