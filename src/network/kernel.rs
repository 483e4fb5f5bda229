//! The arithmetic of the dense layers: in plain Rust, with AVX2, and with AVX-512. All give the same bits.
#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "vector instructions; the plain version is their oracle")
)]

use super::head::{Dense, HIDDEN};

/// A way to compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernel(Way);

/// Private, so that nobody claims instructions that the processor lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Plain,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// The parts of AVX-512 for numbers of 16 bits and for sums of products (BW and VNNI).
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Kernel {
    /// Plain Rust, which every processor runs.
    pub const PLAIN: Kernel = Kernel(Way::Plain);

    /// The ways that this processor knows, the fastest last.
    pub fn available() -> Vec<Kernel> {
        #[cfg_attr(not(target_arch = "x86_64"), expect(unused_mut, reason = "nothing else there"))]
        let mut kernels = vec![Kernel::PLAIN];
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            kernels.push(Kernel(Way::Avx2));
        }
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx512bw") && std::arch::is_x86_feature_detected!("avx512vnni") {
            kernels.push(Kernel(Way::Avx512));
        }
        kernels
    }

    /// The fastest of them.
    pub fn best() -> Kernel {
        Kernel::available().pop().unwrap_or(Kernel::PLAIN)
    }

    /// Is it the one that uses AVX2, which this processor then has?
    #[cfg(target_arch = "x86_64")]
    #[inline]
    pub fn is_avx2(self) -> bool {
        self.0 == Way::Avx2
    }

    /// Is it the one that uses AVX-512 (BW and VNNI), which this processor then has?
    #[cfg(target_arch = "x86_64")]
    #[inline]
    pub fn is_avx512(self) -> bool {
        self.0 == Way::Avx512
    }

    /// The sums that the units of a layer come to.
    #[inline]
    pub fn dense(self, layer: &Dense, inputs: &[i16]) -> [i32; HIDDEN] {
        match self.0 {
            Way::Plain => layer.sums(inputs),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `available` has found the instructions.
            Way::Avx2 => unsafe { avx2::dense(layer, inputs) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Way::Avx512 => unsafe { avx512::dense(layer, inputs) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::*;

    use super::{Dense, HIDDEN};

    /// Numbers of 16 bits in a register.
    const SHORTS: usize = 16;
    /// Numbers of 32 bits in a register.
    const LONGS: usize = 8;

    #[target_feature(enable = "avx2")]
    pub(super) fn dense(layer: &Dense, inputs: &[i16]) -> [i32; HIDDEN] {
        // Written without closures handed to others' functions: those are compiled without the instructions and not inlined.
        let mut sums = [_mm256_setzero_si256(); HIDDEN / LONGS];
        for (sum, bias) in sums.iter_mut().zip(layer.bias.as_chunks::<LONGS>().0) {
            // SAFETY: the array is as long as the register, and the load asks for no alignment.
            *sum = unsafe { _mm256_loadu_si256(bias.as_ptr().cast()) };
        }
        for (weights, pair) in layer.weights.iter().zip(inputs.as_chunks::<2>().0) {
            let pair = _mm256_set1_epi32(i32::from(pair[1]) << 16 | i32::from(pair[0]) & 0xffff);
            for (sum, weights) in sums.iter_mut().zip(weights.as_flattened().as_chunks::<SHORTS>().0) {
                // SAFETY: as above.
                let weights = unsafe { _mm256_loadu_si256(weights.as_ptr().cast()) };
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(weights, pair));
            }
        }
        let mut found = [0; HIDDEN];
        for (sum, found) in sums.into_iter().zip(found.as_chunks_mut::<LONGS>().0) {
            // SAFETY: as above.
            unsafe { _mm256_storeu_si256(found.as_mut_ptr().cast(), sum) }
        }
        found
    }
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use std::arch::x86_64::*;

    use super::{Dense, HIDDEN};

    /// Numbers of 32 bits in a register.
    const LONGS: usize = 16;
    /// Pairs of inputs taken together: each has sums of its own, as a sum has to wait for the one before.
    const PAIRS: usize = 4;

    #[target_feature(enable = "avx512bw,avx512vnni")]
    pub(super) fn dense(layer: &Dense, inputs: &[i16]) -> [i32; HIDDEN] {
        let mut sums = [[_mm512_setzero_si512(); HIDDEN / LONGS]; PAIRS];
        for (sum, bias) in sums[0].iter_mut().zip(layer.bias.as_chunks::<LONGS>().0) {
            // SAFETY: the array is as long as the register, and the load asks for no alignment.
            *sum = unsafe { _mm512_loadu_si512(bias.as_ptr().cast()) };
        }
        let pairs = inputs.as_chunks::<2>().0;
        for (weights, pairs) in layer.weights.chunks(PAIRS).zip(pairs.chunks(PAIRS)) {
            for ((weights, pair), sums) in weights.iter().zip(pairs).zip(&mut sums) {
                let pair = _mm512_set1_epi32(i32::from(pair[1]) << 16 | i32::from(pair[0]) & 0xffff);
                for (sum, weights) in sums.iter_mut().zip(weights.as_chunks::<LONGS>().0) {
                    // SAFETY: as above.
                    let weights = unsafe { _mm512_loadu_si512(weights.as_ptr().cast()) };
                    *sum = _mm512_dpwssd_epi32(*sum, weights, pair);
                }
            }
        }
        let mut found = [0; HIDDEN];
        for (at, found) in found.as_chunks_mut::<LONGS>().0.iter_mut().enumerate() {
            let ends = [0, 2].map(|pair| _mm512_add_epi32(sums[pair][at], sums[pair + 1][at]));
            // SAFETY: as above.
            unsafe { _mm512_storeu_si512(found.as_mut_ptr().cast(), _mm512_add_epi32(ends[0], ends[1])) }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::super::head::tests::random_parts;
    use super::super::head::{HIDDEN_ONE, Head};
    use super::*;

    #[test]
    fn every_kernel_gives_the_same_bits() {
        const INPUTS: usize = 288;
        const LARGEST: i16 = 9_000;
        let mut random = Pcg64Mcg::seed_from_u64(7);
        let head = Head::new(&random_parts(&mut random, INPUTS), LARGEST.into()).unwrap();
        for _ in 0..200 {
            let inputs: [i16; INPUTS] = std::array::from_fn(|_| random.random_range(-LARGEST..LARGEST));
            let hidden: [i16; HIDDEN] = std::array::from_fn(|_| random.random_range(0..=HIDDEN_ONE as i16));
            let results = Kernel::available().into_iter().map(|kernel| {
                (kernel.dense(&head.first, &inputs), kernel.dense(&head.second, &hidden), head.value(kernel, &inputs))
            });
            let results: Vec<_> = results.collect();
            assert!(results.iter().all(|result| *result == results[0]));
        }
    }
}
