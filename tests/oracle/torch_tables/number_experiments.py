"""What operations do with numbers, found by experiment: which are sums, which keep the size."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from .autograd_experiments import named_operands, tensors_in
from .error_reports import attempt
from .operands import DTYPE, SEED, Example, Operand

Change = Callable[[str, Tensor], Tensor]
Test = Callable[[Example], bool]

STRETCH, FAR = FACTORS = 1.7, 100.0
"""Factors by which operands are stretched; no bound that torch knows by itself lies beyond both."""
EDGE = 1e-6


# --- calls with operands that are changed ---------------------------------------------------


def unchanged(name: str, tensor: Tensor) -> Tensor:
    """Leave an operand as it is."""
    return tensor


def outcome(
    example: Example, change: Change = unchanged, factor: float = 1.0, *, seed: int = SEED
) -> Tensor:
    """Call an operation with changed operands; its first result, if that has real numbers.

    Numbers with a fraction among the other arguments are multiplied by the factor. The seed is
    that of what the operation draws itself.
    """
    torch.default_generator.manual_seed(SEED)
    made = {
        name: change(name, operand.make()) if operand.differentiable else operand.make()
        for name, operand in named_operands(example).items()
    }
    arguments: dict[str, object] = {}
    for name, value in example.arguments.items():
        if isinstance(value, Operand):
            arguments[name] = made[name]
        elif isinstance(value, tuple) and f"{name}[0]" in made:
            arguments[name] = [made[f"{name}[{position}]"] for position in range(len(value))]
        else:
            arguments[name] = value * factor if isinstance(value, float) else value
    torch.default_generator.manual_seed(seed)
    found = tensors_in(example.target(**arguments))
    if not found or not found[0].is_floating_point():
        raise ValueError("no numbers with a fraction")
    return found[0].to(DTYPE)


def tried(test: Test, example: Example) -> bool:
    """Tell whether a test holds of an operation that does not raise over what it tries."""
    return attempt(lambda: test(example)) == [True]


def close(left: Tensor, right: Tensor) -> bool:
    """Tell whether two results are the same but for rounding."""
    return left.shape == right.shape and torch.allclose(left, right, rtol=1e-5, atol=1e-6)


def scaled(**factors: float) -> Change:
    """Multiply operands by name."""
    return lambda name, tensor: tensor * factors.get(name, 1.0)


def others_like(example: Example) -> Change:
    """Give other numbers to every operand."""
    torch.default_generator.manual_seed(SEED + 1)
    extra = {
        name: torch.rand(operand.make().shape, dtype=DTYPE) + 0.5
        for name, operand in named_operands(example).items()
    }
    return lambda name, tensor: extra[name]


def two_operands(example: Example) -> tuple[str, str] | None:
    """Return the names of both operands of an operation of two tensors and nothing else."""
    operands = named_operands(example)
    if len(operands) != 2 or not all(each.differentiable for each in operands.values()):
        return None
    first, second = operands
    return None if "[" in first else (first, second)


def first_operand(example: Example) -> list[str]:
    """Return the name of the first operand, if a gradient can flow to it; all those of a list."""
    operands = named_operands(example)
    first = next(iter(operands), "")
    if not first or not operands[first].differentiable:
        return []
    return [name for name in operands if name.split("[")[0] == first.split("[")[0]]


# --- what an operation does with numbers ----------------------------------------------------


def is_additive(example: Example) -> bool:
    """Tell whether f(x + x', y + y') = f(x, y) + f(x', y')."""
    other = others_like(example)
    both = outcome(example, lambda name, tensor: tensor + other(name, tensor))
    return close(both, outcome(example) + outcome(example, other))


def is_multiplicative(example: Example) -> bool:
    """Tell whether f(x * x', y * y') = f(x, y) * f(x', y')."""
    other = others_like(example)
    both = outcome(example, lambda name, tensor: tensor * other(name, tensor))
    return close(both, outcome(example) * outcome(example, other))


def exponents(example: Example, exponent: tuple[float, float]) -> bool:
    """Tell whether f(a x, b y) = a**m * b**n * f(x, y)."""
    names = two_operands(example)
    if names is None:
        return False
    factors = dict(zip(names, (STRETCH, FAR), strict=True))
    expected = STRETCH ** exponent[0] * FAR ** exponent[1]
    plain = outcome(example)
    return bool(plain.abs().max() > 0) and close(
        outcome(example, scaled(**factors)), plain * expected
    )


def is_sum(example: Example) -> bool:
    """Two operands of one shape are added or subtracted, number by number."""
    names = two_operands(example)
    if names is None or not is_additive(example):
        return False
    of_ones = outcome(example, lambda name, tensor: torch.ones_like(tensor))
    moved = [outcome(example, scaled(**{name: FAR})) for name in names]
    plain = outcome(example)
    return (
        all(plain.shape == value_of(example, name).shape for name in names)
        and all(bool((plain != each).all()) for each in moved)
        and bool((of_ones == of_ones.flatten()[0]).all())  # nothing is drawn at random
    )


def is_difference(example: Example) -> bool:
    """A sum of which nothing is left where the operands are the same."""
    same = torch.full((3, 4), 2.0, dtype=DTYPE)
    return is_sum(example) and bool((outcome(example, lambda name, tensor: same) == 0).all())


def is_product(example: Example) -> bool:
    """Each number of the result is one number of the first times one of the second operand."""
    return exponents(example, (1, 1)) and is_multiplicative(example)


def is_quotient(example: Example) -> bool:
    """Each number of the result is one of the first by one of the second operand."""
    return exponents(example, (1, -1)) and is_multiplicative(example)


def is_sum_of_products(example: Example) -> bool:
    """Linear in each operand, but no single product; only sums, so positive for positive ones."""
    if not exponents(example, (1, 1)) or is_multiplicative(example):
        return False
    positive = outcome(example, lambda name, tensor: tensor.abs() + 1)
    first, second = two_operands(example) or ("", "")

    def is_linear_in(operand: str) -> bool:
        def one(name: str, tensor: Tensor) -> Tensor:
            return tensor + 3 if name == operand else tensor

        def three(name: str, tensor: Tensor) -> Tensor:
            return torch.full_like(tensor, 3) if name == operand else tensor

        return close(outcome(example, one), outcome(example) + outcome(example, three))

    return bool((positive > 0).all()) and is_linear_in(first) and is_linear_in(second)


def is_choice(example: Example) -> bool:
    """Each number of the result stands in one of two operands of its shape, where it stands."""
    names = two_operands(example)
    if names is None:
        return False
    result = outcome(example)
    first, second = (value_of(example, name) for name in names)
    if result.shape != first.shape or first.shape != second.shape:
        return False
    of_first, of_second = result == first, result == second
    return bool((of_first | of_second).all() and of_first.any() and of_second.any())


def is_join(example: Example) -> bool:
    """Each number of several tensors that are given as a sequence, once."""
    names = list(named_operands(example))
    if len(names) < 2 or not all("[" in name for name in names):
        return False
    given = torch.cat([value_of(example, name).flatten() for name in names])
    return torch.equal(outcome(example).flatten().sort().values, given.sort().values)


def is_inverse(example: Example) -> bool:
    """An operation of one tensor of which a larger one gives a result as much smaller."""
    first = first_operand(example)
    if len(example.arguments) != 1 or len(named_operands(example)) != 1 or len(first) != 1:
        return False
    plain = outcome(example)
    return bool(plain.abs().max() > 0) and all(
        close(outcome(example, scaled(**{first[0]: factor})), plain / factor) for factor in FACTORS
    )


def keeps_size(example: Example) -> bool:
    """Numbers as large as the operand's: they grow as it does and lie between its own and zero.

    Bounds and numbers to fill with are taken to be as large, too.
    """
    first = first_operand(example)
    operands = named_operands(example)
    if not first or any(operands[name].differentiable for name in operands if name not in first):
        return False
    return all(keeps_size_of(example, first, sign) for sign in (1.0, -1.0))


def keeps_size_of(example: Example, first: list[str], sign: float) -> bool:
    """Tell it for operands of one sign."""
    bounds = [each for each in example.arguments.values() if isinstance(each, float)]
    given = torch.cat([value_of(example, name).flatten() * sign for name in first])
    among = torch.cat([given, torch.tensor([0.0, *bounds])])

    def result(factor: float, of_bounds: float = 1.0) -> Tensor:
        return outcome(example, scaled(**dict.fromkeys(first, sign * factor)), of_bounds)

    plain, constant = result(1), outcome(example, lambda name, x: torch.full_like(x, sign * 0.3))
    is_within = (
        plain.numel() and among.min() - EDGE <= plain.min() <= plain.max() <= among.max() + EDGE
    )
    is_other = not close(plain, result(FAR))
    grows = any(
        all(close(result(factor, factor if of_bounds else 1), plain * factor) for factor in FACTORS)
        for of_bounds in ((True, False) if bounds else (False,))
    )
    stays = bool(bounds) or close(constant.abs().max(), torch.tensor(0.3, dtype=DTYPE))
    return bool(is_within) and is_other and grows and stays


def stops_at_zero(example: Example) -> bool:
    """Tell whether no gradient flows from a result's numbers that are zeros, set unseen or not.

    The rest of the gradient must be that of a result that is filled with zeros there.
    """

    def gradients(*, unseen: bool) -> list[Tensor]:
        leaves: list[Tensor] = []

        def leaf(name: str, tensor: Tensor) -> Tensor:
            leaves.append(tensor.detach().abs().add(0.5).requires_grad_())
            return leaves[-1]

        result = outcome(example, leaf)
        is_zero = (torch.arange(result.numel()) % 2 == 0).view(result.shape)
        if unseen:
            result.data.masked_fill_(is_zero, 0)
        else:
            result = result.masked_fill(is_zero, 0)
        weights = torch.arange(result.numel(), dtype=DTYPE).view(result.shape) + 1
        (result * weights).sum().backward()
        return [each.grad for each in leaves if each.grad is not None]

    seen, hidden = gradients(unseen=False), gradients(unseen=True)
    is_trained = bool(seen) and all(bool((each != 0).any()) for each in seen)
    is_same = len(seen) == len(hidden) and all(map(close, seen, hidden))
    return len(named_operands(example)) == 1 and is_trained and is_same


def value_of(example: Example, wanted: str) -> Tensor:
    """Return an operand as the call gets it."""
    found: list[Tensor] = []

    def noted(name: str, tensor: Tensor) -> Tensor:
        if name == wanted:
            found.append(tensor.clone())
        return tensor

    outcome(example, noted)
    return found[0].to(DTYPE)


def reshapes(example: Example) -> bool:
    """The operand's numbers or zeros in another shape, or the same numbers where they are."""
    first = first_operand(example)
    if not first or not is_linear(example, first):
        return False
    result = outcome(example)
    given = torch.cat([value_of(example, name).flatten() for name in first])
    among = torch.isclose(result.flatten()[:, None], given[None], rtol=1e-5, atol=0).any(1)
    nothing = outcome(example, lambda name, tensor: torch.full_like(tensor, torch.nan))
    is_same = "[" not in first[0] and close(result, value_of(example, first[0]))
    is_other_shape = any(result.shape != value_of(example, name).shape for name in first)
    is_of_them = bool((among | (result.flatten() == 0)).all()) and bool(nothing.isnan().any())
    return is_of_them and (is_same or is_other_shape)


