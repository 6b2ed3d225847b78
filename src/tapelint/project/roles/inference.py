"""From facts to roles: each parameter of a function, told by how the function and its class use it.

A parameter that the constructor keeps as an attribute is one subject with it: what the methods do
with the attribute tells of both. Uses come first; a name only counts together with a use that fits
it, and evidence for two kinds leaves the subject unknown.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Container, Iterator, Mapping, Sequence

from tapelint.project.roles import words
from tapelint.project.roles.by_hand import said_by_hand
from tapelint.project.roles.facts import Definition, Facts, facts_of, facts_of_bodies, holder
from tapelint.project.roles.owners import with_owners
from tapelint.project.roles.role import TRAINING, Basis, Evidence, Kind, Role
from tapelint.project.roles.two_names import known_by_two_names
from tapelint.torch_api.families import families
from tapelint.torch_api.kinds import answers, kinds_with
from tapelint.torch_api.knowledge import knowledge
from tapelint.torch_api.names import gives_output

_READS_FILES = frozenset({"open", "join", "exists", "makedirs", "load", "isfile", "isdir"})
_GIVEN_AWAY = {
    Kind.TENSOR: "tensor",
    Kind.ARRAY: "array",
    Kind.DISTRIBUTION: "distribution",
    Kind.SCHEDULER: "scheduler",
}
"""Kinds that are told by attributes which no other kind has."""
LEAST_ALONE = 2
"""How many such attributes it takes: one may be that of a class of the project's own."""
_NO_NETWORK = frozenset({"tensor", "array", "text", "number", "distribution"})
_Found = Iterator[tuple[Kind, Evidence]]


@functools.cache
def _asked_of_networks() -> tuple[frozenset[str], frozenset[str]]:
    """What nobody asks of anything but a network, and what others may be asked for as well.

    A trainer or an agent may have ``train`` and ``state_dict``; a network is called besides.
    """
    known = families()
    parts = known.lists_parameters | known.lists_modules
    held = answers()["tensor"] | answers()["list"] | answers()["dict"]
    return parts, answers()["module"] - held - parts - {"__call__"}


class FunctionRoles:
    """Infers the roles of functions' parameters; remembers what it has inferred."""

    def __init__(self) -> None:
        self._known: dict[ast.AST, Mapping[str, Role]] = {}
        self._classes: dict[ast.ClassDef, Mapping[str, Facts]] = {}

    def of(
        self, function: Definition, owner: ast.ClassDef | None = None, text: str = ""
    ) -> Mapping[str, Role]:
        """The roles of a function's parameters, by their names.

        Args:
            function: The function.
            owner: The class whose method it is.
            text: The text that it stands in: comments there outweigh what is inferred.
        """
        known = self._known.get(function)
        if known is None:
            said = said_by_hand(function, text)
            known = self._infer(function, owner, said)
            is_made = not said and any(each.kind in TRAINING for each in known.values())
            if is_made and text and function.lineno in known_by_two_names(text):
                known = {}
            self._known[function] = known
        return known

    def of_attributes(
        self, classes: Sequence[ast.ClassDef], known: Container[str]
    ) -> Mapping[str, Role]:
        """The roles of what the methods of a class find on their object, and none puts there.

        Args:
            classes: The class, its bases and what derives from it: they are one subject.
            known: The attributes that are known otherwise.
        """
        bodies = [each.body for owner in classes for each in _methods(owner)]
        facts = facts_of_bodies(bodies)
        kept = {attribute for each in facts.values() for attribute in each.stored}
        found: dict[str, Role] = {}
        for subject, used in facts.items():
            name = subject.removeprefix("self.")
            of = (holder(subject) or subject).removeprefix("self.")
            if name == subject or {subject, f"self.{of}"} & kept or of in known:
                continue
            if len(used.rebound) == 1:  # whatever makes it is not known
                used.rebound = []
            found[name] = inferred(name, _first(used), used)
        called = {name for name, role in found.items() if is_called(role, facts[f"self.{name}"])}
        return with_owners(found, {f"self.{name}": name for name in found}, bodies, called)

    def _infer(
        self, function: Definition, owner: ast.ClassDef | None, said: Mapping[str, Role]
    ) -> Mapping[str, Role]:
        own = facts_of(*function.body)
        of_class = self._facts_of_class(owner) if owner is not None else {}
        kept: dict[str, str] = {}
        found: dict[str, Role] = {}
        called: set[str] = set()
        for parameter, default in parameters_of(function, is_method=owner is not None):
            facts = own.get(parameter.arg, Facts())
            for attribute in facts.stored:
                kept[attribute] = parameter.arg
                facts.add(of_class.get(attribute, Facts()))
            told = _role(parameter, default, facts)
            by_hand = said.get(parameter.arg)
            found[parameter.arg] = (
                by_hand._replace(asked=told.asked, takes=told.takes) if by_hand else told
            )
            if is_called(found[parameter.arg], facts):
                called.add(parameter.arg)
        for name, facts in self._items(found, kept, own, of_class):
            found[name] = inferred(name, _first(facts), facts)
            if is_called(found[name], facts):
                called.add(name)
        bodies: list[Sequence[ast.stmt]] = [function.body]
        if owner is not None and kept:
            bodies += [each.body for each in _methods(owner)]
        beside = self._beside(own, of_class) if function.name != "__init__" else {}
        owned = with_owners({**beside, **found}, kept, bodies, called)
        return {name: owned[name] for name in found}

    @staticmethod
    def _items(
        given: Mapping[str, Role],
        kept: dict[str, str],
        own: Mapping[str, Facts],
        of_class: Mapping[str, Facts],
    ) -> Iterator[tuple[str, Facts]]:
        """What is used of what parameters hold: ``nets['g']``, ``args.model``."""
        known = {name for name, role in given.items() if role.kind is Kind.NOTHING}
        facts = dict(own)
        for attribute, name in list(kept.items()):
            for each, used in of_class.items():
                if holder(each) == attribute:
                    item = kept[each] = name + each.removeprefix(attribute)
                    facts.setdefault(item, Facts()).add(used)
            for method, call in of_class.get(attribute, Facts()).methods.items():
                kept[f"{attribute}.{method}"] = f"{name}.{method}"
                facts.setdefault(name, Facts()).methods.setdefault(method, call)
        for name in known:
            for method, call in facts.get(name, Facts()).methods.items():
                if call.args and method not in knowledge().tensor_methods | {"step"}:
                    facts.setdefault(f"{name}.{method}", Facts(calls=[call]))
        yield from ((name, each) for name, each in facts.items() if holder(name) in known)

    @staticmethod
    def _beside(own: Mapping[str, Facts], of_class: Mapping[str, Facts]) -> Mapping[str, Role]:
        """The networks and optimisers of its object that a method uses: ``self.net``."""
        used = {name: facts for name, facts in of_class.items() if name in own}
        roles = {name: inferred(name, 0, facts) for name, facts in used.items() if "." in name}
        return {name: role for name, role in roles.items() if role.kind in TRAINING}

    def _facts_of_class(self, owner: ast.ClassDef) -> Mapping[str, Facts]:
        known = self._classes.get(owner)
        if known is None:
            bodies = (each.body for each in _methods(owner))
            known = self._classes[owner] = facts_of_bodies(bodies)
        return known


