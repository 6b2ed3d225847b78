"""What torch makes of a training program: which lines lose it, told by running it.

The program runs under an observer that keeps a ledger: which backward has filled which gradient,
and which step has used it. Where the question is what a line is good for, the program runs once
more without it, or with what it was meant to do, and the gradients are compared.

- TAP601: an attribute holds leaves that backwards fill, that ``parameters()`` of its module does
  not give and that no optimiser has.
- TAP603: without the line every gradient is the same; with the leaves frozen they are others.
- TAP502: what a line adds to holds one graph more after each round; with the history cut there,
  all gradients are the same.
- TAP701: a step uses what an earlier step of the same optimiser has used; or has nothing to use
  though backwards filled it; or rounds before were thrown away unused.
- TAP702: no step ever used the gradients that a clipping left; or it was given nothing.
- TAP703: the state of an optimiser's only step is lost to the next one of the same line; an
  optimiser is refused; a backward fills leaves that no optimiser has, and the step moves none.
- TAP704: a step uses a loss that only optimisers of other leaves have used, and its own.

Nothing here knows how tapelint works.
"""

from __future__ import annotations

import ast
import contextlib
import io
import itertools
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

import torch
from torch import nn
from torch.optim import optimizer as optimisers

from .truth import PROGRAM, Discarded, Pitfall, Truth, clean_torch, running_line, same_gradients

TRAINING_CODES = ("TAP502", "TAP601", "TAP603", "TAP701", "TAP702", "TAP703", "TAP704")

_ENOUGH = 20
"""Rounds in which something has to grow before its memory counts."""


def truth_of_training(source: str) -> Truth:
    """Run the program, and once more for each line whose effect is in question.

    Raises:
        Discarded: The program fails by itself.
    """
    seen = _run(source)
    pitfalls = {*seen.pitfalls, *seen.ineffective_clips()}
    debatable = set(seen.debatable)
    if seen.is_refused:  # what would have come later is not known
        lines = range(1, source.count("\n") + 1)
        debatable |= {Pitfall(line, code) for line in lines for code in TRAINING_CODES}
    for line in _flag_lines(source):
        verdict = _verdict_on_flag(source, line, seen)
        if verdict:
            (pitfalls if verdict == "guilty" else debatable).add(Pitfall(line, "TAP603"))
    for line, sizes in seen.kept.items():
        if _longest_rise(sizes) < _ENOUGH:
            continue
        cut = _run_or_none(source, cut_at=line)
        if cut is not None and _is_same(seen, cut) and _longest_rise(cut.kept[line]) < _ENOUGH:
            pitfalls.add(Pitfall(line, "TAP502"))
    return Truth(frozenset(pitfalls), frozenset(debatable - pitfalls))


# --- what a run shows ---


@dataclass(eq=False)
class _Fill:
    """One backward."""

    line: int
    spent_by: set[torch.optim.Optimizer] = field(default_factory=set)


@dataclass(eq=False)
class _Made:
    """One optimiser: where it is made, its steps, and whether none of them had a gradient."""

    line: int
    steps: int = 0
    is_idle: bool = True


@dataclass(eq=False)
class _Clip:
    """One call that clips: each leaf that it was given with the gradient that it has left.

    Attributes:
        line: Where.
        left: The leaves and their gradients.
        is_needed: Whether it has changed any.
    """

    line: int
    left: dict[torch.Tensor, torch.Tensor | None]
    is_needed: bool


