//! Rows taken in and out of the sums of cells: in plain Rust, and with the vector instructions of each processor. All give the same bits.
#![cfg_attr(
    any(target_arch = "x86_64", target_arch = "aarch64", target_feature = "simd128"),
    expect(unsafe_code, reason = "vector instructions; the plain version is their oracle")
)]

use super::changes::{Change, Changes, MAX_OTHERS};
use super::weights::{CellSums, Row};
use super::{FEATURES, INPUTS};
use crate::network::Kernel;
use crate::network::kernel::Way;

/// Calls the function of that name with the instructions that the kernel stands for.
macro_rules! by_way {
    ($kernel:ident, $function:ident($($argument:ident),*)) => {
        match $kernel.way() {
            Way::Plain => plain::$function($($argument),*),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: such a kernel exists only where the processor has the instructions, here and below.
            Way::Sse2 => unsafe { sse2::$function($($argument),*) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Way::Avx2 => unsafe { avx2::$function($($argument),*) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Way::Avx512 => unsafe { avx512::$function($($argument),*) },
            #[cfg(target_arch = "aarch64")]
            // SAFETY: as above.
            Way::Neon => unsafe { neon::$function($($argument),*) },
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Way::Simd128 => simd128::$function($($argument),*),
        }
    };
}

/// Puts the new rows in the place of the old ones, in the cells and in the sums over the regions. `saved` gets the cells as they were
/// before, the stone's own first.
#[inline]
pub fn update(
    kernel: Kernel,
    rows: &[Row],
    changes: &Changes,
    cells: &mut [CellSums],
    sums: &mut [i16; INPUTS],
    saved: &mut [CellSums; MAX_OTHERS + 1],
) {
    by_way!(kernel, update(rows, changes, cells, sums, saved));
}

/// What [`update`] would do to the sums; the cells stay as they are.
#[inline]
pub fn preview(kernel: Kernel, rows: &[Row], changes: &Changes, cells: &[CellSums], sums: &mut [i16; INPUTS]) {
    by_way!(kernel, preview(rows, changes, cells, sums));
}

/// Takes back an [`update`] in the cells.
#[inline]
pub fn restore(kernel: Kernel, changes: &Changes, cells: &mut [CellSums], saved: &[CellSums; MAX_OTHERS + 1]) {
    by_way!(kernel, restore(changes, cells, saved));
}

/// The kernel of a way, by its own `exchange`: adds what the features of a cell gain when rows are exchanged to the inputs, and returns the
/// cell's sums as they are then.
macro_rules! kernel {
    ($(#[$instructions:meta])?) => {
        $(#[$instructions])?
        pub(super) fn update(
            rows: &[Row],
            changes: &Changes,
            cells: &mut [CellSums],
            sums: &mut [i16; INPUTS],
            saved: &mut [CellSums; MAX_OTHERS + 1],
        ) {
            // Written without closures handed to others' functions: those are compiled without the instructions and not inlined.
            let [own, others @ ..] = saved;
            let cell = &mut cells[usize::from(changes.own.cell)];
            *own = *cell;
            *cell = exchange(rows, &changes.own, own, sums);
            for (change, saved) in changes.others().iter().zip(others) {
                let cell = &mut cells[usize::from(change.cell)];
                *saved = *cell;
                *cell = exchange(rows, change, saved, sums);
            }
        }

        $(#[$instructions])?
        pub(super) fn preview(rows: &[Row], changes: &Changes, cells: &[CellSums], sums: &mut [i16; INPUTS]) {
            exchange(rows, &changes.own, &cells[usize::from(changes.own.cell)], sums);
            for change in changes.others() {
                exchange(rows, change, &cells[usize::from(change.cell)], sums);
            }
        }

        $(#[$instructions])?
        pub(super) fn restore(changes: &Changes, cells: &mut [CellSums], saved: &[CellSums; MAX_OTHERS + 1]) {
            cells[usize::from(changes.own.cell)] = saved[0];
            for (change, saved) in changes.others().iter().zip(&saved[1..]) {
                cells[usize::from(change.cell)] = *saved;
            }
        }
    };
}

mod plain {
    use super::{CellSums, Change, Changes, FEATURES, INPUTS, MAX_OTHERS, Row};

    kernel!();

    fn exchange<const LINES: usize>(
        rows: &[Row],
        change: &Change<LINES>,
        before: &CellSums,
        sums: &mut [i16; INPUTS],
    ) -> CellSums {
        let mut after = *before;
        for (old, new) in change.old.iter().zip(&change.new) {
            let (old, new) = (&rows[usize::from(*old)], &rows[usize::from(*new)]);
            for (sum, (old, new)) in after.0.iter_mut().zip(old.0.iter().zip(&new.0)) {
                *sum += i16::from(*new) - i16::from(*old);
            }
        }
        let inputs = &mut sums[usize::from(change.region) * FEATURES..][..FEATURES];
        for (input, (after, before)) in inputs.iter_mut().zip(after.features().into_iter().zip(before.features())) {
            *input += after - before;
        }
        after
    }
}

/// What the plain kernel does, by the registers of the module around it, which names the instructions.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", all(target_arch = "wasm32", target_feature = "simd128")))]
macro_rules! vector_kernel {
    ($features:literal) => {
        use super::super::weights::{CELL_ONE, FEATURE_BITS};
        use super::{CellSums, Change, Changes, FEATURES, INPUTS, MAX_OTHERS, Row};

        kernel!(#[target_feature(enable = $features)]);

        #[inline]
        #[target_feature(enable = $features)]
        fn exchange<const LINES: usize>(
            rows: &[Row],
            change: &Change<LINES>,
            before: &CellSums,
            sums: &mut [i16; INPUTS],
        ) -> CellSums {
            let mut after = *before;
            let before = before.0.as_chunks::<SHORTS>().0;
            let sums_after = after.0.as_chunks_mut::<SHORTS>().0;
            let inputs = &mut sums[usize::from(change.region) * FEATURES..][..FEATURES];
            for (one, input) in inputs.as_chunks_mut::<SHORTS>().0.iter_mut().enumerate() {
                let other = one + FEATURES / SHORTS;
                let (first, second) = (load(&before[one]), load(&before[other]));
                let (mut first_after, mut second_after) = (first, second);
                for line in 0..LINES {
                    let old = rows[usize::from(change.old[line])].0.as_chunks::<SHORTS>().0;
                    let new = rows[usize::from(change.new[line])].0.as_chunks::<SHORTS>().0;
                    first_after = add(sub(first_after, load_row(&old[one])), load_row(&new[one]));
                    second_after = add(sub(second_after, load_row(&old[other])), load_row(&new[other]));
                }
                store(&mut sums_after[one], first_after);
                store(&mut sums_after[other], second_after);
                let gain = sub(product(first_after, second_after), product(first, second));
                store(input, add(load(input), gain));
            }
            after
        }

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

        /// Features by their two sums: clipped, multiplied and divided with rounding, as `CellSums::features` does.
        #[inline]
        #[target_feature(enable = $features)]
        fn product(one: Register, other: Register) -> Register {
            // The factors have seven bits, so their product fits.
            const { assert!(FEATURE_BITS == 6) };
            srai::<6>(add(mul(clipped(one), clipped(other)), set1(1 << 5)))
        }

        #[inline]
        #[target_feature(enable = $features)]
        fn clipped(sums: Register) -> Register {
            min(max(sums, zero()), set1(CELL_ONE))
        }
    };
}

#[cfg(target_arch = "x86_64")]
mod sse2 {
    use crate::network::registers::sse2::*;
    vector_kernel!("sse2");
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use crate::network::registers::avx2::*;
    vector_kernel!("avx2");
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use crate::network::registers::avx512::*;
    vector_kernel!("avx512bw");
}

#[cfg(target_arch = "aarch64")]
mod neon {
    use crate::network::registers::neon::*;
    vector_kernel!("neon");
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128 {
    use crate::network::registers::simd128::*;
    vector_kernel!("simd128");
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
        for round in 0..if cfg!(miri) { 3 } else { 200 } {
            let changes = Changes::made_up(round % (MAX_OTHERS + 1), || random.random_range(0..rows.len() as u16));
            let cells: Vec<CellSums> =
                (0..41).map(|_| CellSums(std::array::from_fn(|_| random.random_range(-300..500)))).collect();
            let sums: [i16; INPUTS] = std::array::from_fn(|_| random.random_range(-9_000..9_000));
            let results = Kernel::available().into_iter().map(|kernel| {
                let (mut cells, mut updated) = (cells.clone(), sums);
                let (mut ahead, mut saved) = (sums, [CellSums::ZERO; MAX_OTHERS + 1]);
                let before = cells.clone();
                preview(kernel, &rows, &changes, &cells, &mut ahead);
                update(kernel, &rows, &changes, &mut cells, &mut updated, &mut saved);
                assert_eq!(ahead, updated, "{kernel:?}");
                let after = cells.clone();
                restore(kernel, &changes, &mut cells, &saved);
                assert_eq!(cells, before, "{kernel:?}");
                (after, updated, saved)
            });
            let results: Vec<_> = results.collect();
            assert!(results.iter().all(|result| *result == results[0]));
        }
    }
}
