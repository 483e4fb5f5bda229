//! Every Gomocup command and reply.

use super::*;
use crate::command::{Command, Owner, Setting, Soosorv, Stone, TableFile};
use crate::database::{DatabaseChild, DatabaseEntry, DatabaseFile, DatabaseReply, DatabaseRequest, DeleteWhich};
use crate::error::{Fault, ParseError};
use crate::{Analysis, AnalysisLine, Dialect, MAX_LINE, MAX_STONES, Realtime, Reply, Score, SoosorvReply, Style};

type Outcomes = Vec<Result<Command, ParseError>>;

fn read(lines: &[&str]) -> Outcomes {
    let mut decoder = Decoder::default();
    lines.iter().filter_map(|line| decoder.line(line.as_bytes())).collect()
}

/// What the last of the lines yields, which must be all that they yield.
fn one(lines: &[&str]) -> Command {
    let mut outcomes = read(lines);
    assert_eq!(outcomes.len(), 1, "{lines:?} -> {outcomes:?}");
    outcomes.remove(0).unwrap()
}

fn error(lines: &[&str]) -> String {
    let mut outcomes = read(lines);
    assert_eq!(outcomes.len(), 1, "{lines:?} -> {outcomes:?}");
    outcomes.remove(0).unwrap_err().to_string()
}

fn stone(mv: &str, owner: Owner) -> Stone {
    Stone { mv: mv.to_owned(), owner }
}

fn texts(moves: &[&str]) -> Vec<String> {
    moves.iter().map(|&mv| mv.to_owned()).collect()
}

#[test]
fn start_takes_one_or_two_sides() {
    let square = Command::Start { width: 15, height: 15 };
    for line in ["START 15", "start 15\r", "  Start\t15 15 ", "START 15,15", "START 15, 15"] {
        assert_eq!(one(&[line]), square, "{line}");
    }
    assert_eq!(one(&["RECTSTART 20,15"]), Command::Start { width: 20, height: 15 });
    assert_eq!(one(&["rectstart 20 15"]), Command::Start { width: 20, height: 15 });
    assert_eq!(error(&["START"]), "START: missing size");
    assert_eq!(error(&["START x"]), "START: size is not a number: 'x'");
    assert_eq!(error(&["START 0"]), "START: size is not in 1..9999: '0'");
    assert_eq!(error(&["START 99999999999999999999"]), "START: size is not in 1..9999: '99999999999999999999'");
    assert_eq!(error(&["START 15 15 15"]), "START: unexpected text: '15'");
    assert_eq!(error(&["RECTSTART 15"]), "RECTSTART: missing height: '15'");
}

#[test]
fn commands_without_arguments() {
    let table = [
        ("RESTART", Command::Restart),
        ("BEGIN", Command::Begin),
        ("ABOUT", Command::About),
        ("END", Command::Quit),
        ("quit", Command::Quit),
        ("STOP", Command::Stop),
        ("yxstop", Command::Stop),
        ("yxshowinfo", Command::ShowInfo),
        ("yxshowforbid", Command::ShowForbid),
        ("yxhashclear", Command::HashClear),
        ("yxshowhashusage", Command::HashUsage),
        ("yxsearchdefend", Command::SearchDefend),
        ("yxblockreset", Command::BlockReset),
        ("yxswap2step1", Command::Swap2Step(1)),
        ("yxswap2step2", Command::Swap2Step(2)),
        ("yxswap2step3", Command::Swap2Step(3)),
    ];
    for (line, command) in table {
        assert_eq!(one(&[line]), command);
        assert_eq!(one(&[&line.to_ascii_uppercase()]), command);
        assert_eq!(one(&[&format!("\t{} \r\n", line.to_ascii_lowercase())]), command);
    }
    assert_eq!(error(&["BEGIN 7,7"]), "BEGIN: unexpected text: '7,7'");
    assert_eq!(one(&["END now"]), Command::Quit);
}