class _Seen:
    """The ledger of one run."""

    def __init__(self, kept_lines: Sequence[int]) -> None:
        self.gradients: list[torch.Tensor | None] = []
        self.pitfalls: set[Pitfall] = set()
        self.debatable: set[Pitfall] = set()
        self.kept: dict[int, list[int]] = {line: [] for line in kept_lines}
        self.is_refused = False
        self._made: dict[torch.optim.Optimizer, _Made] = {}
        self._fills: dict[torch.Tensor, list[_Fill]] = {}
        self._lost: dict[torch.Tensor, list[_Fill]] = {}
        self._filled_since_step: dict[torch.optim.Optimizer, bool] = {}
        self._reached: set[torch.Tensor] = set()
        self._ever: dict[torch.Tensor, None] = {}
        self._clips: list[_Clip] = []
        self._clipped: dict[int, set[str]] = {}
        self._containers: list[tuple[nn.Module, object, int]] = []
        self._before: list[tuple[torch.Tensor, torch.Tensor]] = []

    def make(self, optimiser: torch.optim.Optimizer, line: int) -> None:
        """An optimiser is made: has one of its line been left after a single step?"""
        mine = set(_leaves(optimiser))
        for other, made in self._made.items():
            same = made.line == line and set(_leaves(other)) == mine
            if same and made.steps == 1:
                if _remembers(other):
                    self.pitfalls.add(Pitfall(line, "TAP703"))
                elif made.is_idle:
                    self.debatable.add(Pitfall(line, "TAP703"))
        self._made[optimiser] = _Made(line)
        self._filled_since_step[optimiser] = False

    def fill(self, run: Any, line: int, leaves: Sequence[torch.Tensor]) -> None:
        """A backward runs: which gradients has it changed?"""
        self._notice_cleared()
        before = {each: _copy(each.grad) for each in leaves}
        run()
        fill = _Fill(line)
        for leaf, old in before.items():
            self.gradients.append(_copy(leaf.grad))
            if leaf.grad is None or (old is not None and torch.equal(old, leaf.grad)):
                continue
            self._fills.setdefault(leaf, []).append(fill)
            self._reached.add(leaf)
            self._ever[leaf] = None
            for optimiser in self._made:
                if any(each is leaf for each in _leaves(optimiser)):
                    self._filled_since_step[optimiser] = True

    def step(self, optimiser: torch.optim.Optimizer, line: int) -> None:
        """A step is about to be taken: what does it use?"""
        self._notice_cleared()
        leaves = _leaves(optimiser)
        parts = {leaf: self._fills.get(leaf, []) for leaf in leaves if _has_gradient(leaf)}
        for leaf, used in parts.items():
            if all(fill.spent_by for fill in used):
                continue
            spent_by = {optimiser for fill in used for optimiser in fill.spent_by}
            owners = {each for each in spent_by if any(it is leaf for it in _leaves(each))}
            if spent_by:
                self.pitfalls.add(Pitfall(line, "TAP701" if owners else "TAP704"))
        if not parts and self._filled_since_step[optimiser]:
            self.pitfalls.add(Pitfall(line, "TAP701"))
        for leaf, used in parts.items():
            lost = [fill for fill in self._lost.pop(leaf, []) if not fill.spent_by]
            if {fill.line for fill in lost} & {fill.line for fill in used}:
                self.pitfalls.add(Pitfall(line, "TAP701"))
        self._made[optimiser].is_idle &= not parts
        self._judge_clips(leaves, bool(parts))
        if self._reached and not self._reached & self._owned():
            self._before = [(each, each.detach().clone()) for each in self._reached]
        for used in parts.values():
            for fill in used:
                fill.spent_by.add(optimiser)
        self._filled_since_step[optimiser] = False

    def stepped(self, optimiser: torch.optim.Optimizer) -> None:
        """A step was taken: has it moved what the backward has filled?"""
        if self._before and all(torch.equal(each, old) for each, old in self._before):
            self.pitfalls.add(Pitfall(self._made[optimiser].line, "TAP703"))
        self._before = []
        self._reached = set()
        self._made[optimiser].steps += 1

    def clip(self, run: Any, leaves: list[torch.Tensor], line: int) -> Any:
        """Gradients are clipped."""
        before = [_copy(each.grad) for each in leaves]
        result = run()
        left = {each: _copy(each.grad) for each in leaves}
        is_needed = not same_gradients(before, list(left.values()))
        self._clips.append(_Clip(line, left, is_needed))
        return result

    def ineffective_clips(self) -> set[Pitfall]:
        """The lines that have clipped nothing that a step has used, or were given nothing once."""
        return {
            Pitfall(line, "TAP702")
            for line, verdicts in self._clipped.items()
            if verdicts == {"in vain"} or "nothing given" in verdicts
        }

    def contain(self, module: nn.Module, value: object, line: int) -> None:
        """A module gets a plain container as an attribute."""
        self._containers.append((module, value, line))

    def end(self) -> None:
        """The program has ended: which leaves has no module and no optimiser?"""
        owned = self._owned()
        for module, value, line in self._containers:
            told = set(module.parameters())
            left_out = [each for each in _leaves_within(value) if each.requires_grad]
            left_out = [each for each in left_out if each not in told and each not in owned]
            if any(each in self._ever for each in left_out):
                self.pitfalls.add(Pitfall(line, "TAP601"))
            elif left_out:
                self.debatable.add(Pitfall(line, "TAP601"))
        for leaf in self._ever:
            self.gradients.append(_copy(leaf.grad))
        for line, verdicts in self._clipped.items():
            if not verdicts & {"clipped"}:
                self.debatable.add(Pitfall(line, "TAP702"))

    def _owned(self) -> set[torch.Tensor]:
        return {leaf for optimiser in self._made for leaf in _leaves(optimiser)}

    def _notice_cleared(self) -> None:
        for leaf, fills in list(self._fills.items()):
            if not _has_gradient(leaf):
                self._lost.setdefault(leaf, []).extend(fills)
                del self._fills[leaf]

    def _judge_clips(self, leaves: list[torch.Tensor], has_gradients: bool) -> None:
        """Which of the clippings before a step have left what it uses?"""
        rest = []
        for clip in self._clips:
            mine = [leaf for leaf in clip.left if any(leaf is each for each in leaves)]
            if clip.left and not mine:
                rest.append(clip)
                continue
            if not has_gradients:
                verdict = "no gradient"
            elif not clip.left:
                verdict = "nothing given"
            elif not clip.is_needed:
                verdict = "small"
            else:
                used = [leaf.grad for leaf in mine]
                is_left = same_gradients(used, [clip.left[leaf] for leaf in mine])
                verdict = "clipped" if is_left else "in vain"
            self._clipped.setdefault(clip.line, set()).add(verdict)
        self._clips = rest


