//! A process that is killed while it writes loses nothing that it has said to be written.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use fukumi::database::{Access, Key, Merge, Record, Space, Stones, Store, Value};
use fukumi::engine::options::Options;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use crate::support::folder::Folder;

/// Where the child writes.
const FILE: &str = "FUKUMI_CRASH_FILE";
/// How often a child is killed; `scripts/crash.sh` asks for more.
const KILLS: &str = "FUKUMI_KILLS";
/// The child commits so many records and then says so.
const BATCH: u32 = 5;

fn space() -> Space {
    Space::new(&Options::for_game("gomoku").expect("a game")).expect("a space")
}

/// The position of a number: its bits are black stones in the rows, so that no two are symmetric to each other.
fn numbered(space: &Space, number: u32) -> (Key, Record) {
    let corner = [(0, 1), (1, 1), (15, 0)];
    let bits = (0..24).filter(|bit| number >> bit & 1 == 1).map(|bit| (30 + bit, 0));
    let stones = Stones { to_move: 0, numbers: Vec::new(), pieces: corner.into_iter().chain(bits).collect() };
    let record =
        Record { value: Some(Value::Score(number as i32)), comment: format!("number {number}"), ..Record::default() };
    (space.place(&stones).key, record)
}

/// The child: no test by itself.
#[test]
#[ignore = "started by the test below"]
fn writer() {
    let Some(path) = std::env::var_os(FILE) else { return };
    let path = Path::new(&path);
    let store = Store::open(path, Access::Write).expect("a database that opens");
    let space = space();
    let mut next =
        store.snapshot().expect("a snapshot").positions(space.rules()).expect("a table").count().expect("a count")
            as u32;
    loop {
        let records: Vec<(Key, Record)> = (next..next + BATCH).map(|number| numbered(&space, number)).collect();
        store.change(|changes| changes.put(space.rules(), &records, Merge::Better)).expect("a commit");
        next += BATCH;
        println!("\nwritten {next}");
    }
}

/// Lets a child write for some time after its first commit and kills it; tells how many records it said were written.
fn killed(path: &Path, after: Duration) -> u32 {
    let program = std::env::current_exe().expect("a program");
    let mut child = Command::new(program)
        .args(["--exact", "database::crash::writer", "--ignored", "--nocapture"])
        .env(FILE, path)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a child");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let told = |line: std::io::Result<String>| line.ok()?.strip_prefix("written ")?.parse().ok();
    let mut last: u32 = lines.by_ref().find_map(told).expect("a first commit");
    std::thread::sleep(after);
    child.kill().expect("a child that lives");
    child.wait().expect("an end");
    last = lines.filter_map(told).last().unwrap_or(last);
    last
}

#[test]
fn nothing_that_was_written_is_lost_by_kill_9() {
    let kills = std::env::var(KILLS).ok().and_then(|kills| kills.parse().ok()).unwrap_or(30);
    let folder = Folder::new();
    let path = folder.path("crash.db");
    drop(Store::create(&path).expect("a database"));
    let space = space();
    let mut random = Pcg64::seed_from_u64(29);
    for nth in 0..kills {
        let told = killed(&path, Duration::from_micros(random.random_range(0..20_000)));
        let store = Store::open(&path, Access::Write).unwrap_or_else(|why| panic!("kill {nth}: {why}"));
        let snapshot = store.snapshot().expect("a snapshot");
        let positions = snapshot.positions(space.rules()).expect("a table");
        let count = positions.count().expect("a count") as u32;
        assert!(count >= told && count.is_multiple_of(BATCH), "kill {nth}: {told} told, {count} there");
        let from = if nth + 1 == kills { 0 } else { count.saturating_sub(200) };
        for number in from..count {
            let (key, record) = numbered(&space, number);
            assert_eq!(positions.get(&key).expect("a record").as_ref(), Some(&record), "kill {nth}");
        }
    }
}

#[test]
fn others_read_and_write_while_a_process_writes() {
    let folder = Folder::new();
    let path = folder.path("shared.db");
    let store = Store::create(&path).expect("a database");
    let space = space();
    let stop = std::sync::atomic::AtomicBool::new(false);
    let (reads, writes) = std::thread::scope(|scope| {
        let reading = scope.spawn(|| {
            let reader = Store::open(&path, Access::ReadOnly).expect("a database");
            let (mut last, mut reads) = (0, 0);
            while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                let snapshot = reader.snapshot().expect("a snapshot");
                let positions = snapshot.positions(space.rules()).expect("a table");
                let count = positions.count().expect("a count") as u32;
                assert!(count >= last && count.is_multiple_of(BATCH), "{count} after {last}");
                for number in count.saturating_sub(BATCH)..count {
                    let (key, record) = numbered(&space, number);
                    assert_eq!(positions.get(&key).expect("a record"), Some(record));
                }
                (last, reads) = (count, reads + 1);
            }
            reads
        });
        let writing = scope.spawn(|| {
            let mut writes = 0_u64;
            while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                let record = (Key(writes.to_be_bytes()[..].into()), Record::default());
                store.change(|changes| changes.put("others", &[record], Merge::Better)).expect("a commit");
                writes += 1;
            }
            writes
        });
        // The threads are told to stop before a panic goes on, or the scope would wait for them for ever.
        let told = std::panic::catch_unwind(|| killed(&path, Duration::from_millis(300)));
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        assert!(told.is_ok_and(|told| told > 0));
        (reading.join().expect("a reader"), writing.join().expect("a writer"))
    });
    assert!(reads > 0 && writes > 0, "{reads} reads, {writes} writes");
    let snapshot = store.snapshot().expect("a snapshot");
    let counts: Vec<u64> = snapshot.rules().expect("rules").iter().map(|found| found.positions).collect();
    assert_eq!(counts.last(), Some(&writes));
}
