"""Families of operations: the names of which one sentence about torch holds.

What each family means stands in `torch_api/families.py`; how it is found out stands here.
"""

from __future__ import annotations

import inspect
import itertools
import os
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import numpy
import torch
from torch import Tensor, nn, optim

from . import number_experiments as numbers
from . import torch_registry as registry
from .error_reports import attempt
from .example_objects import CONSTRUCTORS, INIT_ARGUMENTS, VIEWS
from .object_tables import init_functions, measure_view
from .operands import DTYPE, SEED
from .operation_tables import (
    inplace_examples,
    inplace_kinds,
    operation_examples,
    refusing_floats,
)
from .version_tables import FACTORY_CALLS

UNINITIALISED: dict[str, Callable[[], Tensor]] = {
    **FACTORY_CALLS,
    "empty_strided": lambda: torch.empty_strided((2,), (1,)),
    "empty_permuted": lambda: torch.empty_permuted((2, 3), (0, 1)),
    "new_empty_strided": lambda: torch.ones(2).new_empty_strided((2,), (1,)),
}


# --- families of operations -----------------------------------------------------------------

OF_OPERATIONS: dict[str, numbers.Test] = {
    "sums": numbers.is_sum,
    "differences": numbers.is_difference,
    "products": numbers.is_product,
    "quotients": numbers.is_quotient,
    "sums_of_products": numbers.is_sum_of_products,
    "choices": numbers.is_choice,
    "joins": numbers.is_join,
    "inverses": numbers.is_inverse,
    "keep_size": numbers.keeps_size,
    "reductions": numbers.is_reduction,
    "totals": numbers.is_total,
    "normalisers": numbers.normalises,
    "log_normalisers": numbers.normalises_in_logarithms,
    "squashers": numbers.squashes,
    "log_squashers": numbers.squashes_in_logarithms,
    "magnitudes": numbers.is_magnitude,
    "stopping_at_zero": numbers.stops_at_zero,
    "flat": numbers.is_flat,
}
OF_CHANGES: dict[str, numbers.Test] = {
    "keep_size": numbers.keeps_size,
    "overwriting": numbers.overwrites,
    "idempotent": numbers.repeats_itself,
}
WITHIN: list[tuple[str, numbers.Test, str]] = [
    ("reshaping", numbers.reshapes, "keep_size"),
    ("same_numbers", numbers.gives_all_numbers, "reshaping"),
]


def families_of_operations() -> dict[str, set[str]]:
    """Return the families that are told by what operations make of numbers."""
    memory = uninitialised()
    examples = {
        name: each
        for name, each in operation_examples().items()
        if each.variant_of is None and name not in memory and is_of_torch(name)
    }
    changes = {name.removesuffix("_"): each for name, each in inplace_examples().items()}
    found: dict[str, set[str]] = {}
    for tests, calls in ((OF_OPERATIONS, examples), (OF_CHANGES, changes)):
        for family, test in tests.items():
            members = {name for name, each in calls.items() if numbers.tried(test, each)}
            found.setdefault(family, set()).update(members)
    for family, test, wider in WITHIN:
        candidates = found[wider] & examples.keys()
        found[family] = {name for name in candidates if numbers.tried(test, examples[name])}
    found["refusing_floats"] = refusing_floats()
    found["overwriting"] |= {name.removesuffix("_") for name in overwriting_init_functions()}
    return found


def is_of_torch(name: str) -> bool:
    """Tell whether torch has a function, a method or an attribute of this name."""
    homes = (torch, Tensor, nn.functional, torch.linalg, torch.special, torch.fft)
    return any(hasattr(home, name) for home in homes)


def overwriting_init_functions() -> list[str]:
    """Return the functions of torch.nn.init after which it makes no difference what was there."""

    def filled(name: str, old: float) -> Tensor:
        torch.default_generator.manual_seed(SEED)
        tensor = torch.full((3, 3, 3) if name == "dirac_" else (3, 3), old)
        getattr(nn.init, name)(tensor, *INIT_ARGUMENTS.get(name, ()))
        return tensor

    return [name for name in init_functions() if torch.equal(filled(name, 2.0), filled(name, 5.0))]


# --- families of views and factories --------------------------------------------------------


def views_that(test: Callable[[Tensor, Tensor], bool], source: Tensor) -> set[str]:
    """Return the views of a tensor of which a test of the tensor and its view holds."""
    found: set[str] = set()
    for name, expression in VIEWS.items():
        row = measure_view(expression)
        if not hasattr(Tensor, name) or not row["is_view"] or row["memory"] != "shares":
            continue
        made = attempt(partial(expression, source))
        found |= {name for each in made if isinstance(each, Tensor) and test(source, each)}
    return found


