//! Libraries of RenLib (`.lib`, binary): a tree of moves on 15x15 with comments and labels.
//!
//! A node is a byte for the point and a byte of flags, two more bytes if a flag says so, then its comment and its label; each of these
//! begins at an even byte. The nodes are in depth-first order.

use encoding_rs::WINDOWS_1252;

use super::error::{FileError, Location};
use super::format::{Contents, Format, OptionsHeld, Reading};
use super::limits::MOST_NODES;
use super::record::GameRecord;
use super::source::{FileRules, FoundGame, Games, Source, decode};
use super::tree::{NodeId, Tree};
use crate::games::gomoku::notation::{Origin, Point, parse_point, point_text};

/// The format.
pub(super) static FORMAT: Format = Format {
    name: "lib",
    extensions: &["lib"],
    about: "a library of RenLib, 15x15",
    games: &["gomoku"],
    many: false,
    holds: Contents {
        variations: true,
        comments: true,
        labels: true,
        property: |name| [MARKED_PROPERTY, PROBLEM_PROPERTY].contains(&name),
        options: OptionsHeld::Some { names: &["BoardSize"], rule: "renju" },
        ..Contents::MOVES
    },
    sniff: |bytes| bytes.starts_with(MAGIC),
    read: Some(Reading::Whole(|source| Games::one(read(source)))),
    write: Some(write),
};

const MAGIC: &[u8] = b"\xFFRenLib\xFF";
const HEADER: usize = 20;
/// The newest version known, major and minor.
const VERSION: [u8; 2] = [3, 4];
/// The first byte of the oldest files, which have no header: the move h8.
const CENTRE: u8 = 0x78;
const SIZE: usize = 15;

const SIBLING: u8 = 0x80;
const NO_CHILD: u8 = 0x40;
const OLD_COMMENT: u8 = 0x20;
const MARKED: u8 = 0x10;
const COMMENT: u8 = 0x08;
const PROBLEM: u8 = 0x04;
const NO_MOVE: u8 = 0x02;
const EXTENDED: u8 = 0x01;
/// The bit of the extension, big-endian, that says that a label follows.
const LABEL: u16 = 0x0001;

/// The SGF properties that stand for the flags `MARKED` and `PROBLEM`.
const MARKED_PROPERTY: &str = "HO";
const PROBLEM_PROPERTY: &str = "KO";

/// Between the title of a comment and its body.
const TITLE_END: u8 = 8;

/// The letters that 7-bit comments have in place of rarely used characters.
const SWEDISH: [(char, char); 6] = [('}', 'å'), ('{', 'ä'), ('|', 'ö'), (']', 'Å'), ('[', 'Ä'), ('\\', 'Ö')];

/// A node as the file has it.
struct Raw {
    at: usize,
    point: u8,
    flags: u8,
    comment: String,
    label: String,
}

/// A position in the bytes.
struct Cursor<'a> {
    source: &'a Source<'a>,
    at: usize,
}

impl Cursor<'_> {
    fn error(&self, field: &'static str, why: &str) -> FileError {
        FileError::Bad { location: Location::Byte(self.at), field, why: why.to_owned() }
    }

    fn pair(&mut self, field: &'static str) -> Result<[u8; 2], FileError> {
        let found = self.source.bytes.get(self.at..self.at + 2).and_then(|pair| pair.try_into().ok());
        let pair = found.ok_or_else(|| self.error(field, "the file ends in the middle of it"))?;
        self.at += 2;
        Ok(pair)
    }

    /// The next node; `None` at the end, where a single odd byte is tolerated.
    fn node(&mut self) -> Result<Option<Raw>, FileError> {
        if self.at + 2 > self.source.bytes.len() {
            return Ok(None);
        }
        let at = self.at;
        let [point, flags] = self.pair("node")?;
        let more = if flags & EXTENDED != 0 { u16::from_be_bytes(self.pair("extension")?) } else { 0 };
        let comment = match flags & (OLD_COMMENT | COMMENT) {
            0 => String::new(),
            COMMENT => self.text("comment")?,
            _ => self.old_comment()?,
        };
        let label = if more & LABEL != 0 { self.text("label")? } else { String::new() };
        Ok(Some(Raw { at, point, flags, comment, label }))
    }

    /// Skips so many bytes. At the end of the file, the byte that only makes the length of a text even may be missing.
    fn pass(&mut self, bytes: usize) {
        self.at = (self.at + bytes).min(self.source.bytes.len());
    }

    /// A text that ends with one or two zero bytes, whichever makes its length even.
    fn text(&mut self, field: &'static str) -> Result<String, FileError> {
        let rest = &self.source.bytes[self.at..];
        let Some(length) = rest.iter().position(|&byte| byte == 0) else {
            return Err(self.error(field, "the text is not closed by a zero byte"));
        };
        self.pass((length + 2) & !1);
        let bytes: Vec<u8> = rest[..length].iter().map(|&byte| if byte == TITLE_END { b'\n' } else { byte }).collect();
        Ok(decode(&bytes, self.source.hint.encoding).replace("\r\n", "\n").replace('\r', "\n"))
    }

    /// A text of 7-bit characters; the last one has bit 7 set.
    fn old_comment(&mut self) -> Result<String, FileError> {
        let rest = &self.source.bytes[self.at..];
        let Some(last) = rest.iter().position(|byte| byte & 0x80 != 0) else {
            return Err(self.error("comment", "the text is not closed by a byte of bit 7"));
        };
        self.pass((last + 2) & !1);
        let sign = |byte: u8| match byte & 0x7F {
            TITLE_END => '\n',
            byte => {
                let sign = char::from(byte);
                SWEDISH.iter().find(|(plain, _)| *plain == sign).map_or(sign, |&(_, letter)| letter)
            }
        };
        Ok(rest[..=last].iter().map(|&byte| sign(byte)).collect::<String>().replace("\r\n", "\n").replace('\r', "\n"))
    }
}

