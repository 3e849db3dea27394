//! `surefoot_evaluate_balance` and the clips that it takes.

use super::correct_balance::Original;
use crate::*;
use surefoot::evaluate_balance;
use surefoot::ops::correct_balance::BalanceOriginal;
use surefoot::ops::evaluate_balance::{BalanceCase, BalanceTake};

/// A clip to evaluate, with its other versions.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct surefoot_balance_case {
    /// What it is called in the report.
    pub name: *const c_char,
    /// The clip as it came: masses are compared on it.
    pub original: *const surefoot_balance_original,
    /// The clip on another body, or with changed poses. NULL: none.
    pub adapted: *const surefoot_balance_original,
    /// The adapted clip with its balance corrected. NULL: none.
    pub balanced: *const surefoot_balance_original,
}

/// Compares ways to find the masses of a body, and clips before and after they were adapted and balanced.
///
/// `options` NULL means the defaults. `progress` may be NULL; `user` is handed to it. Fails with SUREFOOT_ERROR_INVALID
/// without cases, as surefoot_measure_balance does, and with SUREFOOT_ERROR_CANCELLED if `progress` says so. Free the
/// report with surefoot_report_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_evaluate_balance(
    cases: *const surefoot_balance_case, case_count: usize, options: *const surefoot_evaluate_balance_options,
    progress: surefoot_progress, user: *mut c_void, out_report: *mut *mut surefoot_report, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_report, "out_report", || {
        let given = array(cases, case_count, "cases")?;
        let versions = given.iter().enumerate().map(|(index, case)| Versions::read(case, index));
        let versions = versions.collect::<Answer<Vec<_>>>()?;
        let cases = versions.iter().map(Versions::get).collect::<Answer<Vec<_>>>()?;
        let options = read_options(options)?;
        let report = with_progress(progress, user, |p| evaluate_balance(&cases, &options, &p))?;
        Ok(surefoot_report::new(&report))
    })
}

/// A case as the core has it: what it borrows, and what it owns.
struct Versions<'a> {
    name: &'a str,
    original: Original<'a>,
    adapted: Option<Original<'a>>,
    balanced: Option<Original<'a>>,
}

impl Versions<'_> {
    fn read(case: &surefoot_balance_case, index: usize) -> Answer<Self> {
        let other = |version: *const surefoot_balance_original, name: &str| match version.is_null() {
            true => Ok(None),
            false => Original::read(version, &format!("cases[{index}].{name}")).map(Some),
        };
        let first = format!("cases[{index}].original");
        input(case.original, &first)?;
        Ok(Self {
            name: text(case.name, &format!("cases[{index}].name"))?,
            original: Original::read(case.original, &first)?,
            adapted: other(case.adapted, "adapted")?,
            balanced: other(case.balanced, "balanced")?,
        })
    }

    fn get(&self) -> Answer<BalanceCase<'_>> {
        Ok(BalanceCase {
            name: self.name,
            original: take(&self.original)?,
            adapted: self.adapted.as_ref().map(take).transpose()?,
            balanced: self.balanced.as_ref().map(take).transpose()?,
        })
    }
}

fn take<'a>(version: &'a Original<'_>) -> Answer<BalanceTake<'a>> {
    let BalanceOriginal { skeleton, clip, skins, scene } = version.get()?;
    Ok(BalanceTake { skeleton, clip, skins, scene })
}
