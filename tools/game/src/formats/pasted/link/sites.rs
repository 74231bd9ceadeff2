//! Links of game sites: PlayOK's, which hold a whole game, and links that hold only a game's number.

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;

/// Content of a PlayOK link, `https://www.playok.com/p/?g=…`.
#[derive(Debug, PartialEq, Eq)]
pub enum PlayokLink {
    /// Moves, `gm+h8i9`, on the site's board; the fragment says which move is shown.
    Moves(String),
    /// A whole text: `gm.` and Base64.
    Text(String),
    /// Base64 that cannot be read.
    Damaged,
}

/// PlayOK's sites, including the older ones, with the same links.
const PLAYOK: [&str; 3] = ["playok.com", "kurnik.pl", "kurnik.org"];
/// Sites whose game numbers consist of letters.
const ROOMS: [&str; 1] = ["papergames.io"];
/// Parameters that hold a game's number, besides names that end in `id`.
const NUMBERS: [&str; 5] = ["g", "game", "match", "table", "n"];

/// The host of a link, and the text after it.
fn parts_of(link: &str) -> (&str, &str) {
    let address = link.split_once("://").map_or(link, |(_, address)| address);
    let end = address.find(['/', '?', '#']).unwrap_or(address.len());
    address.split_at(end)
}

fn is_of(host: &str, sites: &[&str]) -> bool {
    let host = host.to_ascii_lowercase();
    sites.iter().any(|site| host == *site || host.strip_suffix(site).is_some_and(|before| before.ends_with('.')))
}

/// The content of a PlayOK link; `None` for other links and for a game's number.
pub fn playok_link(link: &str) -> Option<PlayokLink> {
    let (host, rest) = parts_of(link);
    let (path, _) = rest.split_once('#').unwrap_or((rest, ""));
    let (_, query) = path.split_once('?').filter(|_| is_of(host, &PLAYOK))?;
    let value = query.split('&').find_map(|field| field.strip_prefix("g="))?;
    // The first two letters name the kind of game.
    let behind = value.get(2..).filter(|_| value.starts_with(|c: char| c.is_ascii_lowercase()))?;
    if let Some(moves) = behind.strip_prefix('+') {
        return Some(PlayokLink::Moves(moves.to_owned()));
    }
    let text = decoded(behind.strip_prefix('.')?).and_then(|bytes| String::from_utf8(bytes).ok());
    Some(text.map_or(PlayokLink::Damaged, PlayokLink::Text))
}

/// Decodes Base64 in the usual or the URL alphabet, with or without padding.
fn decoded(text: &str) -> Option<Vec<u8>> {
    let usual = text.trim_end_matches('=').replace('-', "+").replace('_', "/");
    STANDARD_NO_PAD.decode(usual).ok()
}

/// Whether a link has no moves but a game's number, which only the site can resolve.
pub fn is_number_alone(link: &str) -> bool {
    let (host, rest) = parts_of(link);
    let is_number = |part: &str| {
        let part = part.trim_end_matches(".txt").trim_end_matches(".html");
        let is_word = part.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
        is_word && part.chars().filter(char::is_ascii_digit).count() > 1
    };
    let (address, _) = rest.split_once('#').unwrap_or((rest, ""));
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let names_game = |field: &str| {
        let (name, value) = field.split_once('=').unwrap_or_default();
        let name = name.to_ascii_lowercase();
        (name.ends_with("id") || NUMBERS.contains(&name.as_str())) && is_number(value)
    };
    let is_last_number = path.trim_end_matches('/').rsplit('/').next().is_some_and(is_number);
    is_of(host, &ROOMS) && path.len() > 1 || is_last_number || query.split('&').any(names_game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_read_in_both_alphabets() {
        assert_eq!(decoded("MS4gaDggaTk="), Some(b"1. h8 i9".to_vec()));
        assert_eq!(decoded("MS4gaDggaTk"), Some(b"1. h8 i9".to_vec()));
        assert_eq!((decoded("-_-_"), decoded("+/+/")), (Some(vec![251, 255, 191]), Some(vec![251, 255, 191])));
        assert_eq!((decoded("a b"), decoded("")), (None, Some(vec![])));
    }

    #[test]
    fn a_size_is_no_number_of_a_game() {
        for link in ["https://a.org/?size=15", "https://a.org/15x15/board", "https://12.org", "https://a.org/?g=h8#22"]
        {
            assert!(!is_number_alone(link), "{link}");
        }
        assert!(is_number_alone("https://a.org/game?matchId=12") && is_number_alone("https://a.org/p/?g=gm12.txt#3"));
    }

    #[test]
    fn links_of_playok_hold_moves_or_a_text() {
        let of = |link| playok_link(link);
        let moves = || Some(PlayokLink::Moves("h8i9".to_owned()));
        assert_eq!(of("https://www.playok.com/p/?g=gm+h8i9#2"), moves());
        assert_eq!(of("http://playok.com/p/?g=rj+h8i9"), moves());
        assert_eq!(of("https://www.playok.com/p/?g=gm.aDg"), Some(PlayokLink::Text("h8".to_owned())));
        assert_eq!(of("https://www.playok.com/p/?g=gm.a*"), Some(PlayokLink::Damaged));
        for other in ["https://www.playok.com/p/?g=gm123", "https://notplayok.com/p/?g=gm+h8", "https://playok.com"] {
            assert_eq!(of(other), None, "{other}");
        }
    }
}
