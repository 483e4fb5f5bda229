//! The book says of every library that fukumi is built with what it is there for.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

#[test]
fn every_dependency_has_its_line_in_the_book() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut used = BTreeSet::new();
    for package in [".", "docs", "fuzz", "protocol", "python", "site"] {
        let manifest = fs::read_to_string(root.join(package).join("Cargo.toml")).unwrap();
        used.extend(dependencies(&manifest));
    }
    used.retain(|name| !name.starts_with("fukumi"));
    let page = fs::read_to_string(root.join("docs/src/dependencies.md")).unwrap();
    let cell = |line: &str| Some(line.strip_prefix("| `")?.split_once('`')?.0.to_owned());
    let told: BTreeSet<String> = page.lines().filter_map(cell).collect();
    assert_eq!(told, used);
}

/// The names in the sections of dependencies of a manifest.
fn dependencies(manifest: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut in_section = false;
    for line in manifest.lines() {
        if let Some(section) = line.strip_prefix('[') {
            in_section = section.trim_end_matches(']').ends_with("dependencies");
        } else if let Some((name, _)) = line.split_once(" = ").filter(|_| in_section) {
            names.insert(name.to_owned());
        }
    }
    names
}
