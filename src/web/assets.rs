//! The files of the page, compiled into the executable: no request reaches the file system.

/// A file of the page.
pub(super) struct Asset {
    pub(super) path: &'static str,
    pub(super) kind: &'static str,
    pub(super) bytes: &'static [u8],
}

macro_rules! asset {
    ($path:literal, $name:literal, $kind:expr) => {
        Asset { path: $path, kind: $kind, bytes: include_bytes!(concat!("assets/", $name)) }
    };
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

/// All of them.
pub(super) const ASSETS: &[Asset] = &[
    asset!("/", "index.html", HTML),
    asset!("/style.css", "style.css", CSS),
    asset!("/icon.svg", "icon.svg", SVG),
    asset!("/main.js", "main.js", JS),
    asset!("/analysis.js", "analysis.js", JS),
    asset!("/api.js", "api.js", JS),
    asset!("/backend.js", "backend.js", JS),
    asset!("/board.js", "board.js", JS),
    asset!("/chart.js", "chart.js", JS),
    asset!("/clock.js", "clock.js", JS),
    asset!("/dom.js", "dom.js", JS),
    asset!("/forbidden.js", "forbidden.js", JS),
    asset!("/glyphs.js", "glyphs.js", JS),
    asset!("/input.js", "input.js", JS),
    asset!("/judgement.js", "judgement.js", JS),
    asset!("/keys.js", "keys.js", JS),
    asset!("/language.js", "language.js", JS),
    asset!("/link.js", "link.js", JS),
    asset!("/loading.js", "loading.js", JS),
    asset!("/marbles.js", "marbles.js", JS),
    asset!("/names.js", "names.js", JS),
    asset!("/newgame.js", "newgame.js", JS),
    asset!("/notices.js", "notices.js", JS),
    asset!("/phrases.js", "phrases.js", JS),
    asset!("/picture.js", "picture.js", JS),
    asset!("/pieces.js", "pieces.js", JS),
    asset!("/players.js", "players.js", JS),
    asset!("/preview.js", "preview.js", JS),
    asset!("/puzzles.js", "puzzles.js", JS),
    asset!("/refused.js", "refused.js", JS),
    asset!("/saving.js", "saving.js", JS),
    asset!("/session.js", "session.js", JS),
    asset!("/setup.js", "setup.js", JS),
    asset!("/store.js", "store.js", JS),
    asset!("/openings.js", "openings.js", JS),
    asset!("/study.js", "study.js", JS),
    asset!("/studynotes.js", "studynotes.js", JS),
    asset!("/thinking.js", "thinking.js", JS),
    asset!("/thought.js", "thought.js", JS),
    asset!("/tree.js", "tree.js", JS),
    asset!("/viewing.js", "viewing.js", JS),
    asset!("/weights.js", "weights.js", JS),
];
