//! The machine as the engine sees it: processor, threads, memory, and what a container leaves of them.

use sysinfo::{CpuRefreshKind, MemoryRefreshKind, RefreshKind, System};

use crate::engine::settings::processors;

/// What was seen.
pub(super) struct Machine {
    processor: String,
    features: Vec<&'static str>,
    cores: usize,
    threads: u32,
    memory: (u64, u64),
    container: Option<(u64, u64)>,
}

impl Machine {
    /// Looks at the machine.
    pub(super) fn look() -> Machine {
        let wanted =
            RefreshKind::nothing().with_cpu(CpuRefreshKind::nothing()).with_memory(MemoryRefreshKind::everything());
        let system = System::new_with_specifics(wanted);
        let brand = system.cpus().first().map(|cpu| cpu.brand().trim().to_owned());
        let limits = system.cgroup_limits();
        Machine {
            processor: brand.filter(|brand| !brand.is_empty()).unwrap_or_else(|| "unknown".to_owned()),
            features: features(),
            cores: system.cpus().len(),
            threads: processors(),
            memory: (system.total_memory(), system.available_memory()),
            container: limits
                .filter(|limits| limits.total_memory < system.total_memory())
                .map(|limits| (limits.total_memory, limits.free_memory)),
        }
    }

    /// What was seen, as names and values.
    pub(super) fn rows(&self) -> Vec<(&'static str, String)> {
        let features =
            if self.features.is_empty() { "none that are known".to_owned() } else { self.features.join(" ") };
        let limited = if (self.threads as usize) < self.cores { ", limited by affinity or a cgroup quota" } else { "" };
        let mebibytes = |(total, free): (u64, u64)| format!("{} MiB, {} MiB free", total >> 20, free >> 20);
        vec![
            ("processor", self.processor.clone()),
            ("features", features),
            ("threads", format!("{} of {} processors{limited}", self.threads, self.cores)),
            ("memory", mebibytes(self.memory)),
            ("cgroup", self.container.map_or_else(|| "no limit of memory".to_owned(), mebibytes)),
        ]
    }
}

/// The features of the processor that engines of this kind are built for, where it has them.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
fn features() -> Vec<&'static str> {
    use std::arch::is_x86_feature_detected;
    let known = [
        ("sse2", is_x86_feature_detected!("sse2")),
        ("ssse3", is_x86_feature_detected!("ssse3")),
        ("sse4.1", is_x86_feature_detected!("sse4.1")),
        ("sse4.2", is_x86_feature_detected!("sse4.2")),
        ("popcnt", is_x86_feature_detected!("popcnt")),
        ("lzcnt", is_x86_feature_detected!("lzcnt")),
        ("bmi1", is_x86_feature_detected!("bmi1")),
        ("bmi2", is_x86_feature_detected!("bmi2")),
        ("avx", is_x86_feature_detected!("avx")),
        ("avx2", is_x86_feature_detected!("avx2")),
        ("fma", is_x86_feature_detected!("fma")),
        ("avx512f", is_x86_feature_detected!("avx512f")),
        ("avx512bw", is_x86_feature_detected!("avx512bw")),
        ("avx512vnni", is_x86_feature_detected!("avx512vnni")),
    ];
    known.into_iter().filter(|(_, has)| *has).map(|(name, _)| name).collect()
}

/// The features of the processor that engines of this kind are built for, where it has them.
#[cfg(target_arch = "aarch64")]
fn features() -> Vec<&'static str> {
    use std::arch::is_aarch64_feature_detected;
    let known = [
        ("neon", is_aarch64_feature_detected!("neon")),
        ("dotprod", is_aarch64_feature_detected!("dotprod")),
        ("i8mm", is_aarch64_feature_detected!("i8mm")),
        ("sve", is_aarch64_feature_detected!("sve")),
        ("sve2", is_aarch64_feature_detected!("sve2")),
    ];
    known.into_iter().filter(|(_, has)| *has).map(|(name, _)| name).collect()
}

/// Nothing is known of other processors.
#[cfg(not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")))]
fn features() -> Vec<&'static str> {
    Vec::new()
}