#[test]
fn moves_are_opaque_but_single() {
    assert_eq!(one(&["TURN 7,7"]), Command::Turn("7,7".into()));
    assert_eq!(one(&["turn 7 , 7"]), Command::Turn("7,7".into()));
    assert_eq!(one(&["PLAY a1b2"]), Command::Play("a1b2".into()));
    assert_eq!(one(&["TAKEBACK 1,2"]), Command::TakeBack("1,2".into()));
    assert_eq!(error(&["TURN"]), "TURN: missing move");
    assert_eq!(error(&["TURN 7 7"]), "TURN: unexpected text: '7'");
    assert!(error(&[&format!("TURN {}", "7".repeat(100))]).starts_with("TURN: expected a move: '777"));
}

#[test]
fn boards_come_in_lines_or_on_one_line() {
    let stones = vec![stone("7,7", Owner::Engine), stone("8,8", Owner::Opponent), stone("0,0", Owner::Dead)];
    let board = Command::Board { stones: stones.clone(), think: true };
    assert_eq!(one(&["BOARD", "7,7,1", "8,8,2", "0,0,3", "DONE"]), board);
    assert_eq!(one(&["board 7,7,1 8,8,2 0,0,3 done"]), board);
    assert_eq!(one(&["BOARD 7, 7, 1", "", "8,8,2\t0,0,3", "Done\r"]), board);
    assert_eq!(one(&["yxboard", "7,7,1", "8,8,2", "0,0,3", "done"]), Command::Board { stones, think: false });
    assert_eq!(one(&["BOARD", "DONE"]), Command::Board { stones: vec![], think: true });
}

#[test]
fn a_bad_block_is_consumed_whole() {
    let outcomes = read(&["BOARD", "7,7,9", "TURN 1,1", "8,8", "DONE", "BEGIN"]);
    assert_eq!(outcomes.len(), 2);
    assert_eq!(outcomes[0].as_ref().unwrap_err().to_string(), "BOARD: expected a move and an owner 1, 2 or 3: '7,7,9'");
    assert_eq!(outcomes[1], Ok(Command::Begin));
    for row in ["7,7", "7", ",1", "x", "7,7,12", "1"] {
        assert!(error(&["BOARD", row, "DONE"]).contains(&format!("'{row}'")), "{row}");
    }
    assert_eq!(error(&["BOARD 7,7,1 DONE TURN 8,8"]), "BOARD: unexpected text: 'TURN'");
}

#[test]
fn blocks_are_bounded() {
    let mut decoder = Decoder::default();
    assert_eq!(decoder.line(b"BOARD"), None);
    for _ in 0..=MAX_STONES {
        assert_eq!(decoder.line(b"7,7,1"), None);
    }
    let outcome = decoder.line(b"DONE").unwrap();
    assert_eq!(outcome.unwrap_err().fault, Fault::BlockTooLong);

    assert_eq!(decoder.line(b"BOARD"), None);
    assert_eq!(decoder.line(&vec![b'1'; MAX_LINE + 1]), None);
    let error = decoder.line(b"DONE").unwrap().unwrap_err();
    assert_eq!((error.command, error.fault), ("BOARD", Fault::LineTooLong));
}

#[test]
fn the_end_reaches_an_open_block() {
    let mut decoder = Decoder::default();
    assert_eq!(decoder.end(), None);
    decoder.line(b"BOARD");
    assert_eq!(decoder.end().unwrap().to_string(), "BOARD: input ended before DONE");
    decoder.line(b"YXQUERYDATABASEALL");
    assert_eq!(decoder.end().unwrap().to_string(), "YXQUERYDATABASEALL: input ended before DONE");
    decoder.line(b"YXHASHLOAD");
    assert_eq!(decoder.end(), None);
    assert_eq!(one(&["BOARD", "7,7,1", "END"]), Command::Quit);
    assert!(error(&["BOARD END", "DONE"]).ends_with("'END'"));
}

#[test]
fn swap2_takes_0_3_or_5() {
    assert_eq!(one(&["SWAP2BOARD", "DONE"]), Command::Swap2(vec![]));
    assert_eq!(one(&["SWAP2BOARD", "7,7", "8,7", "9,9", "DONE"]), Command::Swap2(texts(&["7,7", "8,7", "9,9"])));
    assert_eq!(
        one(&["swap2board 1,1 2,2 3,3 4,4 5,5 done"]),
        Command::Swap2(texts(&["1,1", "2,2", "3,3", "4,4", "5,5"]))
    );
    assert_eq!(error(&["SWAP2BOARD 7,7 DONE"]), "SWAP2BOARD: expected 0, 3 or 5 moves: '7,7'");
}