def families_of_views() -> dict[str, set[str]]:
    """Return the families that are told by the memory of a result."""
    plain = torch.arange(12.0, dtype=DTYPE).reshape(3, 4)
    turned = torch.arange(12.0, dtype=DTYPE).reshape(4, 3).t()
    several = views_in_tuples()
    return {
        "attribute_views": attributes_that_are_views(),
        "several_views": several,
        "partial_views": several | views_that(lambda x, view: view.numel() < x.numel(), plain),
        "transpositions": views_that(
            lambda x, view: view.tolist() == numpy.transpose(x.numpy()).tolist(), plain
        ),
        "copies_where_needed": views_that(
            lambda x, view: view.untyped_storage().data_ptr() != x.untyped_storage().data_ptr(),
            turned,
        ),
    }


def attributes_that_are_views() -> set[str]:
    """Return the attributes that share a tensor's memory and its history."""
    source = torch.ones(2, 2, dtype=torch.complex128, requires_grad=True).clone()
    place = source.untyped_storage().data_ptr()
    return {
        name
        for name in registry.tensor_attributes()
        for each in attempt(partial(getattr, source, name))
        if isinstance(each, Tensor) and each.untyped_storage().data_ptr() == place
        if each.requires_grad
    }


def views_in_tuples() -> set[str]:
    """Return the methods that give views of a tensor as a tuple."""
    return {
        name
        for name in registry.tensor_methods()
        for given in ((), (1,), ((1, 1),))
        for result in attempt(partial(method, torch.rand(2, 2, 2), name, *given))
        if isinstance(result, (tuple, list)) and len(result) > 0
        if all(isinstance(each, Tensor) and each._is_view() for each in result)
    }


def method(owner: Any, name: str, *given: object) -> object:
    """Call a method by its name."""
    return getattr(owner, name)(*given)


def uninitialised() -> set[str]:
    """Return the factories whose result holds whatever was in memory, which torch can mark."""
    torch.use_deterministic_algorithms(True)  # fills such memory with nan
    try:
        return {name for name, call in UNINITIALISED.items() if call().isnan().all()}
    finally:
        torch.use_deterministic_algorithms(False)


def families_of_factories() -> dict[str, set[str]]:
    """Return the families of functions that make a tensor out of none."""
    memory, unit, graded, drawn = uninitialised(), set(), set(), set()
    for name, call in FACTORY_CALLS.items():
        if name in memory:
            continue
        results = []
        for seed in range(5):
            torch.default_generator.manual_seed(seed)
            results.append(call())
        numbers = torch.cat([each.flatten().to(DTYPE) for each in results])
        if not all(torch.equal(each, results[0]) for each in results):
            drawn.add(name)
        if set(numbers.tolist()) <= {0.0, 1.0}:
            unit.add(name)
        elif numbers.min() >= 0 and any(len(each.unique()) > 1 for each in results):
            graded.add(name)
    return {
        "uninitialised": memory,
        "zeros_and_ones": unit,
        "graded": graded,
        "drawn": drawn,
        "sized": {name for name in FACTORY_CALLS if is_sized(name, (2, 3))},
        "shaped": {
            name for name in FACTORY_CALLS if is_sized(name, (2,)) and is_sized(name, (2, 3))
        },
        "from_data": {
            name for name, make in CONSTRUCTORS.items() if is_of_torch(name) and is_from_data(make)
        },
        "whole_number_tensors": typed(is_whole),
        "float_tensors": typed(lambda kind: kind.is_floating_point),
        "whole_number_types": types(is_whole),
        "short_float_types": types(lambda kind: kind.is_floating_point and kind.itemsize < 4),
    }


def is_sized(name: str, size: tuple[int, ...]) -> bool:
    """Tell whether all that a factory is given is the size of what it makes."""
    make = getattr(torch, name, None)
    made = attempt(lambda: make(*size)) if make is not None else ()
    return any(each.shape == size for each in made)


def is_whole(kind: torch.dtype) -> bool:
    """Tell whether a type is of numbers that no gradient can flow to."""
    return not kind.is_floating_point and not kind.is_complex


def is_from_data(make: Callable[[Any], Tensor]) -> bool:
    """Tell whether a constructor takes lists and numbers for what is in the tensor."""
    made = [*attempt(lambda: make([2.0, 3.0]).tolist()), *attempt(lambda: make(2).tolist())]
    return made == [[2.0, 3.0], 2]


