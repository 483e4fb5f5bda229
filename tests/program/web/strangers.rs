//! Who is let in, and what may reach what: names, origins, files, headers.

use super::client::{Host, game, settings};

#[test]
fn the_page_is_whole_and_loads_nothing_from_elsewhere() {
    let host = Host::start(&settings());
    let page = host.get("/");
    assert_eq!(page.status, 200);
    assert!(page.head.contains("content-security-policy: default-src 'none'; script-src 'self'"), "{}", page.head);
    assert!(page.head.contains("x-content-type-options: nosniff"));
    assert!(!page.body.contains("http://") && !page.body.contains("https://"));
    let is_file = |part: &&str| [".css", ".js", ".svg"].iter().any(|kind| part.ends_with(kind)) && !part.contains(' ');
    let linked: Vec<_> = page.body.split('"').filter(is_file).collect();
    assert!(linked.len() >= 4, "{linked:?}");
    for path in linked {
        assert!(!path.starts_with('/'), "{path}: the page may lie in a folder");
        assert_eq!(host.get(&format!("/{path}")).status, 200, "{path}");
    }
    let script = host.get("/main.js").body;
    for module in script.lines().filter_map(|line| line.split("from \"./").nth(1)?.split('"').next()) {
        let found = host.get(&format!("/{module}"));
        assert!(found.status == 200 && found.head.contains("text/javascript"), "{module}");
    }
}

#[test]
fn no_path_leads_to_a_file() {
    let host = Host::start(&settings());
    for path in ["/Cargo.toml", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "//etc/passwd", "/assets/index.html", "/api"] {
        let answer = host.get(path);
        assert_eq!(answer.status, 404, "{path}");
        assert!(answer.head.contains("content-security-policy"), "{path}");
    }
    for id in ["x", "..", "%00", &"a".repeat(5000)] {
        assert_eq!(host.get(&format!("/api/sessions/{id}")).status, 404, "{id}");
    }
}

#[test]
fn other_names_and_other_pages_are_kept_out() {
    let host = Host::start(&settings());
    let session = host.open(&game("gomoku"));
    let own = host.address.to_string();
    for (headers, status) in [
        (vec![("Host", "evil.example")], 403),
        (vec![("Host", "127.0.0.1.evil.example")], 403),
        (vec![("Origin", "http://evil.example")], 403),
        (vec![("Origin", "null")], 403),
        (vec![("Sec-Fetch-Site", "cross-site")], 403),
        (vec![("Host", "localhost:1")], 200),
        (vec![("Host", own.as_str())], 200),
    ] {
        for path in ["/", session.as_str()] {
            assert_eq!(host.request("GET", path, &headers, "").status, status, "{path} {headers:?}");
        }
    }
    let answer = host.raw(b"GET / HTTP/1.0\r\n\r\n");
    assert!(answer.starts_with("HTTP/1.0 403") || answer.starts_with("HTTP/1.1 403"), "{answer}");
}