#[test]
fn yixin_searches_and_root_moves() {
    assert_eq!(one(&["yxnbest 3"]), Command::NBest(3));
    assert_eq!(error(&["yxnbest"]), "YXNBEST: missing number of moves");
    assert_eq!(error(&["yxnbest 0"]), "YXNBEST: number of moves is not in 1..9999: '0'");
    assert_eq!(one(&["yxbalanceone -30"]), Command::Balance { moves: 1, value: -30 });
    assert_eq!(one(&["yxbalancetwo 0"]), Command::Balance { moves: 2, value: 0 });
    assert_eq!(one(&["yxblock", "7,7", "done"]), Command::Block(texts(&["7,7"])));
    assert_eq!(one(&["yxblockundo 7,7 8,8 done"]), Command::BlockUndo(texts(&["7,7", "8,8"])));
    assert_eq!(one(&["yxblockpath", "7,7", "8,8", "done"]), Command::BlockPath(texts(&["7,7", "8,8"])));
    assert_eq!(one(&["yxblockpathundo 7,7 done"]), Command::BlockPathUndo(texts(&["7,7"])));
    assert_eq!(one(&["yxblockpathreset"]), Command::BlockPathReset);
}

#[test]
fn soosorv_takes_its_stones_and_numbers() {
    let three = || texts(&["7,7", "7,8", "8,8"]);
    let four = || texts(&["7,7", "7,8", "8,8", "6,6"]);
    for (lines, step) in [
        (&["yxsoosorvstep1"][..], Soosorv::Open),
        (&["yxsoosorvstep2", "7,7", "7,8", "8,8", "done"], Soosorv::SwapAtThree(three())),
        (&["yxsoosorvstep3 7,7 7,8 8,8 done"], Soosorv::Fourth(three())),
        (&["yxsoosorvstep4 3", "7,7", "7,8", "8,8", "6,6", "done"], Soosorv::SwapAtFour { stones: four(), fifths: 3 }),
        (&["yxsoosorvstep5 8", "7,7", "7,8", "8,8", "6,6", "done"], Soosorv::Offer { stones: four(), fifths: 8 }),
        (
            &["yxsoosorvstep6", "7,7", "7,8", "8,8", "6,6", "1,1", "2,2", "done"],
            Soosorv::Pick { stones: four(), fifths: texts(&["1,1", "2,2"]) },
        ),
    ] {
        assert_eq!(one(lines), Command::Soosorv(step));
    }
    assert_eq!(error(&["yxsoosorvstep2 7,7 done"]), "YXSOOSORVSTEP2: expected 3 moves: '7,7'");
    assert_eq!(error(&["yxsoosorvstep4", "7,7", "done"]), "YXSOOSORVSTEP4: number of fifths is not a number: '7,7'");
    assert_eq!(error(&["yxsoosorvstep5 9 done"]), "YXSOOSORVSTEP5: number of fifths is not in 1..8: '9'");
    assert_eq!(error(&["yxsoosorvstep5 done"]), "YXSOOSORVSTEP5: missing number of fifths");
    assert_eq!(
        error(&["yxsoosorvstep6 7,7 7,8 8,8 6,6 done"]),
        "YXSOOSORVSTEP6: expected 4 moves and 1 to 8 fifths: '7,7 7,8 8,8 6,6'"
    );
}

#[test]
fn the_path_of_a_table_is_no_command() {
    let files: [(&[&str], TableFile, &str); 3] = [
        (&["yxhashdump", "START 15"], TableFile::Save, "START 15"),
        (&["yxhashload", "", r"C:\my files\END"], TableFile::Load, r"C:\my files\END"),
        (&["yxhashload x.bin"], TableFile::Load, "x.bin"),
    ];
    for (lines, work, path) in files {
        assert_eq!(one(lines), Command::TableFile { work, path: path.to_owned() });
    }
}

