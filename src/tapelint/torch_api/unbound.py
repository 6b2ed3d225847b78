"""Names that a file does not bind: what an import by star brings, and what everybody means."""

from __future__ import annotations

from tapelint.torch_api import imports
from tapelint.torch_api.frameworks import exported_by_star as _taken_by_star
from tapelint.torch_api.knowledge import knowledge

_OF_PYTHON = {
    "collections": frozenset({"deque", "namedtuple", "defaultdict", "OrderedDict"}),
    "contextlib": frozenset({"ExitStack", "contextmanager", "nullcontext", "suppress"}),
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


_THEMSELVES = frozenset({"copy", "functools", "itertools", "math", "random"})
"""Modules of Python's own that are imported under their names."""


def meant_by(name: str) -> str | None:
    """What everybody means by a name that a text does not bind: a snippet, a later cell.

    What public code imports under that name counts first, then what torch or Python exports.

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
    themselves = (name,) if name in _THEMSELVES else ()
    return imports.meant_by().get(name) or next(iter((*themselves, *of_modules)), None)
