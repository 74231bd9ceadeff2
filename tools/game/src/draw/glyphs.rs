//! Letters, digits and signs as pen strokes, so that pixel pictures need no font.
//!
//! A stroke is a line through points of two digits each: column 0 to 4 from the left, row 0 to 6 from the top.

/// Height of a capital letter, as a fraction of the text size.
pub(super) const CAP_HEIGHT: f32 = 0.72;
/// Distance between two characters, in columns.
pub(super) const ADVANCE: f32 = 5.4;

/// The strokes of a character, separated by blanks; `None` if it has no glyph.
pub(super) fn glyph(character: char) -> Option<&'static str> {
    Some(match character.to_ascii_uppercase() {
        ' ' => "",
        '0' | 'O' => "103041453616050110",
        '1' => "112026 1636",
        '2' => "01103041420646",
        '3' => "0110304142332333444536 361605",
        '4' => "36300444",
        '5' => "40000232434536 361605",
        '6' => "301001051636454433 331304",
        '7' => "004016",
        '8' => "130201103041423313 130405163645443313",
        '9' => "423313020110304145 453616",
        'A' => "062046 1434",
        'B' => "003041423303 3344453606 0006",
        'C' => "4130100105163645",
        'D' => "002042442606 0006",
        'E' => "40000646 0333",
        'F' => "400006 0333",
        'G' => "41301001051636454323",
        'H' => "0006 4046 0343",
        'I' => "1030 2026 1636",
        'J' => "4045361605",
        'K' => "0006 400346",
        'L' => "000646",
        'M' => "0600234046",
        'N' => "06004640",
        'P' => "06003041423303",
        'Q' => "103041453616050110 3446",
        'R' => "06003041423303 2346",
        'S' => "413010010213334445361605",
        'T' => "0040 2026",
        'U' => "000516364540",
        'V' => "002640",
        'W' => "0016233640",
        'X' => "0046 4006",
        'Y' => "002340 2326",
        'Z' => "00400646",
        '.' => "2626",
        ',' => "2517",
        ':' => "2222 2626",
        ';' => "2222 2517",
        '-' | '–' => "1333",
        '+' => "0343 2125",
        '=' => "0242 0444",
        '(' => "30212536",
        ')' => "10212516",
        '[' => "30101636",
        ']' => "10303616",
        '/' => "0640",
        '!' => "2024 2626",
        '?' => "0110304142 422324 2626",
        '#' => "1016 3036 0242 0444",
        '%' => "0640 0000 4646",
        '&' => "46011030310405 05162644",
        '<' => "410345",
        '>' => "014305",
        '\'' => "2021",
        '"' => "1011 3031",
        '_' => "0646",
        '*' => "0145 4105 2026",
        '×' => "0145 4105",
        '△' => "21460621",
        '□' => "0141450501",
        '○' => "113142443516040211",
        _ => return None,
    })
}

/// The first character of a text that has no glyph.
pub(super) fn missing(text: &str) -> Option<char> {
    text.chars().find(|&character| glyph(character).is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_glyph_has_whole_points_within_its_box() {
        let signs = " .,:;-–+=()[]/!?#%&<>'\"_*×△□○";
        for character in ('0'..='9').chain('A'..='Z').chain('a'..='z').chain(signs.chars()) {
            let strokes = glyph(character).unwrap_or_else(|| panic!("{character} has no glyph"));
            for stroke in strokes.split(' ').filter(|stroke| !stroke.is_empty()) {
                assert!(stroke.len() % 2 == 0 && stroke.len() >= 4, "{character}: {stroke}");
                for point in stroke.as_bytes().chunks(2) {
                    assert!(
                        (b'0'..=b'4').contains(&point[0]) && (b'0'..=b'7').contains(&point[1]),
                        "{character}: {stroke}"
                    );
                }
            }
        }
        assert_eq!((missing("Cờ caro"), missing("Caro 1-0")), (Some('ờ'), None));
    }
}