def typed(test: Callable[[torch.dtype], bool]) -> set[str]:
    """Return the old constructors by the type of their numbers."""
    return {name for name in registry.typed_constructors() if test(getattr(torch, name)(1).dtype)}


def types(test: Callable[[torch.dtype], bool]) -> set[str]:
    """Return the names of types of numbers."""
    named = {name: getattr(torch, name) for name in registry.public_names(torch)}
    return {name for name, kind in named.items() if isinstance(kind, torch.dtype) and test(kind)}


# --- families of methods, switches and modules ----------------------------------------------


def families_of_methods() -> dict[str, set[str]]:
    """Return the families of methods and attributes that are told by the kind of their result."""
    source = torch.tensor([[-1.5, 0.0, 2.7]])
    queries, whole = set(), set()
    for name in registry.tensor_methods():
        if name.endswith("_"):
            continue
        for result in attempt(partial(method, source, name)):
            if isinstance(result, Tensor) and is_whole(result.dtype):
                if torch.equal(result, source.to(result.dtype)):
                    whole.add(name)
        for given in ((), (source,)):
            for result in attempt(partial(method, source, name, *given)):
                if all(map(is_number, result if isinstance(result, tuple) else [result])):
                    queries.add(name)
    for name in registry.tensor_attributes():
        queries |= {name for each in attempt(partial(getattr, source, name)) if is_number(each)}
    return {
        "queries": queries,
        "whole_number_conversions": whole,
        "without_history": told_of_a_number(is_number_without_history),
        "python_numbers": told_of_a_number(is_the_number),
        "descriptions": told_of_a_number(lambda value: isinstance(value, DESCRIPTIONS)),
    }


DESCRIPTIONS = torch.Size, torch.dtype, torch.device, torch.layout
NUMBER = 0.625
"""No attribute of a tensor is this number by chance."""


def told_of_a_number(test: Callable[[Any], bool]) -> set[str]:
    """Return what a tensor of one number with a history tells, if a test of it holds."""
    methods = [name for name in registry.tensor_methods() if not name.endswith("_")]
    told = {name: attempt(partial(method, computed(), name)) for name in methods}
    for name in registry.tensor_attributes():
        told[name] = attempt(partial(getattr, computed(), name))
    return {name for name, values in told.items() if any(map(test, values))}


def computed() -> Tensor:
    """Return a tensor of one number that was computed of a leaf."""
    return torch.tensor(NUMBER, requires_grad=True).clone()


def is_number_without_history(value: object) -> bool:
    """Tell whether a value is the tensor's number, as it was computed, and nothing more."""
    if not isinstance(value, Tensor) or value.requires_grad:
        return False
    return value.dtype == torch.float32 and value.tolist() == NUMBER


def is_the_number(value: object) -> bool:
    """Tell whether a value is the tensor's number as a number of Python's."""
    return isinstance(value, float) and value == NUMBER


def is_number(value: object) -> bool:
    """Tell whether a value is a number of Python's, or true or false."""
    return isinstance(value, (bool, int, float))


def switches() -> set[str]:
    """Return the context managers of torch that say whether autograd records."""
    return {name for name in registry.public_names(torch) if is_switch(getattr(torch, name))}


def is_switch(kind: Any) -> bool:
    """Tell whether something is a class whose objects change in a `with` how autograd records."""
    if not inspect.isclass(kind) or not hasattr(kind, "__enter__"):
        return False
    for given in ((), (True,), (False,)):
        for before in (torch.enable_grad, torch.no_grad):
            with before():
                mode = torch.is_grad_enabled(), torch.is_inference_mode_enabled()
                try:
                    with kind(*given):
                        inside = torch.is_grad_enabled(), torch.is_inference_mode_enabled()
                except (RuntimeError, TypeError, ValueError, AttributeError):
                    continue
            if inside != mode:
                return True
    return False


WITH_MODES = "torch", "torch.amp", "torch.cuda.amp", "torch.cpu.amp", "torch.autograd"
"""Where the context managers of torch stand that switch how operations run."""


def switched_by_with() -> set[str]:
    """Return the context managers that switch something in a `with`, and nothing by being made."""
    kinds = {
        f"{place}.{name}": kind
        for place in WITH_MODES
        for name, kind in vars(sys.modules[place]).items()
        if inspect.isclass(kind) and hasattr(kind, "__enter__") and name[0] != "_"
    }
    switching = {kind for kind in kinds.values() if is_switched_by_with(kind)}
    return {name for name, kind in kinds.items() if switching.intersection(kind.__mro__)}