fn read(source: &Source<'_>) -> Result<FoundGame, FileError> {
    let mut cursor = Cursor { source, at: header(source.bytes)? };
    let told = FileRules { game: Some("gomoku"), rule: Some("renju"), size: Some(SIZE) };
    let mut reader = Reader {
        record: GameRecord::new(source.rules(told, Location::File)?),
        at: Some(Tree::ROOT),
        open: Vec::new(),
        skipped: 0,
    };
    let mut count = 0;
    while let Some(raw) = cursor.node()? {
        count += 1;
        if count + reader.record.tree.weight() > MOST_NODES {
            return Err(FileError::TooMany(Location::Byte(raw.at)));
        }
        if !reader.add(&raw, count == 1)? {
            break;
        }
    }
    Ok(reader.finish(source.bytes.len().saturating_sub(cursor.at)))
}

/// Where the first node begins.
fn header(bytes: &[u8]) -> Result<usize, FileError> {
    let bad = |byte, why: String| Err(FileError::Bad { location: Location::Byte(byte), field: "header", why });
    match bytes {
        [CENTRE, ..] => Ok(0),
        _ if !bytes.starts_with(MAGIC) => bad(0, "neither that of RenLib nor the move h8".to_owned()),
        _ if bytes.len() < HEADER => bad(bytes.len(), format!("the file ends before {HEADER} bytes")),
        _ if bytes[8..10] > VERSION[..] => bad(8, format!("version {}.{}, newer than 3.4", bytes[8], bytes[9])),
        _ => Ok(HEADER),
    }
}

/// A library being read.
struct Reader {
    record: GameRecord,
    /// The node whose children are being read; `None` below a node that is left out.
    at: Option<NodeId>,
    /// The parents of which more children will follow.
    open: Vec<Option<NodeId>>,
    skipped: usize,
}

impl Reader {
    /// Adds a node; false if it is the last one according to the file.
    fn add(&mut self, raw: &Raw, is_first: bool) -> Result<bool, FileError> {
        let parent = self.at;
        let is_root = is_first && raw.point == 0;
        if !is_root {
            self.at = self.location(raw)?;
        }
        if let Some(node) = self.at.filter(|_| is_root || self.at != parent) {
            self.record.tree.add_comment(node, &raw.comment);
            if raw.flags & MARKED != 0 {
                self.record.tree.keep(node, MARKED_PROPERTY, vec!["1".to_owned()]);
            }
            if raw.flags & PROBLEM != 0 {
                self.record.tree.keep(node, PROBLEM_PROPERTY, vec![String::new()]);
            }
        }
        if raw.flags & SIBLING != 0 && !is_root {
            self.open.push(parent);
        }
        if raw.flags & NO_CHILD == 0 {
            return Ok(true);
        }
        let next = self.open.pop();
        self.at = next.flatten();
        Ok(next.is_some())
    }

    /// The node of a move, whose label belongs to the position before it; `None` if it is left out.
    fn location(&mut self, raw: &Raw) -> Result<Option<NodeId>, FileError> {
        let Some(parent) = self.at else {
            self.skipped += 1;
            return Ok(None);
        };
        if raw.point == 0 {
            self.skipped += 1;
            return Ok(None);
        }
        let (column, y) = (raw.point & 15, raw.point >> 4);
        if column == 0 || usize::from(y) >= SIZE {
            let why = format!("{:#04x} is no point", raw.point);
            return Err(FileError::Bad { location: Location::Byte(raw.at), field: "point", why });
        }
        let text = point_text(Point::new(column - 1, y), SIZE, Origin::Bottom);
        let tree = &mut self.record.tree;
        if !raw.label.is_empty() {
            tree.add_label(parent, text.clone(), raw.label.clone());
        }
        if raw.flags & NO_MOVE != 0 {
            self.skipped += usize::from(raw.flags & NO_CHILD == 0);
            return Ok(None);
        }
        let same = tree.children(parent).find(|&child| tree.text(child) == Some(&text));
        Ok(Some(same.unwrap_or_else(|| tree.add(parent, Some(&text)))))
    }

