"""Looking for signs in the functions of a group."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable

from tapelint.relevance.groups import Group, Groups, Part, may_change
from tapelint.relevance.roots import SELF, called
from tapelint.relevance.signs import WORDS, Sign
from tapelint.relevance.walking import walk
from tapelint.torch_api.names import holds_predictions

_FACTORIES = frozenset(
    {"empty", "zeros", "ones", "randn", "rand", "full", "arange", "eye", "linspace", "randint",
     "zeros_like", "ones_like", "randperm", "empty_like", "full_like", "rand_like", "randn_like",
     "len", "int", "float", "range", "bool", "str"}
)  # fmt: skip
_FROM_DATA = re.compile(r"^(?:as_tensor|asarray|Variable|Parameter|new_tensor|\w*[tT]ensor)$")
_VARIANCE = re.compile(
    r"(?i)var|cov|prec|\*\*|pow\b|pow_|square|sq\b|log_?(?:std|sigma|scale|dev)|exp\b|exp_|sigma"
)


_MADE_ELSEWHERE = frozenset({Sign.CHANGE, Sign.LEAF_CHANGE})
"""What a function shows if it calls one that does it."""


def parts_with(sign: Sign, group: Group, groups: Groups) -> set[str]:
    """The functions of a group that show a sign; the group itself, if it is no function's."""
    if not WORDS[sign].search(group.text):
        if sign not in _MADE_ELSEWHERE or group.words.isdisjoint(groups.changers):
            return set()
    if sign in _NEED_HISTORY and not groups.has_history(group):
        return set()
    look = _LOOKS.get(sign)
    if look is not None:
        return {part.name for part in look(group, groups)}
    found = {part.name for part in group.parts if WORDS[sign].search(part.text)}
    return found or {group.name}


_NEED_HISTORY = frozenset({Sign.CHANGE, Sign.LEAF_CHANGE, Sign.ARRAY_OF_TENSORS})


def _change_saved(group: Group, groups: Groups) -> Iterable[Part]:
    changers = groups.changers
    changing = [part for part in group.parts if may_change(part, changers)]
    if not changing:
        return
    saved: set[str] | None = None
    for part in changing:
        if isinstance(part.node, ast.ClassDef):
            yield part
            continue
        names = groups.names_in(part, group)
        if saved is None and names.changes_attribute():
            saved = _saved_attributes(group, groups)
        if any(names.of_saved(saved or ())):
            yield part


def _saved_attributes(group: Group, groups: Groups) -> set[str]:
    saved: set[str] = set()
    for part in group.parts:
        if isinstance(part.node, ast.ClassDef):
            saved |= group.touched
        else:
            saved.update(groups.names_in(part, group).saved_attributes())
    if group.bases:
        saved |= {name for name in group.touched if name.removeprefix(SELF) not in group.assigned}
    return saved


def _change_leaves(group: Group, groups: Groups) -> Iterable[Part]:
    if "register_parameter" in group.text or "requires_grad" in group.text:
        leaves = set(group.touched)
    else:
        leaves = {SELF + name for name, may_be in group.assigned.items() if may_be}
        if set(group.bases) - {"Module"}:
            unknown = {name.removeprefix(SELF) for name in group.touched} - set(group.assigned)
            leaves |= {SELF + name for name in unknown}
    for part in group.parts:
        if not may_change(part, groups.changers):
            continue
        if isinstance(part.node, ast.ClassDef) or groups.names_in(part, group).of_leaves(leaves):
            yield part


def _make_tensors_of_tensors(group: Group, groups: Groups) -> Iterable[Part]:
    has_history = groups.has_history(group)
    for part in group.parts:
        if not WORDS[Sign.TENSOR_OF_TENSORS].search(part.text):
            continue
        for node in walk(part.node):
            if not isinstance(node, ast.Call) or not _FROM_DATA.match(called(node)):
                continue
            if called(node) == "Parameter" and part.last_name == "__init__":
                continue  # a parameter's first value, however it was computed
            named = [each.value for each in node.keywords if each.arg in {"data", "a", "obj"}]
            data = [*node.args[:1], *named]
            if any(
                _may_hold_tensors(each) if has_history else holds_predictions(ast.unparse(each))
                for each in data
            ):
                yield part
                break


def _may_hold_tensors(value: ast.expr) -> bool:
    if isinstance(value, (ast.Constant, ast.JoinedStr)):
        return False
    if isinstance(value, (ast.List, ast.Tuple)):
        return any(_may_hold_tensors(each) for each in value.elts)
    if isinstance(value, ast.UnaryOp):
        return _may_hold_tensors(value.operand)
    if isinstance(value, ast.BinOp):
        return _may_hold_tensors(value.left) or _may_hold_tensors(value.right)
    if isinstance(value, ast.Call):
        return called(value) not in _FACTORIES
    if isinstance(value, ast.Attribute):
        return value.attr not in {"shape", "dtype", "device"}
    return True


def _touch_data(group: Group, groups: Groups) -> Iterable[Part]:
    for part in group.parts:
        if WORDS[Sign.DATA].search(part.text) and any(
            isinstance(node, ast.Attribute) and node.attr == "data" for node in walk(part.node)
        ):
            yield part


def _make_leaf_chains(group: Group, groups: Groups) -> Iterable[Part]:
    """Functions that do something at once with a parameter that they make."""
    for part in group.parts:
        if WORDS[Sign.LEAF_CHAIN].search(part.text) and any(
            isinstance(inner, ast.Call) and called(inner) == "Parameter"
            for node in walk(part.node)
            for inner in _taken_on(node)
        ):
            yield part


def _taken_on(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.Attribute):
        return [node.value]
    if isinstance(node, ast.BinOp):
        return [node.left, node.right]
    if isinstance(node, ast.Call) and called(node) not in {"Parameter", "append"}:
        return [*node.args, *(keyword.value for keyword in node.keywords)]
    return []


SCALE_CLASS = re.compile(r"\w*(?:Normal|Laplace|StudentT|Cauchy)")
LOGARITHM = re.compile(r"(?i)log_?(?:var|std|sigma|scale|dev)")
"""What a file does with one of these speaks for all of it."""


def _use_scales(group: Group, groups: Groups) -> Iterable[Part]:
    if not _VARIANCE.search(group.text):
        return
    is_one = any(SCALE_CLASS.fullmatch(base) for base in group.bases)
    yield from (part for part in group.parts if is_one or WORDS[Sign.SCALE].search(part.text))


_LOOKS: dict[Sign, Callable[[Group, Groups], Iterable[Part]]] = {
    Sign.CHANGE: _change_saved,
    Sign.LEAF_CHANGE: _change_leaves,
    Sign.TENSOR_OF_TENSORS: _make_tensors_of_tensors,
    Sign.DATA_CHANGE: _touch_data,
    Sign.DATA: _touch_data,
    Sign.LEAF_CHAIN: _make_leaf_chains,
    Sign.SCALE: _use_scales,
}