def _has_gradient(leaf: torch.Tensor) -> bool:
    return leaf.grad is not None and bool(leaf.grad.any())


def _leaves(optimiser: torch.optim.Optimizer) -> list[torch.Tensor]:
    return [each for group in optimiser.param_groups for each in group["params"]]


def _remembers(optimiser: torch.optim.Optimizer) -> bool:
    """Whether a step has left something to the next one."""
    return any(
        isinstance(value, torch.Tensor) and value.numel() > 0
        for state in optimiser.state.values()
        for value in state.values()
    )


def _copy(gradient: torch.Tensor | None) -> torch.Tensor | None:
    return None if gradient is None else gradient.clone()


def _leaves_within(value: object) -> Iterator[torch.Tensor]:
    for each in value.values() if isinstance(value, dict) else value:  # type: ignore[attr-defined]
        if isinstance(each, nn.Module):
            yield from each.parameters()
        elif isinstance(each, nn.Parameter):
            yield each


# --- runs ---


def _is_same(one: _Seen, two: _Seen) -> bool:
    shapes = [[each if each is None else each.shape for each in it.gradients] for it in (one, two)]
    return shapes[0] == shapes[1] and same_gradients(one.gradients, two.gradients)


def _run_or_none(source: str, **how: Any) -> _Seen | None:
    try:
        return _run(source, **how)
    except Discarded:
        return None


class _Refused(Exception):  # noqa: N818 - it ends the run, as torch's own error would
    """Torch has refused to make an optimiser."""


