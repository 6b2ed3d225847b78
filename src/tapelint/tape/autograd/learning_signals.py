"""Learning signals that train what they come from: an advantage, a bootstrapped target.

A critic is what a regression trains. Where its value weighs the logarithm of a chance in the same
loss, the loss trains the critic a second time, to make actions likely or not. Where the value of
the next state is part of the target, the target is moved to the prediction.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from tapelint.source import tree
from tapelint.source.spelling import code_of
from tapelint.tape import loss_events
from tapelint.tape.autograd import gradient_pages
from tapelint.tape.autograd.heads import ITEM, are_alike, heads_of, leaves_of, stem_of
from tapelint.tape.autograd.reach import Passed
from tapelint.tape.domain.deeds import OWNED, Page
from tapelint.tape.domain.frozen import dataclass
from tapelint.tape.domain.graph_nodes import GraphNode, NodeKind
from tapelint.tape.domain.path_conditions import contradict
from tapelint.tape.domain.signals import Regressed, Weighed
from tapelint.tape.domain.terms import DeedKind, SignalForm
from tapelint.tape.machine.machine import Machine
from tapelint.torch_api.conversions import CONVERSIONS
from tapelint.torch_api.families import families
from tapelint.torch_api.knowledge import knowledge
from tapelint.torch_api.reinforcement_names import (
    speaks_of_discounts,
    speaks_of_ends,
    speaks_of_rewards,
)

_LOG_PROB = "log_prob"
_SUM = "sum"
_POWER = "pow"
_EXPONENTIAL = "exp"
_MOST_WAYS = 512
"""How many ways from a regression to what it trains are followed."""
_LEAST, _MOST = 0.5, 1.0
"""Between these lies a number by which the value of the next state is discounted."""


@dataclass(frozen=True)
class _Term:
    """A way from a regression to a last layer, over nothing but sums and factors.

    Attributes:
        head: The layer, or how far the way has come.
        sums: The sums with something that is no network's, if a product lies within them.
        factors: The products with a factor that is no network's, if a sum lies around them.
        pending: The sums within which no product was met yet.
    """

    head: GraphNode
    sums: tuple[GraphNode, ...] = ()
    factors: tuple[GraphNode, ...] = ()
    pending: tuple[GraphNode, ...] = ()


@functools.cache
def _linear() -> frozenset[str]:
    """Operations after which a term of a loss is still such a term."""
    known = families()
    moving = known.keep_size | known.reshaping | known.joins | knowledge().views | CONVERSIONS
    return (
        moving | known.sums | known.choices | known.reductions | {"neg", ITEM, "clone", "getitem"}
    )


@functools.cache
def _scores() -> frozenset[str]:
    """Operations that give logarithms of chances."""
    return families().log_normalisers | families().log_squashers | {_LOG_PROB, "log"}


@functools.cache
def _squares() -> frozenset[str]:
    """Operations that measure how far something is from zero, or two tensors lie apart."""
    return families().regressions | families().magnitudes | {_POWER}


def tell(machine: Machine, passed: Passed, node: tree.Node, *, is_return: bool) -> None:
    """A backward passes these nodes, or a loss with this history is handed out.

    Args:
        machine: The machine.
        passed: The nodes that a backward passes, each before what it was computed from.
        node: The backward or the ``return``.
        is_return: Whether the loss is handed out.
    """
    stems = {stem_of(each) for each in passed}
    if stems.isdisjoint(_squares()) and (is_return or stems.isdisjoint(_scores())):
        return
    _Loss(machine, passed, node, is_return=is_return).tell()


class _Loss:
    """What a backward starts from, and all that it passes."""

    def __init__(
        self, machine: Machine, passed: Passed, node: tree.Node, *, is_return: bool
    ) -> None:
        self._machine, self._passed, self._node = machine, passed, node
        self._is_return = is_return
        self._moment = machine.new_identity()
        inner = {each for node in passed for each in node.inputs}
        self._roots = frozenset(each for each in passed if each not in inner)
        self._heads = heads_of(machine, passed, self._roots)
        reached = {each.leaf for each in passed if each.leaf is not None}
        self._owned = {each for each in reached if machine.state.fact(OWNED, each)}

    def tell(self) -> None:
        """Look for both forms of signals."""
        weighed: list[Weighed] = []
        regressed: list[Regressed] = []
        for each in _terms_of(self._passed, self._roots):
            heads = self._heads.get(each)
            if heads and _is_regression(each):
                regressed.append(Regressed(each, heads, self._node, self._moment))
                self._tell_of_target(each)
            elif len(each.inputs) > 1 and stem_of(each) in families().all_products:
                weighed += self._weighed(each)
        self._tell_of_weights(weighed, regressed)

    # --- advantages ---

    def _weighed(self, node: GraphNode) -> Iterator[Weighed]:
        """The product as one of a logarithm and a signal, if it is one."""
        for score, signal in product(node.inputs, repeat=2):
            if score is signal or not self._is_score(score) or _is_chance(signal):
                continue
            heads, of_score = self._heads.get(signal, ()), self._heads.get(score, ())
            own = tuple(
                each for each in heads if not are_alike({each}, of_score) and self._is_stepped(each)
            )
            if own and of_score:
                is_sure = any(way.is_certain for each in own for way in self._passed.get(each, ()))
                yield Weighed(node, signal, own, self._node, self._moment, is_sure)

    def _is_score(self, node: GraphNode) -> bool:
        """Whether it is the logarithm of a chance, or by how much a chance has grown.

        A chance alone, the exponential of its logarithm, weighs what is expected.
        """
        pending = [(node, False)]
        seen = set(pending)
        while pending:
            each, is_chance = pending.pop()
            self._machine.spend()
            stem = stem_of(each)
            if stem in _scores() and not is_chance:
                return True
            if stem == _EXPONENTIAL:
                is_chance = True
            elif stem in families().sums:
                is_chance = False
            elif not (
                stem in _linear()
                or each.kind is not _OPERATION
                or (stem in families().all_products and len(self._trained(each)) == 1)
            ):
                continue
            found = [(inner, is_chance) for inner in each.inputs if (inner, is_chance) not in seen]
            pending += found
            seen.update(found)
        return False

    def _tell_of_weights(self, weighed: Sequence[Weighed], regressed: Sequence[Regressed]) -> None:
        """Tell of signals that a regression trains as well, in this backward or another one."""
        machine = self._machine
        alone = []
        for each in weighed:
            met = self._trained_by(each, regressed)
            if met is not None:
                self._emit_weight(each, met)
            else:
                alone.append(each)
        if self._is_return:
            return
        for each, earlier in product(alone, machine.regressed):
            if self._adds_up(each, earlier):
                self._emit_weight(each, earlier)
        for one, each_of in product(machine.weighed, regressed):
            if self._adds_up(one, each_of):
                self._emit_weight(one, each_of)
        machine.weighed += alone
        machine.regressed += regressed

    def _trained_by(self, weighed: Weighed, regressed: Iterable[Regressed]) -> Regressed | None:
        for each in regressed:
            if are_alike(weighed.heads, each.heads) and self._may_meet(weighed.node, each.node):
                return each
        return None

    def _adds_up(self, weighed: Weighed, regressed: Regressed) -> bool:
        """Whether the gradient of the earlier of two backwards is there for the later to add to.

        Of leaves that no optimiser is known to have, it is not known what clears and steps.
        """
        machine = self._machine
        machine.spend()
        is_second = weighed.moment > regressed.moment
        earlier: Weighed | Regressed = regressed if is_second else weighed
        if earlier.moment == self._moment or gradient_pages.unseen(machine) > earlier.moment:
            return False
        if not are_alike(weighed.heads, regressed.heads):
            return False
        return any(
            _is_still_there(page, earlier.backward)
            for leaf in leaves_of(weighed.heads) & leaves_of(regressed.heads)
            if machine.state.fact(OWNED, leaf)
            for page in gradient_pages.pages(machine, leaf)
        )

    def _is_stepped(self, head: GraphNode) -> bool:
        """Whether an optimiser has a layer's parameters, if any is known of those in the loss."""
        return not self._owned or not self._owned.isdisjoint(leaves_of({head}))

    def _emit_weight(self, weighed: Weighed, regressed: Regressed) -> None:
        head = next(each for each in weighed.heads if are_alike({each}, regressed.heads))
        self._emit(
            SignalForm.WEIGHT,
            weighed.node,
            _expression_of(weighed.node, weighed.signal),
            weighed.signal,
            head,
            regressed.node,
            is_certain=weighed.is_certain,
        )

    # --- targets ---

    def _tell_of_target(self, regression: GraphNode) -> None:
        """Tell of a target that the value of the next state is part of."""
        terms = self._terms_below(regression)
        plain = [each for each in terms if not each.factors]
        for each in terms:
            if not each.factors or not _is_bootstrapped(each):
                continue
            same = [one for one in plain if are_alike({one.head}, {each.head}, by_leaves=True)]
            if not any(self._may_meet(each.head, one.head) for one in same):
                continue
            shared = {one for other in plain for one in other.pending}
            own = [one for one in each.sums if one not in shared]
            # The prediction may stand in the same sum.
            target = own[-1] if own else each.factors[0]
            written = target.node if isinstance(target.node, tree.BaseExpression) else None
            is_sure = any(way.is_certain for way in self._passed.get(each.head, ()))
            self._emit(
                SignalForm.TARGET,
                target,
                written,
                target,
                each.head,
                regression,
                is_certain=is_sure,
            )
            return

    def _terms_below(self, regression: GraphNode) -> list[_Term]:
        found: dict[_Term, None] = {}
        pending = [_Term(inner) for inner in regression.inputs]
        seen = set(pending)
        while pending and len(seen) < _MOST_WAYS:
            way = pending.pop()
            self._machine.spend()
            node = way.head
            if node in self._heads.get(node, ()):
                found[way] = None
                continue
            sums, factors, pending_sums = way.sums, way.factors, way.pending
            trained, stem = self._trained(node), stem_of(node)
            if len(trained) == 1 and stem in families().all_products:
                if sums or pending_sums:
                    factors = (*factors, node)
                    sums, pending_sums = (*sums, *pending_sums), ()
            elif len(trained) == 1 and stem in families().sums:
                pending_sums = (*pending_sums, node)
            elif stem not in _linear() and node.kind is _OPERATION:
                continue
            for inner in trained:
                further = _Term(inner, sums, factors, pending_sums)
                if further not in seen:
                    seen.add(further)
                    pending.append(further)
        return list(found)

    # --- both ---

    def _trained(self, node: GraphNode) -> list[GraphNode]:
        """What a node was computed from that a network has computed."""
        return [each for each in node.inputs if self._heads.get(each)]

    def _may_meet(self, one: GraphNode, two: GraphNode) -> bool:
        """Whether both may be passed on one path."""
        return any(
            not contradict(left.conditions, right.conditions)
            for left, right in product(self._passed.get(one, ()), self._passed.get(two, ()))
        )

    def _emit(
        self,
        form: SignalForm,
        place: GraphNode,
        written: tree.BaseExpression | None,
        signal: GraphNode,
        head: GraphNode,
        regression: GraphNode,
        *,
        is_certain: bool,
    ) -> None:
        if place.node is None:
            return
        self._machine.emit(
            loss_events.SignalTrained,
            place.node,
            form=form,
            signal=written,
            critic=head.node,
            regression=regression.node,
            backward=self._node,
            is_return=self._is_return,
            is_certain=is_certain,
            is_option=_is_option(signal, head),
        )


