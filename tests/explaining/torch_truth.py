"""What torch says of the tensors of a program, line by line: the program is run and looked at.

After each line that has run to its end, all claims about that line are held against the tensors
that are there. Nothing here knows how an explanation is made: it gets the claims as data.
"""

from __future__ import annotations

import contextlib
import itertools
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import FrameType
from typing import Any

import torch
from tests.fuzz.truth import PROGRAM, clean_torch, running_line
from torch.overrides import TorchFunctionMode

from tapelint.torch_api.knowledge import knowledge

Claims = Mapping[str, Any]
"""An explanation as JSON."""
_FREED = "after they have already been freed"


class _Observer(TorchFunctionMode):
    """Notes which line has made each ``grad_fn``, by which function."""

    def __init__(self) -> None:
        super().__init__()
        self.made: dict[Any, tuple[int, str]] = {}

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: Sequence[type],
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        """Every function of torch that the program calls comes by here."""
        result = func(*args, **(kwargs or {}))
        line = running_line(sys._getframe())[0]
        name = getattr(func, "__name__", "")
        for each in result if isinstance(result, (tuple, list)) else [result]:
            if isinstance(each, torch.Tensor) and name != "__get__":
                with contextlib.suppress(RuntimeError):  # some views refuse to tell
                    if each.grad_fn is not None:
                        self.made.setdefault(each.grad_fn, (line, name))
        return result