def _run(source: str, *, without: int = 0, switched: int = 0, cut_at: int = 0) -> _Seen:
    """Run the program under the observer.

    Args:
        source: The program.
        without: A line that is left out.
        switched: A line that assigns a flag; torch's own flag of all leaves is set instead.
        cut_at: A line that keeps a value; the value is detached.

    Raises:
        Discarded: The program fails by itself.
    """
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        raise Discarded(f"SyntaxError: {error}") from error
    marked = _Marked(without, switched)
    code = compile(ast.fix_missing_locations(marked.visit(tree)), PROGRAM, "exec")
    seen = _Seen(marked.kept_lines)

    def keep(line: int, value: Any) -> Any:
        return value.detach() if line == cut_at and isinstance(value, torch.Tensor) else value

    def kept(line: int, into: object) -> None:
        seen.kept[line].append(_nodes_within(into))

    names = {"__name__": "program", "__keep__": keep, "__kept__": kept, "__switch__": _switch}
    try:
        with clean_torch(()), _observing(seen), contextlib.redirect_stdout(io.StringIO()):
            exec(code, names)
    except _Refused:
        seen.is_refused = True
    except Exception as error:
        raise Discarded(f"{type(error).__name__}: {error}") from error
    seen.end()
    return seen


class _Marked(ast.NodeTransformer):
    """Makes a line visible, or another one."""

    def __init__(self, without: int, switched: int) -> None:
        self.kept_lines: list[int] = []
        self._without, self._switched = without, switched

    def visit(self, node: ast.AST) -> Any:
        """Visit a node; that of a line in question is replaced."""
        if isinstance(node, ast.stmt) and node.lineno == self._without:
            return ast.copy_location(ast.Pass(), node)
        if isinstance(node, ast.Assign) and node.lineno == self._switched:
            owner = ast.unparse(_flag_of(node).value).removesuffix(".data")  # type: ignore[union-attr]
            call = ast.parse(f"__switch__({owner}, {ast.unparse(node.value)})").body[0]
            return ast.copy_location(call, node)
        if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add):
            node.value = self._keep(node, node.value)
            return [node, self._kept(node, node.target)]
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.BinOp):
            target = node.targets[0]
            if ast.unparse(target) == ast.unparse(node.value.left):
                node.value.right = self._keep(node, node.value.right)
                return [node, self._kept(node, target)]
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            function = node.value.func
            if isinstance(function, ast.Attribute) and function.attr == "append":
                node.value.args = [self._keep(node, each) for each in node.value.args]
                return [node, self._kept(node, function.value)]
        return self.generic_visit(node)

    def _keep(self, node: ast.stmt, value: ast.expr) -> ast.expr:
        call = ast.parse(f"__keep__({node.lineno}, {ast.unparse(value)})", mode="eval").body
        return _located(call, node)

    def _kept(self, node: ast.stmt, into: ast.expr) -> ast.stmt:
        self.kept_lines.append(node.lineno)
        [call] = ast.parse(f"__kept__({node.lineno}, {ast.unparse(into)})").body
        return _located(call, node)


def _located(new: Any, node: ast.AST) -> Any:
    for each in ast.walk(new):
        ast.copy_location(each, node)
    return new