    fn finish(mut self, rest: usize) -> FoundGame {
        if self.skipped > 0 {
            self.record.left_out.push(format!("{} nodes after a pass or a placeholder", self.skipped));
        }
        if rest > 1 {
            self.record.left_out.push(format!("{rest} bytes after the last node"));
        }
        FoundGame { location: Location::Byte(0), record: self.record }
    }
}

fn write(record: &GameRecord, out: &mut Vec<u8>) -> Result<(), String> {
    if record.size() != SIZE {
        return Err(format!("holds boards of {SIZE}x{SIZE} only"));
    }
    if record.start.is_some() {
        return Err("holds no game that begins with a position of its own".to_owned());
    }
    out.extend_from_slice(MAGIC);
    out.extend_from_slice(&VERSION);
    out.resize(HEADER, 0xFF);
    let tree = &record.tree;
    write_node(
        out,
        Written {
            point: 0,
            sibling: false,
            child: has_child(tree, Tree::ROOT),
            move_of: Some((tree, Tree::ROOT)),
            label: "",
        },
    );
    write_labels(out, tree, Tree::ROOT)?;
    let mut next = tree.first_child(Tree::ROOT);
    while let Some(node) = next {
        let parent = tree.parent(node).unwrap_or(Tree::ROOT);
        let text = tree.text(node).ok_or("holds no node without a move")?;
        let label = tree.notes(parent).labels.iter().find(|(at, _)| at == text).map_or("", |(_, label)| label);
        let sibling = tree.next_sibling(node).is_some();
        let written = Written {
            point: byte_of(text)?,
            sibling,
            child: has_child(tree, node),
            move_of: Some((tree, node)),
            label,
        };
        write_node(out, written);
        write_labels(out, tree, node)?;
        next = tree.successor(node);
    }
    Ok(())
}

/// A node to be written.
struct Written<'a> {
    point: u8,
    sibling: bool,
    child: bool,
    /// The node of the tree; `None` for a placeholder.
    move_of: Option<(&'a Tree, NodeId)>,
    label: &'a str,
}

/// Labels on points where no move follows; in a library they are nodes without a move.
fn lone_labels(tree: &Tree, node: NodeId) -> Vec<&(String, String)> {
    let labels = tree.notes(node).labels.iter();
    labels.filter(|(at, _)| tree.children(node).all(|child| tree.text(child) != Some(at))).collect()
}

fn has_child(tree: &Tree, node: NodeId) -> bool {
    tree.first_child(node).is_some() || !lone_labels(tree, node).is_empty()
}

fn write_labels(out: &mut Vec<u8>, tree: &Tree, node: NodeId) -> Result<(), String> {
    let labels = lone_labels(tree, node);
    for (index, (at, label)) in labels.iter().enumerate() {
        let sibling = index + 1 < labels.len() || tree.first_child(node).is_some();
        write_node(out, Written { point: byte_of(at)?, sibling, child: false, move_of: None, label });
    }
    Ok(())
}

fn write_node(out: &mut Vec<u8>, node: Written<'_>) {
    let notes = node.move_of.map(|(tree, id)| tree.notes(id));
    let comment = notes.map_or("", |notes| &notes.comment);
    let kept = |name: &str| notes.is_some_and(|notes| notes.kept.iter().any(|(kept, _)| kept == name));
    let flag = |on: bool, bit: u8| if on { bit } else { 0 };
    let flags = flag(node.sibling, SIBLING)
        | flag(!node.child, NO_CHILD)
        | flag(!comment.is_empty(), COMMENT)
        | flag(kept(MARKED_PROPERTY), MARKED)
        | flag(kept(PROBLEM_PROPERTY), PROBLEM)
        | flag(node.move_of.is_none(), NO_MOVE)
        | flag(!node.label.is_empty(), EXTENDED);
    out.extend([node.point, flags]);
    if !node.label.is_empty() {
        out.extend(LABEL.to_be_bytes());
    }
    if !comment.is_empty() {
        let (title, body) = comment.split_once('\n').map_or((comment, None), |(title, body)| (title, Some(body)));
        let body = body.map(|body| format!("{}{}", char::from(TITLE_END), body.replace('\n', "\r\n")));
        write_text(out, &(title.to_owned() + &body.unwrap_or_default()));
    }
    if !node.label.is_empty() {
        write_text(out, node.label);
    }
}

/// Writes a text in Windows-1252 if a reader gets the same text back, else in UTF-8.
fn write_text(out: &mut Vec<u8>, text: &str) {
    let text = text.replace('\0', "");
    let (bytes, _, unmappable) = WINDOWS_1252.encode(&text);
    let same = !unmappable && decode(&bytes, None) == text;
    let bytes = if same { bytes.as_ref() } else { text.as_bytes() };
    out.extend_from_slice(bytes);
    out.extend_from_slice(if bytes.len() % 2 == 0 { &[0, 0] } else { &[0] });
}

fn byte_of(text: &str) -> Result<u8, String> {
    let point = parse_point(text, SIZE, Origin::Bottom).map_err(|error| error.to_string())?;
    Ok(point.y << 4 | (point.x + 1))
}
