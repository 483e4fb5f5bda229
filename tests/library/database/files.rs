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
    for length in [9, 64, 320, 4_096, 5_000] {
        let cut = folder.write("cut.db", &whole[..length]);
        assert!(Store::open(&cut, Access::Write).is_err(), "{length}");
    }
}

#[test]
fn a_file_has_one_process() {
    let folder = Folder::new();
    let path = folder.path("one.db");
    let store = Store::create(&path).expect("a database");
    let error = Store::open(&path, Access::ReadOnly).expect_err("in use");
    assert!(error.to_string().contains("in use"), "{error}");
    drop(store);
    let readers = Store::open(&path, Access::ReadOnly).expect("a database");
    assert!(matches!(readers.change(|_| Ok(())), Err(DatabaseError::ReadOnly)));
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