class Witness:
    """Runs a program and holds claims about its lines against torch.

    Attributes:
        mistakes: What was claimed and is not so.
        confirmed: How many claims were held against torch and were right, by their kind.
    """

    def __init__(self, claims: Mapping[int, Claims]) -> None:
        self.claims = claims
        self.mistakes: dict[str, None] = {}
        self.confirmed: dict[str, int] = {}
        self._before: dict[FrameType, int] = {}
        self._states: dict[FrameType, dict[str, tuple[str, ...]]] = {}
        self._saved: set[tuple[int, int, int]] = set()
        self._observer = _Observer()
        self._kept: list[object] = []
        self._tensors: set[tuple[int, str]] = set()
        self._others: dict[tuple[int, str], str] = {}

    def judge_names(self) -> None:
        """After all runs: what never held a tensor, and of which something was claimed."""
        for (line, name), kind in self._others.items():
            if (line, name) not in self._tensors:
                self.mistakes[f"{line}: {name} is no tensor, it is {kind}"] = None

    def run(self, source: str, flags: Sequence[bool] = ()) -> None:
        """Run the program once; it may end by an error."""
        code = compile(source, PROGRAM, "exec")
        namespace: dict[str, Any] = {"__name__": "program", "__file__": PROGRAM}
        self._before.clear()
        self._saved.clear()
        hooks = torch.autograd.graph.saved_tensors_hooks(self._pack, self._unpack)
        with clean_torch(flags), self._observer, hooks:
            sys.settrace(self._trace)
            try:
                exec(code, namespace)
                if "program" in namespace:
                    namespace["program"](*flags)
            except (Exception, SystemExit):
                pass  # what torch refuses ends the program
            finally:
                sys.settrace(None)

    def _pack(self, tensor: torch.Tensor) -> tuple[torch.Tensor, int]:
        line = running_line(sys._getframe())[0]
        self._saved.add((line, _memory(tensor), tensor._version))
        self._kept.append(tensor)  # its memory must not be given to another tensor
        return tensor, tensor._version

    def _unpack(self, saved: tuple[torch.Tensor, int]) -> torch.Tensor:
        tensor, version = saved
        if tensor._version != version:
            raise RuntimeError("has been modified by an inplace operation")
        return tensor

    def _trace(self, frame: FrameType, event: str, argument: object) -> Any:
        if frame.f_code.co_filename != PROGRAM:
            return None
        if frame.f_code.co_name.startswith("<") and frame.f_code.co_name != "<module>":
            return None
        if event == "exception":
            self._before.pop(frame, None)
        if event in ("line", "return"):
            line = self._before.pop(frame, None)
            if line is not None and line in self.claims:
                with _untraced():
                    self._judge(line, frame)
        if event == "line":
            self._before[frame] = frame.f_lineno
            with _untraced():
                self._states[frame] = self._state(frame.f_lineno, frame)
        return self._trace

    # --- judging ---

    def _judge(self, line: int, frame: FrameType) -> None:
        claims = self.claims[line]
        if (claims["shown"]["line"], claims["shown"]["after"]) != (line, True):
            return
        mode = "enabled" if torch.is_grad_enabled() else "no_grad"
        mode = "inference" if torch.is_inference_mode_enabled() else mode
        claimed = claims["grad_mode"]
        if claimed == "off" and mode != "enabled":
            claimed = mode  # by whatever
        self._compare(f"{line}: grad mode", "mode", claimed, mode)
        self._judge_changes(line, self._states.get(frame, {}), self._state(line, frame))
        for tensor in claims["tensors"]:
            if tensor["temporary"]:
                continue
            try:
                value = eval(tensor["name"], frame.f_globals, frame.f_locals)
            except Exception:
                continue  # it is bound on another path
            if isinstance(value, torch.Tensor):
                self._tensors.add((line, tensor["name"]))
                with contextlib.suppress(RuntimeError):  # of some views nothing may be asked
                    self._judge_tensor(f"{line}: {tensor['name']}", tensor, value)
                self._judge_memory(line, tensor, value, frame)
            elif _says_something(tensor):
                self._others[line, tensor["name"]] = type(value).__name__

    def _state(self, line: int, frame: FrameType) -> dict[str, tuple[str, ...]]:
        """What torch says of the tensors that a line is said to change, in the words of changes."""
        found = {}
        for name in {each["tensor"] for each in self.claims.get(line, {}).get("changes", ())}:
            with contextlib.suppress(Exception):  # it is not bound, or tells nothing of itself
                tensor = eval(name, frame.f_globals, frame.f_locals)
                answers = [
                    "yes" if each else "no" for each in (tensor.requires_grad, tensor.is_leaf)
                ]
                found[name] = (*answers, str(tensor._version))
        return found

    def _judge_changes(
        self,
        line: int,
        before: Mapping[str, tuple[str, ...]],
        after: Mapping[str, tuple[str, ...]],
    ) -> None:
        kinds = ("requires_grad", "leaf", "version")
        for each in self.claims[line]["changes"]:
            for when, state in (("before", before), ("after", after)):
                if each["what"] in kinds and each["tensor"] in state:
                    truth = state[each["tensor"]][kinds.index(each["what"])]
                    place = f"{line}: {each['tensor']}.{each['what']} {when}"
                    self._compare(place, f"{each['what']} {when}", each[when], truth)

    def _judge_tensor(self, place: str, claim: Claims, tensor: torch.Tensor) -> None:
        for name in ("requires_grad", "is_leaf"):
            truth = "yes" if getattr(tensor, name) else "no"
            self._compare(f"{place}.{name}", name, claim[name]["value"], truth)
        version = claim["version"]["value"]
        try:
            self._compare(f"{place}._version", "version", version, tensor._version)
        except RuntimeError:
            if version is not None:
                self.mistakes[f"{place}: version {version} of an inference tensor"] = None
        if claim["grad_fn"] is not None:
            if tensor.grad_fn is None:
                self.mistakes[f"{place}: grad_fn {claim['grad_fn']}, but it has none"] = None
            made = self._observer.made.get(tensor.grad_fn)
            if made is not None and made[0]:
                self._compare(f"{place}.grad_fn", "grad_fn", claim["grad_fn"]["line"], made[0])
                if not _is_same(claim["grad_fn"]["operation"], made[1]):
                    text = f"{place}: grad_fn {claim['grad_fn']['operation']} and {made[1]}"
                    self.mistakes[text] = None
        self._judge_freed(place, claim, tensor)
        for each in claim["saved_by"]:
            if each["certain"] and each["saved_version"] is not None and each["line"]:
                wanted = (each["line"], _memory(tensor), each["saved_version"])
                if wanted not in self._saved:
                    self.mistakes[f"{place}: not saved as {each}"] = None
                else:
                    self.confirmed["saved"] = self.confirmed.get("saved", 0) + 1
                if each["state"] == "changed" and tensor._version == each["saved_version"]:
                    if claim["version"]["value"] is not None:
                        self.mistakes[f"{place}: unchanged, and said to be {each}"] = None

    def _judge_memory(
        self, line: int, claim: Claims, tensor: torch.Tensor, frame: FrameType
    ) -> None:
        names = {each["name"] for each in self.claims[line]["tensors"] if not each["temporary"]}
        for name in names.intersection(claim["shares_memory_with"]):
            try:
                other = eval(name, frame.f_globals, frame.f_locals)
            except Exception:
                continue
            if isinstance(other, torch.Tensor) and _memory(other) != _memory(tensor):
                text = f"{line}: {claim['name']} and {name} have memory of their own"
                self.mistakes[text] = None

    def _judge_freed(self, place: str, claim: Claims, tensor: torch.Tensor) -> None:
        if claim["freed"]["value"] == "unknown" or tensor.grad_fn is None:
            return
        truth = "yes" if _is_freed(tensor.grad_fn) else "no"
        if truth == "no" and claim["freed"]["value"] == "yes" and _hides_saved(tensor.grad_fn):
            return
        self._compare(f"{place} freed", "freed", claim["freed"]["value"], truth)

    def _compare(self, place: str, kind: str, claimed: object, truth: object) -> None:
        if claimed in ("unknown", None):
            return
        if claimed == truth:
            self.confirmed[kind] = self.confirmed.get(kind, 0) + 1
        else:
            self.mistakes[f"{place}: claimed {claimed}, torch says {truth}"] = None


