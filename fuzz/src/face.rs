//! What programs call, in Rust and, through the Python package, in Python: positions, searches, proofs and puzzles.
//!
//! The first byte chooses the game; then come lines, each a byte for what is done and the text that it is done with.

use fukumi::{Limit, Position, SimpleEngine, Stop, Verdict};

/// The most lines of one input that are obeyed.
const MOST_LINES: usize = 12;

pub(crate) const WORDS: &[&str] = &[
    "renju",
    "standard",
    "15",
    "5",
    "22",
    "belgian-daisy",
    "h8",
    "i9",
    "a1b2",
    "\nm",
    "\nr",
    "\nt",
    "\na",
    "\np",
    "\nv",
    "\ns",
    "\nc",
    "Rule=",
    "BoardSize=",
    "Start=",
    "Hash=",
    "Threads=",
    "Strength=",
    "PlyCap=",
];

pub(crate) fn run(data: &[u8]) {
    let (&selector, lines) = data.split_first().unwrap_or((&0, &[]));
    let game = Position::games().nth(usize::from(selector) % 3).expect("there are three games");
    let mut position = Position::new(game).expect("a game");
    let mut engine = SimpleEngine::new();
    engine.set("Hash", "1").expect("one MiB is allowed");
    let limit = Limit::nodes(200);
    for line in lines.split(|&byte| byte == b'\n').take(MOST_LINES) {
        let (&what, text) = line.split_first().unwrap_or((&b'm', &[]));
        let text = String::from_utf8_lossy(text);
        let done = match what {
            b'm' => position.play(&text),
            b'b' => {
                position.take_back();
                Ok(())
            }
            b'r' => Position::with_rules(game, &pairs(&text)).map(|new| position = new),
            b't' => Position::from_text(game, &text, &[]).map(|new| position = new),
            b'a' => engine.analyse(&position, &limit, text.len()).map(drop),
            b'p' => engine.play(&position, &limit).and_then(|mv| position.play(&mv)),
            b'v' => engine.vcf(&position, 200, &Stop::new()).map(|verdict| checked(&verdict)),
            b'w' => engine.prove(&position, 200, &Stop::new()).map(|verdict| checked(&verdict)),
            b's' => engine.solve(&position, &limit, &Stop::new()).map(drop),
            b'c' => pairs(&text).into_iter().filter(is_modest).try_for_each(|(name, value)| engine.set(name, value)),
            _ => Ok(()),
        };
        if let Err(why) = done {
            let why = why.to_string();
            assert!(!why.is_empty() && !why.contains("internal error"), "{why}");
        }
    }
    let copy = position.clone();
    assert_eq!((&copy, copy.text(), copy.to_string()), (&position, position.text(), position.to_string()));
    let (is_stuck, is_over) = (position.legal_moves().is_empty(), position.outcome().is_some());
    // In a puzzle that cannot be solved Black may have no move.
    assert!(is_stuck == is_over || (is_stuck && game == "capture"), "{position}");
}

/// No proof that was found may be refuted by its own checker.
fn checked(verdict: &Verdict) {
    assert!(!matches!(verdict, Verdict::Refuted { .. }), "{verdict:?}");
}

/// `Rule=renju BoardSize=15` as pairs.
fn pairs(text: &str) -> Vec<(&str, &str)> {
    text.split_whitespace().filter_map(|pair| pair.split_once('=')).collect()
}

/// Does an option ask for no more memory and threads than an execution may use?
fn is_modest((name, value): &(&str, &str)) -> bool {
    let is_large = value.parse::<u64>().is_ok_and(|value| value > 4);
    let name = name.to_ascii_lowercase();
    !(is_large && (name == "hash" || name == "threads")) && name != "evalfile"
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let texts: [(u8, &str); 7] = [
        (0, "mh8\nmi9\na\np\nb\nv\nw"),
        (0, "rRule=renju BoardSize=15\nmh8\nma1\nmi8\nmc1\nmj8\nme1\nv\nw\np"),
        (0, "t5/5/2b2/5/5 w 1\np\np\nb"),
        (0, "cStrength=0 Threads=2\nmh8\np\nckind=x"),
        (1, "p\np\na\nb"),
        (1, "rStart=german-daisy PlyCap=2\np\np\np"),
        (2, "t2c3n1/4R3/7p/1r4n1 b\ns\np\nb"),
    ];
    texts.map(|(selector, text)| [&[selector], text.as_bytes()].concat()).to_vec()
}
