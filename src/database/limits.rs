//! The largest texts of a record, in bytes.

/// Of a comment.
pub const MOST_COMMENT: usize = 1 << 16;
/// Of the text on a cell.
pub const MOST_BOARD_TEXT: usize = 256;
/// How many cells of a position have texts.
pub const MOST_BOARD_TEXTS: usize = 512;
/// Of the words that say where a record came from.
pub const MOST_SOURCE: usize = 256;
