//! Rows taken in and out of the sums of cells, once in plain Rust and once with AVX2. Both give the same bits.
#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "vector instructions; the plain version is their oracle")
)]

#[cfg(target_arch = "x86_64")]
use super::weights::CELL_ONE;
use super::weights::Row;
use super::{FEATURES, INPUTS};
use crate::network::Kernel;

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

/// Puts the new rows in the place of the old ones, in the cells and in the sums over the regions.
#[inline]
#[cfg_attr(not(target_arch = "x86_64"), expect(unused_variables, reason = "there is one kernel only"))]
pub fn update(kernel: Kernel, rows: &[Row], changes: &[Change], cells: &mut [Row], sums: &mut [i16; INPUTS]) {
    #[cfg(target_arch = "x86_64")]
    if kernel.is_avx2() {
        // SAFETY: such a kernel exists only where the processor has the instructions.
        return unsafe { avx2::update(rows, changes, cells, sums) };
    }
    plain_update(rows, changes, cells, sums);
}

fn plain_update(rows: &[Row], changes: &[Change], cells: &mut [Row], sums: &mut [i16; INPUTS]) {
    for change in changes {
        let (old, new) = (&rows[change.old as usize], &rows[change.new as usize]);
        let cell = &mut cells[usize::from(change.cell)];
        let before = cell.features();
        for (sum, (old, new)) in cell.0.iter_mut().zip(old.0.iter().zip(&new.0)) {
            *sum += new - old;
        }
        let inputs = &mut sums[usize::from(change.region) * FEATURES..][..FEATURES];
        for (input, (after, before)) in inputs.iter_mut().zip(cell.features().into_iter().zip(before)) {
            *input += after - before;
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::*;

    use super::{CELL_ONE, Change, FEATURES, INPUTS, Row};

    /// Numbers of 16 bits in a register.
    const SHORTS: usize = 16;

    #[inline]
    #[target_feature(enable = "avx2")]
    fn load(numbers: &[i16; SHORTS]) -> __m256i {
        // SAFETY: the array is as long as the register, and the load asks for no alignment.
        unsafe { _mm256_loadu_si256(numbers.as_ptr().cast()) }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn store(numbers: &mut [i16; SHORTS], register: __m256i) {
        // SAFETY: as for `load`.
        unsafe { _mm256_storeu_si256(numbers.as_mut_ptr().cast(), register) }
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn update(rows: &[Row], changes: &[Change], cells: &mut [Row], sums: &mut [i16; INPUTS]) {
        // Written without closures handed to others' functions: those are compiled without the instructions and not inlined.
        for change in changes {
            let (old, new) = (&rows[change.old as usize], &rows[change.new as usize]);
            let (old, new) = (old.0.as_chunks::<SHORTS>().0, new.0.as_chunks::<SHORTS>().0);
            let cell = cells[usize::from(change.cell)].0.as_chunks_mut::<SHORTS>().0;
            let inputs = sums[usize::from(change.region) * FEATURES..][..FEATURES].as_chunks_mut::<SHORTS>().0;
            for (at, input) in inputs.iter_mut().enumerate() {
                let (one, other) = (at, at + FEATURES / SHORTS);
                let before = product(load(&cell[one]), load(&cell[other]));
                for half in [one, other] {
                    let sum = _mm256_sub_epi16(load(&cell[half]), load(&old[half]));
                    store(&mut cell[half], _mm256_add_epi16(sum, load(&new[half])));
                }
                let gain = _mm256_sub_epi16(product(load(&cell[one]), load(&cell[other])), before);
                store(input, _mm256_add_epi16(load(input), gain));
            }
        }
    }

    /// Features by their two sums: clipped, multiplied and divided by 256 with rounding, as `Row::features` does.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn product(one: __m256i, other: __m256i) -> __m256i {
        // The instruction keeps the upper 17 bits of a product of 16 bits each, so one factor is moved up by seven.
        _mm256_mulhrs_epi16(_mm256_slli_epi16::<7>(clipped(one)), clipped(other))
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn clipped(sums: __m256i) -> __m256i {
        _mm256_min_epi16(_mm256_max_epi16(sums, _mm256_setzero_si256()), _mm256_set1_epi16(CELL_ONE))
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::super::weights::Network;
    use super::super::weights::tests::random_parts;
    use super::*;

    #[test]
    fn every_kernel_gives_the_same_bits() {
        let network = Network::new(&random_parts(6)).unwrap();
        let mut random = Pcg64Mcg::seed_from_u64(7);
        for _ in 0..200 {
            let mut code = || random.random_range(0..network.rows.len() as u32);
            let changes: Vec<Change> =
                (0..44).map(|at| Change { cell: at % 41, region: at % 9, old: code(), new: code() }).collect();
            let cells: Vec<Row> =
                (0..41).map(|_| Row(std::array::from_fn(|_| random.random_range(-300..500)))).collect();
            let sums: [i16; INPUTS] = std::array::from_fn(|_| random.random_range(-9_000..9_000));
            let results = Kernel::available().into_iter().map(|kernel| {
                let (mut cells, mut sums) = (cells.clone(), sums);
                update(kernel, &network.rows, &changes, &mut cells, &mut sums);
                (cells, sums)
            });
            let results: Vec<_> = results.collect();
            assert!(results.iter().all(|result| *result == results[0]));
        }
    }
}
