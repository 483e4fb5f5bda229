//! An opening on the page: its dialog, which players the engine is, and what was said so far.

use serde::{Deserialize, Serialize};

use super::game::Game;
use crate::engine::opening::canonical::Canonical;
use crate::engine::opening::{
    Action, Advisor, Decision, Extra, OpeningDialog, OpeningError, OpeningRule, Point, Region, Seat, Step,
};
use crate::engine::{Engine, MoveStyle, Rejected, Task, win_rate};
use crate::lab::openings::random::{OpeningError as NoOpening, OpeningGenerator, OpeningSettings};
use crate::search::{Control, Table};

/// What a game may begin with that is no rule: stones of the engine that leave both sides their chances.
pub(super) const BALANCED: &str = "balanced";

/// The most stones of such a beginning: few enough to leave the game open.
const BALANCED_MOST: usize = 7;

/// At most this much of a rule's name is repeated in an error.
const QUOTED: usize = 20;

/// What a page may do in an opening, beside laying stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Choice {
    /// Keep the colours.
    Keep,
    /// Change colours with the other player.
    Swap,
    /// Lay two more stones.
    Two,
    /// Offer ten fifths.
    Ten,
}

impl Choice {
    const fn action(self) -> Action {
        match self {
            Choice::Keep => Action::Keep,
            Choice::Swap => Action::Swap,
            Choice::Two => Action::Extra(Extra::LayTwo),
            Choice::Ten => Action::Extra(Extra::OfferTen),
        }
    }
}

/// An opening that is being played, or has been.
#[derive(Clone, Debug)]
pub(super) struct OpeningPlay {
    dialog: OpeningDialog,
    /// Does the engine play the one who opens, does it play the other?
    engine: [bool; 2],
    said: Vec<Said>,
}

/// Something that was done in the dialog, for the page to put into words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "did", rename_all = "lowercase")]
enum Deed {
    /// Stones were laid.
    Stones {
        /// Where.
        at: Vec<String>,
    },
    /// So many fifths were declared.
    Number {
        /// How many.
        number: u8,
    },
    /// A choice was made. The colour chosen is that of the one who speaks from then on.
    Choice {
        /// The choice.
        choice: Choice,
    },
    /// Fifths were offered.
    Fifths {
        /// Where.
        at: Vec<String>,
    },
    /// A fifth was picked.
    Pick {
        /// Where.
        at: Vec<String>,
    },
}

/// Who did something, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// Was it the engine?
    engine: bool,
    /// The speaker's colour after it: 0 for Black.
    side: usize,
    #[serde(flatten)]
    deed: Deed,
    /// What the engine found the opening to be worth for Black, in permille of the games.
    chances: Option<u32>,
}

/// The state of an opening as JSON.
#[derive(Serialize)]
pub(super) struct OpeningState {
    rule: &'static str,
    /// Does the engine play the one who opens, does it play the other?
    seats: [bool; 2],
    /// `stone`, `number`, `swap`, `fifth`, `pick` or `settled`.
    step: &'static str,
    /// Does the engine act? `None` when nobody does.
    engine: Option<bool>,
    /// The colour of the one who acts: 0 for Black.
    side: Option<usize>,
    /// The colour of the engine; `None` when it plays both players, or none.
    engine_side: Option<usize>,
    /// The side of the central square where the stone belongs.
    central: Option<u8>,
    /// `two` or `ten`, where that can be chosen.
    extra: Option<Choice>,
    /// The most fifths that can be declared, or how many are offered in all.
    fifths_wanted: Option<u8>,
    fifths_declared: Option<u8>,
    /// The fifths that are offered.
    fifths: Vec<String>,
    /// The points that can be taken.
    points: Vec<String>,
    /// Number, name and Japanese name of the opening that the first three stones make.
    name: Option<[&'static str; 3]>,
    said: Vec<Said>,
}

impl From<OpeningError> for Rejected {
    fn from(why: OpeningError) -> Rejected {
        Rejected::Unsupported(format!("choice: {why}"))
    }
}

impl OpeningPlay {
    /// An opening of a game that has not begun. `engine` tells which players the engine is: the one who opens, the other.
    ///
    /// # Errors
    /// [`Rejected::Unsupported`] when there is no such rule, or it is not for this game.
    pub(super) fn new(rule: &str, game: &Game, engine: [bool; 2]) -> Result<OpeningPlay, Rejected> {
        let unknown = || {
            let (quoted, known) =
                (rule.chars().take(QUOTED).collect::<String>(), names().collect::<Vec<_>>().join(", "));
            Rejected::Unsupported(format!("opening '{quoted}': expected {known}"))
        };
        let rule = OpeningRule::from_name(rule).ok_or_else(unknown)?;
        let size = game.board_size().filter(|_| is_fresh(game)).ok_or_else(|| unfit(rule.name()))?;
        let dialog = OpeningDialog::new(rule, size).map_err(|why| Rejected::Unsupported(why.to_string()))?;
        Ok(OpeningPlay { dialog, engine, said: Vec::new() })
    }

