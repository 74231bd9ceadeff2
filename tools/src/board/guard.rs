//! Access control: the `Host` and `Origin` headers, the token of this start, and the headers of every response.

use axum::http::{HeaderMap, HeaderValue, header};

/// Random bytes of a token.
const TOKEN_BYTES: usize = 16;

/// What requests are checked against.
#[derive(Debug)]
pub struct Guard {
    /// Random, new at each start.
    pub token: String,
    /// `127.0.0.1:PORT` and `localhost:PORT`.
    hosts: [String; 2],
    policy: HeaderValue,
}

impl Guard {
    /// A guard with a new token for a server on `port`.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub fn new(port: u16) -> anyhow::Result<Self> {
        let mut bytes = [0; TOKEN_BYTES];
        getrandom::fill(&mut bytes).map_err(|error| anyhow::anyhow!("no random numbers for a token: {error}"))?;
        let token = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let hosts = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
        let policy = format!(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; \
             connect-src 'self' ws://{} ws://{}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            hosts[0], hosts[1]
        );
        Ok(Self { token, hosts, policy: HeaderValue::from_str(&policy)? })
    }

    /// Whether `Host` is this server. Prevents DNS rebinding: another site's name that resolves to this machine.
    pub fn names_this_server(&self, headers: &HeaderMap) -> bool {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        host.is_some_and(|host| self.hosts.iter().any(|own| own == host))
    }

    /// Whether `Origin` is this server's own page.
    pub fn is_own_page(&self, headers: &HeaderMap) -> bool {
        let origin = headers.get(header::ORIGIN).and_then(|origin| origin.to_str().ok());
        let host = origin.and_then(|origin| origin.strip_prefix("http://"));
        host.is_some_and(|host| self.hosts.iter().any(|own| own == host))
    }

    /// Compares the token in constant time.
    pub fn token_matches(&self, token: &str) -> bool {
        let differs = self.token.bytes().zip(token.bytes()).fold(0, |differs, (a, b)| differs | (a ^ b));
        token.len() == self.token.len() && differs == 0
    }

    /// The headers of every response.
    pub fn add_headers(&self, headers: &mut HeaderMap) {
        let fixed = [
            (header::CACHE_CONTROL, "no-store"),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            (header::X_FRAME_OPTIONS, "DENY"),
            (header::REFERRER_POLICY, "no-referrer"),
        ];
        for (name, value) in fixed {
            headers.insert(name, HeaderValue::from_static(value));
        }
        headers.insert(header::CONTENT_SECURITY_POLICY, self.policy.clone());
        headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
        headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: header::HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn only_the_servers_own_names_are_let_in() {
        let guard = Guard::new(8000).unwrap();
        assert!(guard.names_this_server(&headers(header::HOST, "127.0.0.1:8000")));
        assert!(guard.names_this_server(&headers(header::HOST, "localhost:8000")));
        for host in ["evil.example:8000", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:8000.evil.example", ""] {
            assert!(!guard.names_this_server(&headers(header::HOST, host)), "{host}");
        }
        assert!(!guard.names_this_server(&HeaderMap::new()));
        assert!(guard.is_own_page(&headers(header::ORIGIN, "http://127.0.0.1:8000")));
        for origin in ["http://evil.example", "https://127.0.0.1:8000", "null", "http://127.0.0.1:8001"] {
            assert!(!guard.is_own_page(&headers(header::ORIGIN, origin)), "{origin}");
        }
        assert!(!guard.is_own_page(&HeaderMap::new()));
    }

    #[test]
    fn the_token_is_long_fresh_and_known() {
        let (one, other) = (Guard::new(1).unwrap(), Guard::new(1).unwrap());
        assert_eq!(one.token.len(), 2 * TOKEN_BYTES);
        assert!(one.token_matches(&one.token));
        for wrong in ["", "0", &one.token[1..], other.token.as_str()] {
            assert!(!one.token_matches(wrong), "{wrong}");
        }
    }
}
