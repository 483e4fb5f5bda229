//! Who may use the server: only pages that it served itself, under a host name that cannot belong to another machine. Without
//! this check any page on the web could reach the server through a name that resolves to this machine (DNS rebinding).

use std::net::IpAddr;

use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderValue, header};

/// Security headers of every response: the page loads nothing from elsewhere and cannot be framed.
const HEADERS: [(header::HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
         manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// Why a request is refused; `None` when it is allowed. `names` are further host names of this machine.
pub(super) fn refusal(headers: &HeaderMap, names: &[String]) -> Option<&'static str> {
    let mut hosts = headers.get_all(HOST).iter();
    let host = hosts.next().and_then(|host| host.to_str().ok());
    let Some(host) = host.filter(|host| hosts.next().is_none() && is_own(host, names)) else {
        return Some("the address names another machine: use its number, localhost, or start with --host NAME");
    };
    let foreign = |value: &HeaderValue| value.to_str().ok().and_then(|text| text.strip_prefix("http://")) != Some(host);
    if headers.get_all(ORIGIN).iter().any(foreign) {
        return Some("the request comes from another page");
    }
    let site = headers.get("sec-fetch-site").and_then(|site| site.to_str().ok());
    if matches!(site, Some("cross-site" | "same-site")) && headers.get("sec-fetch-mode") != Some(&NAVIGATION) {
        return Some("the request comes from another site");
    }
    None
}

/// Following a link to the page is harmless, wherever the link is.
const NAVIGATION: HeaderValue = HeaderValue::from_static("navigate");

/// Adds the security headers.
pub(super) fn harden(headers: &mut HeaderMap) {
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

/// An IP address or a known name, with or without a port.
fn is_own(host: &str, names: &[String]) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => {
            let Some((name, port)) = rest.split_once(']') else { return false };
            if !(port.is_empty() || port.starts_with(':')) {
                return false;
            }
            name
        }
        None => host.split_once(':').map_or(host, |(name, _)| name),
    };
    let known = |own: &str| name.eq_ignore_ascii_case(own);
    name.parse::<IpAddr>().is_ok() || known("localhost") || names.iter().any(|own| known(own))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, HeaderValue::from_static(value));
        }
        headers
    }

    #[test]
    fn only_own_names_and_own_pages_are_let_in() {
        for (pairs, allowed) in [
            (&[("host", "127.0.0.1:8017")][..], true),
            (&[("host", "[::1]:8017")], true),
            (&[("host", "localhost")], true),
            (&[("host", "box.lan:80")], true),
            (&[("host", "evil.example")], false),
            (&[("host", "127.0.0.1.evil.example:80")], false),
            (&[("host", "[::1]evil")], false),
            (&[("host", "localhost"), ("host", "evil.example")], false),
            (&[], false),
            (&[("host", "localhost:80"), ("origin", "http://localhost:80")], true),
            (&[("host", "localhost:80"), ("origin", "http://evil.example")], false),
            (&[("host", "localhost:80"), ("origin", "http://localhost:81")], false),
            (&[("host", "localhost:80"), ("origin", "null")], false),
            (&[("host", "localhost:80"), ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "no-cors")], false),
            (&[("host", "localhost:80"), ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")], true),
            (&[("host", "localhost:80"), ("sec-fetch-site", "same-origin")], true),
        ] {
            let found = refusal(&headers(pairs), &["box.lan".to_owned()]);
            assert_eq!(found.is_none(), allowed, "{pairs:?}: {found:?}");
        }
    }
}
