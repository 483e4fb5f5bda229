//! Databases of Rapfi and Yixin-Board (YXDB): a stream of positions on boards of Gomoku, raw or as one LZ4 frame.
//!
//! The layout is that of Rapfi's `YXDBStorage`. Numbers are little-endian.

mod layout;
mod read;
mod write;

pub use layout::{Entry, RULES, holds, is_likely, least, number_of};
pub use read::{Reader, value_of};
pub use write::Writer;

#[cfg(test)]
mod tests {
    use encoding_rs::Encoding;

    use super::super::record::{Bound, Label, Record, Value};
    use super::super::space::Stones;
    use super::layout::CHARSET;
    use super::write::write_sized;
    use super::*;

    fn entry(pieces: &[(u16, u8)], to_move: u8, record: Record) -> Entry {
        let stones = Stones { to_move, numbers: Vec::new(), pieces: pieces.to_vec() };
        Entry { rule: 2, size: 15, stones, record }
    }

    fn written(entries: &[Entry], packed: bool) -> Vec<u8> {
        let mut writer = Writer::new(Vec::new(), entries.len() as u64, packed).unwrap();
        entries.iter().for_each(|entry| writer.add(entry).unwrap());
        writer.finish().unwrap()
    }

    fn samples() -> Vec<Entry> {
        let texts = vec![(0, "A".to_owned()), (224, "●".to_owned())];
        let record = Record {
            value: Some(Value::Loss(7)),
            depth: 12,
            bound: Bound::Exact,
            label: Label::Mark(b'w'),
            comment: "one\ntwo".to_owned(),
            board_texts: texts,
            ..Record::default()
        };
        let scored = Record { value: Some(Value::Score(-77)), depth: -1, label: Label::Open, ..Record::default() };
        let odd = Record { label: Label::Open, comment: "@BTXT@".to_owned(), ..Record::default() };
        vec![
            entry(&[], 0, Record::default()),
            entry(&[], 1, odd),
            entry(&[(112, 0)], 1, record),
            entry(&[(112, 0)], 0, scored.clone()),
            entry(&[(3, 0), (112, 1)], 1, scored),
        ]
    }

    #[test]
    fn files_read_back_raw_and_packed() {
        for packed in [false, true] {
            let bytes = written(&samples(), packed);
            assert!(is_likely(&bytes));
            let read: Result<Vec<Entry>, _> = Reader::new(&bytes[..], None).unwrap().collect();
            assert_eq!(read.unwrap(), samples(), "packed: {packed}");
        }
    }

    #[test]
    fn the_bytes_are_those_of_rapfi() {
        // A black stone at the centre of a renju board, white to move: won in 7 for black, depth 12, exact.
        let bytes = written(&samples()[2..3], false);
        let meta = [&[2, 0, 0, 0, 3, 0, 0, 0, 0, 20, 0, 0, 0, 0, 0, 0][..], CHARSET.as_bytes()].concat();
        let text = "@BTXT@00A\nEE●\u{8}one\u{8}two".as_bytes();
        let value = (-29_993_i16).to_le_bytes();
        let head = [5, 0, 2, 15, 15, 7, 7, 5 + text.len() as u8, 0, b'w', value[0], value[1], 51, 0];
        assert_eq!(bytes, [&meta[..], &head, text].concat());
    }

    #[test]
    fn what_is_wrong_is_named_by_its_record() {
        let whole = written(&samples(), false);
        for length in 4..whole.len() {
            let found: Vec<_> = Reader::new(&whole[..length], None).unwrap().collect();
            assert!(found.last().unwrap().is_err(), "{length}");
        }
        let with = |key: &[u8], label: u8| {
            let mut bytes = 1_u32.to_le_bytes().to_vec();
            write_sized(&mut bytes, key).unwrap();
            write_sized(&mut bytes, &[label, 0, 0, 0, 0]).unwrap();
            Reader::new(&bytes[..], None).unwrap().next().unwrap().map_err(|why| why.to_string())
        };
        for (key, label, why) in [
            (&[3, 15, 15][..], 0, "YXDB: record 1: rule 3"),
            (&[0, 15, 14], 0, "a board of 15x14"),
            (&[0, 15, 15, 15, 0], 0, "a stone at 15,0"),
            (&[0, 15, 15, 1, 1, 1, 1], 0, "two stones on one point"),
            (&[0, 15, 15], 7, "label 7"),
            (&[0], 0, "less than three bytes"),
        ] {
            assert!(with(key, label).unwrap_err().contains(why), "{why}");
        }
        assert!(with(&[0, 15, 15, 0, 0], b'x').is_ok());
    }

    #[test]
    fn texts_of_another_encoding_are_read() {
        let mut bytes = 1_u32.to_le_bytes().to_vec();
        write_sized(&mut bytes, &[0, 15, 15]).unwrap();
        write_sized(&mut bytes, &[&[255, 0, 0, 0, 0][..], b"\xC4\xE3\xBA\xC3"].concat()).unwrap();
        let gbk = Encoding::for_label(b"gbk");
        let mut reader = Reader::new(&bytes[..], gbk).unwrap();
        assert_eq!(reader.next().unwrap().unwrap().record.comment, "你好");
    }

    #[test]
    fn positions_that_the_key_cannot_tell_are_not_held() {
        let all_black = entry(&[(1, 0), (2, 0), (3, 0)], 1, Record::default());
        assert!(!holds(&all_black.stones));
        samples().iter().for_each(|entry| assert!(holds(&entry.stones)));
    }
}
