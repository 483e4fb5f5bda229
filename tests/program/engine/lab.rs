//! Self-play and tuning from the command line: games are played, shown, gone on with after a kill, and learnt from.

use std::fs;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use fukumi::games::gomoku::{GomokuModel, RuleCode};
use fukumi::weights_file::WeightsFile;

use crate::process::Engine;
use crate::support::folder::Folder;

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fukumi"));
    command.args(arguments).env_remove("RUST_LOG").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn text(output: &Output) -> String {
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn selfplay(file: &str, games: &str) -> Vec<String> {
    let arguments = "selfplay --option Rule=renju --option BoardSize=9 --nodes 60 --opening-nodes 200 --seed 4 --out";
    arguments.split(' ').chain([file, "--games", games]).map(str::to_owned).collect()
}

fn run(arguments: &[String]) -> Output {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    command(&arguments).output().unwrap()
}

#[test]
fn games_are_played_shown_and_learnt_from() {
    let folder = Folder::new();
    let (games, weights, chart) = (folder.file("games.fsp"), folder.file("renju.weights"), folder.file("loss.svg"));
    let played = text(&run(&selfplay(&games, "60")));
    assert!(played.contains("60 games") && played.contains("positions/s") && !played.contains('\r'), "{played}");
    let shown = text(&command(&["records", &games]).output().unwrap());
    for expected in ["games     60", "\"Rule\": \"renju\"", "\"nodes\": 200"] {
        assert!(shown.contains(expected), "{expected}: {shown}");
    }
    let twice = text(&command(&["records", &games, &games]).output().unwrap());
    assert!(twice.contains("doubles   60 games") && twice.starts_with(&games), "{twice}");
    let lines = text(&command(&["records", "--json", &games]).output().unwrap());
    let objects: Vec<serde_json::Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((objects.len(), &objects[0]["seed"], &objects[3]["game"]), (61, &4.into(), &2.into()));
    let (moves, opening) = (objects[1]["moves"].as_array().unwrap(), objects[1]["opening"].as_u64().unwrap());
    assert!(objects[1]["scores"].as_array().unwrap().len() + opening as usize >= moves.len());
    let arguments = ["tune", "--data", &games, "--out-weights", &weights, "--chart", &chart, "--min-rows", "5"];
    let told = text(&command(&arguments).output().unwrap());
    assert!(told.contains("held-out loss"), "{told}");
    let file = WeightsFile::from_bytes(&fs::read(&weights).unwrap()).unwrap();
    assert_eq!(file.check("gomoku", "renju", "linear"), Ok(()));
    assert!(file.note.contains("fukumi tune") && file.tensors[0].shape == [2], "{file:?}");
    assert!(fs::read_to_string(&chart).unwrap().starts_with("<svg"));
}

#[test]
fn a_network_is_trained_from_games() {
    let folder = Folder::new();
    let (games, weights, chart) = (folder.file("games.fsp"), folder.file("weights.net"), folder.file("loss.svg"));
    text(&run(&selfplay(&games, "60")));
    let arguments = ["train", "--data", &games, "--out", &weights, "--chart", &chart, "--passes", "2", "--batch", "16"];
    let told = text(&command(&arguments).output().unwrap());
    assert!(told.contains("pass 2 done") && told.contains("divergence from the search"), "{told}");
    let file = fs::read(&weights).unwrap();
    assert!(GomokuModel::with_weights(&file, RuleCode::Renju).is_ok());
    assert!(GomokuModel::with_weights(&file, RuleCode::Freestyle).is_err(), "a network is for one rule");
    // An engine takes it at once.
    let mut engine = Engine::start();
    engine.send("ugi\nsetoption name Rule value renju\n");
    engine.send(&format!("setoption name EvalFile value {weights}\nposition startpos moves h8\ngo nodes 500\n"));
    let (said, _) = engine.finish();
    assert!(said.iter().any(|line| line.starts_with("bestmove")), "{said:?}");
    assert!(!said.iter().any(|line| line.contains("EvalFile:")), "it is refused: {said:?}");
    assert!(fs::read_to_string(&chart).unwrap().starts_with("<svg"));
    // The weights that it corrects are fitted to it.
    let fitted = folder.file("fitted.net");
    let fit =
        ["tune", "--network", &weights, "--data", &games, "--out-weights", &fitted, "--min-rows", "5", "--lambda", "0"];
    let told = text(&command(&fit).output().unwrap());
    assert!(told.contains("0 positions with a proven score") && told.contains("held-out loss"), "{told}");
    let [before, after] = [&file, &fs::read(&fitted).unwrap()].map(|file| WeightsFile::from_bytes(file).unwrap());
    assert_ne!(before.tensors[..4], after.tensors[..4]);
    assert_eq!(before.tensors[4..], after.tensors[4..]);
    assert_eq!(after.kind, "network");
    assert!(after.note.contains("fukumi tune") && after.note.ends_with(&before.note), "{}", after.note);
    // Training goes on with them.
    let further = folder.file("further.net");
    let arguments_further = ["train", "--data", &games, "--out", &further, "--from", &fitted, "--passes", "1"];
    text(&command(&arguments_further).output().unwrap());
    let taught = WeightsFile::from_bytes(&fs::read(&further).unwrap()).unwrap();
    assert_eq!(taught.tensors[..4], after.tensors[..4]);
    assert!(taught.note.ends_with(&after.note), "{}", taught.note);
    // Another rule's are left aside, which is told.
    let freestyle = concat!(env!("CARGO_MANIFEST_DIR"), "/src/games/gomoku/network/data/freestyle.network");
    let own = folder.file("own.net");
    let arguments_other = ["train", "--data", &games, "--out", &own, "--from", freestyle, "--passes", "1"];
    let told = text(&command(&arguments_other).output().unwrap());
    assert!(
        told.contains("freestyle.network: the file is for rule 'freestyle', not 'renju'; its classical weights"),
        "{told}"
    );
    assert_eq!(WeightsFile::from_bytes(&fs::read(&own).unwrap()).unwrap().tensors[..4], before.tensors[..4]);
    let refused =
        command(&["tune", "--network", &games, "--data", &games, "--out-weights", &further]).output().unwrap();
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--network: cannot use"), "{refused:?}");
    // Nothing is left to do.
    assert_eq!(text(&command(&arguments).output().unwrap()).lines().filter(|line| line.contains("done")).count(), 0);
}

#[test]
fn games_of_a_match_are_learnt_from() {
    let folder = Folder::new();
    let (duel, games, network) = (folder.file("duel"), folder.file("games.fsp"), folder.file("new.network"));
    let program = env!("CARGO_BIN_EXE_fukumi");
    let engines = [("own", 300), ("other", 200)]
        .map(|(name, nodes)| format!("name={name} 'cmd={program}' protocol=ugi nodes={nodes}"));
    let [own, other] = engines.each_ref().map(String::as_str);
    let size = ["--size", "7", "--games", "20", "--openings", "random"];
    let played = ["match", "--engine", own, "--engine", other, "--out", &duel];
    let both = [&played[..], &size].concat();
    assert!(command(&both).output().unwrap().status.success());
    let told = text(&command(&["match-records", &duel, "--engine", "own", "--out", &games]).output().unwrap());
    assert!(told.contains(" games of 20, "), "{told}");
    let records = text(&command(&["records", "--json", &games]).output().unwrap());
    let records: Vec<serde_json::Value> = records.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let matches = fs::read_to_string(folder.path("duel").join("games.jsonl")).unwrap();
    let matches: Vec<serde_json::Value> = matches.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let count = records.len() - 1;
    assert!(count > 5, "only games in which nothing was searched are left out: {told}");
    for record in &records[1..] {
        let game = matches.iter().find(|game| game["game"] == record["game"]).expect("a game of the match");
        let opening = game["opening"]["moves"].as_array().unwrap();
        let played = game["moves"].as_array().unwrap();
        let moves: Vec<_> = opening.iter().chain(played.iter().map(|mv| &mv["move"])).collect();
        assert_eq!(record["moves"].as_array().unwrap().iter().collect::<Vec<_>>(), moves);
        let scores = record["scores"].as_array().unwrap();
        assert_eq!((record["opening"].as_u64(), scores.len()), (Some(opening.len() as u64), played.len()));
        // What one's own move was worth is kept; what comes before it, at the opponent's move, is the same from the other side.
        let own = usize::from(game[game["first"].as_str().unwrap()] != "own");
        for (at, mv) in played.iter().enumerate().filter(|(at, mv)| at % 2 == own && !mv["score"].is_null()) {
            assert_eq!(scores[at], mv["score"]);
            assert!(at == 0 || scores[at - 1].as_i64() == mv["score"].as_i64().map(|score| -score));
        }
    }
    let train = ["train", "--data", &games, "--out", &network, "--passes", "1", "--batch", "16", "--held-out", "0.3"];
    let told = text(&command(&train).output().unwrap());
    assert!(told.contains(&format!("{count} games, ")), "both games on an opening count: {told}");
    for (arguments, wrong) in [
        (&["match-records", &duel, "--engine", "own", "--out", &games][..], "games.fsp is there already"),
        (&["match-records", &duel, "--engine", "nobody", "--out", "new"], "the match was played by own, other"),
        (&["match-records", &folder.file("nowhere"), "--engine", "own", "--out", "new"], "run.json"),
    ] {
        let output = command(arguments).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && told.contains(wrong), "{told}");
    }
}

