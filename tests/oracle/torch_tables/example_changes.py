"""Examples of calls that change their first operand in place."""

from collections.abc import Callable

from torch import Tensor
from torch.nn import functional

from .operands import (
    MATRIX,
    SQUARE,
    VECTOR,
    Arguments,
    above_one,
    indices,
    integers,
    mask,
    names,
    real,
    same_arguments,
    sparse,
    statistics,
    unit,
)

INPLACE_UNARY = names(
    """
    abs_ absolute_ acos_ arccos_ arcsin_ arcsinh_ arctan_ arctanh_ asin_ asinh_ atan_ atanh_
    bernoulli_ cauchy_ ceil_ conj_physical_ cos_ cosh_ deg2rad_ detach_ digamma_ erf_ erfc_
    erfinv_ exp2_ exp_ expm1_ exponential_ fix_ floor_ frac_ i0_ lgamma_ log10_ log1p_ log2_
    log_ log_normal_ logical_not_ logit_ nan_to_num_ neg_ negative_ normal_ rad2deg_ random_
    reciprocal_ relu_ requires_grad_ round_ rsqrt_ sgn_ share_memory_ sigmoid_ sign_ sin_
    sinc_ sinh_ sqrt_ square_ squeeze_ t_ tan_ tanh_ tril_ triu_ trunc_ uniform_ zero_
    """
)

INPLACE_BINARY = names(
    """
    add_ arctan2_ atan2_ copysign_ div_ divide_ eq_ floor_divide_ fmod_ ge_ greater_
    greater_equal_ gt_ hypot_ le_ less_ less_equal_ ldexp_ logical_and_ logical_or_
    logical_xor_ lt_ mul_ multiply_ ne_ nextafter_ not_equal_ remainder_ sub_ subtract_
    true_divide_ xlogy_
    """
)

INPLACE_INTEGER = names(
    """
    bitwise_and_ bitwise_or_ bitwise_xor_ gcd_ lcm_
    """
)

SMALL = unit(3, 3)
INTEGER = indices(4, 3, 3)

POSITIONAL_ONLY = {"apply_", "map_", "map2_"}
"""Methods of which the example arguments are passed by position, because they have no names."""

INPLACE_METHODS: dict[str, Arguments] = (
    same_arguments(INPLACE_UNARY, {"self": SMALL})
    | same_arguments(INPLACE_BINARY, {"self": SMALL, "other": unit(3, 3)})
    | same_arguments(INPLACE_INTEGER, {"self": INTEGER, "other": INTEGER})
    | {
        "acosh_": {"self": above_one(3, 3)},
        "arccosh_": {"self": above_one(3, 3)},
        "addbmm_": {"self": SMALL, "batch1": real(2, 3, 4), "batch2": real(2, 4, 3)},
        "addcdiv_": {"self": SMALL, "tensor1": SQUARE, "tensor2": unit(3, 3)},
        "addcmul_": {"self": SMALL, "tensor1": SQUARE, "tensor2": unit(3, 3)},
        "addmm_": {"self": SMALL, "mat1": MATRIX, "mat2": real(4, 3)},
        "addmv_": {"self": real(3), "mat": MATRIX, "vec": VECTOR},
        "addr_": {"self": SMALL, "vec1": real(3), "vec2": real(3)},
        "apply_": {"self": SMALL, "callable": lambda number: number + 1.0},
        "as_strided_": {"self": SMALL, "size": (2,), "stride": (1,)},
        "baddbmm_": {"self": real(2, 3, 3), "batch1": real(2, 3, 4), "batch2": real(2, 4, 3)},
        "bitwise_left_shift_": {"self": INTEGER, "other": 1},
        "bitwise_right_shift_": {"self": INTEGER, "other": 1},
        "bitwise_not_": {"self": INTEGER},
        "clamp_": {"self": SMALL, "min": 0.2, "max": 0.5},
        "clip_": {"self": SMALL, "min": 0.2, "max": 0.5},
        "clamp_max_": {"self": SMALL, "max": 0.5},
        "clamp_min_": {"self": SMALL, "min": 0.5},
        "copy_": {"self": SMALL, "other": SQUARE},
        "cumprod_": {"self": SMALL, "dim": 0},
        "cumsum_": {"self": SMALL, "dim": 0},
        "fill_": {"self": SMALL, "value": 1.0},
        "fill_diagonal_": {"self": SMALL, "fill_value": 0.0},
        "geometric_": {"self": SMALL, "p": 0.5},
        "heaviside_": {"self": SMALL, "values": SQUARE},
        "igamma_": {"self": SMALL, "other": SMALL},
        "igammac_": {"self": SMALL, "other": SMALL},
        "index_add_": {"self": SMALL, "dim": 0, "index": indices(3, 2), "source": real(2, 3)},
        "index_copy_": {"self": SMALL, "dim": 0, "index": integers([0, 2]), "source": real(2, 3)},
        "index_fill_": {"self": SMALL, "dim": 0, "index": indices(3, 2), "value": 0.0},
        "index_put_": {"self": SMALL, "indices": (indices(3, 2),), "values": real(2, 3)},
        "index_reduce_": {
            "self": SMALL,
            "dim": 0,
            "index": integers([0, 2]),
            "source": real(2, 3),
            "reduce": "mean",
        },
        "lerp_": {"self": SMALL, "end": SQUARE, "weight": unit(3, 3)},
        "map_": {"self": SMALL, "tensor": SQUARE, "callable": lambda left, right: left + right},
        "map2_": {
            "self": SMALL,
            "x": SQUARE,
            "y": SQUARE,
            "callable": lambda left, right, third: left + right + third,
        },
        "masked_fill_": {"self": SMALL, "mask": mask(3, 3), "value": 0.0},
        "masked_scatter_": {"self": SMALL, "mask": mask(3, 3), "source": SQUARE},
        "mvlgamma_": {"self": above_one(3), "p": 2},
        "polygamma_": {"self": SMALL, "n": 1},
        "float_power_": {"self": SMALL, "exponent": unit(3, 3)},
        "pow_": {"self": SMALL, "exponent": unit(3, 3)},
        "put_": {"self": SMALL, "index": integers([0, 5]), "source": real(2)},
        "renorm_": {"self": SMALL, "p": 2, "dim": 0, "maxnorm": 1.0},
        "resize_": {"self": SMALL, "size": (2, 2)},
        "resize_as_": {"self": SMALL, "the_template": statistics(2, 2)},
        "resize_as_sparse_": {"self": sparse(2, 2), "the_template": sparse(3, 3)},
        "scatter_": {"self": SMALL, "dim": 1, "index": indices(3, 3, 2), "src": real(3, 2)},
        "scatter_add_": {"self": SMALL, "dim": 1, "index": indices(3, 3, 2), "src": real(3, 2)},
        "scatter_reduce_": {
            "self": SMALL,
            "dim": 1,
            "index": indices(3, 3, 2),
            "src": real(3, 2),
            "reduce": "sum",
        },
        "set_": {"self": SMALL, "source": statistics(2, 2)},
        "sparse_resize_": {"self": sparse(2, 2), "size": (3, 3), "sparse_dim": 2, "dense_dim": 0},
        "sparse_resize_and_clear_": {
            "self": sparse(2, 2),
            "size": (3, 3),
            "sparse_dim": 2,
            "dense_dim": 0,
        },
        "swapaxes_": {"self": SMALL, "axis0": 0, "axis1": 1},
        "swapdims_": {"self": SMALL, "dim0": 0, "dim1": 1},
        "squeeze_": {"self": unit(1, 3)},
        "transpose_": {"self": SMALL, "dim0": 0, "dim1": 1},
        "unsqueeze_": {"self": SMALL, "dim": 0},
    }
)