    /// The same with everything that was said in it before, as its state told it.
    ///
    /// # Errors
    /// When that is no dialog of this rule.
    pub(super) fn resumed(mut self, said: &[Said], engine: &dyn Engine) -> Result<OpeningPlay, Rejected> {
        for Said { deed, chances, .. } in said {
            let actions = match deed {
                Deed::Stones { at } | Deed::Fifths { at } | Deed::Pick { at } => {
                    at.iter().map(|text| point(text, engine).map(Action::Point)).collect::<Result<_, _>>()?
                }
                Deed::Number { number } => vec![Action::Number(*number)],
                Deed::Choice { choice } => vec![choice.action()],
            };
            self.act(&actions, *chances)?;
        }
        Ok(self)
    }

    /// The dialog.
    pub(super) fn dialog(&self) -> &OpeningDialog {
        &self.dialog
    }

    /// Are the colours settled?
    pub(super) fn is_settled(&self) -> bool {
        self.dialog.step() == Step::Settled
    }

    /// Does the engine act next?
    pub(super) fn is_engines(&self) -> bool {
        self.dialog.actor().is_some_and(|seat| self.plays(seat))
    }

    /// Does the engine play Black, does it play White?
    pub(super) fn engine_colours(&self) -> [bool; 2] {
        let black = self.dialog.black();
        [self.plays(black), self.plays(black.other())]
    }

    const fn plays(&self, seat: Seat) -> bool {
        match seat {
            Seat::Opener => self.engine[0],
            Seat::Responder => self.engine[1],
        }
    }

    /// A point is taken by the page's player.
    ///
    /// # Errors
    /// [`Rejected::BadMove`] when it cannot be.
    pub(super) fn take(&mut self, text: &str, engine: &dyn Engine) -> Result<(), Rejected> {
        let point = point(text, engine)?;
        let refused = |why| Rejected::bad_move(text, self.describe(why));
        self.dialog.check_point(point).map_err(refused)?;
        Ok(self.act(&[Action::Point(point)], None)?)
    }

    /// A choice of the page's player.
    ///
    /// # Errors
    /// When it cannot be made now.
    pub(super) fn choose(&mut self, choice: Choice) -> Result<(), Rejected> {
        Ok(self.act(&[choice.action()], None)?)
    }

    /// The page's player declares the number of fifths.
    ///
    /// # Errors
    /// When it is not asked for, or too large.
    pub(super) fn declare(&mut self, number: u8) -> Result<(), Rejected> {
        Ok(self.act(&[Action::Number(number)], None)?)
    }

    /// A decision of the engine.
    ///
    /// # Errors
    /// When it is not allowed.
    pub(super) fn decided(&mut self, decision: &Decision) -> Result<(), Rejected> {
        Ok(self.act(&decision.actions, decision.value.map(win_rate))?)
    }

    /// A refusal, with points as people write them.
    fn describe(&self, why: OpeningError) -> String {
        match why {
            OpeningError::Same(point) => {
                format!("a symmetry makes it the same as {}, which is offered already", point.name(self.dialog.size()))
            }
            other => other.to_string(),
        }
    }

    fn act(&mut self, actions: &[Action], chances: Option<u32>) -> Result<(), OpeningError> {
        let mut dialog = self.dialog.clone();
        let mut said: Vec<Said> = Vec::new();
        for &action in actions {
            let (step, actor) = (dialog.step(), dialog.actor());
            dialog.act(action)?;
            let actor = actor.unwrap_or(Seat::Opener);
            let side = usize::from(dialog.black() != actor);
            match (said.last_mut(), deed(step, action, dialog.size())) {
                (Some(Said { deed: Deed::Stones { at }, .. }), Deed::Stones { at: more })
                | (Some(Said { deed: Deed::Fifths { at }, .. }), Deed::Fifths { at: more }) => at.extend(more),
                (_, deed) => said.push(Said { engine: self.plays(actor), side, deed, chances }),
            }
        }
        self.dialog = dialog;
        self.said.extend(said);
        Ok(())
    }