#[test]
fn a_run_that_is_killed_goes_on_and_ends_with_the_games_asked_for() {
    let folder = Folder::new();
    let (killed, whole) = (folder.file("killed.fsp"), folder.file("whole.fsp"));
    text(&run(&selfplay(&whole, "50")));
    for _ in 0..3 {
        let arguments = selfplay(&killed, "50");
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let mut child = command(&arguments).spawn().unwrap();
        let started = Instant::now();
        let length = || fs::metadata(&killed).map_or(0, |data| data.len());
        let before = length();
        while length() <= before.max(700) && started.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(2));
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    text(&run(&selfplay(&killed, "50")));
    let games = |file: &str| {
        let lines = text(&command(&["records", "--json", file]).output().unwrap());
        lines.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(games(&killed), games(&whole));
}

#[test]
fn numbers_of_the_search_are_tuned_weighed_and_compared() {
    let folder = Folder::new();
    let (knobs, journal) = (folder.file("knobs.txt"), folder.file("climb.jsonl"));
    fs::write(&knobs, "futility_base 20\nkiller_bonus 300 1000 # from below\n").unwrap();
    let climb = |pairs: &str| {
        let fixed = ["tune-search", &knobs, "--nodes", "60", "--workers", "2", "--journal", &journal, "--pairs", pairs];
        text(&command(&fixed).output().unwrap())
    };
    let told = climb("25");
    assert!(told.starts_with("25 pairs: futility_base=") && told.contains("after 25 pairs: "), "{told}");
    let longer = climb("30");
    assert!(longer.starts_with("30 pairs: "), "it goes on: {longer}");
    assert_eq!(fs::read_to_string(&journal).unwrap().lines().count(), 2);
    let slopes = ["tune-search", &knobs, "--nodes", "60", "--pairs", "3", "--slopes"];
    let told = text(&command(&slopes).output().unwrap());
    assert!(told.starts_with("3 pairs, a step up against a step down:\n") && told.lines().count() == 3, "{told}");
    assert!(told.contains("killer_bonus    1300 against 700 "), "{told}");
    let compare = ["tune-search", &knobs, "--nodes", "60", "--pairs", "3", "--compare"];
    let told = text(&command(&compare).output().unwrap());
    assert!(told.starts_with("listed against usual: ") && told.contains("of 6 games"), "{told}");
}

#[test]
fn mistakes_name_what_is_wrong() {
    let folder = Folder::new();
    let (games, stranger, weights) = (folder.file("games.fsp"), folder.file("stranger"), folder.file("renju.weights"));
    text(&run(&selfplay(&games, "2")));
    fs::write(&stranger, "no records").unwrap();
    let missing = folder.file("missing.fsp");
    let nowhere = folder.file("no/such/folder.fsp");
    for (arguments, wrong) in [
        (
            &["selfplay", "--games", "3", "--option", "BoardSize=9", "--option", "Rule=caro", "--out", &games][..],
            "Rule renju, not caro",
        ),
        (&["selfplay", "--games", "3", "--option", "Rule=chess", "--out", &weights], "chess"),
        (&["selfplay", "--games", "3", "--option", "Hash=1", "--out", &weights], "Hash"),
        (&["selfplay", "--games", "3", "--option", "Rule", "--out", &weights], "NAME=VALUE"),
        (&["selfplay", "--games", "3", "--out", &stranger], &stranger),
        (&["selfplay", "--games", "3", "--out", &nowhere], &nowhere),
        (&["records", &missing], &missing),
        (&["records", &stranger], "not a file of self-play records"),
        (&["tune", "--data", &missing, "--out-weights", &weights], &missing),
        (&["tune", "--data", &games, &stranger, "--out-weights", &weights], &stranger),
    ] {
        let output = command(arguments).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            !output.status.success() && told.starts_with("error: ") && told.contains(wrong),
            "{arguments:?}: {told}"
        );
    }
    let (knobs, journal) = (folder.file("knobs.txt"), folder.file("climb.jsonl"));
    fs::write(&knobs, "futility_base 20\nnonsense 1\n").unwrap();
    for (arguments, wrong) in [
        (&["tune-search", &missing, "--pairs", "1", "--compare"][..], missing.as_str()),
        (
            &["tune-search", &knobs, "--pairs", "1", "--journal", &journal],
            "line 2: the search has no parameter called nonsense",
        ),
        (&["tune-search", &knobs, "--pairs", "1", "--journal", &journal, "--game", "capture"], "two players"),
    ] {
        let output = command(arguments).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            !output.status.success() && told.starts_with("error: ") && told.contains(wrong),
            "{arguments:?}: {told}"
        );
    }
    for arguments in [
        &["selfplay", "--out", &weights][..],
        &["tune-search", &knobs, "--pairs", "1"],
        &["tune-search", &knobs, "--pairs", "0", "--compare"],
        &["tune-search", &knobs, "--pairs", "1", "--slopes", "--compare"],
        &["tune-search", &knobs, "--pairs", "1", "--slopes", "--journal", &journal],
        &["tune-search", &knobs, "--pairs", "1", "--rate", "0", "--journal", &journal],
        &["selfplay", "--games", "1", "--nodes", "0", "--out", &weights],
        &["selfplay", "--games", "1", "--opening-plies", "9-4", "--out", &weights],
        &["selfplay", "--games", "1", "--opening-nodes", "0", "--out", &weights],
        &["tune", "--data", &games, "--lambda", "1.5", "--out-weights", &weights],
        &["tune", "--data", &games, "--held-out", "0", "--out-weights", &weights],
        &["tune", "--data", &games, "--spread", "-1", "--out-weights", &weights],
    ] {
        assert!(!command(arguments).output().unwrap().status.success(), "{arguments:?}");
    }
    for file in [&weights, &journal] {
        assert!(!fs::exists(file).unwrap(), "nothing is written by a mistake");
    }
}
