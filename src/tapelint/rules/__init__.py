"""The rules, one module each, named after the rule.

A rule is a :class:`~tapelint.rules.checker.Checker`: it visits the events that the tape recorded
and reports findings. Modules of this package are found by looking, so that adding a rule touches
its own module alone. Importing a rule does not import libcst.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil

from tapelint.rules.checker import Checker


@functools.cache
def all_rules() -> dict[str, type[Checker]]:
    """All rules by code, in the order of their codes."""
    found: dict[str, type[Checker]] = {}
    for module in pkgutil.iter_modules(__path__):
        for value in vars(importlib.import_module(f"{__name__}.{module.name}")).values():
            if isinstance(value, type) and issubclass(value, Checker) and value is not Checker:
                found[value.code] = value
    return dict(sorted(found.items()))


def find_rule(text: str) -> type[Checker] | None:
    """The rule with that code or name, however its letters are cased."""
    wanted = text.strip().lower()
    for rule in all_rules().values():
        if wanted in (rule.code.lower(), rule.name):
            return rule
    return None