def is_switched_by_with(kind: Any) -> bool:
    """Tell whether a class switches something in a `with`, and nothing by being made."""
    is_one = False
    for given, before in itertools.product(((), ("cpu",), (True,), (False,)), (True, False)):
        with warnings.catch_warnings(), torch.set_grad_enabled(before):
            warnings.simplefilter("ignore")
            mode = modes()
            try:
                made = kind(*given)
                if modes() != mode:
                    return False
                with made:
                    is_one = is_one or modes() != mode
            except (RuntimeError, TypeError, ValueError, AttributeError, AssertionError):
                continue
            finally:
                torch.autograd.set_detect_anomaly(False)
    return is_one


def modes() -> tuple[bool, ...]:
    """Return what context managers switch: how operations run from here on."""
    return (
        torch.is_grad_enabled(),
        torch.is_inference_mode_enabled(),
        torch.is_autocast_enabled("cpu"),
        torch.is_anomaly_enabled(),
    )


def families_of_modules() -> dict[str, set[str]]:
    """Return the families of containers, and of methods that give the module itself."""
    kinds = registry.public_subclasses(nn, nn.Module)
    return {
        "lists_of_modules": {name for name, kind in kinds.items() if hasattr(kind, "append")},
        "dicts_of_modules": {name for name, kind in kinds.items() if hasattr(kind, "keys")},
        "refused_as_keys": {
            name
            for kind in kinds.values()
            if hasattr(kind, "keys")
            for name in dir(kind())
            if not (name.startswith("__") or holds_under(kind, name))
        },
        "module_setters": {
            name for name in registry.public_names(nn.Module) if gives_the_module(name)
        },
        "module_attributes": set(registry.public_names(nn.Linear(1, 1)))
        - set(registry.public_names(torch.Tensor)),
        "lists_modules": listing(nn.Module),
        "lists_parameters": listing(nn.Parameter),
        "registering": {name for name in registry.public_names(nn.Module) if registers_parts(name)},
        "dropouts": {
            name
            for name in registry.public_functions(nn.functional)
            if takes_chance(getattr(nn.functional, name))
            and drops(partial(method, nn.functional, name))
        },
        "asking_again": {
            name
            for name, kind in registry.public_subclasses(optim, optim.Optimizer).items()
            if any(count > 1 for count in attempt(partial(times_asked, kind)))
        },
        "dropout_modules": {
            name
            for name, kind in kinds.items()
            if takes_chance(kind.__init__) and any(map(drops, attempt(kind)))
        },
    }


def times_asked(kind: Callable[..., Any]) -> int:
    """Return how often one step of an optimiser calls the closure that it is given."""
    asked: list[torch.Tensor] = []
    parameter = nn.Parameter(torch.ones(2, 2))
    optimiser = kind([parameter], lr=0.1)

    def closure() -> torch.Tensor:
        optimiser.zero_grad()
        asked.append((parameter**2).sum())
        asked[-1].backward()
        return asked[-1]

    optimiser.step(closure)
    return len(asked)


def holds_under(kind: Callable[[dict[str, Any]], Any], key: str) -> bool:
    """Tell whether a dict of modules or parameters gives a part under a key, and registers it."""
    parameter = nn.Parameter(torch.ones(1))
    part = nn.ParameterList([parameter]) if kind is nn.ModuleDict else parameter

    def is_held() -> bool:
        held = kind({key: part})
        listed = any(each is parameter for each in held.parameters())
        return listed and held[key] is part and [*held.keys()] == [key]

    return attempt(is_held) == [True]


def listing(kind: type) -> set[str]:
    """Return the methods of a module that give things of a kind one by one, and nothing else."""
    module = nn.Sequential(nn.BatchNorm1d(2))
    return {
        name
        for name in registry.public_names(nn.Module)
        for each in attempt(partial(method, module, name))
        if isinstance(each, Iterator)
        if (given := [one[-1] if isinstance(one, tuple) else one for one in each])
        if all(isinstance(one, kind) for one in given)
    }


def registers_parts(name: str) -> bool:
    """Tell whether a method of a module makes a part one of it, whose parameters it has then."""
    for part in (nn.Linear(1, 1), nn.Parameter(torch.ones(1))):
        module = nn.Module()
        attempt(partial(method, module, name, "part", part))
        if len(list(module.parameters())) > 0 and module.part is part:
            return True
    return False