def is_linear(example: Example, first: list[str]) -> bool:
    """Tell whether a first operand that is the sum of two gives the sum of the results."""
    other = others_like(example)

    def changed(change: Change) -> Change:
        return lambda name, tensor: change(name, tensor) if name in first else tensor

    both = outcome(example, changed(lambda name, tensor: tensor + other(name, tensor)))
    return close(both, outcome(example) + outcome(example, changed(other)))


def gives_all_numbers(example: Example) -> bool:
    """Each number of the operand once."""
    first = first_operand(example)
    if not first or "[" in first[0]:
        return False
    given = value_of(example, first[0]).flatten().sort().values
    return close(outcome(example).flatten().sort().values, given)


def overwrites(example: Example) -> bool:
    """Tell whether what a tensor held before makes no difference to what it holds then."""
    first = first_operand(example)[0]
    others = [value_of(example, name) for name in named_operands(example)]
    before = others[0]
    held = [
        -before,
        before * FAR,
        torch.zeros_like(before),
        *(each for each in others if each.shape == before.shape),
    ]

    def is_forgotten(factor: float) -> bool:
        results = [
            outcome(example, lambda name, x, old=old: old.clone() if name == first else x * factor)
            for old in held
        ]
        return all(each.shape == before.shape and torch.equal(each, results[0]) for each in results)

    return is_forgotten(1) and is_forgotten(0)


