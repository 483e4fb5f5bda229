//! Opening rules, judged from a record of what was said: written from the rules as the Renju International Federation publishes
//! them, one after the other as a person reads them, with nothing of the program's own dialog.

use std::collections::HashSet;

use fukumi::engine::opening::Action;

type Place = (i32, i32);

/// A record of an opening: which player (0 opened it) did what.
pub(crate) type Record = [(usize, Action)];

/// Reads a record to its end. Gives the player who has the black stones and the stones on the board, or says what breaks the rule.
pub(crate) fn judge(rule: &str, size: i32, record: &Record) -> Result<(usize, Vec<Place>), String> {
    let mut referee = Referee { size, record, at: 0, black: 0, stones: Vec::new() };
    match rule {
        "swap" => referee.swap()?,
        "rif" => referee.rif()?,
        "yamaguchi" => referee.yamaguchi()?,
        "soosorv-8" => referee.soosorv()?,
        "taraguchi-10" => referee.taraguchi()?,
        "swap2" => referee.swap2()?,
        other => return Err(format!("no rule {other}")),
    }
    match referee.record.get(referee.at) {
        None => Ok((referee.black, referee.stones)),
        Some(more) => Err(format!("{more:?} after the opening")),
    }
}

struct Referee<'a> {
    size: i32,
    record: &'a Record,
    at: usize,
    black: usize,
    stones: Vec<Place>,
}

type Checked<T = ()> = Result<T, String>;

impl Referee<'_> {
    fn swap(&mut self) -> Checked {
        self.stone(self.black, 1)?;
        self.stone(1 - self.black, 3)?;
        self.stone(self.black, 5)?;
        self.may_swap(1 - self.black)?;
        self.stone(1 - self.black, 0)?;
        self.fifths(2)
    }

    fn rif(&mut self) -> Checked {
        self.three_by_the_first()?;
        self.may_swap(1)?;
        self.stone(1 - self.black, 0)?;
        self.fifths(2)
    }

    fn yamaguchi(&mut self) -> Checked {
        self.three_by_the_first()?;
        let fifths = self.number(0, 1_000)?;
        self.may_swap(1)?;
        self.stone(1 - self.black, 0)?;
        self.fifths(fifths)
    }

    fn soosorv(&mut self) -> Checked {
        self.three_by_the_first()?;
        self.may_swap(1)?;
        let white = 1 - self.black;
        self.stone(white, 0)?;
        let fifths = self.number(white, 8)?;
        self.may_swap(1 - white)?;
        self.fifths(fifths)
    }

    fn taraguchi(&mut self) -> Checked {
        self.stone(self.black, 1)?;
        self.may_swap(1 - self.black)?;
        self.stone(1 - self.black, 3)?;
        self.may_swap(self.black)?;
        self.stone(self.black, 5)?;
        self.may_swap(1 - self.black)?;
        self.stone(1 - self.black, 7)?;
        if self.next(self.black)? == Action::Extra(fukumi::engine::opening::Extra::OfferTen) {
            return self.fifths(10);
        }
        self.at -= 1;
        self.may_swap(self.black)?;
        self.stone(self.black, 9)?;
        self.may_swap(1 - self.black)
    }

    fn swap2(&mut self) -> Checked {
        for _ in 0..3 {
            self.stone(0, 0)?;
        }
        if self.next(1)? != Action::Extra(fukumi::engine::opening::Extra::LayTwo) {
            self.at -= 1;
            return self.may_swap(1);
        }
        self.stone(1, 0)?;
        self.stone(1, 0)?;
        // The first player takes a colour; until then White is his.
        self.black = 1;
        self.may_swap(0)
    }

    fn three_by_the_first(&mut self) -> Checked {
        [1, 3, 5].into_iter().try_for_each(|side| self.stone(0, side))
    }

    fn next(&mut self, player: usize) -> Checked<Action> {
        let &(by, action) = self.record.get(self.at).ok_or("the opening is not finished")?;
        self.at += 1;
        if by == player { Ok(action) } else { Err(format!("{action:?} by player {by}, not {player}")) }
    }

    fn place(&mut self, player: usize) -> Checked<Place> {
        let Action::Point(point) = self.next(player)? else { return Err("no point is named".to_owned()) };
        let place = (i32::from(point.x), i32::from(point.y));
        let on = (0..self.size).contains(&place.0) && (0..self.size).contains(&place.1);
        if !on || self.stones.contains(&place) {
            return Err(format!("{place:?} is not an empty point"));
        }
        Ok(place)
    }

    /// A stone in the central square of that side; anywhere when it is 0.
    fn stone(&mut self, player: usize, side: i32) -> Checked {
        let (x, y) = self.place(player)?;
        let middle = (self.size - 1) / 2;
        let away = (x - middle).abs().max((y - middle).abs());
        if side > 0 && (self.size % 2 == 0 || 2 * away + 1 > side) {
            return Err(format!("({x}, {y}) is outside the central {side}x{side}"));
        }
        self.stones.push((x, y));
        Ok(())
    }

    fn may_swap(&mut self, player: usize) -> Checked {
        match self.next(player)? {
            Action::Keep => {}
            Action::Swap => self.black = 1 - self.black,
            other => return Err(format!("{other:?} in place of a choice of colours")),
        }
        Ok(())
    }

    fn number(&mut self, player: usize, most: usize) -> Checked<usize> {
        match self.next(player)? {
            Action::Number(number) if (1..=most).contains(&usize::from(number)) => Ok(number.into()),
            other => Err(format!("{other:?} in place of a number")),
        }
    }

    /// Black names so many different points, White takes one of them. There is nothing to take where there is but one.
    fn fifths(&mut self, count: usize) -> Checked {
        let mut offered: Vec<Place> = Vec::new();
        for _ in 0..count {
            let place = self.place(self.black)?;
            if let Some(same) = offered.iter().find(|&&other| same(&self.stones, other, place)) {
                return Err(format!("{place:?} is the same as {same:?}"));
            }
            offered.push(place);
        }
        let taken = if count == 1 { offered[0] } else { self.place(1 - self.black)? };
        if !offered.contains(&taken) {
            return Err(format!("{taken:?} was not offered"));
        }
        self.stones.push(taken);
        Ok(())
    }
}

/// Does some motion of the plane lay the stones upon themselves, colour on colour, and the one point upon the other?
fn same(stones: &[Place], a: Place, b: Place) -> bool {
    let of = |colour: usize| stones.iter().skip(colour).step_by(2).copied().collect::<HashSet<Place>>();
    motions().iter().any(|turn| {
        // Black's first stone has to come to lie on one of the black stones: that fixes the shift.
        of(0).into_iter().any(|target| {
            let start = turn(stones[0]);
            let shift = (target.0 - start.0, target.1 - start.1);
            let moved = |place: Place| (turn(place).0 + shift.0, turn(place).1 + shift.1);
            let stays = |colour| of(colour).into_iter().map(moved).collect::<HashSet<Place>>() == of(colour);
            stays(0) && stays(1) && moved(a) == b
        })
    })
}

/// Four quarter turns, each without and with a mirror.
fn motions() -> [fn(Place) -> Place; 8] {
    [
        |(x, y)| (x, y),
        |(x, y)| (-y, x),
        |(x, y)| (-x, -y),
        |(x, y)| (y, -x),
        |(x, y)| (-x, y),
        |(x, y)| (y, x),
        |(x, y)| (x, -y),
        |(x, y)| (-y, -x),
    ]
}