def takes_chance(function: Callable[..., Any]) -> bool:
    """Tell whether a function has a parameter for the chance that a number is dropped."""
    return any("p" in names for names in attempt(partial(registry.named_parameters, function)))


def drops(run: Callable[..., Any]) -> bool:
    """Tell whether something that is given ones alone puts another number in place of some."""
    with warnings.catch_warnings(), torch.random.fork_rng(devices=[]):
        warnings.simplefilter("ignore")  # some take vectors for images, and say so
        torch.default_generator.manual_seed(SEED)
        drawn = [
            {*result.flatten().tolist()}
            for count in range(2, 6)
            for result in attempt(partial(run, torch.ones((8,) * count)))
            if isinstance(result, Tensor)
        ]
    return any(len(numbers) == 2 for numbers in drawn)


def gives_the_module(name: str) -> bool:
    """Tell whether a method of a module gives the module itself, by its word or when called."""
    module = nn.Linear(1, 1)
    annotations = getattr(getattr(nn.Module, name), "__annotations__", {})
    return str(annotations.get("return")).endswith("Self") or any(
        each is module
        for given in ((), ("cpu",))
        for each in attempt(partial(method, module, name, *given))
    )


# --- families of losses ---------------------------------------------------------------------

SURE = torch.eye(3, dtype=DTYPE)
"""Three predictions that are sure of three classes, in probabilities."""
TARGETS = (torch.arange(3), SURE)
OF_SEQUENCES = "ctc_loss", "CTCLoss"
"""Losses over steps of time; the one sequence here has one step."""


def families_of_losses() -> dict[str, set[str]]:
    """Return the losses by what they take sure and right predictions in."""
    called = {name: getattr(nn.functional, name) for name in registry.functional_losses()}
    kinds = registry.public_subclasses(nn, nn.Module)
    made = {
        name: module
        for name, kind in kinds.items()
        if kind.__module__.endswith("loss")
        for module in attempt(kind)
    }
    losses = {**called, **made}
    return {
        "losses_of_logits": {name for name, run in losses.items() if takes_logits(name, run)},
        "losses_of_logarithms": {
            name for name, run in losses.items() if takes_logarithms(name, run)
        },
        "regressions": {name for name, run in losses.items() if sees_distance(run)},
    }


def values_of_loss(name: str, run: Callable[..., Any], prediction: Tensor) -> list[float]:
    """Return what a loss gives over a prediction, for each form of target that it takes."""
    if name in OF_SEQUENCES:
        labels = torch.ones(1, 1, dtype=torch.long), torch.ones(1).long(), torch.ones(1).long()
        calls = [partial(run, prediction[1:2, None], *labels)]
    else:
        calls = [partial(run, prediction, target) for target in TARGETS]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [float(each) for call in calls for each in attempt(call) if is_number_of_loss(each)]


def is_number_of_loss(value: object) -> bool:
    """Tell whether a loss has given one number."""
    return isinstance(value, Tensor) and value.numel() == 1 and not value.is_complex()


def takes_logits(name: str, run: Callable[..., Any]) -> bool:
    """Tell whether nothing is lost over large logits, and much over sure probabilities."""
    of_logits = values_of_loss(name, run, SURE * 60 - 30)
    of_chances = values_of_loss(name, run, SURE)
    pairs = zip(of_logits, of_chances, strict=False)
    return any(abs(one) < 1e-6 and two > 0.1 for one, two in pairs)


def takes_logarithms(name: str, run: Callable[..., Any]) -> bool:
    """Tell whether nothing is lost over the logarithms, and less than nothing over the rest."""
    of_logarithms = values_of_loss(name, run, SURE.clamp(min=1e-13).log())
    of_chances = values_of_loss(name, run, SURE)
    pairs = zip(of_logarithms, of_chances, strict=False)
    return any(abs(one) < 1e-6 and two < -0.1 for one, two in pairs)


def sees_distance(run: Callable[..., Any]) -> bool:
    """Tell whether a loss sees nothing of prediction and target but how far they lie apart."""
    one, two = torch.linspace(0.2, 3.0, 4, dtype=DTYPE), torch.linspace(2.0, 0.5, 4, dtype=DTYPE)

    def values(*pairs: tuple[Tensor, Tensor]) -> list[float]:
        return [
            float(each)
            for pair in pairs
            for each in attempt(partial(run, *pair))
            if is_number_of_loss(each)
        ]

    found = values((one, two), (two, one), (one + 5, two + 5), (-one, -two))
    nothing = values((one, one), (two, two))
    return (
        len(found) == 4
        and min(found) > 0
        and max(found) - min(found) < 1e-9
        and nothing == [0.0, 0.0]
    )


