//! Rows taken in and out of the sums of cells: in plain Rust, and with the vector instructions of each processor. All give the same bits.
#![cfg_attr(
    any(target_arch = "x86_64", target_arch = "aarch64", target_feature = "simd128"),
    expect(unsafe_code, reason = "vector instructions; the plain version is their oracle")
)]

use super::weights::{CellSums, Row};
use super::{FEATURES, INPUTS};
use crate::network::Kernel;
use crate::network::kernel::Way;

/// A line that a stone has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The place of the cell in the middle.
    pub cell: u16,
    /// Its region.
    pub region: u16,
    /// The code before.
    pub old: u32,
    /// The code now.
    pub new: u32,
}

/// Puts the new rows in the place of the old ones, in the cells and in the sums over the regions. `saved` gets for each change the cell
/// as it was before it, and has room for all.
#[inline]
pub fn update(
    kernel: Kernel,
    rows: &[Row],
    changes: &[Change],
    cells: &mut [CellSums],
    sums: &mut [i16; INPUTS],
    saved: &mut [CellSums],
) {
    match kernel.way() {
        Way::Plain => plain_update(rows, changes, cells, sums, saved),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: such a kernel exists only where the processor has the instructions, here and below.
        Way::Ssse3 => unsafe { ssse3::update(rows, changes, cells, sums, saved) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        Way::Avx2 => unsafe { avx2::update(rows, changes, cells, sums, saved) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        Way::Avx512 => unsafe { avx512::update(rows, changes, cells, sums, saved) },
        #[cfg(target_arch = "aarch64")]
        // SAFETY: as above.
        Way::Neon => unsafe { neon::update(rows, changes, cells, sums, saved) },
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        Way::Simd128 => simd128::update(rows, changes, cells, sums, saved),
    }
}

/// Takes back an [`update`] in the cells. One that was changed more than once gets what it had first.
#[inline]
pub fn restore(kernel: Kernel, changes: &[Change], cells: &mut [CellSums], saved: &[CellSums]) {
    match kernel.way() {
        Way::Plain => plain_restore(changes, cells, saved),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        Way::Ssse3 => unsafe { ssse3::restore(changes, cells, saved) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        Way::Avx2 => unsafe { avx2::restore(changes, cells, saved) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        Way::Avx512 => unsafe { avx512::restore(changes, cells, saved) },
        #[cfg(target_arch = "aarch64")]
        // SAFETY: as above.
        Way::Neon => unsafe { neon::restore(changes, cells, saved) },
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        Way::Simd128 => simd128::restore(changes, cells, saved),
    }
}

#[inline(always)]
fn plain_restore(changes: &[Change], cells: &mut [CellSums], saved: &[CellSums]) {
    for (change, saved) in changes.iter().zip(saved).rev() {
        cells[usize::from(change.cell)] = *saved;
    }
}

fn plain_update(
    rows: &[Row],
    changes: &[Change],
    cells: &mut [CellSums],
    sums: &mut [i16; INPUTS],
    saved: &mut [CellSums],
) {
    for (change, saved) in changes.iter().zip(saved) {
        let (old, new) = (&rows[change.old as usize], &rows[change.new as usize]);
        let cell = &mut cells[usize::from(change.cell)];
        *saved = *cell;
        let before = cell.features();
        for (sum, (old, new)) in cell.0.iter_mut().zip(old.0.iter().zip(&new.0)) {
            *sum += i16::from(*new) - i16::from(*old);
        }
        let inputs = &mut sums[usize::from(change.region) * FEATURES..][..FEATURES];
        for (input, (after, before)) in inputs.iter_mut().zip(cell.features().into_iter().zip(before)) {
            *input += after - before;
        }
    }
}

/// What [`plain_update`] does, by the registers of the module around it, which names the instructions.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", all(target_arch = "wasm32", target_feature = "simd128")))]
macro_rules! vector_update {
    ($features:literal) => {
        use super::super::weights::{CELL_ONE, FEATURE_BITS};
        use super::{CellSums, Change, FEATURES, INPUTS, Row};

        #[inline]
        #[target_feature(enable = $features)]
        fn load(numbers: &[i16; SHORTS]) -> Register {
            // SAFETY: the array is as long as the register, and the load asks for no alignment.
            unsafe { load_register(numbers.as_ptr().cast()) }
        }

        #[inline]
        #[target_feature(enable = $features)]
        fn load_row(numbers: &[i8; SHORTS]) -> Register {
            // SAFETY: the array is as long as half the register, and the load asks for no alignment.
            widen(unsafe { load_half(numbers.as_ptr().cast()) })
        }

        #[inline]
        #[target_feature(enable = $features)]
        fn store(numbers: &mut [i16; SHORTS], register: Register) {
            // SAFETY: as for `load`.
            unsafe { store_register(numbers.as_mut_ptr().cast(), register) }
        }

        #[target_feature(enable = $features)]
        pub(super) fn update(
            rows: &[Row],
            changes: &[Change],
            cells: &mut [CellSums],
            sums: &mut [i16; INPUTS],
            saved: &mut [CellSums],
        ) {
            // Written without closures handed to others' functions: those are compiled without the instructions and not inlined.
            for (change, saved) in changes.iter().zip(saved) {
                let (old, new) = (&rows[change.old as usize], &rows[change.new as usize]);
                let (old, new) = (old.0.as_chunks::<SHORTS>().0, new.0.as_chunks::<SHORTS>().0);
                let cell = cells[usize::from(change.cell)].0.as_chunks_mut::<SHORTS>().0;
                let saved = saved.0.as_chunks_mut::<SHORTS>().0;
                let inputs = &mut sums[usize::from(change.region) * FEATURES..][..FEATURES];
                for (one, input) in inputs.as_chunks_mut::<SHORTS>().0.iter_mut().enumerate() {
                    let other = one + FEATURES / SHORTS;
                    let before = [load(&cell[one]), load(&cell[other])];
                    store(&mut saved[one], before[0]);
                    store(&mut saved[other], before[1]);
                    let first = add(sub(before[0], load_row(&old[one])), load_row(&new[one]));
                    let second = add(sub(before[1], load_row(&old[other])), load_row(&new[other]));
                    store(&mut cell[one], first);
                    store(&mut cell[other], second);
                    let gain = sub(product(first, second), product(before[0], before[1]));
                    store(input, add(load(input), gain));
                }
            }
        }

        #[target_feature(enable = $features)]
        pub(super) fn restore(changes: &[Change], cells: &mut [CellSums], saved: &[CellSums]) {
            super::plain_restore(changes, cells, saved);
        }

        /// Features by their two sums: clipped, multiplied and divided with rounding, as `CellSums::features` does.
        #[inline]
        #[target_feature(enable = $features)]
        fn product(one: Register, other: Register) -> Register {
            // The instruction divides by 2^15: the factors, which have seven bits, are moved up by as much as that is too much.
            const { assert!(15 - FEATURE_BITS == 8 + 1) };
            mulhrs(slli::<8>(clipped(one)), slli::<1>(clipped(other)))
        }

        #[inline]
        #[target_feature(enable = $features)]
        fn clipped(sums: Register) -> Register {
            min(max(sums, zero()), set1(CELL_ONE))
        }
    };
}

#[cfg(target_arch = "x86_64")]
mod ssse3 {
    use crate::network::registers::ssse3::*;
    vector_update!("ssse3");
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use crate::network::registers::avx2::*;
    vector_update!("avx2");
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use crate::network::registers::avx512::*;
    vector_update!("avx512bw");
}

#[cfg(target_arch = "aarch64")]
mod neon {
    use crate::network::registers::neon::*;
    vector_update!("neon");
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128 {
    use crate::network::registers::simd128::*;
    vector_update!("simd128");
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    #[test]
    fn every_kernel_gives_the_same_bits() {
        let mut random = Pcg64Mcg::seed_from_u64(7);
        let rows: Vec<Row> = (0..1_000).map(|_| Row(std::array::from_fn(|_| random.random()))).collect();
        for _ in 0..if cfg!(miri) { 3 } else { 200 } {
            let mut code = || random.random_range(0..rows.len() as u32);
            let changes: Vec<Change> =
                (0..44).map(|at| Change { cell: at % 41, region: at % 9, old: code(), new: code() }).collect();
            let cells: Vec<CellSums> =
                (0..41).map(|_| CellSums(std::array::from_fn(|_| random.random_range(-300..500)))).collect();
            let sums: [i16; INPUTS] = std::array::from_fn(|_| random.random_range(-9_000..9_000));
            let results = Kernel::available().into_iter().map(|kernel| {
                let (mut cells, mut sums, mut saved) = (cells.clone(), sums, vec![CellSums::ZERO; changes.len()]);
                let before = cells.clone();
                update(kernel, &rows, &changes, &mut cells, &mut sums, &mut saved);
                let after = cells.clone();
                restore(kernel, &changes, &mut cells, &saved);
                assert_eq!(cells, before, "{kernel:?}");
                (after, sums, saved)
            });
            let results: Vec<_> = results.collect();
            assert!(results.iter().all(|result| *result == results[0]));
        }
    }
}
