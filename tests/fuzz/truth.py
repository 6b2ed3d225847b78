"""What torch makes of a program: which lines are pitfalls, told by running it.

Every program runs under an observer that stays between the program and torch. The observer lets
torch pack each tensor that is saved for backward, and notes its version. Whenever a function of
torch has moved a version, the line of the program that is running did it. When a backward unpacks
a saved tensor whose version moved, torch would raise; the observer notes the guilty lines, hands
out the numbers that were saved, and the program goes on. Errors that the program would die of are
noted and fixed in the same way, so that one run judges all pitfalls of a path. A plain run without
the observer must die at the first of the noted errors, or not at all.

Changes through ``.data`` move no version. They are seen by their numbers, and judged by ablation.
Where the memory was saved, the program runs once more with the numbers that a single line left
behind. Where the tensor has a history, it runs once more with the change of a single line made
so that autograd records it. The line is guilty if any gradient comes out different.

Nothing here knows how tapelint works.
"""

from __future__ import annotations

import ast
import contextlib
import itertools
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from types import CodeType, FrameType
from typing import Any, Literal

import torch
from torch.distributions import Distribution
from torch.overrides import TorchFunctionMode

PROGRAM = "<program>"
_OPTIMISERS = str(torch.optim.__file__).rpartition("__init__")[0]
_PROPERTIES = ("__get__", "__set__")
_ADDS = ("add", "add_", "__add__", "__radd__", "__iadd__")
_BACKWARDS = (torch.Tensor.backward, torch.autograd.backward, torch.autograd.grad)

Refusal = Literal["leaf", "stale", "cut", "freed"]
"""Why torch raises: a leaf is changed, a saved tensor was changed, no history, buffers freed."""

_SHIFTS = ("add_", "sub_", "__iadd__", "__isub__")
_MESSAGES: dict[str, Refusal] = {
    "a leaf Variable that requires grad is being used in an in-place": "leaf",
    "a view of a leaf Variable that requires grad is being used in an in-place": "leaf",
    "functions with out=... arguments don't support automatic differentiation": "leaf",
    "has been modified by an inplace operation": "stale",
    "Trying to backward through the graph a second time": "freed",
    "does not require grad and does not have a grad_fn": "cut",
}
_CODES: dict[Refusal, str] = {"leaf": "TAP201", "freed": "TAP501", "cut": "TAP104"}


class Discarded(Exception):  # noqa: N818 - it is no error, the program just does not count
    """The program says nothing: it fails in a way that is none of the pitfalls'."""


class ObserverError(Exception):
    """The observed run and the plain run contradict each other: the truth itself is broken."""


@dataclass(frozen=True, order=True)
class Pitfall:
    """A line of the program and the code of the rule that has to report it."""

    line: int
    code: str


@dataclass(frozen=True)
class Truth:
    """What a linter has to say of a program.

    Attributes:
        pitfalls: What is a pitfall on some path through the program.
        debatable: What may be reported and need not be: saved memory, or a tensor with a history,
            was written unseen, but the gradients happen to be the same; or a backward would meet
            it if it did not stop before, at buffers that are freed; or a term has no history in a
            sum that has one, and nobody says whether it is to train.
        data_writes: The lines that write through ``.data``, harmful or not.
    """

    pitfalls: frozenset[Pitfall] = frozenset()
    debatable: frozenset[Pitfall] = frozenset()
    data_writes: frozenset[int] = frozenset()


def truth_of(source: str) -> Truth:
    """Run the program on all of its paths and join what torch says.

    Raises:
        Discarded: The program fails in another way than by a pitfall.
        ObserverError: The plain run contradicts the observed one.
    """
    try:
        code = compile(source, PROGRAM, "exec")
    except SyntaxError as error:
        raise Discarded(f"SyntaxError: {error}") from error
    pitfalls: set[Pitfall] = set()
    debatable: set[Pitfall] = set()
    data_writes: set[int] = set()
    for flags in itertools.product((False, True), repeat=_number_of_flags(source)):
        observer = observe(code, flags)
        is_right = _agrees_with_plain_run(code, flags, observer)
        pitfalls |= observer.pitfalls
        debatable |= {Pitfall(line, "TAP104") for line in observer.terms_without_history}
        if any(refusal == "freed" for refusal, _ in observer.refusals):
            # A backward that stops at freed buffers hides what lies behind them.
            fixed = observe(code, flags, retains_graphs=True)
            debatable |= fixed.pitfalls
            debatable |= {Pitfall(line, "TAP301") for line in fixed.unseen_changes}
            debatable |= {Pitfall(line, "TAP301") for line in fixed.hidden_changes}
        data_writes |= observer.data_writes
        for line in observer.unseen_changes:
            ablated = observe(code, flags, keep_change_of=line)
            is_guilty = not is_right and not same_gradients(observer.gradients, ablated.gradients)
            (pitfalls if is_guilty else debatable).add(Pitfall(line, "TAP301"))
        for line in observer.hidden_changes:
            verdict = _verdict_on_hidden_change(code, flags, observer, line)
            if verdict is not None:
                (pitfalls if verdict == "guilty" else debatable).add(Pitfall(line, "TAP301"))
    return Truth(frozenset(pitfalls), frozenset(debatable - pitfalls), frozenset(data_writes))