@contextlib.contextmanager
def _observing(seen: _Seen) -> Iterator[None]:
    """Watch optimisers, backwards, clipping and attributes of modules."""
    backward, make = torch.Tensor.backward, torch.optim.Optimizer.__init__
    assign = nn.Module.__setattr__

    def run_backward(self: torch.Tensor, *given: Any, **named: Any) -> None:
        leaves = _leaves_of(self)
        seen.fill(lambda: backward(self, *given, **named), _line(), leaves)

    def make_optimiser(self: torch.optim.Optimizer, *given: Any, **named: Any) -> None:
        line = _line()
        try:
            make(self, *given, **named)
        except ValueError as error:
            if "empty parameter list" not in str(error):
                raise
            seen.pitfalls.add(Pitfall(line, "TAP703"))
            raise _Refused from None
        seen.make(self, line)

    def set_attribute(self: nn.Module, name: str, value: Any) -> None:
        assign(self, name, value)
        is_own = type(self).__module__ == "program"
        if is_own and isinstance(value, (list, tuple, dict)):
            seen.contain(self, value, _line())

    def clipping(name: str) -> Any:
        original = getattr(nn.utils, name)

        def clip(parameters: Any, *given: Any, **named: Any) -> Any:
            is_tensor = isinstance(parameters, torch.Tensor)
            every = [parameters] if is_tensor else list(parameters)
            leaves = [] if is_tensor else every
            return seen.clip(lambda: original(every, *given, **named), leaves, _line())

        return clip

    hooks = [
        optimisers.register_optimizer_step_pre_hook(
            lambda it, given, named: seen.step(it, _line())
        ),
        optimisers.register_optimizer_step_post_hook(lambda it, given, named: seen.stepped(it)),
    ]
    with contextlib.ExitStack() as patches:
        for hook in hooks:
            patches.callback(hook.remove)
        patches.enter_context(patch.object(torch.Tensor, "backward", run_backward))
        patches.enter_context(patch.object(torch.optim.Optimizer, "__init__", make_optimiser))
        patches.enter_context(patch.object(nn.Module, "__setattr__", set_attribute))
        for name in ("clip_grad_norm_", "clip_grad_value_"):
            patches.enter_context(patch.object(nn.utils, name, clipping(name)))
        yield


def _line() -> int:
    return running_line(sys._getframe())[0]


def _leaves_of(tensor: torch.Tensor) -> list[torch.Tensor]:
    """The leaves whose gradients a backward from here would fill."""
    return [node.variable for node in _nodes([tensor]) if hasattr(node, "variable")]


def _nodes(tensors: Sequence[torch.Tensor]) -> dict[Any, None]:
    """The nodes of autograd's graph behind some tensors."""
    waiting = [each.grad_fn for each in tensors if each.grad_fn is not None]
    found: dict[Any, None] = {}
    while waiting:
        node = waiting.pop()
        if node not in found:
            found[node] = None
            waiting += [each for each, _ in reversed(node.next_functions) if each is not None]
    return found


# --- lines in question ---


def _nodes_within(into: object) -> int:
    """How many nodes of the graph a tensor or a list keeps."""
    held = into if isinstance(into, list) else [into]
    return len(_nodes([each for each in held if isinstance(each, torch.Tensor)]))


def _longest_rise(sizes: Sequence[int]) -> int:
    """In how many rounds in a row something has grown."""
    longest = current = 0
    for before, after in itertools.pairwise(sizes):
        current = current + 1 if after > before else 0
        longest = max(longest, current)
    return longest


def _flag_of(node: ast.stmt) -> ast.Attribute | None:
    """The attribute that is assigned a truth value, where its name speaks of gradients."""
    if not isinstance(node, ast.Assign) or len(node.targets) != 1:
        return None
    target, value = node.targets[0], node.value
    if not isinstance(target, ast.Attribute) or "grad" not in target.attr:
        return None
    is_flag = isinstance(value, ast.Constant) and isinstance(value.value, bool)
    return target if is_flag else None


def _flag_lines(source: str) -> list[int]:
    found = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.stmt)]
    return sorted(node.lineno for node in found if _flag_of(node) is not None)


def _verdict_on_flag(source: str, line: int, seen: _Seen) -> str:
    """Whether an assignment does nothing, where freezing would do something."""
    without = _run_or_none(source, without=line)
    if without is None or not _is_same(seen, without):
        return ""
    switched = _run_or_none(source, switched=line)
    return "guilty" if switched is None or not _is_same(seen, switched) else "debatable"


def _switch(owner: Any, on: bool) -> None:
    for leaf in owner.parameters() if isinstance(owner, nn.Module) else [owner]:
        leaf.requires_grad_(on)
