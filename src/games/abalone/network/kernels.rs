//! Rows added to and taken from the sums of a view, and the features of the sums: plain Rust, compiled once more for AVX2 and for AVX-512.
//! The arithmetic is that of whole numbers, so all give the same bits.
#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "vector instructions; the plain version is their oracle")
)]

use super::weights::{Row, SUM_MAX};
use super::{FEATURES, WIDTH};
use crate::network::Kernel;
#[cfg(target_arch = "x86_64")]
use crate::network::kernel::Way;

/// Compiles a plain function for every kernel: `name` picks the version of the kernel that it is given.
macro_rules! for_every_kernel {
    ($(#[$doc:meta])* $name:ident($($argument:ident: $kind:ty),*) = $plain:ident) => {
        $(#[$doc])*
        #[inline]
        #[cfg_attr(not(target_arch = "x86_64"), expect(unused_variables, reason = "there is one kernel only"))]
        pub fn $name(kernel: Kernel, $($argument: $kind),*) {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2")]
                fn avx2($($argument: $kind),*) {
                    $plain($($argument),*)
                }

                #[target_feature(enable = "avx512bw")]
                fn avx512($($argument: $kind),*) {
                    $plain($($argument),*)
                }

                match kernel.way() {
                    // SAFETY: such a kernel exists only where the processor has the instructions.
                    Way::Avx512 => return unsafe { avx512($($argument),*) },
                    // SAFETY: as above.
                    Way::Avx2 => return unsafe { avx2($($argument),*) },
                    _ => {}
                }
            }
            $plain($($argument),*)
        }
    };
}

for_every_kernel! {
    /// Takes rows from the sums and adds others.
    update(sums: &mut Row, rows: &[Row], gone: &[u8], come: &[u8]) = plain_update
}

for_every_kernel! {
    /// The features, 0..=1,016, of the sums.
    features(sums: &Row, out: &mut [i16; FEATURES]) = plain_features
}

#[inline(always)]
fn plain_update(sums: &mut Row, rows: &[Row], gone: &[u8], come: &[u8]) {
    let mut found = sums.0;
    for &row in gone {
        let row = &rows[usize::from(row)].0;
        for at in 0..WIDTH {
            found[at] = found[at].wrapping_sub(row[at]);
        }
    }
    for &row in come {
        let row = &rows[usize::from(row)].0;
        for at in 0..WIDTH {
            found[at] = found[at].wrapping_add(row[at]);
        }
    }
    sums.0 = found;
}

#[inline(always)]
fn plain_features(sums: &Row, out: &mut [i16; FEATURES]) {
    let clipped = |at: usize| sums.0[at].clamp(0, SUM_MAX) as u16;
    for (at, out) in out.iter_mut().enumerate() {
        *out = (clipped(at).wrapping_mul(clipped(FEATURES + at)).wrapping_add(32) >> 6) as i16;
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::super::inputs::ROWS;
    use super::super::weights::Network;
    use super::super::weights::tests::random_parts;
    use super::*;

    /// The sums after rows have come and gone, and the features.
    fn computed(kernel: Kernel, network: &Network, mut sums: Row, gone: &[u8], come: &[u8]) -> (Row, [i16; FEATURES]) {
        let mut found = [0; FEATURES];
        update(kernel, &mut sums, &network.rows, gone, come);
        features(kernel, &sums, &mut found);
        (sums, found)
    }

    #[test]
    fn every_kernel_computes_as_the_plain_one() {
        let network = Network::new(&random_parts(6)).unwrap();
        for kernel in Kernel::available() {
            let mut random = Pcg64Mcg::seed_from_u64(7);
            for count in (0..9).cycle().take(if cfg!(miri) { 9 } else { 200 }) {
                let sums = Row(std::array::from_fn(|_| random.random_range(-400..700)));
                let [gone, come] = [count, 8 - count]
                    .map(|count| (0..count).map(|_| random.random_range(0..ROWS as u8)).collect::<Vec<_>>());
                let plain = computed(Kernel::PLAIN, &network, sums, &gone, &come);
                assert_eq!(computed(kernel, &network, sums, &gone, &come), plain, "{kernel:?}");
                assert!(plain.1.iter().all(|feature| (0..=1_016).contains(feature)) && plain.1.iter().any(|&f| f > 0));
            }
        }
    }
}
