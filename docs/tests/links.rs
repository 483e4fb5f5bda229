//! The documents hold together: every relative link leads to a file, every anchor to a heading, and the summary of the book lists
//! every page. `mdbook build` checks none of this.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Component, Path, PathBuf};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

const PAGES: &str = "docs/src";

#[test]
fn links_lead_somewhere() {
    let mut faults = Vec::new();
    let mut anchors = HashMap::new();
    for document in documents() {
        let text = read(&document);
        for link in links(&text) {
            if let Err(why) = check(&document, &link, &mut anchors) {
                faults.push(format!("{}: {link}: {why}", document.display()));
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn the_summary_lists_every_page() {
    let summary = root().join(PAGES).join("SUMMARY.md");
    let listed: BTreeSet<PathBuf> =
        links(&read(&summary)).iter().map(|link| normal(&root().join(PAGES).join(link))).collect();
    let pages: BTreeSet<PathBuf> = markdown(&root().join(PAGES)).into_iter().filter(|page| *page != summary).collect();
    assert_eq!(listed, pages);
}

#[test]
fn ci_finds_the_test_command_in_the_readme() {
    let readme = read(&root().join("README.md"));
    let commands: Vec<&str> = readme.lines().filter(|line| line.starts_with("cargo ")).collect();
    assert!(commands[0].starts_with("cargo run --release"), "the first command runs the engine");
    assert_eq!(commands.iter().filter(|line| line.starts_with("cargo test")).count(), 1);
}

/// The folder of the repository.
fn root() -> PathBuf {
    normal(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."))
}

/// The book, and what a reader of the repository meets first.
fn documents() -> Vec<PathBuf> {
    let mut all = markdown(&root().join(PAGES));
    all.extend(["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "scripts/README.md"].map(|name| root().join(name)));
    all
}

/// All Markdown files in a folder and the folders below.
fn markdown(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(markdown(&path));
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
    found
}

/// A document with the files it includes, as mdBook reads it.
fn read(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = text.lines().map(|line| match included(line) {
        Some(name) => read(&normal(&path.parent().unwrap().join(name))),
        None => format!("{line}\n"),
    });
    lines.collect()
}

fn included(line: &str) -> Option<&str> {
    line.strip_prefix("{{#include ")?.strip_suffix("}}")
}

/// The destinations of all links and pictures.
fn links(text: &str) -> Vec<String> {
    let destination = |event| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => Some(dest_url.to_string()),
        _ => None,
    };
    Parser::new_ext(text, Options::all()).filter_map(destination).collect()
}

fn check(document: &Path, link: &str, anchors: &mut HashMap<PathBuf, BTreeSet<String>>) -> Result<(), &'static str> {
    if link.contains("://") {
        return Ok(());
    }
    let (name, anchor) = link.split_once('#').map_or((link, None), |(name, anchor)| (name, Some(anchor)));
    let target = if name.is_empty() { document.to_path_buf() } else { normal(&document.parent().unwrap().join(name)) };
    if !target.exists() {
        return Err("no such file");
    }
    let pages = root().join(PAGES);
    if document.starts_with(&pages) && !target.starts_with(&pages) {
        return Err("outside the book, where its readers cannot follow");
    }
    let Some(anchor) = anchor else { return Ok(()) };
    let known = anchors.entry(target).or_insert_with_key(|target| headings(&read(target)));
    if known.contains(anchor) { Ok(()) } else { Err("no such heading") }
}

/// The anchors of all headings, as mdBook and GitHub make them.
fn headings(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut heading: Option<String> = None;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => found.extend(heading.take().map(|text| anchor(&text))),
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&text);
                }
            }
            _ => {}
        }
    }
    found
}

fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|&c| c.is_alphanumeric() || c.is_whitespace() || matches!(c, '-' | '_'));
    kept.map(|c| if c.is_whitespace() { '-' } else { c.to_ascii_lowercase() }).collect()
}

/// The path without `.` and `..`.
fn normal(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}
