"""What decorators that stand in no file of the project do to a function, told by their names."""

from __future__ import annotations

from tapelint.torch_api.names import words

_OTHER_LANGUAGES = frozenset(
    {
        "taichi", "triton", "numba", "warp", "jax", "flax", "haiku", "equinox", "tensorflow",
        "cupyx", "tilelang", "tvm", "cutlass", "pycuda", "gt4py", "quadrants",
    }
)  # fmt: skip
"""Packages whose decorators compile a function: no tensor of torch's is ever met in it."""

_LEAVE_THE_MODE = frozenset(
    {
        # the language and its tests
        "builtins", "abc", "atexit", "contextlib", "dataclasses", "enum", "functools", "typing",
        "typing_extensions", "unittest", "warnings", "pytest", "pytest_cases", "hypothesis",
        "parameterized", "absl", "ddt", "flaky", "mock", "nose", "numpy", "torch",
        # types, documents, settings
        "attr", "attrs", "beartype", "jaxtyping", "overrides", "pydantic", "torchtyping",
        "typeguard", "deprecated", "deprecation", "docrep", "chex", "gin", "hydra", "omegaconf",
        "pyrallis", "sacred", "simple_parsing", "tyro",
        # commands, jobs, measurements
        "click", "typer", "fire", "plac", "tap", "celery", "prefect", "ray", "submitit", "tqdm",
        "wandb", "mlflow", "memory_profiler", "line_profiler", "nvtx", "tenacity", "backoff",
        "retry", "retrying", "timeout_decorator", "cachetools", "joblib", "decorator", "wrapt",
        # libraries around torch: what they have for training
        "accelerate", "detectron2", "diffusers", "fairseq", "fvcore", "lightning", "mmcv",
        "mmengine", "pytorch_lightning", "pyro", "skorch", "torchvision", "transformers",
    }
)  # fmt: skip
"""Packages whose decorators leave it to others whether autograd records."""

_LEAVING_WORDS = frozenset(
    {
        "abstractmethod", "argument", "cache", "cached", "command", "configurable", "decorator",
        "deprecated", "doc", "docs", "docstring", "docstrings", "fixture", "main", "memoize",
        "option", "override", "overrides", "parametrize", "profile", "profiler", "property",
        "register", "registered", "registry", "skip", "timed", "timeit", "timer", "timing",
        "typechecked", "wraps",
    }
)  # fmt: skip
"""Words that say what else a decorator is for."""

_SWITCHING_WORDS = frozenset(
    {"grad", "nograd", "inference", "eval", "evaluating", "evaluation", "frozen"}
)
"""Words that say that it may switch recording off."""


def is_of_another_language(name: str) -> bool:
    """Whether a decorator, by its dotted name, compiles a function that is no code of torch's."""
    return name.partition(".")[0] in _OTHER_LANGUAGES


def says_it_switches(name: str) -> bool:
    """Whether the name of a decorator says that it may switch recording off."""
    told = {word for part in name.split(".") for word in words(part)}
    return bool(told & _SWITCHING_WORDS) or "grad" in name or "inference" in name


def may_switch_recording(name: str) -> bool:
    """Whether a decorator, by its dotted name, may switch autograd's recording off.

    Of one that nobody knows that is so, unless its name says what else it is for.
    """
    package, _, rest = name.partition(".")
    if says_it_switches(rest or name):
        return True
    told = {word for part in name.split(".") for word in words(part)}
    return package not in _LEAVE_THE_MODE and told.isdisjoint(_LEAVING_WORDS)
