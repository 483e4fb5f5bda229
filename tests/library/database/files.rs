//! Files that are no databases, or no longer, are named and left as they are; and what is written comes back.

use std::fs;
use std::path::Path;

use fukumi::database::{Access, DatabaseError, Key, Merge, Record, Store, Value};

use crate::support::folder::Folder;

const RULES: &str = "gomoku Rule=freestyle BoardSize=15";

fn refused(path: &Path) -> DatabaseError {
    let before = fs::read(path).expect("a file");
    let error = Store::open(path, Access::Write).expect_err("no database");
    assert!(fs::read(path).expect("a file") == before, "{error}: the file has changed");
    error
}

#[test]
fn foreign_empty_and_cut_files_are_named_and_left_as_they_are() {
    let folder = Folder::new();
    assert!(matches!(Store::open(&folder.path("none.db"), Access::ReadOnly), Err(DatabaseError::Missing)));
    assert!(matches!(Store::open(folder.root(), Access::ReadOnly), Err(DatabaseError::Foreign(_))));
    assert!(matches!(refused(&folder.write("text.db", b"h8 i9")), DatabaseError::Foreign(_)));
    assert!(matches!(refused(&folder.write("empty.db", b"")), DatabaseError::Foreign(_)));
    let path = folder.path("whole.db");
    drop(Store::create(&path).expect("a database"));
    assert!(matches!(Store::create(&path), Err(DatabaseError::Exists)));
    let whole = fs::read(&path).expect("a file");
    for length in [9, 64, 320, 4_096, 5_000, whole.len() - 1] {
        let cut = folder.write("cut.db", &whole[..length]);
        let error = refused(&cut);
        assert!(matches!(error, DatabaseError::Damaged(_) | DatabaseError::Foreign(_)), "{length}: {error}");
    }
    let other = folder.path("other.db");
    let connection = rusqlite::Connection::open(&other).expect("a database");
    connection.execute_batch("CREATE TABLE positions (key)").expect("a table");
    drop(connection);
    assert!(refused(&other).to_string().contains("another program"));
}

#[test]
fn several_have_a_file_open() {
    let folder = Folder::new();
    let path = folder.path("one.db");
    let store = Store::create(&path).expect("a database");
    let reader = Store::open(&path, Access::ReadOnly).expect("a database");
    let other = Store::open(&path, Access::Write).expect("a database");
    let key = |byte: u8| Key([0, byte].into());
    let put = |store: &Store, byte| {
        store.change(|changes| changes.put(RULES, &[(key(byte), Record::default())], Merge::Better))
    };
    let count =
        || reader.snapshot().expect("a snapshot").positions(RULES).expect("positions").count().expect("a count");
    store
        .change(|changes| {
            changes.put(RULES, &[(key(1), Record::default())], Merge::Better)?;
            assert_eq!(count(), 0, "what is not committed");
            Ok(())
        })
        .expect("a commit");
    assert_eq!(count(), 1);
    put(&other, 2).expect("a commit");
    put(&store, 3).expect("a commit");
    assert_eq!(count(), 3);
    assert!(matches!(put(&reader, 4), Err(DatabaseError::ReadOnly)));
}

#[test]
fn what_lies_around_a_damaged_page_is_saved() {
    let folder = Folder::new();
    let path = folder.path("damaged.db");
    let store = Store::create(&path).expect("a database");
    let key = |number: u16| Key([&[0], &number.to_be_bytes()[..]].concat().into());
    let record = |number: u16| Record { comment: format!("number {number} {}", "x".repeat(50)), ..Record::default() };
    let records: Vec<(Key, Record)> = (0..2_000).map(|number| (key(number), record(number))).collect();
    store.change(|changes| changes.put(RULES, &records, Merge::Better)).expect("a commit");
    drop(store);
    let mut bytes = fs::read(&path).expect("a file");
    let at = bytes.windows(12).position(|found| found == b"number 1000 ").expect("a record") / 4096 * 4096;
    bytes[at..at + 4096].fill(0xA5);
    fs::write(&path, &bytes).expect("a file");
    let store = Store::open(&path, Access::ReadOnly).expect("a database that opens");
    assert!(matches!(store.verify(), Err(DatabaseError::Damaged(_))));
    let snapshot = store.snapshot().expect("a snapshot");
    let positions = snapshot.positions(RULES).expect("positions");
    assert!(matches!(positions.get(&key(1_000)), Err(DatabaseError::Damaged(_))));
    let forward = positions.iter().filter(Result::is_ok).count();
    let back = positions.iter_back().filter(Result::is_ok).count();
    assert!(positions.iter().last().is_some_and(|last| last.is_err()), "the damage is told");
    assert!(forward > 900 && back > 900 && forward + back < 2_000, "{forward} {back}");
    assert!(positions.iter_back().flatten().take(back).any(|(_, record)| record.comment.starts_with("number 1100 ")));
}

#[test]
fn changes_are_whole_or_not_at_all() {
    let folder = Folder::new();
    let store = Store::create(&folder.path("changes.db")).expect("a database");
    let key = |byte: u8| Key([0, byte].into());
    let record = |score| Record { value: Some(Value::Score(score)), source: format!("s{score}"), ..Record::default() };
    let put = |byte, score| store.change(|changes| changes.put(RULES, &[(key(byte), record(score))], Merge::Replace));
    put(1, 5).expect("a commit");
    let before = store.snapshot().expect("a snapshot");
    let failed: Result<(), _> = store.change(|changes| {
        changes.put(RULES, &[(key(2), record(6))], Merge::Replace)?;
        Err(DatabaseError::ReadOnly)
    });
    assert!(failed.is_err());
    put(1, 7).expect("a commit");
    let get = |snapshot: &fukumi::database::Snapshot, byte| snapshot.positions(RULES).unwrap().get(&key(byte)).unwrap();
    assert_eq!(get(&before, 1), Some(record(5)), "a snapshot stays as it is");
    let now = store.snapshot().expect("a snapshot");
    assert_eq!((get(&now, 1), get(&now, 2)), (Some(record(7)), None));
    let removed = store.change(|changes| changes.remove(RULES, &[key(1), key(9)])).expect("a commit");
    assert_eq!(removed, 1);
}
