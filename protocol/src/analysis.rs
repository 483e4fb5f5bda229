//! What a search tells while it runs, and how much of it a client wants to see.

/// One iteration's result for one principal variation.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Analysis {
    /// Depth of the finished iteration.
    pub depth: u32,
    /// Deepest ply reached.
    pub seldepth: u32,
    /// Value for the side to move.
    pub score: Score,
    /// Chance to win, per mille, where the game has a scale for it.
    pub win_rate: Option<u32>,
    /// Nodes so far.
    pub nodes: u64,
    /// Nodes a second.
    pub nps: u64,
    /// Milliseconds so far.
    pub time_ms: u64,
    /// How full the table is, per mille.
    pub hashfull: u32,
    /// Which variation this is, from 1.
    pub multipv: u32,
    /// How many variations the search shows; more than 1 makes UGI name `multipv`.
    pub multipv_count: u32,
    /// The variation in the notation of the dialect.
    pub pv: Vec<String>,
    /// The same for people (`H8`); where it is empty, `pv` stands in.
    pub pv_text: Vec<String>,
}

/// How far a search has come, told while it has no new result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effort {
    /// Nodes so far.
    pub nodes: u64,
    /// Nodes a second.
    pub nps: u64,
    /// Milliseconds so far.
    pub time_ms: u64,
}

/// A value as the wire tells it, from the view of the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    /// An estimate.
    Static(i32),
    /// A proven win in this many plies.
    Win(u32),
    /// A proven loss in this many plies.
    Loss(u32),
}

impl Default for Score {
    fn default() -> Self {
        Score::Static(0)
    }
}

/// Marks that Yixin-Board paints on the board while the engine thinks; printed only under [`Style::realtime`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Realtime {
    /// Clear all marks.
    Refresh,
    /// This root move is being searched.
    Searching(String),
    /// This one has been.
    Searched(String),
    /// The best so far.
    Best(String),
    /// This one loses.
    Lost(String),
}

/// How a Gomocup client wants the analysis. UGI has one style only and looks at none of this.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Style {
    /// The `MESSAGE` line of an iteration.
    pub line: AnalysisLine,
    /// `MESSAGE REALTIME …` for Yixin-Board.
    pub realtime: bool,
    /// `INFO …` groups for gomocalc.
    pub groups: bool,
    /// Say nothing on unknown commands: a Yixin-style GUI takes any strange line for a move.
    pub quiet_unknown: bool,
}

/// The form of the `MESSAGE` line of an iteration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AnalysisLine {
    /// `MESSAGE Depth 12-21 | Eval 134 | Time 812ms | H8 I9`.
    #[default]
    Human,
    /// `MESSAGE depth 12-21 ev 134 n 1.2M n/ms 900 tm 812 pv H8 I9`.
    Tool,
    /// None.
    Off,
}

impl Style {
    /// The same style with the bits of `INFO show_detail` obeyed.
    #[must_use]
    pub fn with_detail(self, detail: u8) -> Self {
        Self { realtime: detail & 1 != 0, groups: detail & 2 != 0, ..self }
    }
}