def repeats_itself(example: Example) -> bool:
    """Tell whether a second time, with the same arguments, changes no number any more."""
    first = first_operand(example)[0]
    before = value_of(example, first)

    def done_to(tensor: Tensor, seed: int = SEED) -> Tensor:
        return outcome(example, lambda name, x: tensor.clone() if name == first else x, seed=seed)

    return all(
        torch.equal(done_to(done_to(held), SEED + 1), done_to(held))
        for held in (before, before * STRETCH, -before, before * FAR, -before * FAR, before / FAR)
    )


def gives_one_number(example: Example, shape: tuple[int, ...], **more: object) -> bool:
    """Tell whether a tensor of a shape gives one number that a gradient flows to."""
    names = list(named_operands(example))
    if len(names) != 1 or not first_operand(example):
        return False
    tensor = torch.rand(shape, dtype=DTYPE, requires_grad=True)
    result = example.target(**{names[0]: tensor}, **more)
    return isinstance(result, Tensor) and result.dim() == 0 and result.requires_grad


def is_total(example: Example) -> bool:
    """One number of a tensor of any shape."""
    return all(gives_one_number(example, shape) for shape in ((4,), (3, 4), (2, 3, 4)))


def is_flat(example: Example) -> bool:
    """Tell whether a gradient flows through the operation, and is zero whatever the numbers are."""

    def gradients(factor: complex) -> list[Tensor | None]:
        leaves: list[Tensor] = []

        def leaf(name: str, tensor: Tensor) -> Tensor:
            leaves.append((tensor * factor).detach().requires_grad_())
            return leaves[-1]

        result = outcome(example, leaf)
        weights = torch.arange(result.numel(), dtype=DTYPE).view(result.shape) + 1
        (result * weights).sum().backward()
        return [each.grad for each in leaves]

    found = [each for factor in (1.0, 0.7, 0.1) for each in gradients(factor)]
    found += [each for tried in attempt(lambda: gradients(1 + 1j)) for each in tried]
    return bool(found) and all(each is not None and not bool(each.any()) for each in found)


