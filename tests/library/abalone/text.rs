//! Positions and moves as text: what is read, how it is written, what is refused and why.

use std::collections::HashMap;

use fukumi::games::abalone::DrawRules;
use fukumi::games::abalone::notation::{MoveForm, move_text, parse_move, parse_position, position_text};
use fukumi::search::Position;

use super::{moves, position, table_positions};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

const BROKEN: &str = include_str!("../../data/abalone_broken.txt");

#[test]
fn every_broken_position_is_refused_with_the_field_named() {
    let lines: Vec<&str> = BROKEN.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() >= 100, "{} lines", lines.len());
    for line in lines {
        let (field, text) = line.split_once('\t').unwrap();
        let error = parse_position(text).expect_err(line).to_string();
        assert!(error.contains(field), "'{text}' is refused with '{error}', which does not name '{field}'");
    }
}

#[test]
fn random_changes_of_a_text_are_refused_or_mean_a_position() {
    let mut random = Pcg64::seed_from_u64(5);
    let texts = table_positions();
    for _ in 0..20_000 {
        let mut text: Vec<u8> = texts.choose(&mut random).unwrap().as_bytes().to_vec();
        for _ in 0..=random.random_range(0..3) {
            let at = random.random_range(0..text.len());
            match random.random_range(0..3) {
                0 => text[at] = random.random::<u8>(),
                1 => drop(text.remove(at)),
                _ => text.insert(at, *b"bw0123456789/. \t-".choose(&mut random).unwrap()),
            }
        }
        let text = String::from_utf8_lossy(&text);
        if let Ok(setup) = parse_position(&text) {
            assert_eq!(parse_position(&position_text(&setup)), Ok(setup), "{text}");
        }
    }
}

#[test]
fn every_move_is_read_in_every_form() {
    let mut random = Pcg64::seed_from_u64(6);
    for text in table_positions() {
        let mut pos = position(text, DrawRules::default());
        for _ in 0..40 {
            let all = moves(&pos);
            if all.is_empty() {
                break;
            }
            let mut names = HashMap::new();
            for &mv in &all {
                let aba_pro = move_text(mv, MoveForm::AbaPro);
                assert_eq!(parse_move(&pos, &aba_pro), Ok(mv));
                assert_eq!(parse_move(&pos, &aba_pro.to_uppercase()), Ok(mv));
                assert_eq!(names.insert(aba_pro.clone(), mv), None, "{aba_pro} is written twice");
                let ends = move_text(mv, MoveForm::FirstToLast);
                assert_eq!(ends.len(), 4);
                assert_eq!(parse_move(&pos, &ends), Ok(mv), "{ends} for {aba_pro} at {pos:?}");
                if mv.is_side_step() {
                    let swapped = format!("{}{}", &aba_pro[2..4], &aba_pro[..2]);
                    let landing = mv.last().walk(mv.direction(), 1).coordinates();
                    let landing = format!("{}{}", char::from(b'a' + landing.0 as u8), landing.1 + 1);
                    assert_eq!(parse_move(&pos, &(swapped + &landing)), Ok(mv));
                }
            }
            let mv = *all.choose(&mut random).unwrap();
            pos.make(mv);
        }
    }
}

#[test]
fn aba_pro_wins_where_two_readings_are_possible() {
    // C3 and C4 black, D3 and D4 empty: `c3d4` is a single step and a side-step to the north-west.
    let pos = position("5/6/7/8/9/8/2bb3/6/w4 b 0 0", DrawRules::default());
    let step = parse_move(&pos, "c3d4").unwrap();
    assert!(!step.is_side_step());
    assert_eq!(move_text(step, MoveForm::AbaPro), "c3d4");
    let side = parse_move(&pos, "c3c4d3").unwrap();
    assert_eq!(move_text(side, MoveForm::FirstToLast), "c4d3");
    assert_eq!(parse_move(&pos, "c4c3d4"), Ok(side));
    let ahead = parse_move(&pos, "c3d5").unwrap();
    assert_eq!(move_text(ahead, MoveForm::AbaPro), "c3c4d4");
}

#[test]
fn what_is_no_move_is_refused() {
    let pos = position("ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0 0", DrawRules::default());
    for text in
        ["", "a", "a1", "a1b", "a1b2c3d4", "j1a1", "a0a1", "a6a5", "a9b9", "e5e6", "a4a5", "a1i9", "äb1", "a1b2 "]
    {
        let before = pos.clone();
        assert!(parse_move(&pos, text).is_err(), "{text}");
        assert!(before == pos);
    }
}