# --- families of numpy ----------------------------------------------------------------------


def families_of_numpy() -> dict[str, set[str]]:
    """Return the families of numpy's functions, and of what an array has."""
    array = numpy.ones((2, 2))
    attributes: dict[str, object] = {
        name: getattr(array, name) for name in registry.public_names(numpy.ndarray)
    }
    return {
        "array_queries": {name for name, value in attributes.items() if isinstance(value, int)},
        "array_views": {
            name
            for name, value in attributes.items()
            if isinstance(value, (numpy.ndarray, numpy.flatiter)) and name != "base"
        },
        "array_procedures": {name for name in attributes if gives_no_array(name)},
        "array_zeros_and_ones": {
            name for name in registry.public_functions(numpy) if is_of_zeros_and_ones(name)
        },
        "elementwise_as_in_numpy": {
            name for name in registry.public_names(numpy) if does_the_same(name)
        },
    }


def gives_no_array(name: str) -> bool:
    """Tell whether a method of an array gives nothing, or several things."""
    return any(
        result is None or isinstance(result, tuple)
        for given in ((), (1,), (0, 1.0), (os.devnull,))
        for result in attempt(partial(method, numpy.arange(4.0), name, *given))
    )


def is_of_zeros_and_ones(name: str) -> bool:
    """Tell whether a function of numpy's makes an array of zeros and ones out of a size."""
    if name != "zeros":  # which has no signature
        signature = attempt(partial(inspect.signature, getattr(numpy, name)))
        if not signature or next(iter(signature[0].parameters), "") not in {"n", "N", "shape"}:
            return False
    return any(
        isinstance(made, numpy.ndarray) and set(made.flatten().tolist()) <= {0.0, 1.0}
        for made in attempt(partial(method, numpy, name, 3))
    )


def does_the_same(name: str) -> bool:
    """Tell whether torch computes each number from one alone, as numpy does by the same name."""
    of_numpy, of_torch = getattr(numpy, name), getattr(torch, name, None)
    if name.startswith("set_"):  # it would change how the tests after it print
        return False
    if not callable(of_numpy) or not callable(of_torch) or inspect.isclass(of_numpy):
        return False
    return not is_identity(of_torch) and all(
        is_elementwise(of_numpy, of_torch, given)
        for given in ([0.2, 0.9, 0.5, 0.7], [-2.5, 1.5, -0.5, 3.5])
    )


def is_elementwise(
    of_numpy: Callable[..., object], of_torch: Callable[..., Any], given: list[float]
) -> bool:
    """Tell whether two functions compute the same other numbers out of some, each by itself."""
    tensor = torch.tensor([given], dtype=DTYPE, requires_grad=True)
    results = [
        *attempt(lambda: torch.as_tensor(of_numpy(numpy.array([given])))),
        *attempt(lambda: of_torch(tensor)),
        *attempt(lambda: of_torch(tensor.flip(1)).flip(1)),
        *attempt(lambda: torch.stack([of_torch(each) for each in tensor[0]])[None]),
    ]
    if len(results) < 4 or not all(
        isinstance(each, Tensor) and each.shape == tensor.shape for each in results
    ):
        return False
    first, *others = results
    return all(
        each.requires_grad and torch.allclose(first, each, equal_nan=True) for each in others
    )


def is_identity(of_torch: Callable[..., Any]) -> bool:
    """Tell whether a function gives the numbers that it is given."""
    given = torch.tensor([-2.5, 1.5])
    made = attempt(lambda: of_torch(given))
    return any(isinstance(each, Tensor) and torch.equal(each, given) for each in made)


def measure_families() -> dict[str, list[str]]:
    """Measure all families; `Module.compile` switches validation off, which is put right again."""
    validates = torch.distributions.Distribution._validate_args
    try:
        return _measure()
    finally:
        torch.distributions.Distribution.set_default_validate_args(validates)


def _measure() -> dict[str, list[str]]:
    found: dict[str, Iterable[str]] = {
        **families_of_operations(),
        **families_of_views(),
        **families_of_factories(),
        **families_of_methods(),
        **families_of_modules(),
        **families_of_losses(),
        **families_of_numpy(),
        "switches": switches(),
        "switched_by_with": switched_by_with(),
        "unchanging": inplace_kinds()["neither"],
    }
    return {name: sorted(members) for name, members in found.items()}