#[test]
fn what_is_not_there_is_named() {
    let Command::Absent(absent) = one(&["yxforbid add 7 7 0"]) else { panic!("a command") };
    assert_eq!(absent.command, "YXFORBID");
    assert!(absent.to_string().starts_with("YXFORBID: "), "{absent}");
    let Command::Info(Setting::Absent { key, value }) = one(&["INFO nbestsym 1"]) else { panic!("a key") };
    assert_eq!((key.command, value.as_str()), ("nbestsym", "1"));
}

#[test]
fn database_commands_take_positions_texts_and_paths() {
    let position = |moves: &[&str]| moves.iter().map(|mv| (*mv).to_owned()).collect::<Vec<String>>();
    let request = |lines: &[&str]| match one(lines) {
        Command::Database(request) => request,
        other => panic!("{lines:?}: {other:?}"),
    };
    assert_eq!(
        request(&["YXQUERYDATABASEALL", "7,7", "8, 8", "done"]),
        DatabaseRequest::Children { position: position(&["7,7", "8,8"]), with_text: false }
    );
    assert_eq!(
        request(&["yxquerydatabaseallt done"]),
        DatabaseRequest::Children { position: Vec::new(), with_text: true }
    );
    assert_eq!(request(&["yxquerydatabaseone 7,7 done"]), DatabaseRequest::One(position(&["7,7"])));
    assert_eq!(
        request(&["yxedittvddatabase 3 87 -29990 5", "7,7", "done"]),
        DatabaseRequest::EditValues {
            label: Some(87),
            value: Some(-29_990),
            depth: None,
            position: position(&["7,7"])
        }
    );
    assert_eq!(
        request(&["yxedittextdatabase \"not yet", "done", "end", r#"a \" b" 7,7"#, "8,8", "done"]),
        DatabaseRequest::EditComment { text: "not yet\ndone\nend\na \" b".into(), position: position(&["7,7", "8,8"]) }
    );
    assert_eq!(
        request(&["yxedittextdatabase", "\"\"", "done"]),
        DatabaseRequest::EditComment { text: String::new(), position: Vec::new() }
    );
    assert_eq!(
        request(&["yxeditlabeldatabase 7,7 well done", "8,8", "done"]),
        DatabaseRequest::EditPoint { point: "7,7".into(), text: "well done".into(), position: position(&["8,8"]) }
    );
    for (word, is_set) in [("yxsetbestmovedatabase", true), ("yxclearbestmovedatabase", false)] {
        assert_eq!(
            request(&[word, "7,7", "8,8", "done"]),
            DatabaseRequest::EditBest { best: "8,8".into(), is_set, position: position(&["7,7"]) }
        );
        assert_eq!(error(&[word, "done"]), format!("{}: missing move", word.to_ascii_uppercase()));
    }
    for (word, which, recursive) in [
        ("", DeleteWhich::All, false),
        ("nonwl", DeleteWhich::NotDecided, false),
        ("NONWLDrecursive", DeleteWhich::NotDecidedOrDrawn, true),
        ("wlnostep", DeleteWhich::DecidedUntold, false),
        ("wlinsteprecursive 12", DeleteWhich::DecidedWithin(12), true),
    ] {
        assert_eq!(
            request(&[&format!("yxdeletedatabaseall {word}"), "7,7", "done"]),
            DatabaseRequest::DeleteChildren { which, recursive, position: position(&["7,7"]) },
            "{word}"
        );
    }
    assert_eq!(
        one(&["yxsetdatabase", "", r"C:\my files\END"]),
        Command::DatabaseFile { work: DatabaseFile::Open, path: r"C:\my files\END".into() }
    );
    assert_eq!(one(&["yxdbtotxt x.txt"]), Command::DatabaseFile { work: DatabaseFile::Text, path: "x.txt".into() });
    assert_eq!(
        one(&["yxtxttodb", "", "TURN 1,1"]),
        Command::DatabaseFile { work: DatabaseFile::FromText, path: "TURN 1,1".into() }
    );
    assert_eq!(one(&["yxdbtopos x"]), Command::DatabaseFile { work: DatabaseFile::Positions, path: "x".into() });
    assert_eq!((one(&["yxdbcheck"]), one(&["yxdbfix"])), (Command::DatabaseCheck, Command::DatabaseFix));
    assert_eq!(one(&["yxsavedatabase"]), Command::DatabaseSave);
    for (lines, why) in [
        (&["yxedittvddatabase 1 w 0 0", "done"][..], "label"),
        (&["yxedittvddatabase 16 87 0 0", "done"], "mask"),
        (&["yxedittvddatabase 1 87", "done"], "value"),
        (&["yxedittextdatabase", "done"], "text"),
        (&["yxeditlabeldatabase", "done"], "point"),
        (&["yxdeletedatabaseall recursive", "done"], "wlinstep"),
        (&["yxdeletedatabaseall wlinstep", "done"], "number of moves"),
        (&["yxquerydatabaseall done more"], "more"),
    ] {
        assert!(error(lines).contains(why), "{lines:?}: {}", error(lines));
    }
}

#[test]
fn answers_of_the_database_have_the_words_of_the_clients() {
    let entry = |shown: &str| DatabaseEntry { label: 119, value: -29_994, depth: 12, bound: 3, shown: shown.into() };
    let child = |shown: &str, text: &str| DatabaseChild {
        point: (7, 8),
        entry: entry(shown),
        has_comment: true,
        text: text.into(),
    };
    let say = |reply| say(&Reply::Database(reply));
    assert_eq!(say(DatabaseReply::Children(Vec::new())), "MESSAGE DATABASE REFRESH\nMESSAGE DATABASE DONE\n");
    assert_eq!(
        say(DatabaseReply::Children(vec![child("w7", "Ａ"), child("", "")])),
        "MESSAGE DATABASE REFRESH\nMESSAGE DATABASE 7 8 30519 -29994 12 3 1 Ａ\nMESSAGE DATABASE 7 8 -1 -29994 12 3 1\nMESSAGE DATABASE DONE\n"
    );
    assert_eq!(say(DatabaseReply::One(None)), "MESSAGE DATABASE ONE 0 0 0 0\n");
    assert_eq!(say(DatabaseReply::One(Some(entry("w7")))), "MESSAGE DATABASE ONE 119 -29994 12 3 w7\n");
    assert_eq!(say(DatabaseReply::Text("a \"b\"\nc".into())), "MESSAGE DATABASE TEXT \"a \\\"b\\\"\nc\"\n");
    assert_eq!(say(DatabaseReply::Opening("a b".into())), "MESSAGE DATABASE LOAD START a b\n");
    assert_eq!(say(DatabaseReply::Opened), "MESSAGE DATABASE LOAD DONE\n");
}

#[test]
fn info_is_typed_and_never_fails() {
    let table = [
        ("timeout_turn 0", Setting::TimeoutTurn(0)),
        ("TIMEOUT_MATCH 60000", Setting::TimeoutMatch(60_000)),
        ("time_left -30", Setting::TimeLeft(-30)),
        ("time_left 2147483647", Setting::TimeLeft(2_147_483_647)),
        ("max_memory 8589934592", Setting::MaxMemory(8_589_934_592)),
        ("game_type 2", Setting::GameType(2)),
        ("rule 4", Setting::Rule(4)),
        (r"folder C:\Documents and Settings\me", Setting::Folder(r"C:\Documents and Settings\me".into())),
        ("folder", Setting::Folder(String::new())),
        ("max_depth -1", Setting::MaxDepth(None)),
        ("max_depth 12", Setting::MaxDepth(Some(12))),
        ("max_depth 99999999999", Setting::MaxDepth(Some(u32::MAX))),
        ("max_node 0", Setting::MaxNodes(None)),
        ("max_node 1000000", Setting::MaxNodes(Some(1_000_000))),
        ("time_increment 100", Setting::TimeIncrement(100)),
        ("hash_size 524288", Setting::HashSizeKib(524_288)),
        ("thread_num 2", Setting::Threads(2)),
        ("pondering 1", Setting::Pondering(true)),
        ("show_detail 3", Setting::ShowDetail(3)),
        ("STRENGTH 100", Setting::Strength(100)),
        ("MoveOverhead 30 ms", Setting::Other { name: "MoveOverhead".into(), value: "30 ms".into() }),
    ];
    for (line, setting) in table {
        assert_eq!(one(&[&format!("INFO {line}")]), Command::Info(setting));
    }
    assert!(read(&["INFO", "INFO evaluate 3,4"]).is_empty());
}

#[test]
fn a_malformed_setting_is_carried() {
    for (line, key, text) in [
        ("timeout_turn -1", "timeout_turn", "not in 0..9223372036854775807: '-1'"),
        ("timeout_turn", "timeout_turn", "missing timeout_turn"),
        ("RULE one", "rule", "INFO: rule is not a number: 'one'"),
        ("time_left 99999999999999999999", "time_left", "not in"),
        ("show_detail 4", "show_detail", "not in 0..3: '4'"),
        ("pondering 1 2", "pondering", "not a number: '1 2'"),
    ] {
        let Command::Info(Setting::Malformed { key: bad, error }) = one(&[&format!("info {line}")]) else {
            panic!("{line} was taken")
        };
        assert_eq!(bad, key);
        assert!(error.to_string().contains(text), "{error}");
    }
}

#[test]
fn yixin_is_recognised() {
    for (line, seen) in [
        ("START 15", false),
        ("INFO rule 2", false),
        ("INFO folder yx", false),
        ("STOP", false),
        ("yxshowinfo", true),
        ("INFO show_detail 1", true),
        ("info usedatabase 1", true),
        ("yxboard", true),
    ] {
        let mut decoder = Decoder::default();
        decoder.line(line.as_bytes());
        assert_eq!(decoder.yixin_seen(), seen, "{line}");
    }
}

#[test]
fn strange_lines_are_named_safely() {
    let unknown = |line: &[u8]| {
        let error = Decoder::default().line(line).unwrap().unwrap_err();
        assert!(error.is_unknown());
        Reply::from(error).encode(Dialect::Gomocup, &Style::default())
    };
    assert_eq!(unknown(b"foo bar\r\n"), "UNKNOWN foo bar\n");
    assert_eq!(unknown(b"a\0b\xFF\tc"), "UNKNOWN a?b??c\n");
    assert_eq!(unknown("碁".as_bytes()), "UNKNOWN ?\n");
    assert_eq!(unknown(&[b'x'; 1000]), format!("UNKNOWN {}...\n", "x".repeat(60)));
    let error = Decoder::default().line(&vec![b'x'; MAX_LINE + 1]).unwrap().unwrap_err();
    assert_eq!(error.fault, Fault::LineTooLong);
    assert!(read(&["", " ", "\r\n", "\t"]).is_empty());
}

fn say(reply: &Reply) -> String {
    reply.encode(Dialect::Gomocup, &Style::default())
}

#[test]
fn plain_replies() {
    assert_eq!(say(&Reply::Ok), "OK\n");
    assert_eq!(say(&Reply::Best("7,8".into())), "7,8\n");
    assert_eq!(say(&Reply::Moves(texts(&["7,7", "8,7", "9,9"]))), "7,7 8,7 9,9\n");
    assert_eq!(say(&Reply::Swap), "SWAP\n");
    assert_eq!(say(&Reply::Error("no game\nOK".into())), "ERROR no game\n");
    assert_eq!(say(&Reply::Error(String::new())), "ERROR\n");
    assert_eq!(say(&Reply::NoMove("board full".into())), "ERROR board full\n");
    assert_eq!(say(&Reply::Unknown("foo".into())), "UNKNOWN foo\n");
    assert_eq!(say(&Reply::Debug("x".into())), "DEBUG x\n");
    assert_eq!(say(&Reply::Message("a\nb\u{e9}".into())), "MESSAGE a\nMESSAGE b?\n");
    assert_eq!(say(&Reply::Drawing(" . .\n X O".into())), "MESSAGE  . .\nMESSAGE  X O\n");
    let quiet = Style { quiet_unknown: true, ..Style::default() };
    assert_eq!(Reply::Unknown("foo".into()).encode(Dialect::Gomocup, &quiet), "MESSAGE unknown command: foo\n");
    assert_eq!(say(&Reply::ReadyOk), "");
}

#[test]
fn long_text_is_broken_up_but_an_error_is_one_line() {
    let text = "word ".repeat(100);
    let lines = say(&Reply::Message(text.clone()));
    assert!(lines.lines().all(|line| line.starts_with("MESSAGE word") && line.len() < 250));
    assert_eq!(lines.matches("word").count(), 100);
    let unbroken = say(&Reply::Message("x".repeat(1000)));
    assert_eq!(unbroken.matches('x').count(), 1000);
    let error = say(&Reply::Error(text));
    assert_eq!(error.lines().count(), 1);
    assert!(error.len() < 250);
}

#[test]
fn introductions() {
    let about = crate::About {
        name: "fukumi".into(),
        version: "0.1".into(),
        author: "the \"team\"".into(),
        country: "JP".into(),
        www: "w".into(),
        email: "e".into(),
    };
    assert_eq!(
        say(&Reply::About(about)),
        "name=\"fukumi\", version=\"0.1\", author=\"the 'team'\", country=\"JP\", www=\"w\", email=\"e\"\n"
    );
    assert_eq!(
        say(&Reply::Limits { max_threads: 4, max_hash_log2_kib: 22 }),
        "MESSAGE INFO MAX_THREAD_NUM 4\nMESSAGE INFO MAX_HASH_SIZE 22\n"
    );
}

#[test]
fn yixin_replies() {
    assert_eq!(say(&Reply::Forbid(vec![])), "FORBID .\n");
    assert_eq!(say(&Reply::Forbid(vec![(7, 8), (10, 0)])), "FORBID 07081000.\n");
    assert_eq!(
        say(&Reply::Swap2Stones { first: 4, moves: texts(&["7,7", "8,9"]) }),
        "MESSAGE SWAP2 MOVE4 7 7\nMESSAGE SWAP2 MOVE5 8 9\n"
    );
    assert_eq!(say(&Reply::Swap2Choice { chance: 1, swap: true }), "MESSAGE SWAP2 SWAP1 YES\n");
    assert_eq!(say(&Reply::Swap2Choice { chance: 2, swap: false }), "MESSAGE SWAP2 SWAP2 NO\n");
    let soosorv = |reply| say(&Reply::Soosorv(reply));
    assert_eq!(
        soosorv(SoosorvReply::Stones(texts(&["7,7", "7,8", "9,10"]))),
        "MESSAGE SOOSORV MOVE1 7 7\nMESSAGE SOOSORV MOVE2 7 8\nMESSAGE SOOSORV MOVE3 9 10\n"
    );
    assert_eq!(soosorv(SoosorvReply::Swap { chance: 1, swap: true }), "MESSAGE SOOSORV SWAP1 Y\n");
    assert_eq!(soosorv(SoosorvReply::Swap { chance: 2, swap: false }), "MESSAGE SOOSORV SWAP2 N\n");
    assert_eq!(soosorv(SoosorvReply::Fourth { mv: "6,6".into(), fifths: 3 }), "MESSAGE SOOSORV MOVE4 6 6 3\n");
    assert_eq!(
        soosorv(SoosorvReply::Fifths(texts(&["6,6", "5,5"]))),
        "MESSAGE SOOSORV MOVE5 REFRESH\nMESSAGE SOOSORV MOVE5 6 6\nMESSAGE SOOSORV MOVE5 5 5\nMESSAGE SOOSORV MOVE5 DONE\n"
    );
    assert_eq!(soosorv(SoosorvReply::Fifth("6,6".into())), "MESSAGE SOOSORV MOVE5C 6 6\n");
    let style = Style::default().with_detail(1);
    let mark = |mark| Reply::Realtime(mark).encode(Dialect::Gomocup, &style);
    assert_eq!(mark(Realtime::Refresh), "MESSAGE REALTIME REFRESH\n");
    assert_eq!(mark(Realtime::Searching("7,7".into())), "MESSAGE REALTIME POS 7,7\n");
    assert_eq!(mark(Realtime::Searched("7,7".into())), "MESSAGE REALTIME DONE 7,7\n");
    assert_eq!(mark(Realtime::Best("7,7".into())), "MESSAGE REALTIME BEST 7,7\n");
    assert_eq!(mark(Realtime::Lost("7,7".into())), "MESSAGE REALTIME LOST 7,7\n");
    assert_eq!(say(&Reply::Realtime(Realtime::Refresh)), "");
}

fn analysis() -> Analysis {
    Analysis {
        depth: 12,
        seldepth: 21,
        score: Score::Static(134),
        win_rate: Some(587),
        nodes: 1_234_567,
        nps: 900_400,
        time_ms: 812,
        hashfull: 12,
        multipv: 1,
        multipv_count: 1,
        pv: texts(&["7,7", "8,6"]),
        pv_text: texts(&["H8", "I9"]),
    }
}

#[test]
fn the_three_styles_of_analysis() {
    assert_eq!(say(&Reply::Analysis(analysis())), "MESSAGE Depth 12-21 | Eval 134 | Time 812ms | H8 I9\n");
    assert_eq!(
        say(&Reply::Summary(analysis())),
        "MESSAGE Speed 900k | Depth 12-21 | Eval 134 | Node 1.2M | Time 812ms\n"
    );
    let tool = Style { line: AnalysisLine::Tool, ..Style::default() };
    assert_eq!(
        Reply::Analysis(analysis()).encode(Dialect::Gomocup, &tool),
        "MESSAGE depth 12-21 ev 134 n 1.2M n/ms 900 tm 812 pv H8 I9\n"
    );
    let off = Style { line: AnalysisLine::Off, ..Style::default() };
    assert_eq!(Reply::Analysis(analysis()).encode(Dialect::Gomocup, &off), "");
    assert_eq!(
        Reply::Analysis(analysis()).encode(Dialect::Gomocup, &off.with_detail(1)),
        "MESSAGE REALTIME BEST 7,7\nMESSAGE REALTIME VAL 134\nMESSAGE REALTIME PV H8 I9\n"
    );
    assert_eq!(
        Reply::Analysis(analysis()).encode(Dialect::Gomocup, &off.with_detail(2)),
        "INFO PV 0\nINFO NUMPV 1\nINFO DEPTH 12\nINFO SELDEPTH 21\nINFO NODES 1234567\nINFO TOTALNODES 1234567\n\
         INFO TOTALTIME 812\nINFO SPEED 900400\nINFO EVAL 134\nINFO WINRATE 0.587\nINFO BESTLINE 7,7 8,6\nINFO PV DONE\n"
    );
}

#[test]
fn a_search_without_news_tells_its_nodes_in_the_style_of_its_client() {
    let effort = Reply::Effort(crate::Effort { nodes: 860_123, nps: 894_456, time_ms: 962 });
    assert_eq!(say(&effort), "MESSAGE Speed 894k | Node 860k | Time 962ms\n");
    let styled =
        |line, detail| effort.encode(Dialect::Gomocup, &Style { line, ..Style::default() }.with_detail(detail));
    assert_eq!(styled(AnalysisLine::Tool, 0), "MESSAGE n 860k n/ms 894 tm 962\n");
    assert_eq!(styled(AnalysisLine::Off, 0), "");
    let realtime = "MESSAGE REALTIME NODES 860123 SPEED 894456 TIME 962\n";
    let groups = "INFO TOTALNODES 860123\nINFO TOTALTIME 962\nINFO SPEED 894456\n";
    assert_eq!(styled(AnalysisLine::Human, 1), realtime);
    assert_eq!(styled(AnalysisLine::Human, 2), groups);
    assert_eq!(styled(AnalysisLine::Human, 3), format!("{realtime}{groups}"));
}

#[test]
fn mates_ranks_and_long_lines() {
    let mate = Analysis { score: Score::Win(5), multipv: 2, multipv_count: 3, pv_text: vec![], ..analysis() };
    assert_eq!(say(&Reply::Analysis(mate)), "MESSAGE (2) Depth 12-21 | Eval +M5 | Time 812ms | 7,7 8,6\n");
    let lost = Analysis { score: Score::Loss(4), pv_text: vec!["A1".into(); 500], ..analysis() };
    let line = say(&Reply::Analysis(lost));
    assert!(line.contains("Eval -M4") && line.len() < 250 && line.ends_with(" A1\n"));
}
