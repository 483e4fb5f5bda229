//! The registers of each kind of vector instructions under the same names, so that a kernel is written once for all of them.
//!
//! A module has `Register`, `SHORTS` and `LONGS` (the numbers of 16 and of 32 bits in it), loads and stores that ask for no alignment,
//! `load_half` for `SHORTS` numbers of 8 bits, `widen` to give them 16 bits each, and the arithmetic on 16 bits; those that have `madd` also
//! multiply and add up pairs.

/// 128 bits, which every x86-64 processor has.
#[cfg(target_arch = "x86_64")]
pub(crate) mod sse2 {
    use std::arch::x86_64::_mm_unpacklo_epi8;
    pub(crate) use std::arch::x86_64::{
        __m128i as Register, _mm_add_epi16 as add, _mm_add_epi32 as add_longs, _mm_loadl_epi64 as load_half,
        _mm_loadu_si128 as load_register, _mm_madd_epi16 as madd, _mm_max_epi16 as max, _mm_min_epi16 as min,
        _mm_mullo_epi16 as mul, _mm_set1_epi16 as set1, _mm_set1_epi32 as set1_long, _mm_setzero_si128 as zero,
        _mm_srai_epi16 as srai, _mm_storeu_si128 as store_register, _mm_sub_epi16 as sub,
    };

    pub(crate) const SHORTS: usize = 8;
    pub(crate) const LONGS: usize = 4;

    /// Each number twice, the second time in the upper half of 16 bits, and shifted down with its sign.
    #[inline]
    #[target_feature(enable = "sse2")]
    pub(crate) fn widen(numbers: Register) -> Register {
        srai::<8>(_mm_unpacklo_epi8(numbers, numbers))
    }
}

/// 256 bits.
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2 {
    pub(crate) use std::arch::x86_64::{
        __m256i as Register, _mm_loadu_si128 as load_half, _mm256_add_epi16 as add, _mm256_add_epi32 as add_longs,
        _mm256_cvtepi8_epi16 as widen, _mm256_loadu_si256 as load_register, _mm256_madd_epi16 as madd,
        _mm256_max_epi16 as max, _mm256_min_epi16 as min, _mm256_mullo_epi16 as mul, _mm256_set1_epi16 as set1,
        _mm256_set1_epi32 as set1_long, _mm256_setzero_si256 as zero, _mm256_srai_epi16 as srai,
        _mm256_storeu_si256 as store_register, _mm256_sub_epi16 as sub,
    };

    pub(crate) const SHORTS: usize = 16;
    pub(crate) const LONGS: usize = 8;
}

/// 512 bits, with AVX-512BW.
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512 {
    pub(crate) use std::arch::x86_64::{
        __m512i as Register, _mm256_loadu_si256 as load_half, _mm512_add_epi16 as add, _mm512_cvtepi8_epi16 as widen,
        _mm512_loadu_si512 as load_register, _mm512_max_epi16 as max, _mm512_min_epi16 as min,
        _mm512_mullo_epi16 as mul, _mm512_set1_epi16 as set1, _mm512_setzero_si512 as zero, _mm512_srai_epi16 as srai,
        _mm512_storeu_si512 as store_register, _mm512_sub_epi16 as sub,
    };

    pub(crate) const SHORTS: usize = 32;
    pub(crate) const LONGS: usize = 16;
}

/// 128 bits of WebAssembly.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) mod simd128 {
    use std::arch::wasm32::i16x8_shr;
    pub(crate) use std::arch::wasm32::{
        i16x8_add as add, i16x8_extend_low_i8x16 as widen, i16x8_max as max, i16x8_min as min, i16x8_mul as mul,
        i16x8_splat as set1, i16x8_sub as sub, i32x4_add as add_longs, i32x4_dot_i16x8 as madd,
        i32x4_splat as set1_long, v128 as Register, v128_load as load_register, v128_load64_zero as load_half,
        v128_store as store_register,
    };

    pub(crate) const SHORTS: usize = 8;
    pub(crate) const LONGS: usize = 4;

    #[inline]
    #[target_feature(enable = "simd128")]
    pub(crate) fn zero() -> Register {
        set1(0)
    }

    #[inline]
    #[target_feature(enable = "simd128")]
    pub(crate) fn srai<const BITS: u32>(numbers: Register) -> Register {
        i16x8_shr(numbers, BITS)
    }
}

/// 128 bits of aarch64, which have no sum of two products.
#[cfg(target_arch = "aarch64")]
pub(crate) mod neon {
    pub(crate) use std::arch::aarch64::{
        int16x8_t as Register, vaddq_s16 as add, vdupq_n_s16 as set1, vld1_s8 as load_half, vld1q_s16 as load_register,
        vmaxq_s16 as max, vminq_s16 as min, vmovl_s8 as widen, vmulq_s16 as mul, vshrq_n_s16 as srai,
        vst1q_s16 as store_register, vsubq_s16 as sub,
    };

    pub(crate) const SHORTS: usize = 8;
    pub(crate) const LONGS: usize = 4;

    #[inline]
    #[target_feature(enable = "neon")]
    pub(crate) fn zero() -> Register {
        set1(0)
    }
}