def all_flags(count: int) -> Iterator[tuple[bool, ...]]:
    """All ways through a program of so many flags."""
    return itertools.product((False, True), repeat=count)


def _says_something(claim: Claims) -> bool:
    """Whether anything definite is claimed of a tensor."""
    answers = {claim[name]["value"] for name in ("requires_grad", "is_leaf")}
    return answers != {"unknown"} or claim["version"]["value"] is not None


def _is_same(operation: str, function: str) -> bool:
    """Whether an operation of the tape and a function of torch mean the same."""
    is_named_by_program = operation not in knowledge().operations or operation[0].isupper()
    if is_named_by_program or operation == "view" or function == "__getitem__":
        return True  # named as the program names it: a module, a distribution
    one, two = (
        each.strip("_").removeprefix("r").removeprefix("i") for each in (operation, function)
    )
    aliases = {"truediv": "div", "floordiv": "floor_divide", "mod": "remainder", "+=": "add"}
    one, two = aliases.get(one, one), aliases.get(two, two)
    return one.startswith(two) or two.startswith(one) or two in one


def _is_freed(root: Any) -> bool:
    return any(_FREED in error for error in _errors_of_saved(root))


def _hides_saved(root: Any) -> bool:
    """Whether a graph keeps what Python cannot look at: a change of a part, or nothing by name."""
    is_part = any("CopySlices" in type(node).__name__ for node in _nodes(root))
    return is_part or not any(True for _ in _saved_names(root))


def _nodes(root: Any) -> Iterator[Any]:
    seen = set()
    pending = [root]
    while pending:
        node = pending.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        pending += [each for each, _ in node.next_functions]
        yield node


def _saved_names(root: Any) -> Iterator[tuple[Any, str]]:
    for node in _nodes(root):
        yield from ((node, name) for name in dir(node) if name.startswith("_saved_"))


def _errors_of_saved(root: Any) -> Iterator[str]:
    for node, name in _saved_names(root):
        try:
            getattr(node, name)
        except RuntimeError as error:
            yield str(error)


def _memory(tensor: torch.Tensor) -> int:
    return tensor.untyped_storage().data_ptr()


@contextlib.contextmanager
def _untraced() -> Iterator[None]:
    """Look at tensors without being looked at."""
    with torch._C.DisableTorchFunction():
        yield
