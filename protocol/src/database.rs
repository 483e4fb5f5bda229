//! What clients of the Yixin family ask of a database of positions, and what they are told. Positions are moves in turn, Black's first.

/// A question about a position, or a change of what is kept of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DatabaseRequest {
    /// `yxquerydatabaseall`: what is known after each move; `yxquerydatabaseallt`: and the comment of the position.
    Children {
        /// The position.
        position: Vec<String>,
        /// Is the comment wanted?
        with_text: bool,
    },
    /// `yxquerydatabaseone`: what is known of the position.
    One(Vec<String>),
    /// `yxquerydatabasetext`: its comment.
    Text(Vec<String>),
    /// `yxedittvddatabase`: sets those of label, value and depth that are named.
    EditValues {
        /// The code of a character, 0 or -1 for none.
        label: Option<i64>,
        /// The value for the side to move.
        value: Option<i64>,
        /// The depth; the value is exact then.
        depth: Option<i64>,
        /// The position.
        position: Vec<String>,
    },
    /// `yxedittextdatabase`: sets the comment.
    EditComment {
        /// The comment; empty for none.
        text: String,
        /// The position.
        position: Vec<String>,
    },
    /// `yxeditlabeldatabase`: sets the text on a point.
    EditPoint {
        /// The point.
        point: String,
        /// The text; empty for none.
        text: String,
        /// The position.
        position: Vec<String>,
    },
    /// `yxsetbestmovedatabase`, `yxclearbestmovedatabase`: sets a position's best move, or forgets which it is.
    EditBest {
        /// The last move of the client's line.
        best: String,
        /// Is it to be the best move?
        is_set: bool,
        /// The position before it.
        position: Vec<String>,
    },
    /// `yxdeletedatabaseone`: forgets the position.
    DeleteOne(Vec<String>),
    /// `yxdeletedatabaseall`: forgets what comes of it.
    DeleteChildren {
        /// Which moves are forgotten, each with all that comes of it.
        which: DeleteWhich,
        /// Are those that stay looked into?
        recursive: bool,
        /// The position.
        position: Vec<String>,
    },
}

/// Which positions are forgotten, by their labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeleteWhich {
    /// All.
    All,
    /// `nonwl`: neither won nor lost.
    NotDecided,
    /// `nonwld`: nor drawn.
    NotDecidedOrDrawn,
    /// `w`: won.
    Won,
    /// `l`: lost.
    Lost,
    /// `wl`: won or lost.
    Decided,
    /// `wld`: or drawn.
    DecidedOrDrawn,
    /// `wlnostep`: won or lost in a number of moves that is not known.
    DecidedUntold,
    /// `wlinstep n`: won or lost in at most so many.
    DecidedWithin(u32),
}

/// Work on the whole database with a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DatabaseFile {
    /// `yxsetdatabase`: opens it.
    Open,
    /// `yxdbtotxt`: writes the positions of the present rule and size as lines of text.
    Text,
    /// `yxdbtotxtall`: writes all positions so.
    TextOfAll,
    /// `yxtxttodb`: takes over such a text.
    FromText,
    /// `yxdbtopos`: writes the positions of the present rule and size as lines of moves.
    Positions,
    /// `yxlibtodb`: takes over a library of RenLib.
    FromLibrary,
    /// `yxdbtolib`: writes one.
    ToLibrary,
    /// `yxdbsplit`: copies what comes of the position on the board into a new database.
    Split,
    /// `yxdbmerge`: takes over another database.
    Merge,
}

/// What is known of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatabaseEntry {
    /// The code of its label, -1 for none.
    pub label: i32,
    /// The value for the side to move; a win in n plies is 30000 - n.
    pub value: i32,
    /// The depth of the search that says so.
    pub depth: i32,
    /// 0 none, 1 at most, 2 at least, 3 exact.
    pub bound: u8,
    /// What is shown: the label with its number of moves, or the chance of the player who has just moved.
    pub shown: String,
}

/// What is known after a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatabaseChild {
    /// The point.
    pub point: (u8, u8),
    /// What is known.
    pub entry: DatabaseEntry,
    /// Is there a comment?
    pub has_comment: bool,
    /// The text on the point.
    pub text: String,
}

/// An answer from the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DatabaseReply {
    /// What is known after each move.
    Children(Vec<DatabaseChild>),
    /// What is known of the position.
    One(Option<DatabaseEntry>),
    /// Its comment.
    Text(String),
    /// A file is being opened.
    Opening(String),
    /// It is open.
    Opened,
}
