//! Access control: checks of the `Host` and `Origin` headers, this start's token, and the headers of all responses.

use axum::http::{HeaderMap, HeaderValue, Uri, header};

/// Number of random bytes in a token.
const TOKEN_BYTES: usize = 16;
/// The port that browsers omit in `Host` and `Origin`.
const HTTP_PORT: u16 = 80;

/// Values that requests are checked against.
#[derive(Debug)]
pub struct Guard {
    /// Random token, new at each start.
    pub token: String,
    /// `127.0.0.1:PORT` and `localhost:PORT`; on port 80, which browsers omit, also the bare names.
    hosts: Vec<String>,
    policy: HeaderValue,
}

impl Guard {
    /// A guard with a new token for a server on `port`. Fails if the system provides no random numbers.
    pub fn new(port: u16) -> anyhow::Result<Self> {
        let mut bytes = [0; TOKEN_BYTES];
        getrandom::fill(&mut bytes).map_err(|error| anyhow::anyhow!("no random numbers for a token: {error}"))?;
        let token = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let names = ["127.0.0.1", "localhost"];
        let mut hosts = Vec::from(names.map(|name| format!("{name}:{port}")));
        let policy = format!(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; \
             connect-src 'self' ws://{} ws://{}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            hosts[0], hosts[1]
        );
        if port == HTTP_PORT {
            hosts.extend(names.map(str::to_owned));
        }
        Ok(Self { token, hosts, policy: HeaderValue::from_str(&policy)? })
    }

    /// Whether the request names this server, in its only `Host` and in its address if that has a name. Prevents DNS
    /// rebinding, where another site's name resolves to this machine.
    pub fn names_this_server(&self, uri: &Uri, headers: &HeaderMap) -> bool {
        let is_own = |name: &str| self.hosts.iter().any(|own| own == name);
        let mut hosts = headers.get_all(header::HOST).iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else { return false };
        host.to_str().is_ok_and(is_own) && uri.authority().is_none_or(|authority| is_own(authority.as_str()))
    }

    /// Whether the only `Origin` is this server's own page.
    pub fn is_own_page(&self, headers: &HeaderMap) -> bool {
        let mut origins = headers.get_all(header::ORIGIN).iter();
        let (Some(origin), None) = (origins.next(), origins.next()) else { return false };
        let host = origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://"));
        host.is_some_and(|host| self.hosts.iter().any(|own| own == host))
    }

    /// Compares the token in constant time.
    pub fn token_matches(&self, token: &str) -> bool {
        let differs = self.token.bytes().zip(token.bytes()).fold(0, |differs, (a, b)| differs | (a ^ b));
        token.len() == self.token.len() && differs == 0
    }

    /// Adds the headers of all responses.
    pub fn add_headers(&self, headers: &mut HeaderMap) {
        // Browsers must not store responses without a cache header.
        headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
        let fixed = [
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
        let path = Uri::from_static("/");
        assert!(guard.names_this_server(&path, &headers(header::HOST, "127.0.0.1:8000")));
        assert!(guard.names_this_server(&path, &headers(header::HOST, "localhost:8000")));
        let mut two = headers(header::HOST, "127.0.0.1:8000");
        two.append(header::HOST, HeaderValue::from_static("evil.example:8000"));
        assert!(!guard.names_this_server(&path, &two));
        for host in ["evil.example:8000", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:8000.evil.example", ""] {
            assert!(!guard.names_this_server(&path, &headers(header::HOST, host)), "{host}");
        }
        assert!(!guard.names_this_server(&path, &HeaderMap::new()));
        assert!(guard.is_own_page(&headers(header::ORIGIN, "http://127.0.0.1:8000")));
        for origin in ["http://evil.example", "https://127.0.0.1:8000", "null", "http://127.0.0.1:8001"] {
            assert!(!guard.is_own_page(&headers(header::ORIGIN, origin)), "{origin}");
        }
        assert!(!guard.is_own_page(&HeaderMap::new()));
        let mut two = headers(header::ORIGIN, "http://127.0.0.1:8000");
        two.append(header::ORIGIN, HeaderValue::from_static("http://evil.example"));
        assert!(!guard.is_own_page(&two));
    }

    #[test]
    fn browsers_leave_the_port_of_http_out() {
        let guard = Guard::new(80).unwrap();
        let path = Uri::from_static("/");
        for (host, origin) in [("127.0.0.1", "http://127.0.0.1"), ("localhost:80", "http://localhost")] {
            assert!(guard.names_this_server(&path, &headers(header::HOST, host)), "{host}");
            assert!(guard.is_own_page(&headers(header::ORIGIN, origin)), "{origin}");
        }
        assert!(!guard.names_this_server(&path, &headers(header::HOST, "evil.example")));
        assert!(!guard.is_own_page(&headers(header::ORIGIN, "http://evil.example")));
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
