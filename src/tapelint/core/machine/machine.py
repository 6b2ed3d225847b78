"""The machine: one method for each instruction that is no control flow."""

from __future__ import annotations

from typing import Any, Final

from tapelint.core.code import instructions as linear
from tapelint.core.code.instruction import NONE, Leave
from tapelint.core.domain.alternatives import Condition, Either, bound
from tapelint.core.domain.fields import Items, join_items
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
    is_open,
)
from tapelint.core.domain.predicate import Predicate
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
            linear.Add: self.add,
            linear.Attribute: self.attribute,
            linear.Augment: self.augment,
            linear.Bind: self.bind,
            linear.Branch: self.branch,
            linear.Build: self.build,
            linear.BuildDict: self.build_dict,
            linear.Call: self.call,
            linear.Check: self.check,
            linear.Compare: self.compare,
            linear.Exit: self.exit,
            linear.For: self.for_loop,
            linear.Import: self.import_,
            linear.LoadOuter: self.load_outer,
            linear.Logic: self.logic,
            linear.MakeClass: self.make_class,
            linear.MakeFunction: self.make_function,
            linear.Matches: self.matches,
            linear.MatchPart: self.match_part,
            linear.Not: self.not_,
            linear.Operate: self.operate,
            linear.Reach: self.reach,
            linear.SetAttribute: self.set_attribute,
            linear.SetSubscript: self.set_subscript,
            linear.StoreOuter: self.store_outer,
            linear.Resolve: self.resolve,
            linear.Subscript: self.subscript,
            linear.Try: self.try_,
            linear.Unbind: self.unbind,
            linear.Unpack: self.unpack,
            linear.While: self.while_loop,
            linear.With: self.with_,
            linear.Yield: self.yield_,
        }
        self.handlers.update(table)

    def reach(self, ins: linear.Reach, frame: Frame) -> Leave:
        """A statement that somebody watches."""
        self.emit(events.Reached(ins.node, frame, ins.is_over))
        return Leave.NEXT

    # Names.

    def bind(self, ins: linear.Bind, frame: Frame) -> Leave:
        """``name = value``."""
        value = frame.slots[ins.src]
        self.state.set_slot(frame, ins.dst, value)
        if self.hears(events.Bound):
            self.emit(events.Bound(ins.node, getattr(ins.node, "id", ""), value))
        return Leave.NEXT

    def check(self, ins: linear.Check, frame: Frame) -> Leave:
        """Read a name that may be unbound."""
        before = frame.slots[ins.src]
        value, known = bound(before, self.state.path)
        if value is UNBOUND and frame.outer is None:
            value = self.models.builtin(ins.name)
        self.state.path |= known
        if value is not before:
            self.state.set_slot(frame, ins.src, value)
        return self.fail("NameError") if value is UNBOUND else Leave.NEXT

    def unbind(self, ins: linear.Unbind, frame: Frame) -> Leave:
        """``del name``."""
        self.state.set_slot(frame, ins.dst, UNBOUND)
        return Leave.NEXT

    def load_outer(self, ins: linear.LoadOuter, frame: Frame) -> Leave:
        """Read a name of a scope around this one, as it is now."""
        value = self.look_up(ins.name, _outside(frame, ins.is_global), frame.code)
        frame.slots[ins.dst] = self.models.builtin(ins.name) if value is UNBOUND else value
        return Leave.NEXT

    def resolve(self, ins: linear.Resolve, frame: Frame) -> Leave:
        """Read a name that an import has bound, or that a class may have."""
        value, _ = bound(frame.slots[ins.src], self.state.path)
        if value is UNBOUND:
            value = self.look_up(ins.name, frame.outer, frame.code)
        frame.slots[ins.dst] = (
            self.models.builtin(ins.name) if value is UNBOUND else self.resolved(value)
        )
        return Leave.NEXT

    def store_outer(self, ins: linear.StoreOuter, frame: Frame) -> Leave:
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

    def attribute(self, ins: linear.Attribute, frame: Frame) -> Leave:
        """``obj.name``."""
        slots = frame.slots
        return self._give(ins.dst, self.models.attribute(slots[ins.obj], ins.name, ins.node), frame)

    def set_attribute(self, ins: linear.SetAttribute, frame: Frame) -> Leave:
        """``obj.name = value``."""
        slots = frame.slots
        value = UNBOUND if ins.src == NONE else slots[ins.src]
        self._doubt(slots[ins.obj])
        self.models.set_attribute(slots[ins.obj], ins.name, value, ins.node)
        return Leave.NEXT

    def subscript(self, ins: linear.Subscript, frame: Frame) -> Leave:
        """``obj[key]``."""
        slots = frame.slots
        return self._give(
            ins.dst, self.models.subscript(slots[ins.obj], slots[ins.key], ins.node), frame
        )

    def set_subscript(self, ins: linear.SetSubscript, frame: Frame) -> Leave:
        """``obj[key] = value``."""
        slots = frame.slots
        value = UNBOUND if ins.src == NONE else slots[ins.src]
        obj, key = slots[ins.obj], slots[ins.key]
        self._doubt(obj)
        self.models.set_subscript(obj, key, value, ins.operator, ins.node)
        return Leave.NEXT

    # Calls and operators.

    def call(self, ins: linear.Call, frame: Frame) -> Leave:
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

    def _given(self, ins: linear.Call, frame: Frame) -> Arguments:
        slots = frame.slots
        items = self._spread(ins, ins.arguments, frame)
        given = Arguments(items.known, {}, False, Items((), items.rest, items.tail))
        for name, slot in ins.keywords:
            value = slots[slot]
            if name:
                given.keywords[name] = value
            elif isinstance(value, Dictionary) and not is_open(self.state, value):
                for key, item in value.cells.items():
                    if isinstance(key, Item):
                        given.keywords[str(key.key)] = item
            else:
                given.is_open = True
        return given

    def _spread(
        self, ins: linear.Call | linear.Build, slots: tuple[int, ...], frame: Frame
    ) -> Items:
        """Values with ``*several`` among them."""
        if not ins.starred:
            return Items(tuple(frame.slots[each] for each in slots))
        whole = Items()
        for at, slot in enumerate(slots):
            value = frame.slots[slot]
            more: Items | None = Items((value,))
            if at in ins.starred:
                more = self.models.items(value, ins.node)
            whole = whole.then(Items((), self.unknown("item")) if more is None else more)
        return whole

    def operate(self, ins: linear.Operate, frame: Frame) -> Leave:
        """``left op right``."""
        slots = frame.slots
        right = None if ins.right == NONE else slots[ins.right]
        value = self.models.operate(ins.operator, slots[ins.left], right, ins.node)
        return self._give(ins.dst, value, frame)

    def augment(self, ins: linear.Augment, frame: Frame) -> Leave:
        """``left op= right``."""
        slots = frame.slots
        left, right = slots[ins.left], slots[ins.right]
        value = self.models.augment(ins.operator, left, right, ins.node)
        return self._give(ins.dst, value, frame)

    def compare(self, ins: linear.Compare, frame: Frame) -> Leave:
        """``left < right``."""
        slots = frame.slots
        left, right = slots[ins.left], slots[ins.right]
        slots[ins.dst] = self.models.compare(ins.operator, left, right, ins.node)
        return Leave.NEXT

    def not_(self, ins: linear.Not, frame: Frame) -> Leave:
        """``not value``."""
        true, false = self.truth(frame.slots[ins.src])
        if true is None or false is None:
            frame.slots[ins.dst] = TRUE if true is None else FALSE
        else:
            frame.slots[ins.dst] = Condition(false, true)
        return Leave.NEXT

    def matches(self, ins: linear.Matches, frame: Frame) -> Leave:
        """Whether a value has the shape of a pattern."""
        frame.slots[ins.dst] = self.each(
            frame.slots[ins.src], lambda subject: self._has_shape(ins, subject, frame)
        )
        return Leave.NEXT

    def _has_shape(self, ins: linear.Matches, subject: Value, frame: Frame) -> Value:
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

    def match_part(self, ins: linear.MatchPart, frame: Frame) -> Leave:
        """What ``case cls(a, b)`` takes of an object for a place."""
        slots = frame.slots
        obj, cls = slots[ins.obj], slots[ins.cls]
        slots[ins.dst] = self.models.match_part(obj, cls, ins.at, ins.node)
        return Leave.NEXT

    # Displays.

    def build(self, ins: linear.Build, frame: Frame) -> Leave:
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
            items = self._spread(ins, ins.items, frame)
            if ins.is_open:
                items = items.then(Items((), self.unknown("item")))
            made = Collection(ins.kind, items, self.state.tick())
            slots[ins.dst] = made
        return Leave.NEXT

    def build_dict(self, ins: linear.BuildDict, frame: Frame) -> Leave:
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

    def add(self, ins: linear.Add, frame: Frame) -> Leave:
        """An item of a comprehension."""
        slots = frame.slots
        collection, value = slots[ins.collection], slots[ins.src]
        if isinstance(collection, Dictionary):
            self._set_item(collection, slots[ins.key], value)
        elif isinstance(collection, Collection):
            self.append(collection, value)
        return Leave.NEXT

    def unpack(self, ins: linear.Unpack, frame: Frame) -> Leave:
        """``a, *b = value``."""
        slots = frame.slots
        source = slots[ins.src]
        count, star = len(ins.dsts), ins.star
        items = self._parts(source, count, ins) if star < 0 else self.models.items(source, ins.node)
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

    def _parts(self, source: Value, count: int, ins: linear.Unpack) -> Items:
        """What so many names are bound to, of each of the values that one may be."""
        if isinstance(source, Either):
            return join_items(
                [(self._parts(one, count, ins), guard) for one, guard in self.alternatives(source)]
            )
        items = self.models.items(source, ins.node)
        if items is not None:
            return items
        return Items(tuple(self.derived(f"[{at}]", source) for at in range(count)))

    # Definitions.

    def make_function(self, ins: linear.MakeFunction, frame: Frame) -> Leave:
        """``def``."""
        slots = frame.slots
        defaults = tuple(slots[each] for each in ins.defaults)
        by_name = {name: slots[slot] for name, slot in ins.keyword_defaults}
        moment = self.state.tick()
        made = Function(ins.code, frame, defaults, by_name, moment)
        self.defined[ins.code] = slots[ins.dst] = made
        return Leave.NEXT

    def make_class(self, ins: linear.MakeClass, frame: Frame) -> Leave:
        """``class``."""
        slots = frame.slots
        bases = [slots[each] for each in ins.bases]
        cls = Class(ins.code.name, bases, ins.code, self.state.tick())
        self.run_class(ins.code, frame, cls)
        self.defined[ins.code] = slots[ins.dst] = cls
        return Leave.NEXT

    def import_(self, ins: linear.Import, frame: Frame) -> Leave:
        """``import``: whatever is meant is looked for when somebody reads it."""
        frame.slots[ins.dst] = self.models.imported(ins.module, ins.name, self.file)
        return Leave.NEXT


def _outside(frame: Frame, is_global: bool) -> Frame | None:
    if not is_global:
        return frame.outer
    while frame.outer is not None:
        frame = frame.outer
    return frame
