"""The added option from Python: typed, described, checked. Usage: in_python.py CLIP"""

import sys
import typing

import surefoot
from surefoot import _option_types

assert typing.get_type_hints(_option_types.RemoveFootskateOptions)["boot_reach"] is float
remove = next(operation for operation in surefoot.operations() if operation.name == "remove_footskate")
option = remove.options[0]
assert (option.name, option.label, option.unit, option.default) == ("boot_reach", "Boot Reach", "furlongs", 2.5), (
    option
)
assert (option.min, option.max, option.used_when) == (1.0, 9.0, (surefoot.Condition("method", ("root",)),)), option

document = surefoot.read(sys.argv[1])
clip = document.clips[0]
plants = surefoot.detect_plants(document.skeleton, clip).plants
surefoot.remove_footskate(document.skeleton, clip, plants, method="root", boot_reach=4.0)
try:
    surefoot.remove_footskate(document.skeleton, clip, plants, boot_reach=10.0)
except surefoot.SurefootError as error:
    assert "boot_reach" in str(error), error
else:
    sys.exit("boot_reach of 10 was taken")
