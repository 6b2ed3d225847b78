"""Steps in a loop whose gradients nothing clears, as the words of all that it may run tell.

``for batch in loader: loss = model(batch); loss.backward(); optimizer.step()``: whatever network
and optimiser these are, each step uses the gradients of all rounds before. Something called in the
loop may clear them: a method of this file or of one that it imports from, the network's own
``forward``. So none of these, nor what they name, may speak of gradients.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from tapelint.source import tree
from tapelint.source.index import CALLED, MODULE, Function, Index, named_by
from tapelint.source.indexing import kept_index
from tapelint.source.neighbours import Neighbours, ProjectFile, definition
from tapelint.source.python_tree import python_tree
from tapelint.source.spelling import code_of, last_name
from tapelint.source.tree import walk
from tapelint.tape import training_events
from tapelint.tape.domain.program import FunctionUnit
from tapelint.tape.domain.terms import StepFault, Truth
from tapelint.tape.machine.machine import Machine
from tapelint.tape.syntax import assigned_in, receiver
from tapelint.torch_api.families import families
from tapelint.torch_api.names import names_whole_network, optimises, words

MOST_FILES = 16
"""In how many files what a loop calls is looked for."""
_CLEARING = ("zero_grad", ".grad", "set_to_none", "clear_grad", "setattr")
"""Words with which gradients are cleared."""
_LEAVING = (tree.Break, tree.Return, tree.Raise)
_RUN = frozenset({f"{each}(" for each in CALLED} | {"step("})
"""What is called without its name, and what a step itself runs."""
_ASKED_OF_NETWORKS = families().lists_parameters | {"train", "eval"}
_OF_NETWORKS = frozenset({"train(", ".train", "eval(", ".eval"})
"""What networks are asked for as well, and no loop around a step calls to train."""


class NeverCleared:
    """Looks at steps of optimisers, be they known or not."""

    def __init__(
        self, machine: Machine, module: tree.Module | None, neighbours: Neighbours | None
    ) -> None:
        self._machine, self._module, self._neighbours = machine, module, neighbours
        self._networks: frozenset[str] | None = None
        self._run: dict[FunctionUnit | None, tuple[set[str], set[str]]] = {}

    def note_step(self, node: tree.Node) -> None:
        """Something steps: tell of it, where it is an optimiser in a loop that clears nothing."""
        machine = self._machine
        frame, last = machine.frame, machine.events[-1] if machine.events else None
        if not isinstance(node, tree.Call) or node.args or not frame.loops:
            return
        if machine.grad_mode is Truth.NO or not optimises(code_of(receiver(node))):
            return
        if isinstance(last, training_events.GradientsStepped) and last.at is node and last.fault:
            return
        loop = frame.loops[-1].node
        filled = _backward_before(loop, node)
        if filled is None or code_of(receiver(node)) in assigned_in(loop):
            return
        words, known = self._run_by(frame.unit)
        may_clear = not words or any(part in word for word in words for part in _CLEARING)
        if may_clear:
            return
        if self._networks is None:
            self._networks = _networks_in(self._module)
        networks = self._networks
        if any(_is_handed_to_others(each, node, known, networks) for each in walk(loop)):
            return
        machine.emit(
            training_events.GradientsStepped,
            node,
            fault=StepFault.NEVER_CLEARED,
            filled=filled,
            other=node,
            is_certain=False,
            is_seen=True,
            is_handed_on=False,
        )

    def _run_by(self, unit: FunctionUnit | None) -> tuple[set[str], set[str]]:
        """The words of a function and all that it may run, and how what is known is called."""
        if unit not in self._run:
            self._run[unit] = self._words_run_by(unit)
        return self._run[unit]

    def _words_run_by(self, unit: FunctionUnit | None) -> tuple[set[str], set[str]]:
        own = self._own_index()
        line = _line_of(unit)
        function = own.functions.get(line) if own is not None and line is not None else None
        if own is None or function is None or (unit is not None and function.name not in unit.name):
            return set(), set()
        everything: list[Function] = [*own.functions.values()]
        for index in islice(self._imported(), MOST_FILES):
            everything += index.functions.values()
        by_name = named_by(everything, lambda each: each.named)
        pending = [function, *(each for name in _RUN for each in by_name.get(name, ()))]
        found, words = {id(each) for each in pending}, set[str]()
        while pending:
            new = pending.pop().words - words
            words |= new
            for each in (one for word in new - _OF_NETWORKS for one in by_name.get(word, ())):
                if id(each) not in found:
                    found.add(id(each))
                    pending.append(each)
        return words, set(by_name)

    def _own_index(self) -> Index | None:
        source = self._module.source if self._module is not None else None
        parsed = python_tree(source.text) if source is not None else None
        return kept_index(parsed, source.text) if source is not None and parsed else None

    def _imported(self) -> Iterator[Index]:
        """What the files hold from which this one imports, and those of their own imports."""
        neighbours = self._neighbours
        if neighbours is None:
            return
        pending: list[ProjectFile] = [neighbours.here]
        seen = {neighbours.here.path}
        while pending:
            file = pending.pop(0)
            for found in _imported_by(neighbours, file):
                outline = neighbours.outline(found)
                if found.path not in seen and outline is not None:
                    seen.add(found.path)
                    pending.append(found)
                    yield outline.index


def _imported_by(neighbours: Neighbours, file: ProjectFile) -> Iterator[ProjectFile]:
    """The files of the project from which a file imports."""
    outline = neighbours.outline(file)
    if outline is None:
        return
    for star in outline.star_imports:
        module = neighbours.find(neighbours.absolute(star, file), file)
        if module is not None:
            yield module
    for full in sorted(set(outline.index.imports.values())):
        origin = definition(neighbours, full, file)
        module = neighbours.find(neighbours.absolute(full, file), file)
        yield from (each for each in (origin[2] if origin else None, module) if each is not None)


def _line_of(unit: FunctionUnit | None) -> int | None:
    """The line of a function's ``def``."""
    if unit is None:
        return MODULE
    source = unit.node.source
    if source is None or not isinstance(unit.node, tree.FunctionDef):
        return None
    return source.line(unit.node.name)