    /// The state as the page has it.
    pub(super) fn state(&self) -> OpeningState {
        let dialog = &self.dialog;
        let step = dialog.step();
        let write = |points: &[Point]| points.iter().map(|point| point.name(dialog.size())).collect::<Vec<_>>();
        let actor = dialog.actor();
        let colours = self.engine_colours();
        let opening = Canonical::of(dialog.stones(), dialog.size());
        OpeningState {
            rule: dialog.rule().name(),
            seats: self.engine,
            step: match step {
                Step::Stone(_) => "stone",
                Step::Number { .. } => "number",
                Step::Swap(_) => "swap",
                Step::Fifth { .. } => "fifth",
                Step::Pick => "pick",
                Step::Settled => "settled",
            },
            engine: actor.map(|seat| self.plays(seat)),
            side: actor.map(|seat| usize::from(dialog.black() != seat)),
            engine_side: (colours[0] != colours[1]).then(|| usize::from(colours[1])),
            central: match step {
                Step::Stone(Region::Central(side)) => Some(side),
                _ => None,
            },
            extra: match step {
                Step::Swap(Some(Extra::LayTwo)) => Some(Choice::Two),
                Step::Swap(Some(Extra::OfferTen)) => Some(Choice::Ten),
                _ => None,
            },
            fifths_wanted: match step {
                Step::Number { most } => Some(most),
                Step::Fifth { of } => Some(of),
                _ => None,
            },
            fifths_declared: dialog.declared(),
            fifths: write(dialog.fifths()),
            points: write(&dialog.points()),
            name: opening.map(|opening| [opening.code, opening.name, opening.kanji]),
            said: self.said.clone(),
        }
    }
}

/// The names of all that a game of Gomoku may begin with.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    OpeningRule::ALL.into_iter().map(OpeningRule::name).chain([BALANCED])
}

/// Lays balanced stones on an empty board.
///
/// # Errors
/// When none are found, or stones lie there already.
pub(super) fn lay_balanced(game: &mut Game) -> Result<(), Rejected> {
    if !is_fresh(game) {
        return Err(unfit(BALANCED));
    }
    let settings = OpeningSettings { max_plies: BALANCED_MOST, ..OpeningSettings::default() };
    let internal = |why: NoOpening| Rejected::Unsupported(why.to_string());
    let mut engine = game.engine()?;
    let found = OpeningGenerator::new(settings).and_then(|mut openings| openings.draw(&mut *engine, seed(), 0));
    found.map_err(internal)?.moves.iter().try_for_each(|text| game.play(text))
}

/// A point as people write it.
fn point(text: &str, engine: &dyn Engine) -> Result<Point, Rejected> {
    engine.reformat(text, MoveStyle::Pair)?.parse().map_err(|why| Rejected::bad_move(text, format!("{why}")))
}

fn is_fresh(game: &Game) -> bool {
    game.line().is_empty() && game.spec().position.is_none()
}

fn unfit(rule: &str) -> Rejected {
    Rejected::Unsupported(format!("opening {rule} of this game"))
}

/// The engine's decision in a dialog, on the position that has come of it.
///
/// # Errors
/// See [`Advisor::decide`].
pub(super) fn decide(
    dialog: &OpeningDialog,
    engine: &mut dyn Engine,
    task: &Task,
    (table, ctl): (&Table, &Control),
) -> Result<Decision, Rejected> {
    let mut study = engine.study(task, table, ctl).ok_or_else(|| unfit(dialog.rule().name()))?;
    Advisor::decide(dialog, &mut *study, Some(seed()))
}

/// People shall not meet the same opening every time.
fn seed() -> u64 {
    getrandom::u64().unwrap_or_default()
}

fn deed(step: Step, action: Action, size: u8) -> Deed {
    let at = |point: Point| vec![point.name(size)];
    match (step, action) {
        (Step::Fifth { .. }, Action::Point(point)) => Deed::Fifths { at: at(point) },
        (Step::Pick, Action::Point(point)) => Deed::Pick { at: at(point) },
        (_, Action::Point(point)) => Deed::Stones { at: at(point) },
        (_, Action::Number(number)) => Deed::Number { number },
        (_, Action::Keep) => Deed::Choice { choice: Choice::Keep },
        (_, Action::Swap) => Deed::Choice { choice: Choice::Swap },
        (_, Action::Extra(Extra::LayTwo)) => Deed::Choice { choice: Choice::Two },
        (_, Action::Extra(Extra::OfferTen)) => Deed::Choice { choice: Choice::Ten },
    }
}