def _verdict_on_hidden_change(
    code: CodeType, flags: Sequence[bool], observer: Observer, line: int
) -> Literal["guilty", "debatable"] | None:
    """Whether the gradients would be others if autograd knew of what a line does through ``.data``.

    Where they are the same though a backward has met the change, that is chance (a clamp of what
    lies within its bounds); but not where something was only added.
    """
    try:
        recorded = observe(code, flags, record_change_of=line)
        is_same = same_gradients(observer.gradients, recorded.gradients)
    except Discarded:
        return "debatable"
    if not is_same:
        return "guilty"
    return "debatable" if recorded.has_met_change and observer.hidden_changes[line] else None


def _number_of_flags(source: str) -> int:
    """Flags are the names ``flag0``, ``flag1``, ... of a program."""
    names = (
        node.arg if isinstance(node, ast.arg) else node.id
        for node in ast.walk(ast.parse(source))
        if isinstance(node, (ast.arg, ast.Name))
    )
    return 1 + max(
        (int(name.removeprefix("flag")) for name in names if name.startswith("flag")), default=-1
    )


@dataclass
class _Saved:
    """A tensor that is saved for backward, and what became of its memory since.

    ``memory`` is the saved tensor itself and moves with the program, ``numbers`` is a copy.
    """

    line: int
    memory: torch.Tensor | None
    numbers: torch.Tensor
    version: int
    content: bytes
    changed_at: list[Pitfall] = field(default_factory=list)
    unseen_at: dict[int, torch.Tensor] = field(default_factory=dict)