_OPERATION = NodeKind.OPERATION


def _is_option(signal: GraphNode, head: GraphNode) -> bool:
    """Whether a branch decides if a signal keeps the history of a layer."""
    pending, seen = [signal], {signal}
    while pending:
        each = pending.pop()
        if each.beside_cut:
            return True
        behind = [inner for inner in each.inputs if inner not in seen] if each is not head else []
        pending += behind
        seen.update(behind)
    return False


def _is_still_there(page: Page, backward: tree.Node) -> bool:
    """Whether nothing has used or cleared what a backward has left, since it ran."""
    for deed in reversed(page.deeds):
        if deed.kind is not DeedKind.FILLED:
            return False
        if deed.node is backward:
            return True
    return False


def _is_chance(node: GraphNode) -> bool:
    """Whether numbers are chances that sum to one: what they weigh is an expected value.

    Of a bound on a likelihood the gradient goes through both. No advantage is a chance.
    """
    while len(node.inputs) == 1 and stem_of(node) in families().reshaping:
        node = node.inputs[0]
    if stem_of(node) in families().normalisers:
        return True
    if stem_of(node) not in families().quotients or len(node.inputs) != 2:
        return False
    number, total = node.inputs
    while len(total.inputs) == 1 and stem_of(total) in families().reshaping:
        total = total.inputs[0]
    return stem_of(total) == _SUM and total.inputs == (number,)


