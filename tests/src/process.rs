//! What this process has used so far. Only Linux tells without calling into the system.

/// Ticks of a second, as Linux has them on every usual machine.
const TICKS: f64 = 100.0;

/// Processor seconds of all threads that still live.
pub fn cpu_seconds() -> Option<f64> {
    let nanoseconds = |thread: std::fs::DirEntry| -> Option<f64> {
        let text = std::fs::read_to_string(thread.path().join("schedstat")).ok()?;
        text.split_whitespace().next()?.parse().ok()
    };
    let threads = std::fs::read_dir("/proc/self/task").ok()?;
    let sum: f64 = threads.flatten().map(nanoseconds).sum::<Option<f64>>()?;
    (sum > 0.0).then_some(sum / 1e9)
}

/// Processor seconds of the programs that this one started and that have ended.
pub fn child_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name in brackets may hold blanks. After it, user and system time of children are the 14th and 15th value, in ticks.
    let values: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |index: usize| values.get(index)?.parse::<f64>().ok();
    Some((ticks(13)? + ticks(14)?) / TICKS)
}

/// The most memory it ever held, MB.
pub fn peak_megabytes() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let kilobytes = text.lines().find_map(|l| l.strip_prefix("VmHWM:"))?;
    Some(kilobytes.trim().trim_end_matches(" kB").parse::<f64>().ok()? / 1024.0)
}