def is_reduction(example: Example) -> bool:
    """One number of a vector, by itself or along its only dimension."""
    return attempt(lambda: gives_one_number(example, (4,))) == [True] or (
        gives_one_number(example, (4,), dim=0)
    )


def filled(value: float) -> Change:
    """Give a number to all places of every operand."""
    return lambda name, tensor: torch.full_like(tensor, value)


def normalises(example: Example) -> bool:
    """Tell whether the results are chances that sum to one, whatever the operand holds."""
    return is_normalised(lambda change: outcome(example, change))


def normalises_in_logarithms(example: Example) -> bool:
    """The same of the logarithms of such chances."""
    return is_normalised(lambda change: outcome(example, change).exp())


def is_normalised(run: Callable[[Change], Tensor]) -> bool:
    """Tell whether results over several operands sum to one over a dimension, and differ."""
    found = [run(unchanged), run(scaled(input=3.0)), run(filled(0.0))]
    sums = [
        any(close(each.sum(at), torch.ones_like(each.sum(at))) for at in range(each.dim()))
        for each in found
    ]
    are_chances = all(bool((each >= 0).all()) for each in found)
    return are_chances and all(sums) and not close(found[0], found[1]) and found[0].numel() > 1


def squashes(example: Example) -> bool:
    """Tell whether each number becomes a chance: a half for zero, one or zero for large ones."""
    return is_squashed(lambda change: outcome(example, change))


def squashes_in_logarithms(example: Example) -> bool:
    """The same of the logarithms of such chances."""
    return is_squashed(lambda change: outcome(example, change).exp())


def is_squashed(run: Callable[[Change], Tensor]) -> bool:
    """Tell whether the results over large, small and no numbers are one, zero and a half."""
    return all(
        close(result, torch.full_like(result, wanted))
        for value, wanted in ((0.0, 0.5), (FAR, 1.0), (-FAR, 0.0))
        for result in (run(filled(value)),)
    )


def is_magnitude(example: Example) -> bool:
    """Tell whether a number and its negative give the same, zero nothing, larger ones more."""
    first = first_operand(example)
    if len(example.arguments) != 1 or len(named_operands(example)) != 1 or len(first) != 1:
        return False
    plain = outcome(example)
    return (
        plain.shape == value_of(example, first[0]).shape
        and bool((plain > 0).any() and (plain >= 0).all())
        and close(outcome(example, scaled(**{first[0]: -1.0})), plain)
        and close(outcome(example, filled(0.0)), torch.zeros_like(plain))
        and not close(outcome(example, filled(1.0)), torch.zeros_like(plain))
        and all(
            bool((outcome(example, scaled(**{first[0]: each})) >= plain).all()) for each in FACTORS
        )
    )