class Observer(TorchFunctionMode):
    """Stands between a program and torch while the program runs.

    Attributes:
        refusals: What torch refuses, in the order of time, with the line that is running.
        pitfalls: The guilty lines, but for those of ``.data``.
        unseen_changes: Lines that changed numbers a backward then used, without torch noticing.
        hidden_changes: Lines that changed a tensor with a history through ``.data``, and whether
            they did more than to add something.
        has_met_change: Whether a backward has passed the change that was to be recorded.
        data_writes: Lines that write through ``.data``.
        terms_without_history: Lines that add what has no history to what has one.
        gradients: What each backward computed, where the program uses ``.data``.
    """

    def __init__(
        self,
        watches_memory: bool,
        keep_change_of: int | None = None,
        record_change_of: int | None = None,
        retains_graphs: bool = False,
        created: Callable[[torch.Tensor], None] | None = None,
    ) -> None:
        super().__init__()
        self.refusals: list[tuple[Refusal, int]] = []
        self.pitfalls: set[Pitfall] = set()
        self.unseen_changes: set[int] = set()
        self.hidden_changes: dict[int, bool] = {}
        self.has_met_change = False
        self.data_writes: set[int] = set()
        self.terms_without_history: set[int] = set()
        self.gradients: list[torch.Tensor | None] = []
        self.differentiated: list[torch.Tensor] = []
        self._watches_memory = watches_memory
        self._keep_change_of = keep_change_of
        self._record_change_of = record_change_of
        self._retains_graphs = retains_graphs
        self._created = created
        self._arguments: tuple[Any, ...] = ()
        self._is_in_place = False
        self._saved: list[_Saved] = []
        self._through_data: list[tuple[torch.Tensor, int, torch.Tensor]] = []
        self._detached: list[tuple[torch.Tensor, torch.Tensor]] = []
        self._viewed: set[int] = set()

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: Sequence[type],
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        """Every function of torch that the program calls comes by here."""
        kwargs = kwargs or {}
        if func in _BACKWARDS:
            return self._differentiate(func, args, kwargs)
        self._arguments = args
        self._is_in_place = _is_in_place(func.__name__)
        name = func.__name__
        is_data = getattr(func, "__self__", None) is torch.Tensor.data
        is_new_memory = is_data and name == "__set__" and _storage(args[0]) != _storage(args[1])
        try:
            result = self._call(func, args, kwargs)
        except RuntimeError as error:
            return self._fix_refused_change(error, args, kwargs)
        if name in _ADDS and result.requires_grad:
            if any(isinstance(each, torch.Tensor) and not each.requires_grad for each in args):
                self.terms_without_history.add(running_line(sys._getframe())[0])
        if self._watches_memory:
            self._note_kinship(name, args, result)
        if name in _PROPERTIES:
            if self._watches_memory and is_data:
                self._notice_data(name, args[0], result, is_new_memory)
        else:
            self._notice_changes(func)
            if self._created is not None and func is torch.tensor:
                self._created(result)
        return result

    def pack(self, tensor: torch.Tensor) -> _Saved:
        """Torch saves ``tensor`` for backward."""
        numbers = tensor.detach().clone()
        line = running_line(sys._getframe())[0]
        # Of a result torch saves the memory, of an operand the tensor itself: assigning to its
        # ``.data`` later changes what was saved.
        operands = self._arguments[1:] if self._is_in_place else self._arguments
        is_operand = tensor.is_leaf or any(each is tensor for each in operands)
        memory = tensor if is_operand else tensor.detach()
        saved = _Saved(line, memory, numbers, tensor._version, self._content(tensor))
        self._saved.append(saved)
        return saved

    def unpack(self, saved: _Saved) -> torch.Tensor:
        """A backward asks for a saved tensor: judge what was done to it, give the right numbers."""
        if saved.changed_at:
            self._refused("stale")
            self.pitfalls.update(saved.changed_at)
        self.unseen_changes.update(saved.unseen_at)
        if self._keep_change_of in saved.unseen_at:
            return saved.unseen_at[self._keep_change_of]
        if saved.memory is None or saved.changed_at or saved.unseen_at:
            return saved.numbers
        return saved.memory  # a graph of the gradients saves it again and shares its version

    def forget(self) -> None:
        """Drop the saved tensors: they and the graph hold each other."""
        for saved in self._saved:
            saved.memory = None
        self._through_data.clear()
        self._detached.clear()

    def _call(self, func: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Call a function; a change through ``.data`` that is to be recorded, so that it is."""
        line = self._record_change_of
        if line is None or running_line(sys._getframe())[0] != line:
            return func(*args, **kwargs)
        if func.__name__ == "__set__" and getattr(func, "__self__", None) is torch.Tensor.data:
            self._record_assignment(*args)
            return func(*args, **kwargs)
        target = args[0] if args else kwargs.get("tensor")  # functions of nn.init
        target = kwargs.get("out", target)
        owner = self._owner_of(target)
        if owner is None or not isinstance(target, torch.Tensor):
            return func(*args, **kwargs)
        is_init = getattr(func, "__module__", "") == "torch.nn.init"
        is_change = self._is_in_place or kwargs.get("inplace") or "out" in kwargs or is_init
        if func.__name__ == "__setitem__":
            is_change = not _puts_back(args)
            self._watch_for_backward(owner)
        if not is_change:
            return func(*args, **kwargs)
        if not torch.is_grad_enabled():  # what is put in there is meant as a constant
            args = tuple(map(_as_constant, args))
        with torch.enable_grad():
            whole = (target.size(), target.stride(), target.storage_offset())
            mirror = torch.as_strided(owner, *whole)
            if is_init:
                rest = {name: value for name, value in kwargs.items() if name != "tensor"}
                mirror.copy_(func(target.clone(), *args[1:], **rest))
            elif "out" in kwargs:
                rest = {name: value for name, value in kwargs.items() if name != "out"}
                mirror.copy_(func(*args, **rest))
            else:
                func(mirror, *args[1:], **kwargs)
        self._watch_for_backward(owner)
        return target

    def _record_assignment(self, owner: torch.Tensor, value: torch.Tensor) -> None:
        """Let autograd know that a tensor gets the numbers of another one."""
        if owner.grad_fn is None or _storage(owner) == _storage(value):
            return
        if owner._base is not None or id(owner) in self._viewed:
            raise Discarded("other memory for a view, or for what has one")
        value = value if torch.is_grad_enabled() else value.detach()
        owner.data = owner.detach().clone()
        with torch.enable_grad():
            owner.copy_(value)
        self._watch_for_backward(owner)

    def _watch_for_backward(self, changed: torch.Tensor) -> None:
        def met(*_: object) -> None:
            self.has_met_change = True

        for each in (changed, changed._base):
            if each is not None and each.grad_fn is not None:
                each.grad_fn.register_prehook(met)

    def _owner_of(self, written: object) -> torch.Tensor | None:
        """The tensor with a history whose ``.data``, or a view of it, is written to."""
        for alias, _, owner in self._through_data:
            if written is alias or getattr(written, "_base", None) is alias:
                return owner if _has_history(owner) else None
        return None

    def _note_kinship(self, name: str, args: tuple[Any, ...], result: object) -> None:
        """Remember what a detached tensor comes from, and what has views."""
        if name == "detach" and isinstance(result, torch.Tensor):
            self._detached.append((result, args[0]))
        for each in result if isinstance(result, (tuple, list)) else (result,):
            base = getattr(each, "_base", None)
            if base is not None:
                self._viewed.add(id(base))

    def _refused(self, refusal: Refusal) -> None:
        line = running_line(sys._getframe())[0]
        self.refusals.append((refusal, line))
        if refusal in _CODES:
            self.pitfalls.add(Pitfall(line, _CODES[refusal]))

    def _fix_refused_change(
        self, error: RuntimeError, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        """Leave a refused change out; the program goes on with the tensor as it was."""
        target = kwargs["out"] if "out" in kwargs else args[0] if args else None
        if _refusal(error) != "leaf" or not isinstance(target, torch.Tensor):
            raise error
        if "out" in kwargs and not (target.is_leaf and target.requires_grad):
            raise error
        self._refused("leaf")
        return target

    def _differentiate(
        self, func: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        """Run a backward; what torch refuses is noted, and the program goes on."""
        if self._retains_graphs:
            kwargs = {**kwargs, "retain_graph": True}
        outputs = args[0] if args else kwargs["outputs"]
        self.differentiated.append(outputs)
        leaves = _leaves(outputs) if self._watches_memory else []
        try:
            result = func(*args, **kwargs)
        except RuntimeError as error:
            refusal = _refusal(error)
            if refusal not in ("cut", "freed"):
                raise
            self._refused(refusal)
            result = None
            if func is torch.autograd.grad:
                inputs = args[1] if len(args) > 1 else kwargs["inputs"]
                inputs = [inputs] if isinstance(inputs, torch.Tensor) else inputs
                result = tuple(torch.zeros_like(each) for each in inputs)
        if self._watches_memory:
            self.gradients += _gradients(result, leaves)
        return result

    def _notice_data(
        self, access: str, owner: torch.Tensor, result: torch.Tensor, is_new_memory: bool
    ) -> None:
        if access == "__set__":
            line = running_line(sys._getframe())[0]
            self.data_writes.add(line)
            self._notice_unseen_changes(line, [owner])
            if is_new_memory and owner.grad_fn is not None:
                self.hidden_changes[line] = True
        else:
            source = next((of for each, of in self._detached if each is owner), owner)
            self._through_data.append((result, result._version, source))

    def _notice_changes(self, func: Callable[..., Any]) -> None:
        """Find the versions that a call has moved; the running line is to blame."""
        for saved in self._saved:
            memory = saved.memory
            if memory is not None and memory._version != saved.version:
                saved.version = memory._version
                saved.content = self._content(memory)
                line, is_step = running_line(sys._getframe())
                if func.__name__ in ("embedding", "embedding_bag"):
                    saved.changed_at.append(Pitfall(saved.line, "TAP203"))
                else:
                    saved.changed_at.append(Pitfall(line, "TAP204" if is_step else "TAP202"))
        if self._watches_memory:
            line = running_line(sys._getframe())[0]
            written = [
                (tensor, owner)
                for tensor, version, owner in self._through_data
                if tensor._version != version
            ]
            if written:
                self.data_writes.add(line)
                self._through_data = [
                    (each, each._version, owner) for each, _, owner in self._through_data
                ]
            if any(_has_history(owner) for _, owner in written):
                is_end_of_item = func.__name__ == "__setitem__" and _puts_back(self._arguments)
                if line not in self.hidden_changes or not is_end_of_item:
                    is_more = not _adds_constant(func, self._arguments)
                    self.hidden_changes[line] = self.hidden_changes.get(line, False) or is_more
            self._notice_unseen_changes(line, [tensor for tensor, _ in written])

    def _notice_unseen_changes(self, line: int, written: Sequence[torch.Tensor]) -> None:
        """Find saved memory that has other numbers, or was written through ``.data`` at all."""
        storages = {_storage(tensor) for tensor in written}
        for saved in self._saved:
            memory = saved.memory
            if memory is None:
                continue
            content = self._content(memory)
            if content != saved.content or _storage(memory) in storages:
                saved.content = content
                saved.unseen_at[line] = memory.detach().clone()

    def _content(self, tensor: torch.Tensor) -> bytes:
        """The numbers as bytes: unlike numbers, ``nan`` equals itself there."""
        if not self._watches_memory:
            return b""
        return tensor.detach().numpy().tobytes()


def observe(
    code: CodeType,
    flags: Sequence[bool],
    keep_change_of: int | None = None,
    *,
    record_change_of: int | None = None,
    retains_graphs: bool = False,
    created: Callable[[torch.Tensor], None] | None = None,
) -> Observer:
    """Run the program once under an observer.

    Args:
        code: The compiled program.
        flags: The values of the program's flags.
        keep_change_of: A line that writes through ``.data``; backwards get the numbers it left.
        record_change_of: A line that writes through ``.data`` of a tensor with a history; autograd
            is told of what it does.
        retains_graphs: Whether every backward keeps the buffers, whatever the program says.
        created: Called with each tensor that the program makes by ``torch.tensor``.

    Raises:
        Discarded: The program fails in another way than by a pitfall.
    """
    observer = Observer(
        "data" in _names(code), keep_change_of, record_change_of, retains_graphs, created
    )
    try:
        with (
            clean_torch(flags),
            torch.autograd.graph.saved_tensors_hooks(observer.pack, observer.unpack),
            observer,
        ):
            _run(code, flags)
    except Exception as error:
        raise Discarded(f"{type(error).__name__}: {error}") from error
    finally:
        observer.forget()
    return observer


def same_gradients(
    ours: Sequence[torch.Tensor | None], theirs: Sequence[torch.Tensor | None]
) -> bool:
    """Whether two runs computed the same gradients.

    Raises:
        Discarded: A gradient is not finite, so that nothing can be said.
    """
    for mine, other in itertools.zip_longest(ours, theirs):
        if mine is None or other is None:
            if mine is not other:
                return False
            continue
        if not (mine.isfinite().all() and other.isfinite().all()):
            raise Discarded("a gradient is not finite")
        if not torch.allclose(mine, other, rtol=1e-9, atol=1e-12):
            return False
    return True


def _agrees_with_plain_run(code: CodeType, flags: Sequence[bool], observer: Observer) -> bool:
    """Run the program without the observer, and check the observer's word.

    What torch does by itself must be the first thing that the observer has seen, and its gradients
    must be right where no saved memory was written unseen.

    Returns:
        Whether torch raised nothing and computed the gradients that the observer did.

    Raises:
        Discarded: The program fails in another way than by a pitfall.
        ObserverError: The observer is wrong.
    """
    expected = observer.refusals[0] if observer.refusals else None
    happened = None
    reader = _GradientReader()
    try:
        with clean_torch(flags), reader if observer.gradients else contextlib.nullcontext():
            _run(code, flags)
    except Exception as error:
        refusal = _refusal(error)
        if refusal is None:
            raise Discarded(f"{type(error).__name__}: {error}") from error
        happened = (refusal, _line_of_error(error))
    if happened != expected:
        raise ObserverError(f"plain run: {happened}; observed run: {expected}")
    if happened is not None:
        return False
    is_right = same_gradients(observer.gradients, reader.gradients)
    if not is_right and not observer.unseen_changes:
        raise ObserverError("plain run: other gradients than in the observed run")
    return is_right


class _GradientReader(TorchFunctionMode):
    """Reads what each backward computed, and does nothing else."""

    def __init__(self) -> None:
        super().__init__()
        self.gradients: list[torch.Tensor | None] = []

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: Sequence[type],
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        """Every function of torch that the program calls comes by here."""
        kwargs = kwargs or {}
        if func not in _BACKWARDS:
            return func(*args, **kwargs)
        leaves = _leaves(args[0] if args else kwargs["outputs"])
        result = func(*args, **kwargs)
        self.gradients += _gradients(result, leaves)
        return result


def _gradients(result: object, leaves: Sequence[torch.Tensor]) -> list[torch.Tensor | None]:
    """What ``autograd.grad`` gave or what a backward left in its leaves, copied."""
    found = result if isinstance(result, tuple) else [leaf.grad for leaf in leaves]
    return [None if each is None else each.detach().clone() for each in found]


def _run(code: CodeType, flags: Sequence[bool]) -> None:
    namespace: dict[str, Any] = {"__name__": "program"}
    exec(code, namespace)
    if "program" in namespace:
        namespace["program"](*flags)


@contextlib.contextmanager
def clean_torch(flags: Sequence[bool]) -> Iterator[None]:
    """Fixed seed, double precision, flags as arguments; no traces left in torch or Python."""
    arguments, dtype = sys.argv, torch.get_default_dtype()
    validates = Distribution._validate_args
    switch = vars(Distribution)["set_default_validate_args"]
    sys.argv = ["program", *(f"--flag{number}" for number, is_on in enumerate(flags) if is_on)]
    torch.set_default_dtype(torch.float64)
    torch.default_generator.manual_seed(0)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        sys.argv = arguments
        torch.set_default_dtype(dtype)
        torch.set_grad_enabled(True)
        Distribution.set_default_validate_args = switch  # type: ignore[method-assign]
        Distribution._validate_args = validates


def _is_in_place(name: str) -> bool:
    """Whether a function of that name gives its first argument back, changed."""
    if name.startswith("__"):
        return name.startswith("__i") and name not in ("__invert__", "__index__", "__int__")
    return name.endswith("_")


def _has_history(tensor: torch.Tensor) -> bool:
    return tensor.grad_fn is not None and not _is_view_of_leaf(tensor)


def _is_view_of_leaf(tensor: torch.Tensor) -> bool:
    """Whether its memory is a leaf's: then the leaf has the new numbers as well."""
    return tensor._base is not None and tensor._base.is_leaf


def _puts_back(arguments: tuple[Any, ...]) -> bool:
    """Whether an item is assigned what is there already, as ``x[0] += 1`` does at its end."""
    whole, index, value = arguments
    if not isinstance(value, torch.Tensor):
        return False
    there = whole[index]
    return there.data_ptr() == value.data_ptr() and there.stride() == value.stride()


def _adds_constant(func: Callable[..., Any], arguments: tuple[Any, ...]) -> bool:
    """Whether a change adds what no gradient flows to: the derivative stays what it was."""
    return func.__name__ in _SHIFTS and not any(
        isinstance(each, torch.Tensor) and each.requires_grad for each in arguments[1:]
    )


def _as_constant(value: Any) -> Any:
    return value.detach() if isinstance(value, torch.Tensor) else value


def _storage(tensor: torch.Tensor) -> int:
    return tensor.untyped_storage().data_ptr()


def _refusal(error: BaseException) -> Refusal | None:
    message = str(error)
    return next((kind for text, kind in _MESSAGES.items() if text in message), None)


def running_line(frame: FrameType | None) -> tuple[int, bool]:
    """The program's innermost line, and whether an optimiser runs above it."""
    is_step = False
    while frame is not None and frame.f_code.co_filename != PROGRAM:
        is_step = is_step or frame.f_code.co_filename.startswith(_OPTIMISERS)
        frame = frame.f_back
    return (frame.f_lineno if frame is not None else 0), is_step


def _line_of_error(error: BaseException) -> int:
    line, trace = 0, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == PROGRAM:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def _leaves(outputs: torch.Tensor | Sequence[torch.Tensor]) -> list[torch.Tensor]:
    """The leaves whose ``.grad`` a backward fills, in a fixed order."""
    tensors = [outputs] if isinstance(outputs, torch.Tensor) else list(outputs)
    waiting = [each.grad_fn for each in reversed(tensors) if each.grad_fn is not None]
    seen: dict[Any, None] = {}
    leaves = []
    while waiting:
        node = waiting.pop()
        if node in seen:
            continue
        seen[node] = None
        if hasattr(node, "variable"):
            leaves.append(node.variable)
        waiting += [each for each, _ in reversed(node.next_functions) if each is not None]
    return leaves


def _names(code: CodeType) -> set[str]:
    """All attribute names of a program, those of its functions included."""
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= _names(constant)
    return names