def _methods(owner: ast.ClassDef) -> list[Definition]:
    return [
        each for each in owner.body if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef))
    ]


def parameters_of(
    function: Definition, *, is_method: bool
) -> Iterator[tuple[ast.arg, ast.expr | None]]:
    """The parameters of a function that a caller gives, each with its default.

    Args:
        function: The function.
        is_method: Whether its first parameter is its object, or its class.
    """
    given = function.args
    positional = [*given.posonlyargs, *given.args]
    missing = len(positional) - len(given.defaults)
    pairs = list(zip(positional, [*[None] * missing, *given.defaults], strict=True))
    is_static = any(
        isinstance(each, ast.Name) and each.id == "staticmethod" for each in function.decorator_list
    )
    yield from pairs[1 if is_method and not is_static else 0 :]
    yield from zip(given.kwonlyargs, given.kw_defaults, strict=True)


def _role(parameter: ast.arg, default: ast.expr | None, facts: Facts) -> Role:
    """The role of one parameter."""
    if facts.rebound:
        return Role()
    role = Role()
    for kind, evidence in (
        *of_annotation(parameter),
        *_of_default(default),
        *of_uses(facts),
    ):
        role = role.join(Role(kind, (evidence,)))
    role = role if role.kind is not Kind.NOTHING else _of_name(parameter, facts)
    if _is_contradicted(role, facts):
        return Role(Kind.ANYTHING, role.evidence)
    asked = frozenset({*facts.attributes, *facts.methods})
    known = answers().get(role.kind.id, frozenset()) - families().lists_modules
    takes = frozenset(len(each.args) + len(each.keywords) for each in facts.calls)
    return role._replace(asked=asked - known, takes=takes)


def _is_contradicted(role: Role, facts: Facts) -> bool:
    """Whether the code does with it what nothing of its kind can do."""
    can = answers().get(role.kind.id)
    if can is None:
        return False
    is_called = bool(facts.calls) and "__call__" not in can
    return is_called or (bool(facts.operands) and can.isdisjoint({"__add__", "__mul__"}))


def inferred(name: str, line: int, facts: Facts) -> Role:
    """The role of a variable that stands on a line, by its name and how it is used."""
    return _role(ast.arg(name, lineno=line), None, facts)