SubscriptValue = Tensor | float


def assign(self: Tensor, subscript: object, value: SubscriptValue) -> Tensor:
    """Assign to a subscript, as an expression."""
    self[subscript] = value  # type: ignore[index]
    return self


def multiply_slice(self: Tensor) -> Tensor:
    """Change a slice with an augmented assignment."""
    self[:, 0] *= 2.0
    return self


FUNCTIONS_WITH_INPLACE_ARGUMENT = names(
    """
    celu dropout dropout1d dropout2d dropout3d elu hardsigmoid hardswish hardtanh leaky_relu
    mish relu relu6 rrelu selu silu
    """
)
FUNCTIONS_OF_TRAINING = names("alpha_dropout feature_alpha_dropout")

CHANGED_BY_A_NUMBER = names(
    """
    add sub mul div divide floor_divide fmod multiply remainder subtract true_divide xlogy
    float_power
    """
)


def by_a_number(name: str) -> Callable[..., object]:
    """Return a method that changes a tensor, called with a number."""
    return lambda self: getattr(self, f"{name}_")(0.5)


INPLACE_FUNCTIONS: dict[str, tuple[Callable[..., object], Arguments]] = (
    {
        f"F.{name}(inplace)": (getattr(functional, name), {"input": MATRIX, "inplace": True})
        for name in FUNCTIONS_WITH_INPLACE_ARGUMENT
    }
    | {
        f"F.{name}(inplace)": (
            getattr(functional, name),
            {"input": MATRIX, "training": True, "inplace": True},
        )
        for name in FUNCTIONS_OF_TRAINING
    }
    | {
        "F.threshold(inplace)": (
            functional.threshold,
            {"input": MATRIX, "threshold": 0.0, "value": 0.0, "inplace": True},
        ),
        **{f"{name}_scalar_": (by_a_number(name), {"self": SMALL}) for name in CHANGED_BY_A_NUMBER},
        "pow_scalar_": (lambda self: self.pow_(2), {"self": SMALL}),
        "lerp_scalar_": (
            lambda self, end: self.lerp_(end, 0.3),
            {"self": SMALL, "end": SQUARE},
        ),
        "setitem_basic": (
            lambda self, value: assign(self, 0, value),
            {"self": MATRIX, "value": VECTOR},
        ),
        "setitem_basic_scalar": (lambda self: assign(self, 0, 0.0), {"self": MATRIX}),
        "setitem_mask": (
            lambda self, index: assign(self, index, 0.0),
            {"self": MATRIX, "index": mask(3, 4)},
        ),
        "setitem_index": (
            lambda self, index, value: assign(self, index, value),
            {"self": MATRIX, "index": indices(3, 2), "value": real(2, 4)},
        ),
        "setitem_augmented": (multiply_slice, {"self": MATRIX}),
    }
)
