"""What operations save and share, as far as their names tell."""

from __future__ import annotations

import functools
from collections import defaultdict

from tapelint.torch_api.knowledge import knowledge

ABOUT_TENSORS = frozenset(
    {"shape", "device", "dtype", "ndim", "is_cuda", "requires_grad", "training", "names", "layout"}
)
"""Attributes that hold no memory of their tensor's."""
QUESTIONS = frozenset(
    {
        "size", "dim", "numel", "get_device", "element_size", "stride", "is_contiguous", "data_ptr",
        "is_floating_point", "nelement", "item", "tolist",
    }
)  # fmt: skip
"""Methods that give no tensor and save none."""
PLAIN_FUNCTIONS = frozenset(
    {"len", "isinstance", "hasattr", "type", "id", "print", "range", "int", "float", "bool", "str"}
)
"""Functions of Python's that give no tensor and save none."""
_ALIASES = frozenset(
    {
        "contiguous", "to", "float", "half", "double", "bfloat16", "cuda", "cpu", "type", "type_as",
        "detach", "requires_grad_", "long", "int", "bool", "data", "clone", "dropout", "getattr",
        "real", "imag", "conj", "next", "iter", "zip", "enumerate", "reversed", "list", "tuple",
        "pop", "get", "values", "items", "setdefault", "clamp", "numpy", "from_numpy",
        "as_tensor", "asarray", "squeeze_", "unsqueeze_", "detach_", "resolve_conj", "resolve_neg",
    }
)  # fmt: skip
"""Calls that may give what they were given, besides the views."""
SAVE_NOTHING = frozenset(
    {"copy_", "fill_", "zero_", "add_", "sub_", "normal_", "uniform_", "random_", "bernoulli_"}
)
"""Changes for which nothing is saved."""
SAVE_OPERANDS = frozenset(
    {
        "masked_fill_", "index_add_", "index_copy_", "index_fill_", "scatter_", "scatter_add_",
        "masked_scatter_", "index_put_",
    }
)  # fmt: skip
"""Changes for which what they are given is saved, and not what they change."""
MODULES_THAT_SAVE_NO_RESULT = frozenset(
    {"Linear", "Embedding", "LayerNorm", "Dropout", "Identity", "BatchNorm1d", "BatchNorm2d",
     "BatchNorm3d", "GroupNorm", "RMSNorm", "Conv1d", "Conv2d", "Conv3d", "AvgPool2d",
     "ZeroPad2d"}
)  # fmt: skip
"""Layers whose result is no memory that they have saved, nor their input."""


@functools.lru_cache(maxsize=1)
def savers() -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Operations that save nothing, those that save no result, and those that give views."""
    variants: dict[str, list[tuple[bool, bool]]] = defaultdict(list)
    for name, facts in knowledge().operations.items():
        found = (bool(facts.saves) or any(facts.saves_results), any(facts.saves_results))
        variants[name].append(found)
        variants[name.split("_")[0]].append(found)
    nothing = {name for name, found in variants.items() if not any(each for each, _ in found)}
    no_result = {name for name, found in variants.items() if not any(each for _, each in found)}
    plain = knowledge().factories
    return frozenset(nothing | plain), frozenset(no_result | plain), knowledge().views | _ALIASES