def of_annotation(parameter: ast.arg) -> _Found:
    """What an annotation says; that of a class of the project's says nothing here."""
    note = parameter.annotation
    text = note.value if isinstance(note, ast.Constant) and isinstance(note.value, str) else None
    written = text or (ast.unparse(note) if note is not None else "")
    written = written.replace(" ", "").removeprefix("Optional[").removesuffix("]")
    last = written.removesuffix("|None").rpartition(".")[2]
    kinds = {
        "Module": Kind.MODULE, "LightningModule": Kind.MODULE, "PreTrainedModel": Kind.MODULE,
        "DataLoader": Kind.LOADER, "GradScaler": Kind.SCALER, "Tensor": Kind.TENSOR,
        "ndarray": Kind.ARRAY, "int": Kind.NUMBER, "float": Kind.NUMBER, "bool": Kind.FLAG,
        "str": Kind.TEXT, "Path": Kind.TEXT, "Distribution": Kind.DISTRIBUTION,
        "Optimizer": Kind.OPTIMISER, **dict.fromkeys(knowledge().optimisers, Kind.OPTIMISER),
    }  # fmt: skip
    if last in kinds:
        yield kinds[last], Evidence(Basis.ANNOTATION, parameter.lineno, f"annotated as `{written}`")


def _of_default(default: ast.expr | None) -> _Found:
    value = default.value if isinstance(default, ast.Constant) else None
    if isinstance(default, ast.UnaryOp) and isinstance(default.operand, ast.Constant):
        value = default.operand.value
    if default is None or value is None:
        return
    evidence = Evidence(Basis.DEFAULT, default.lineno, f"`{value!r}` is its default")
    if isinstance(value, bool):
        yield Kind.FLAG, evidence
    elif isinstance(value, (int, float)):
        yield Kind.NUMBER, evidence
    elif isinstance(value, str):
        yield Kind.TEXT, evidence


def of_uses(facts: Facts) -> _Found:
    """What the code does with it."""
    asked = {**facts.attributes, **facts.methods}

    def use(line: int, text: str) -> Evidence:
        return Evidence(Basis.USE, line, text)

    of_networks, of_others = _asked_of_networks()
    parts = sorted(of_networks & asked.keys())
    shared = sorted(of_others & facts.methods.keys())
    if parts:
        yield Kind.MODULE, use(asked[parts[0]].lineno, f"asked for `{parts[0]}`")
    elif shared and facts.calls:
        text = f"asked for `{shared[0]}`, and called"
        yield Kind.MODULE, use(asked[shared[0]].lineno, text)
    steps = facts.methods.get("step")
    if steps is not None and "zero_grad" in facts.methods and not parts:
        yield Kind.OPTIMISER, use(steps.lineno, "it steps and clears gradients")
    elif "param_groups" in asked or "add_param_group" in asked:
        asks = asked.get("param_groups") or asked["add_param_group"]
        yield Kind.OPTIMISER, use(asks.lineno, "asked for its groups of parameters")
    if "unscale_" in facts.methods:
        yield Kind.SCALER, use(facts.methods["unscale_"].lineno, "it unscales gradients")
    for kind, column in _GIVEN_AWAY.items():
        alone = sorted(each for each in asked if kinds_with(each) == {column})
        if len(alone) >= LEAST_ALONE:
            text = f"asked for `{alone[0]}` and `{alone[1]}`"
            yield kind, use(asked[alone[0]].lineno, text)
    if facts.operands and (facts.methods.keys() & answers()["module"] or facts.calls):
        yield Kind.TENSOR, use(facts.operands[0].lineno, "it takes part in arithmetic")
    for call, at in facts.passed:
        callee = ast.unparse(call.func).rpartition(".")[2]
        if callee in {"step", "unscale_"} and at == 0 and isinstance(call.func, ast.Attribute):
            yield Kind.OPTIMISER, use(call.lineno, "a scaler steps it")
        elif callee == "range":
            yield Kind.NUMBER, use(call.lineno, "given to `range`")
        elif callee in _READS_FILES and at == 0:
            yield Kind.TEXT, use(call.lineno, f"given to `{callee}`")


def _of_name(parameter: ast.arg, facts: Facts) -> Role:
    """The role that everybody would give something of that name which is used so."""
    name = parameter.arg
    kind = words.kind_of(name)
    calls = [each for each in facts.calls if each.args or each.keywords]
    fits = {
        Kind.MODULE: calls or any(map(gives_output, facts.methods)),
        Kind.OPTIMISER: "step" in facts.methods or "zero_grad" in facts.methods,
        Kind.SCHEDULER: "step" in facts.methods,
        Kind.LOADER: facts.loops,
        Kind.LOSS: calls,
        Kind.DEVICE: facts.passed,
    }
    if kind is None or not fits.get(kind):
        return Role()
    if kind is Kind.MODULE and any(kinds_with(each) & _NO_NETWORK for each in facts.attributes):
        return Role()
    return Role(kind, (Evidence(Basis.NAME, parameter.lineno, "called so, and used so"),))


def _first(facts: Facts) -> int:
    """The first line on which something is used."""
    return min((each.lineno for each in facts.places()), default=0)


def is_called(role: Role, facts: Facts) -> bool:
    """Whether nothing tells what something is, but that it is called as a network may be."""
    return (
        role.kind is Kind.NOTHING
        and (bool(facts.calls) or any(map(gives_output, facts.methods)))
        and not facts.rebound
    )