def _is_handed_to_others(
    call: tree.Node, step: tree.Call, known: set[str], networks: frozenset[str]
) -> bool:
    """Whether the optimiser or a network is given to a function that nobody has looked into."""
    if not isinstance(call, tree.Call) or f"{last_name(call.func)}(" in known:
        return False
    given = {code_of(each.value) for each in call.args}
    owner = code_of(receiver(step))
    return not given.isdisjoint(networks | {owner}) or any(
        names_whole_network(each) or _names_what_is_optimised(each, owner) for each in given
    )


def _names_what_is_optimised(name: str, optimiser: str) -> bool:
    """Whether the name of an optimiser says of what: ``D`` and ``optimizer_d``."""
    said, rest = set(words(_last(name))), words(_last(optimiser))
    return bool(said) and said <= {each for each in rest if not optimises(each)}


def _last(name: str) -> str:
    return name.rpartition(".")[2]


def _networks_in(root: tree.Node | None) -> frozenset[str]:
    """What a file asks for parameters, or to train or to be evaluated, by how it is written."""
    return frozenset(
        code_of(each.value)
        for each in (walk(root) if root is not None else ())
        if isinstance(each, tree.Attribute) and each.attr.value in _ASKED_OF_NETWORKS
    )


def _backward_before(loop: tree.Node, step: tree.Call) -> tree.Call | None:
    """The backward that comes before a step among the same statements of a loop.

    None where they are the last: a step that is taken once needs no clearing.
    """
    for block in walk(loop):
        if not isinstance(block, tree.IndentedBlock):
            continue
        calls = [_call_of(each) for each in block.body]
        if step not in calls:
            continue
        at = calls.index(step)
        if any(_leaves(each) for each in block.body[at:]):
            return None
        before = [each for each in calls[:at] if each is not None and _is_backward(each)]
        return before[-1] if before else None
    return None


def _call_of(statement: tree.Node) -> tree.Call | None:
    """The call that a statement is."""
    parts: Sequence[tree.Node] = getattr(statement, "body", ())
    if not isinstance(statement, tree.SimpleStatementLine) or len(parts) != 1:
        return None
    value = parts[0].value if isinstance(parts[0], tree.Expr) else None
    return value if isinstance(value, tree.Call) else None


def _leaves(statement: tree.Node) -> bool:
    if not isinstance(statement, tree.SimpleStatementLine):
        return False
    return any(isinstance(each, _LEAVING) for each in statement.body)


def _is_backward(call: tree.Call) -> bool:
    return last_name(call.func) == "backward" and isinstance(call.func, tree.Attribute)
