"""The machine: one method for each instruction that is no control flow."""

from __future__ import annotations

from typing import Any, Final

from tapelint.core.code.instruction import NONE, Leave
from tapelint.core.code.instructions import (
    Add,
    Attribute,
    Augment,
    Bind,
    Branch,
    Build,
    BuildDict,
    Call,
    Check,
    Compare,
    Exit,
    For,
    Import,
    LoadOuter,
    Logic,
    MakeClass,
    MakeFunction,
    Matches,
    MatchPart,
    Not,
    Operate,
    Resolve,
    SetAttribute,
    SetSubscript,
    StoreOuter,
    Subscript,
    Try,
    Unbind,
    Unpack,
    While,
    With,
    Yield,
)
from tapelint.core.domain.alternatives import Condition, bound
from tapelint.core.domain.fields import Items
from tapelint.core.domain.objects import (
    OPEN_KEYS,
    Bound,
    Class,
    Collection,
    Descriptor,
    Dictionary,
    Frame,
    Function,
    Generator,
    Instance,
    Partial,
    Super,
)
from tapelint.core.domain.predicates import Predicate
from tapelint.core.domain.values import FALSE, TRUE, UNBOUND, Const, Item, Symbol, Value
from tapelint.core.machine import events
from tapelint.core.machine.generators import Generators
from tapelint.core.machine.protocol import Arguments

_SURE: Final = (
    *(Const, Condition, Collection, Dictionary, Generator),
    *(Function, Class, Instance, Bound, Partial, Descriptor, Super),
)
"""What gives one of these has not raised an exception."""


