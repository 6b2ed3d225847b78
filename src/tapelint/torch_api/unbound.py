"""Names that a file does not bind: what an import by star brings, and what everybody means."""

from __future__ import annotations

from tapelint.torch_api.frameworks import exported_by_star as _taken_by_star
from tapelint.torch_api.knowledge import knowledge

_OF_PYTHON = {
    "collections": frozenset({"deque", "namedtuple", "defaultdict", "OrderedDict"}),
    "copy": frozenset({"copy", "deepcopy"}),
    "dataclasses": frozenset({"dataclass", "field", "replace", "asdict", "astuple"}),
    "functools": frozenset({"partial", "reduce", "wraps", "cached_property", "lru_cache"}),
    "itertools": frozenset(
        {
            "accumulate", "chain", "combinations", "cycle", "dropwhile", "filterfalse", "islice",
            "pairwise", "permutations", "product", "repeat", "starmap", "takewhile", "tee",
            "zip_longest",
        }
    ),
    "typing": frozenset(
        {
            "Any", "Callable", "Dict", "Iterable", "Iterator", "List", "Mapping", "NamedTuple",
            "Optional", "Sequence", "Set", "Tuple", "Union",
        }
    ),
}  # fmt: skip
"""What modules of Python's own export that passes values on, or speaks of their types."""


def exported_by_star(module: str, name: str) -> str | None:
    """The canonical name of ``name`` after ``from module import *``, where torch exports it."""
    known = knowledge()
    exports = {
        "torch": known.torch_functions
        | known.factories
        | known.typed_constructors
        | {"no_grad", "enable_grad", "set_grad_enabled", "inference_mode", "Tensor", "nn"}
        | {"distributions", "optim", "autograd", "from_numpy", "as_tensor", "asarray"},
        "torch.nn": frozenset(known.modules) | {"Parameter", "functional", "init"},
        "torch.nn.functional": known.functional,
        "torch.distributions": frozenset(known.distributions) | {"kl_divergence"},
        "torch.autograd": frozenset({"Variable", "grad", "backward"}),
        "torch.optim": known.optimisers,
    }.get(module, _OF_PYTHON.get(module, frozenset()))
    return f"{module}.{name}" if name in exports else _taken_by_star(module, name)


_MEANT_BY = {
    "torch": "torch", "nn": "torch.nn", "F": "torch.nn.functional", "np": "numpy",
    "optim": "torch.optim", "Variable": "torch.autograd.Variable",
    "Parameter": "torch.nn.Parameter", "DataLoader": "torch.utils.data.DataLoader",
    "contextmanager": "contextlib.contextmanager",
    **{module: module for module in ("copy", "functools", "itertools", "math", "random")},
}  # fmt: skip


def meant_by(name: str) -> str | None:
    """What everybody means by a name that a text does not bind: a snippet, a later cell.

    >>> meant_by("nn"), meant_by("Categorical"), meant_by("deepcopy")
    ('torch.nn', 'torch.distributions.Categorical', 'copy.deepcopy')
    """
    known = knowledge()
    exports = {
        "torch.distributions": {*known.distributions, "kl_divergence"},
        "torch.optim": known.optimisers,
        "torch.nn.utils": {"clip_grad_norm_", "clip_grad_value_"},
        "torch.nn.utils.rnn": {"PackedSequence", "pack_padded_sequence", "pad_packed_sequence"},
        **_OF_PYTHON,
    }
    of_modules = (f"{module}.{name}" for module, held in exports.items() if name in held)
    return _MEANT_BY.get(name) or next(of_modules, None)
