//! A network in a weights file (docs/src/weights.md): its game's own table, then the dense layers.

use super::head::{HeadParts, OTHER_TYPE, TensorShape, tensor, tensors};
use crate::weights_file::{Values, WeightsError, WeightsFile};

/// The kind of evaluation that such a file is for.
pub const KIND: &str = "network";

/// The tensors of a network in their order.
pub type Shapes = [TensorShape; 7];

/// Those of a network with such a table; `first` is the shape of the first dense layer, units by inputs.
pub const fn shapes(table: TensorShape, first: &'static [usize; 2]) -> Shapes {
    let [a, b, c, d, e, f] = tensors(first);
    [table, a, b, c, d, e, f]
}

/// The type of a table's numbers.
pub trait TableNumber: Copy {
    /// The values of a file.
    fn to_values(numbers: &[Self]) -> Values;

    /// The numbers of a file's values; `None` when those are of another type.
    fn from_values(values: &Values) -> Option<&[Self]>;
}

impl TableNumber for i8 {
    fn to_values(numbers: &[i8]) -> Values {
        Values::I8(numbers.to_vec())
    }

    fn from_values(values: &Values) -> Option<&[i8]> {
        values.i8()
    }
}

impl TableNumber for i16 {
    fn to_values(numbers: &[i16]) -> Values {
        Values::I16(numbers.to_vec())
    }

    fn from_values(values: &Values) -> Option<&[i16]> {
        values.i16()
    }
}

/// The numbers of the file, in its order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts<N> {
    /// The rows of the table, one after the other.
    pub table: Vec<N>,
    /// The dense layers.
    pub head: HeadParts,
}

impl<N: TableNumber> Parts<N> {
    /// The file of these weights, which correct those of a linear evaluation; `note` says where they come from.
    pub fn to_file(&self, shapes: Shapes, linear: WeightsFile, note: &str) -> WeightsFile {
        let [a, b, c, d, e, f] = self.head.values();
        let values = [N::to_values(&self.table), a, b, c, d, e, f];
        let own = shapes.into_iter().zip(values).map(|(shape, values)| tensor(shape, values));
        let tensors = linear.tensors.iter().cloned().chain(own).collect();
        WeightsFile { kind: KIND.to_owned(), note: note.to_owned(), tensors, ..linear }
    }

    /// Reads them from the network's part of a file.
    ///
    /// # Errors
    /// When the file holds other tensors.
    pub fn from_file(file: &WeightsFile, shapes: Shapes) -> Result<Parts<N>, WeightsError> {
        let [table, head @ ..] = file.tensors(shapes)?;
        Ok(Parts { table: N::from_values(table).ok_or(OTHER_TYPE)?.to_vec(), head: HeadParts::from_values(head)? })
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::fmt::Debug;

    use super::*;

    /// A file that lacks a tensor, or has one of another type, is refused; `read` is how the game reads its network's part.
    pub(crate) fn other_tensors_are_refused<N: Debug + PartialEq>(
        file: &WeightsFile,
        read: impl Fn(&WeightsFile) -> Result<N, WeightsError>,
    ) {
        for at in 0..file.tensors.len() {
            let mut other = file.clone();
            other.tensors.remove(at);
            assert!(matches!(read(&other), Err(WeightsError::Shape { .. })), "without tensor {at}");
            let mut other = file.clone();
            other.tensors[at].values = match &other.tensors[at].values {
                Values::I8(values) => Values::I16(values.iter().copied().map(i16::from).collect()),
                Values::I16(values) => Values::I32(values.iter().copied().map(i32::from).collect()),
                Values::I32(values) => Values::I16(values.iter().map(|&value| value as i16).collect()),
            };
            assert_eq!(read(&other), Err(OTHER_TYPE), "tensor {at}");
        }
    }
}
