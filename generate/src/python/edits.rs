//! `python/surefoot/_edits.py`: the operations that take a skeleton, a clip and options, and give a clip and a report.

use super::WIDTH;
use crate::prose::camel;
use std::fmt::Write;
use surefoot::declare::Operation;
use surefoot::ops::OPERATIONS;

const HEAD: &str = "\
\"\"\"Operations that take a clip and give a clip. Made by `cargo run -p surefoot-generate`: do not edit.\"\"\"

from __future__ import annotations

from typing import TYPE_CHECKING

from ._options import operation
from .model.clip import Clip
from .model.skeleton import Skeleton
from .ops.edit import Edited, edit
";

fn imports(module: &str, indent: &str, names: &[String]) -> String {
    let line = format!("{indent}from {module} import {}\n", names.join(", "));
    if line.len() <= WIDTH + 1 {
        return line;
    }
    let lines: String = names.iter().map(|name| format!("{indent}    {name},\n")).collect();
    format!("{indent}from {module} import (\n{lines}{indent})\n")
}

/// The file.
pub(crate) fn edits() -> String {
    let all: Vec<&Operation> = OPERATIONS.iter().filter(|operation| operation.edit.is_some()).collect();
    let names = |end: &str| -> Vec<String> {
        let mut names: Vec<String> =
            all.iter().map(|operation| format!("{}{end}", camel(operation.name))).collect();
        names.sort();
        names
    };
    let mut out = HEAD
        .replace("from .model.clip", &(imports("._report_types", "", &names("Report")) + "from .model.clip"));
    out += "\nif TYPE_CHECKING:\n    from typing_extensions import Unpack\n\n";
    out += &imports("._option_types", "    ", &names("Options"));
    let public: Vec<String> = all.iter().map(|operation| format!("{:?}", operation.name)).collect();
    let _ = write!(out, "\n__all__ = [{}]\n", public.join(", "));
    for operation in all {
        let (name, title) = (operation.name, camel(operation.name));
        let arguments = format!("skeleton: Skeleton, clip: Clip, **options: Unpack[{title}Options]");
        let mut head = format!("def {name}({arguments}) -> Edited[{title}Report]:");
        if head.len() > WIDTH {
            head = format!("def {name}(\n    {arguments}\n) -> Edited[{title}Report]:");
        }
        let _ = write!(
            out,
            "

@operation({name:?})
{head}
    \"\"\"{help}.

    The clip that goes in is untouched.

    >>> edited = surefoot.{name}(skeleton, clip)
    >>> edited.clip.joint_count == clip.joint_count, edited.report.notes
    (True, [])
    \"\"\"
    return edit({name:?}, {title}Report, skeleton, clip, options)
",
            help = operation.help,
        );
    }
    out
}