def _terms_of(passed: Passed, roots: frozenset[GraphNode]) -> Iterator[GraphNode]:
    """The nodes that a loss is the sum of, and what these are products and distances of."""
    reached = set(roots)
    for each in passed:
        if each not in reached:
            continue
        yield each
        stem = stem_of(each)
        if stem in _linear() or stem in families().all_products or each.kind is not _OPERATION:
            reached.update(each.inputs)


def _is_regression(node: GraphNode) -> bool:
    """Whether it measures a distance: a loss, a square, a product of something with itself."""
    stem = stem_of(node)
    if stem in _squares():
        return True
    written = node.node
    return (
        stem in families().products
        and len(node.inputs) == 1
        and isinstance(written, tree.BinaryOperation)
        and written.left.deep_equals(written.right)
    )


def _is_bootstrapped(term: _Term) -> bool:
    """Whether names tell of a reward, a discount and an end: two of the three at least."""
    sums = " ".join(code_of(each.node) for each in term.sums if each.node is not None)
    factors = " ".join(code_of(each.node) for each in term.factors if each.node is not None)
    is_discounted = speaks_of_discounts(factors) or any(
        _holds_discount(each.node) for each in term.factors
    )
    return is_discounted + speaks_of_rewards(sums) + speaks_of_ends(factors) > 1


def _holds_discount(node: tree.Node | None) -> bool:
    """Whether a product is one with a number that is a little less than one."""
    pending = [node]
    while pending:
        each = pending.pop()
        if isinstance(each, tree.BinaryOperation):
            pending += (each.left, each.right)
        elif isinstance(each, tree.Float) and _LEAST <= float(each.value) < _MOST:
            return True
    return False


def _expression_of(made: GraphNode, operand: GraphNode) -> tree.BaseExpression | None:
    """How an operand of a product of two is written, if that is known."""
    node = made.node
    if len(made.inputs) != 2:
        return None
    at = made.inputs.index(operand)
    if isinstance(node, tree.BinaryOperation):
        return (node.left, node.right)[at]
    if not isinstance(node, tree.Call) or any(each.star or each.keyword for each in node.args):
        return None
    given = [each.value for each in node.args]
    if len(given) == 1 and isinstance(node.func, tree.Attribute):
        given.insert(0, node.func.value)
    return given[at] if len(given) == 2 else None