class Machine(Generators):
    """Runs code; see the package's documentation."""

    def __init__(self) -> None:
        super().__init__()
        table: dict[type, Any] = {
            Add: self.add,
            Attribute: self.attribute,
            Augment: self.augment,
            Bind: self.bind,
            Branch: self.branch,
            Build: self.build,
            BuildDict: self.build_dict,
            Call: self.call,
            Check: self.check,
            Compare: self.compare,
            Exit: self.exit,
            For: self.for_loop,
            Import: self.import_,
            LoadOuter: self.load_outer,
            Logic: self.logic,
            MakeClass: self.make_class,
            MakeFunction: self.make_function,
            Matches: self.matches,
            MatchPart: self.match_part,
            Not: self.not_,
            Operate: self.operate,
            SetAttribute: self.set_attribute,
            SetSubscript: self.set_subscript,
            StoreOuter: self.store_outer,
            Resolve: self.resolve,
            Subscript: self.subscript,
            Try: self.try_,
            Unbind: self.unbind,
            Unpack: self.unpack,
            While: self.while_loop,
            With: self.with_,
            Yield: self.yield_,
        }
        self.handlers.update(table)

    # Names.

    def bind(self, ins: Bind, frame: Frame) -> Leave:
        """``name = value``."""
        value = frame.slots[ins.src]
        self.state.set_slot(frame, ins.dst, value)
        if self.hears(events.Bound):
            self.emit(events.Bound(ins.node, getattr(ins.node, "id", ""), value))
        return Leave.NEXT

    def check(self, ins: Check, frame: Frame) -> Leave:
        """Read a name that may be unbound."""
        before = frame.slots[ins.src]
        value, known = bound(before, self.state.path)
        if value is UNBOUND and frame.outer is None:
            value = self.models.builtin(ins.name)
        self.state.path |= known
        if value is not before:
            self.state.set_slot(frame, ins.src, value)
        return self.fail("NameError") if value is UNBOUND else Leave.NEXT

    def unbind(self, ins: Unbind, frame: Frame) -> Leave:
        """``del name``."""
        self.state.set_slot(frame, ins.dst, UNBOUND)
        return Leave.NEXT

    def load_outer(self, ins: LoadOuter, frame: Frame) -> Leave:
        """Read a name of a scope around this one, as it is now."""
        value = self.look_up(ins.name, _outside(frame, ins.is_global), frame.code)
        frame.slots[ins.dst] = self.models.builtin(ins.name) if value is UNBOUND else value
        return Leave.NEXT

    def resolve(self, ins: Resolve, frame: Frame) -> Leave:
        """Read a name that an import has bound, or that a class may have."""
        value, _ = bound(frame.slots[ins.src], self.state.path)
        if value is UNBOUND:
            value = self.look_up(ins.name, frame.outer, frame.code)
        frame.slots[ins.dst] = (
            self.models.builtin(ins.name) if value is UNBOUND else self.resolved(value)
        )
        return Leave.NEXT

    def store_outer(self, ins: StoreOuter, frame: Frame) -> Leave:
        """Bind a name of a scope around this one."""
        outer = _outside(frame, ins.is_global)
        while outer is not None:
            slot = outer.code.names.get(ins.name)
            if slot is not None:
                self.state.set_slot(outer, slot, frame.slots[ins.src])
                break
            outer = outer.outer
        return Leave.NEXT

    # Objects.

    def attribute(self, ins: Attribute, frame: Frame) -> Leave:
        """``obj.name``."""
        slots = frame.slots
        return self._give(ins.dst, self.models.attribute(slots[ins.obj], ins.name, ins.node), frame)

    def set_attribute(self, ins: SetAttribute, frame: Frame) -> Leave:
        """``obj.name = value``."""
        slots = frame.slots
        value = UNBOUND if ins.src == NONE else slots[ins.src]
        self._doubt(slots[ins.obj])
        self.models.set_attribute(slots[ins.obj], ins.name, value, ins.node)
        return Leave.NEXT

    def subscript(self, ins: Subscript, frame: Frame) -> Leave:
        """``obj[key]``."""
        slots = frame.slots
        return self._give(
            ins.dst, self.models.subscript(slots[ins.obj], slots[ins.key], ins.node), frame
        )

    def set_subscript(self, ins: SetSubscript, frame: Frame) -> Leave:
        """``obj[key] = value``."""
        slots = frame.slots
        value = UNBOUND if ins.src == NONE else slots[ins.src]
        obj, key = slots[ins.obj], slots[ins.key]
        self._doubt(obj)
        self.models.set_subscript(obj, key, value, ins.operator, ins.node)
        return Leave.NEXT

    # Calls and operators.

    def call(self, ins: Call, frame: Frame) -> Leave:
        """``function(...)``."""
        slots = frame.slots
        given = self._given(ins, frame)
        if ins.method:
            value = self.models.call_method(slots[ins.function], ins.method, given, ins.node)
        else:
            value = self.models.call(slots[ins.function], given, ins.node)
        return self._give(ins.dst, value, frame)

    def _give(self, dst: int, value: Value, frame: Frame) -> Leave:
        """The end of an instruction that may raise: of what is not known, it may have."""
        frame.slots[dst] = value
        if value is UNBOUND:
            return Leave.GONE
        self._doubt(value)
        return Leave.NEXT

    def _doubt(self, value: Value) -> None:
        if not self.is_risky:
            self.is_risky = not all(isinstance(each, _SURE) for each, _ in self.alternatives(value))

    def _given(self, ins: Call, frame: Frame) -> Arguments:
        slots = frame.slots
        known, is_open = self._spread(ins, ins.arguments, frame)
        given = Arguments(known, {}, is_open)
        for name, slot in ins.keywords:
            value = slots[slot]
            if name:
                given.keywords[name] = value
            elif isinstance(value, Dictionary) and not self.state.get(value, OPEN_KEYS):
                for key, item in value.cells.items():
                    if isinstance(key, Item):
                        given.keywords[str(key.key)] = item  # type: ignore[assignment]
            else:
                given.is_open = True
        return given

    def _spread(
        self, ins: Call | Build, slots: tuple[int, ...], frame: Frame
    ) -> tuple[list[Value], bool]:
        """Values with ``*several`` among them; what stands behind an open one is not known."""
        known: list[Value] = []
        for at, slot in enumerate(slots):
            value = frame.slots[slot]
            if at not in ins.starred:
                known.append(value)
                continue
            items = self.models.items(value, ins.node)
            if items is None or items.rest is not None:
                known += items.known if items is not None else ()
                return known, True
            known += items.known
        return known, False

    def operate(self, ins: Operate, frame: Frame) -> Leave:
        """``left op right``."""
        slots = frame.slots
        right = None if ins.right == NONE else slots[ins.right]
        value = self.models.operate(ins.operator, slots[ins.left], right, ins.node)
        return self._give(ins.dst, value, frame)

    def augment(self, ins: Augment, frame: Frame) -> Leave:
        """``left op= right``."""
        slots = frame.slots
        left, right = slots[ins.left], slots[ins.right]
        value = self.models.augment(ins.operator, left, right, ins.node)
        return self._give(ins.dst, value, frame)

    def compare(self, ins: Compare, frame: Frame) -> Leave:
        """``left < right``."""
        slots = frame.slots
        left, right = slots[ins.left], slots[ins.right]
        slots[ins.dst] = self.models.compare(ins.operator, left, right, ins.node)
        return Leave.NEXT

    def not_(self, ins: Not, frame: Frame) -> Leave:
        """``not value``."""
        true, false = self.truth(frame.slots[ins.src])
        if true is None or false is None:
            frame.slots[ins.dst] = TRUE if true is None else FALSE
        else:
            frame.slots[ins.dst] = Condition(false, true)
        return Leave.NEXT

    def matches(self, ins: Matches, frame: Frame) -> Leave:
        """Whether a value has the shape of a pattern."""
        frame.slots[ins.dst] = self.each(
            frame.slots[ins.src], lambda subject: self._has_shape(ins, subject, frame)
        )
        return Leave.NEXT

    def _has_shape(self, ins: Matches, subject: Value, frame: Frame) -> Value:
        kind = Symbol(f"collections.abc.{ins.shape.title()}")
        given = Arguments([subject, kind])
        has = self.is_true(self.models.call(Symbol("builtins.isinstance"), given, ins.node))
        if has is False or isinstance(subject, Const):  # a text is no sequence for a pattern
            return FALSE
        items = self.models.items(subject, ins.node) if has and ins.shape == "sequence" else None
        if items is not None and items.rest is None:
            count = len(items.known)
            fits = count >= ins.least if ins.is_open else count == ins.least
            return TRUE if fits else FALSE
        if has and ins.shape == "mapping":
            return TRUE
        test = Predicate(subject, f"{ins.shape} of {ins.least}{'+' if ins.is_open else ''}")
        return Condition(frozenset([test]), frozenset([~test]))

    def match_part(self, ins: MatchPart, frame: Frame) -> Leave:
        """What ``case cls(a, b)`` takes of an object for a place."""
        slots = frame.slots
        obj, cls = slots[ins.obj], slots[ins.cls]
        slots[ins.dst] = self.models.match_part(obj, cls, ins.at, ins.node)
        return Leave.NEXT

    # Displays.

    def build(self, ins: Build, frame: Frame) -> Leave:
        """A list, a tuple, a set; a slice, a text, or something unknown."""
        slots = frame.slots
        if ins.kind == "text":
            parts = tuple(slots[each] for each in ins.items)
            texts = [each.v for each in parts if isinstance(each, Const)]
            known = len(texts) == len(parts) and all(isinstance(each, str) for each in texts)
            whole: Value = Const("".join(map(str, texts)))
            slots[ins.dst] = whole if known else self.derived("text", ins, *parts)
        elif ins.kind == "unknown":
            slots[ins.dst] = self.unknown(getattr(ins.node, "name", None) or "something")
        else:
            several, is_open = self._spread(ins, ins.items, frame)
            rest = self.unknown("item") if is_open or ins.is_open else None
            made = Collection(ins.kind, Items(tuple(several), rest), self.state.tick())
            slots[ins.dst] = made
        return Leave.NEXT

    def build_dict(self, ins: BuildDict, frame: Frame) -> Leave:
        """A dictionary."""
        slots = frame.slots
        made = Dictionary(self.state.tick())
        for key, item in zip(ins.keys, ins.items, strict=True):
            if key == NONE:
                self._merge(made, slots[item])
            else:
                self._set_item(made, slots[key], slots[item])
        slots[ins.dst] = made
        return Leave.NEXT

    def _merge(self, made: Dictionary, other: Value) -> None:
        if not isinstance(other, Dictionary) or self.state.get(other, OPEN_KEYS):
            self.state.put(made, OPEN_KEYS, True)
        if isinstance(other, Dictionary):
            for key in list(other.cells):
                if isinstance(key, Item):
                    self.state.set_attribute(made, key, self.state.attribute(other, key))

    def _set_item(self, made: Dictionary, key: Value, value: Value) -> None:
        if isinstance(key, Const):
            self.state.set_attribute(made, Item(key.v), value)
        else:
            self.state.put(made, OPEN_KEYS, True)

    def add(self, ins: Add, frame: Frame) -> Leave:
        """An item of a comprehension."""
        slots = frame.slots
        collection, value = slots[ins.collection], slots[ins.src]
        if isinstance(collection, Dictionary):
            self._set_item(collection, slots[ins.key], value)
        elif isinstance(collection, Collection):
            self.append(collection, value)
        return Leave.NEXT

    def unpack(self, ins: Unpack, frame: Frame) -> Leave:
        """``a, *b = value``."""
        slots = frame.slots
        source = slots[ins.src]
        items = self.models.items(source, ins.node)
        count, star = len(ins.dsts), ins.star
        if items is None:
            for at, slot in enumerate(ins.dsts):
                slots[slot] = self.derived(f"[{at}]", source)
            return Leave.NEXT
        known, rest = items.known, items.rest
        behind = 0 if star < 0 else count - star - 1
        for at, slot in enumerate(ins.dsts):
            if at == star:
                middle = known[at : len(known) - behind] if rest is None else known[at:]
                slots[slot] = Collection("list", Items(middle, rest), self.state.tick())
            elif 0 <= star < at:
                is_known = rest is None and len(known) >= count - 1
                slots[slot] = known[at - count] if is_known else self.derived(f"[{at}]", source)
            elif at < len(known):
                slots[slot] = known[at]
            else:
                slots[slot] = rest if rest is not None else self.derived(f"[{at}]", source)
        return Leave.NEXT

    # Definitions.

    def make_function(self, ins: MakeFunction, frame: Frame) -> Leave:
        """``def``."""
        slots = frame.slots
        defaults = tuple(slots[each] for each in ins.defaults)
        by_name = {name: slots[slot] for name, slot in ins.keyword_defaults}
        moment = self.state.tick()
        made = Function(ins.code, frame, defaults, by_name, moment)
        self.defined[ins.code] = slots[ins.dst] = made
        return Leave.NEXT

    def make_class(self, ins: MakeClass, frame: Frame) -> Leave:
        """``class``."""
        slots = frame.slots
        bases = [slots[each] for each in ins.bases]
        cls = Class(ins.code.name, bases, ins.code, self.state.tick())
        self.run_class(ins.code, frame, cls)
        self.defined[ins.code] = slots[ins.dst] = cls
        return Leave.NEXT

    def import_(self, ins: Import, frame: Frame) -> Leave:
        """``import``: whatever is meant is looked for when somebody reads it."""
        frame.slots[ins.dst] = self.models.imported(ins.module, ins.name, self.file)
        return Leave.NEXT


def _outside(frame: Frame, is_global: bool) -> Frame | None:
    if not is_global:
        return frame.outer
    while frame.outer is not None:
        frame = frame.outer
    return frame
