"""How to call each function and method: the part of the measurements that is written by hand.

`CALLS` is keyed by the name of a function of torch.nn.functional, torch, torch.linalg,
torch.special or torch.fft, or else of a method of Tensor; `linalg.svd` is written where torch has
an older function of the same name.  `VARIANTS` holds second ways to call one, which save something
else; its values begin with the name of the function.
"""

import torch

from .operands import (
    DTYPE,
    IMAGE,
    MATRIX,
    OTHER,
    QUERY,
    SIGNAL,
    SQUARE,
    UNIT,
    VECTOR,
    VOLUME,
    Arguments,
    Operand,
    above_one,
    floats,
    indices,
    integers,
    log_probabilities,
    lower_triangular,
    mask,
    names,
    positive_definite,
    probabilities,
    real,
    same_arguments,
    signs,
    statistics,
    unit,
)

ELEMENTWISE = names(
    """
    abs absolute acos angle arccos arcsin arcsinh arctan arctanh asin asinh atan atanh
    bessel_j0 ceil conj conj_physical cos cosh deg2rad digamma entr erf erfc erfcx erfinv
    exp exp2 expit expm1 fix floor frac gammaln i0 i0e i1 i1e isfinite isinf isnan isneginf
    isposinf isreal lgamma log log10 log1p log2 log_ndtr logical_not logit nan_to_num ndtr
    ndtri neg negative positive psi rad2deg real reciprocal resolve_conj resolve_neg round
    rsqrt sgn sigmoid sign signbit sin sinc sinh sqrt square tan tanh trunc
    """
)

BESSEL = names(
    """
    bessel_j1 bessel_y0 bessel_y1 modified_bessel_i0 modified_bessel_i1 modified_bessel_k0
    modified_bessel_k1
    """
)
BESSEL_OF_X = names(
    """
    airy_ai scaled_modified_bessel_k0 scaled_modified_bessel_k1 spherical_bessel_j0
    """
)

FOURIER = names(
    """
    fftn fftshift hfft hfft2 hfftn ifft2 ifftn ifftshift ihfft ihfft2 ihfftn irfft irfft2
    irfftn rfft2 rfftn
    """
)

ACTIVATIONS = names(
    """
    celu dropout elu gelu glu hardshrink hardsigmoid hardswish hardtanh leaky_relu
    logsigmoid mish normalize relu relu6 rrelu selu silu softplus softshrink softsign
    tanhshrink
    """
)

REDUCTIONS = names(
    """
    all amax amin aminmax any argmax argmin argsort argwhere count_nonzero diff gradient
    matrix_norm max mean median min mode msort nanmean nanmedian nansum nonzero norm
    nuclear_norm prod sort std std_mean sum var var_mean vector_norm
    """
)

OTHER_FUNCTIONS_OF_ONE = names(
    """
    adjoint bernoulli block_diag clone corrcoef cov detach detach_copy diag diagonal
    empty_like flatten fliplr flipud ones_like pinv pinverse rand_like randn_like ravel
    squeeze t tril triu zeros_like
    """
)

ONE_OPERAND_FUNCTIONS = [
    *ELEMENTWISE,
    *BESSEL,
    *FOURIER,
    *ACTIVATIONS,
    *REDUCTIONS,
    *OTHER_FUNCTIONS_OF_ONE,
]

SQUARE_FUNCTIONS = names(
    """
    trace matrix_exp det slogdet inverse logdet eigvals
    """
)

TWO_OPERAND_FUNCTIONS = names(
    """
    add sub subtract mul multiply maximum minimum fmax fmin logaddexp logaddexp2 eq ge gt
    greater greater_equal isclose le less less_equal lt ne not_equal dist atan2 arctan2
    hypot copysign true_divide div divide remainder fmod floor_divide xlogy heaviside
    nextafter float_power pow allclose equal logical_and logical_or logical_xor xlog1py
    """
)

SECOND_OPERAND = {"float_power": "exponent", "pow": "exponent", "heaviside": "values"}

LOSSES_OF_TWO = names(
    """
    mse_loss l1_loss smooth_l1_loss huber_loss poisson_nll_loss
    """
)


def one_operand_calls() -> dict[str, Arguments]:
    """Return the calls that need nothing but one tensor."""
    return {
        **same_arguments(ONE_OPERAND_FUNCTIONS, {"input": UNIT}),
        **same_arguments(BESSEL_OF_X, {"x": UNIT}),
        **same_arguments(SQUARE_FUNCTIONS, {"input": positive_definite(3)}),
        **same_arguments(["acosh", "arccosh"], {"input": above_one(3, 4)}),
    }


def two_operand_calls() -> dict[str, Arguments]:
    """Return the calls of two tensors of one shape."""
    calls: dict[str, Arguments] = {
        name: {"input": UNIT, SECOND_OPERAND.get(name, "other"): unit(3, 4)}
        for name in TWO_OPERAND_FUNCTIONS
    }
    return calls | {name: {"input": UNIT, "target": unit(3, 4)} for name in LOSSES_OF_TWO}


COMPLEX = Operand("torch.randn(3, dtype=torch.complex128)")

ARITHMETIC: dict[str, Arguments] = {
    "gumbel_softmax": {"logits": MATRIX},
    "trapezoid": {"y": MATRIX},
    "trapz": {"y": MATRIX},
    "addcmul": {"input": MATRIX, "tensor1": OTHER, "tensor2": real(3, 4)},
    "addcdiv": {"input": MATRIX, "tensor1": OTHER, "tensor2": UNIT},
    "lerp": {"input": MATRIX, "end": OTHER, "weight": UNIT},
    "rsub": {"input": MATRIX, "other": OTHER},
    "ldexp": {"input": MATRIX, "other": UNIT},
    "clamp": {"input": MATRIX, "min": -0.5, "max": 0.5},
    "clip": {"input": MATRIX, "min": -0.5, "max": 0.5},
    "clamp_min": {"input": MATRIX, "min": 0.0},
    "clamp_max": {"input": MATRIX, "max": 0.0},
    "threshold": {"input": MATRIX, "threshold": 0.0, "value": 0.0},
    "prelu": {"input": MATRIX, "weight": unit(4)},
    "polygamma": {"n": 1, "input": UNIT},
    "mvlgamma": {"input": above_one(3), "p": 2},
    "complex": {"real": MATRIX, "imag": OTHER},
    "polar": {"abs": UNIT, "angle": unit(3, 4)},
    "zeta": {"input": above_one(3, 4), "other": statistics(3, 4)},
    "multigammaln": {"input": above_one(3), "p": 2},
    "gammainc": {"input": statistics(3, 4), "other": UNIT},
    "gammaincc": {"input": statistics(3, 4), "other": UNIT},
    "igamma": {"input": statistics(3, 4), "other": UNIT},
    "igammac": {"input": statistics(3, 4), "other": UNIT},
    "softmax": {"input": MATRIX, "dim": -1},
    "log_softmax": {"input": MATRIX, "dim": -1},
    "softmin": {"input": MATRIX, "dim": -1},
    "normal": {"mean": MATRIX, "std": UNIT},
    "poisson": {"input": UNIT},
    "multinomial": {"input": UNIT, "num_samples": 2},
    "quantile": {"input": MATRIX, "q": 0.5},
    "nanquantile": {"input": MATRIX, "q": 0.5},
    "renorm": {"input": MATRIX, "p": 2, "dim": 0, "maxnorm": 1.0},
    "histc": {"input": MATRIX, "bins": 3},
    "bincount": {"input": indices(4, 6)},
    "bucketize": {"input": MATRIX, "boundaries": floats([-1.0, 0.0, 1.0])},
    "searchsorted": {"sorted_sequence": floats([-1.0, 0.0, 1.0]), "input": MATRIX},
    "isin": {"elements": MATRIX, "test_elements": OTHER},
    "imag": {"input": COMPLEX},
    "gcd": {"input": indices(4, 6), "other": indices(4, 6)},
    "lcm": {"input": indices(4, 6), "other": indices(4, 6)},
    "fill": {"input": MATRIX, "value": 1.0},
    "bitwise_not": {"input": indices(4, 6)},
    "bitwise_and": {"input": indices(4, 6), "other": indices(4, 6)},
    "bitwise_or": {"input": indices(4, 6), "other": indices(4, 6)},
    "bitwise_xor": {"input": indices(4, 6), "other": indices(4, 6)},
}

SELECTION: dict[str, Arguments] = {
    "where": {"condition": mask(3, 4), "input": MATRIX, "other": OTHER},
    "masked_fill": {"input": MATRIX, "mask": mask(3, 4), "value": 0.0},
    "masked_select": {"input": MATRIX, "mask": mask(3, 4)},
    "masked_scatter": {"input": MATRIX, "mask": mask(3, 4), "source": OTHER},
    "gather": {"input": MATRIX, "dim": 1, "index": indices(4, 3, 2)},
    "index_select": {"input": MATRIX, "dim": 0, "index": indices(3, 5)},
    "take": {"input": MATRIX, "index": indices(12, 5)},
    "take_along_dim": {"input": MATRIX, "indices": indices(4, 3, 2), "dim": 1},
    "scatter": {"input": MATRIX, "dim": 1, "index": indices(4, 3, 2), "src": real(3, 2)},
    "scatter_add": {"input": MATRIX, "dim": 1, "index": indices(4, 3, 2), "src": real(3, 2)},
    "scatter_reduce": {
        "input": MATRIX,
        "dim": 1,
        "index": indices(4, 3, 2),
        "src": real(3, 2),
        "reduce": "sum",
    },
    "index_add": {"input": MATRIX, "dim": 0, "index": indices(3, 2), "source": real(2, 4)},
    "index_copy": {"input": MATRIX, "dim": 0, "index": integers([0, 2]), "source": real(2, 4)},
    "index_fill": {"input": MATRIX, "dim": 0, "index": indices(3, 2), "value": 0.0},
    "index_put": {"input": MATRIX, "indices": (indices(3, 2),), "values": real(2, 4)},
    "index_reduce": {
        "input": MATRIX,
        "dim": 0,
        "index": integers([0, 2]),
        "source": real(2, 4),
        "reduce": "mean",
    },
    "put": {"input": MATRIX, "index": integers([0, 5]), "source": real(2)},
    "select": {"input": MATRIX, "dim": 0, "index": 0},
    "select_scatter": {"input": MATRIX, "src": VECTOR, "dim": 0, "index": 0},
    "slice_scatter": {"input": MATRIX, "src": real(1, 4), "dim": 0, "start": 0, "end": 1},
    "diagonal_scatter": {"input": SQUARE, "src": real(3)},
    "narrow": {"input": MATRIX, "dim": 0, "start": 0, "length": 2},
    "topk": {"input": MATRIX, "k": 2},
    "kthvalue": {"input": MATRIX, "k": 2},
    "cummax": {"input": MATRIX, "dim": -1},
    "cummin": {"input": MATRIX, "dim": -1},
    "cumsum": {"input": MATRIX, "dim": -1},
    "cumprod": {"input": MATRIX, "dim": -1},
    "logcumsumexp": {"input": MATRIX, "dim": -1},
    "cumulative_trapezoid": {"y": MATRIX},
    "logsumexp": {"input": MATRIX, "dim": -1},
    "embedding": {"input": indices(3, 5), "weight": MATRIX},
    "embedding_bag": {"input": indices(3, 5), "weight": MATRIX, "offsets": integers([0, 2])},
    "one_hot": {"input": indices(3, 5), "num_classes": 3},
}

LINEAR_ALGEBRA: dict[str, Arguments] = {
    "matmul": {"input": MATRIX, "other": real(4, 5)},
    "mm": {"input": MATRIX, "mat2": real(4, 5)},
    "mv": {"input": MATRIX, "vec": VECTOR},
    "dot": {"input": VECTOR, "tensor": real(4)},
    "inner": {"input": MATRIX, "other": real(5, 4)},
    "vdot": {"input": VECTOR, "other": real(4)},
    "linalg.vecdot": {"x": MATRIX, "y": OTHER},
    "outer": {"input": VECTOR, "vec2": real(3)},
    "ger": {"input": VECTOR, "vec2": real(3)},
    "bmm": {"input": real(2, 3, 4), "mat2": real(2, 4, 5)},
    "addmm": {"input": real(5), "mat1": MATRIX, "mat2": real(4, 5)},
    "addmv": {"input": real(3), "mat": MATRIX, "vec": VECTOR},
    "addr": {"input": real(3, 4), "vec1": real(3), "vec2": VECTOR},
    "addbmm": {"input": real(3, 5), "batch1": real(2, 3, 4), "batch2": real(2, 4, 5)},
    "baddbmm": {"input": real(2, 3, 5), "batch1": real(2, 3, 4), "batch2": real(2, 4, 5)},
    "linear": {"input": MATRIX, "weight": real(5, 4), "bias": real(5)},
    "bilinear": {
        "input1": MATRIX,
        "input2": real(3, 5),
        "weight": real(2, 4, 5),
        "bias": real(2),
    },
    "tensordot": {"a": MATRIX, "b": real(4, 5), "dims": 1},
    "kron": {"input": real(2, 2), "other": real(2, 2)},
    "cross": {"input": real(2, 3), "other": real(2, 3), "dim": -1},
    "cdist": {"x1": MATRIX, "x2": real(5, 4)},
    "pdist": {"input": MATRIX},
    "matrix_power": {"input": SQUARE, "n": 3},
    "linalg.multi_dot": {"tensors": (MATRIX, real(4, 5), real(5, 2))},
    "linalg.inv": {"A": positive_definite(3)},
    "linalg.cholesky": {"input": positive_definite(3)},
    "cholesky_inverse": {"input": lower_triangular(3)},
    "cholesky_solve": {"input": real(3, 2), "input2": lower_triangular(3)},
    "linalg.solve": {"A": positive_definite(3), "B": real(3, 2)},
    "linalg.solve_triangular": {"input": lower_triangular(3), "B": real(3, 2), "upper": False},
    "linalg.lstsq": {"input": real(4, 3), "b": real(4, 2)},
    "linalg.eigh": {"input": positive_definite(3)},
    "linalg.eigvalsh": {"input": positive_definite(3)},
    "linalg.svd": {"A": SQUARE},
    "linalg.qr": {"A": SQUARE},
    "linalg.svdvals": {"A": SQUARE},
    "linalg.lu_factor": {"A": SQUARE},
    "linalg.cond": {"input": positive_definite(3)},
    "linalg.matrix_rank": {"input": SQUARE},
    "linalg.vander": {"x": VECTOR},
    "scaled_dot_product_attention": {
        "query": QUERY,
        "key": real(2, 2, 3, 4),
        "value": real(2, 2, 3, 4),
    },
    "fft": {"input": MATRIX},
    "ifft": {"input": MATRIX},
    "rfft": {"input": MATRIX},
    "fft2": {"input": MATRIX},
}

SHAPES: dict[str, Arguments] = {
    "cat": {"tensors": (MATRIX, OTHER)},
    "concat": {"tensors": (MATRIX, OTHER)},
    "concatenate": {"tensors": (MATRIX, OTHER)},
    "split_with_sizes": {"input": MATRIX, "split_sizes": (1, 2)},
    "as_strided_scatter": {"input": MATRIX, "src": real(2), "size": (2,), "stride": (1,)},
    "stft": {"input": real(16), "n_fft": 4, "return_complex": True},
    "stack": {"tensors": (MATRIX, OTHER)},
    "hstack": {"tensors": (MATRIX, OTHER)},
    "vstack": {"tensors": (MATRIX, OTHER)},
    "dstack": {"tensors": (MATRIX, OTHER)},
    "row_stack": {"tensors": (MATRIX, OTHER)},
    "column_stack": {"tensors": (MATRIX, OTHER)},
    "reshape": {"input": MATRIX, "shape": (-1,)},
    "transpose": {"input": MATRIX, "dim0": 0, "dim1": 1},
    "swapaxes": {"input": MATRIX, "axis0": 0, "axis1": 1},
    "swapdims": {"input": MATRIX, "dim0": 0, "dim1": 1},
    "movedim": {"input": MATRIX, "source": 0, "destination": 1},
    "moveaxis": {"input": MATRIX, "source": 0, "destination": 1},
    "permute": {"input": MATRIX, "dims": (1, 0)},
    "unsqueeze": {"input": MATRIX, "dim": 0},
    "unflatten": {"input": MATRIX, "dim": 1, "sizes": (2, 2)},
    "broadcast_to": {"input": MATRIX, "size": (2, 3, 4)},
    "repeat_interleave": {"input": MATRIX, "repeats": 2, "dim": 0},
    "tile": {"input": MATRIX, "dims": (2,)},
    "roll": {"input": MATRIX, "shifts": 1},
    "flip": {"input": MATRIX, "dims": [0]},
    "rot90": {"input": MATRIX},
    "chunk": {"input": MATRIX, "chunks": 2},
    "tensor_split": {"input": MATRIX, "sections": 2},
    "hsplit": {"input": MATRIX, "sections": 2},
    "vsplit": {"input": MATRIX, "sections": 3},
    "unbind": {"input": MATRIX},
    "diag_embed": {"input": VECTOR},
    "diagflat": {"input": VECTOR},
    "as_strided": {"input": MATRIX, "size": (2,), "stride": (1,)},
    "combinations": {"input": VECTOR},
    "view_as_real": {"input": COMPLEX},
    "view_as_complex": {"input": real(3, 2)},
    "pad": {"input": MATRIX, "pad": (1, 1)},
    "full_like": {"input": MATRIX, "fill_value": 1.0},
    "randint_like": {"input": MATRIX, "high": 3},
}

PLACES = Operand("torch.tensor([[[0, 2]]])", differentiable=False)

LAYERS: dict[str, Arguments] = {
    "conv1d": {"input": SIGNAL, "weight": real(4, 3, 3), "bias": real(4)},
    "conv2d": {"input": IMAGE, "weight": real(4, 3, 3, 3), "bias": real(4)},
    "conv3d": {"input": VOLUME, "weight": real(2, 2, 2, 2, 2), "bias": real(2)},
    "conv_transpose1d": {"input": SIGNAL, "weight": real(3, 2, 3), "bias": real(2)},
    "conv_transpose2d": {"input": IMAGE, "weight": real(3, 2, 3, 3), "bias": real(2)},
    "conv_transpose3d": {"input": VOLUME, "weight": real(2, 2, 2, 2, 2), "bias": real(2)},
    "max_pool1d": {"input": SIGNAL, "kernel_size": 2},
    "max_pool2d": {"input": IMAGE, "kernel_size": 2},
    "max_pool3d": {"input": VOLUME, "kernel_size": 2},
    "avg_pool1d": {"input": SIGNAL, "kernel_size": 2},
    "avg_pool2d": {"input": IMAGE, "kernel_size": 2},
    "avg_pool3d": {"input": VOLUME, "kernel_size": 2},
    "lp_pool1d": {"input": SIGNAL, "norm_type": 2.0, "kernel_size": 2},
    "lp_pool2d": {"input": IMAGE, "norm_type": 2.0, "kernel_size": 2},
    "lp_pool3d": {"input": VOLUME, "norm_type": 2.0, "kernel_size": 2},
    "max_unpool1d": {"input": real(1, 1, 2), "indices": PLACES, "kernel_size": 2},
    "fractional_max_pool2d": {"input": IMAGE, "kernel_size": 2, "output_size": 2},
    "fractional_max_pool3d": {"input": VOLUME, "kernel_size": 2, "output_size": 2},
    "upsample_nearest": {"input": IMAGE, "scale_factor": 2},
    "upsample_bilinear": {"input": IMAGE, "scale_factor": 2},
    "adaptive_avg_pool1d": {"input": SIGNAL, "output_size": 2},
    "adaptive_avg_pool2d": {"input": IMAGE, "output_size": 2},
    "adaptive_avg_pool3d": {"input": VOLUME, "output_size": 2},
    "adaptive_max_pool1d": {"input": SIGNAL, "output_size": 2},
    "adaptive_max_pool2d": {"input": IMAGE, "output_size": 2},
    "adaptive_max_pool3d": {"input": VOLUME, "output_size": 2},
    "max_unpool2d": {
        "input": real(1, 1, 2, 2),
        "indices": Operand("torch.tensor([[[[0, 2], [8, 10]]]])", differentiable=False),
        "kernel_size": 2,
    },
    "unfold": {"input": IMAGE, "kernel_size": 2},
    "fold": {"input": real(1, 4, 9), "output_size": (4, 4), "kernel_size": 2},
    "interpolate": {"input": IMAGE, "scale_factor": 2},
    "upsample": {"input": IMAGE, "scale_factor": 2},
    "grid_sample": {"input": IMAGE, "grid": real(2, 3, 3, 2), "align_corners": False},
    "constant_pad_nd": {"input": MATRIX, "pad": (1, 1)},
    "affine_grid": {"theta": real(2, 2, 3), "size": (2, 3, 4, 4), "align_corners": False},
    "pixel_shuffle": {"input": real(2, 4, 3, 3), "upscale_factor": 2},
    "pixel_unshuffle": {"input": real(2, 1, 6, 6), "downscale_factor": 2},
    "channel_shuffle": {"input": real(2, 4, 3, 3), "groups": 2},
    "batch_norm": {
        "input": real(4, 3, 2, 2),
        "running_mean": statistics(3),
        "running_var": statistics(3),
        "weight": real(3),
        "bias": real(3),
        "training": True,
    },
    "layer_norm": {
        "input": MATRIX,
        "normalized_shape": (4,),
        "weight": VECTOR,
        "bias": real(4),
    },
    "rms_norm": {"input": MATRIX, "normalized_shape": (4,), "weight": VECTOR},
    "group_norm": {"input": real(2, 4, 3), "num_groups": 2, "weight": VECTOR, "bias": real(4)},
    "instance_norm": {"input": SIGNAL, "weight": real(3), "bias": real(3)},
    "local_response_norm": {"input": SIGNAL, "size": 2},
    "alpha_dropout": {"input": SIGNAL, "training": True},
    "feature_alpha_dropout": {"input": SIGNAL, "training": True},
    "dropout1d": {"input": SIGNAL},
    "dropout2d": {"input": IMAGE},
    "dropout3d": {"input": VOLUME},
    "cosine_similarity": {"x1": MATRIX, "x2": OTHER},
    "pairwise_distance": {"x1": MATRIX, "x2": OTHER},
}

LOSSES: dict[str, Arguments] = {
    "cross_entropy": {"input": MATRIX, "target": indices(4, 3), "weight": statistics(4)},
    "nll_loss": {
        "input": log_probabilities(3, 4),
        "target": indices(4, 3),
        "weight": statistics(4),
    },
    "binary_cross_entropy": {"input": UNIT, "target": unit(3, 4), "weight": statistics(3, 4)},
    "binary_cross_entropy_with_logits": {
        "input": MATRIX,
        "target": UNIT,
        "weight": statistics(3, 4),
        "pos_weight": statistics(4),
    },
    "kl_div": {
        "input": log_probabilities(3, 4),
        "target": probabilities(3, 4),
        "reduction": "batchmean",
    },
    "cosine_embedding_loss": {"input1": MATRIX, "input2": OTHER, "target": signs(3)},
    "hinge_embedding_loss": {"input": MATRIX, "target": signs(3, 4)},
    "margin_ranking_loss": {"input1": MATRIX, "input2": OTHER, "target": signs(3, 4)},
    "triplet_margin_loss": {"anchor": MATRIX, "positive": OTHER, "negative": real(3, 4)},
    "triplet_margin_with_distance_loss": {
        "anchor": MATRIX,
        "positive": OTHER,
        "negative": real(3, 4),
    },
    "gaussian_nll_loss": {"input": MATRIX, "target": OTHER, "var": UNIT},
    "soft_margin_loss": {"input": MATRIX, "target": signs(3, 4)},
    "multi_margin_loss": {"input": MATRIX, "target": indices(4, 3)},
    "multilabel_margin_loss": {"input": MATRIX, "target": indices(4, 3, 4)},
    "multilabel_soft_margin_loss": {"input": MATRIX, "target": statistics(3, 4)},
    "linear_cross_entropy": {
        "input": MATRIX,
        "linear_weight": real(5, 4),
        "target": indices(5, 3),
        "linear_bias": real(5),
    },
    "ctc_loss": {
        "log_probs": log_probabilities(6, 2, 4),
        "targets": Operand("torch.randint(1, 4, (2, 2))", differentiable=False),
        "input_lengths": (6, 6),
        "target_lengths": (2, 2),
    },
}

METHODS: dict[str, Arguments] = {
    "view": {"self": MATRIX, "size": (-1,)},
    "expand": {"self": MATRIX, "size": (2, 3, 4)},
    "expand_as": {"self": VECTOR, "other": statistics(3, 4)},
    "view_as": {"self": MATRIX, "other": statistics(4, 3)},
    "reshape_as": {"self": MATRIX, "other": statistics(4, 3)},
    "type_as": {"self": MATRIX, "other": statistics(3)},
    "repeat": {"self": MATRIX, "repeats": (2, 1)},
    "contiguous": {"self": MATRIX},
    "to": {"self": MATRIX, "dtype": torch.float32},
    "float": {"self": MATRIX},
    "double": {"self": MATRIX},
    "half": {"self": MATRIX},
    "bfloat16": {"self": MATRIX},
    "long": {"self": MATRIX},
    "int": {"self": MATRIX},
    "bool": {"self": MATRIX},
    "cpu": {"self": MATRIX},
    "byte": {"self": MATRIX},
    "char": {"self": MATRIX},
    "short": {"self": MATRIX},
    "type": {"self": MATRIX, "dtype": torch.float32},
    "new_tensor": {"self": MATRIX, "data": 1.0},
    "sum_to_size": {"self": MATRIX, "size": (1, 4)},
    "new_zeros": {"self": MATRIX, "size": (2,)},
    "new_ones": {"self": MATRIX, "size": (2,)},
    "new_empty": {"self": MATRIX, "size": (2,)},
    "new_full": {"self": MATRIX, "size": (2,), "fill_value": 1.0},
}

CALLS: dict[str, Arguments] = (
    one_operand_calls()
    | two_operand_calls()
    | ARITHMETIC
    | SELECTION
    | LINEAR_ALGEBRA
    | SHAPES
    | LAYERS
    | LOSSES
    | METHODS
)

VARIANTS: dict[str, tuple[str, Arguments]] = {
    "max_dim": ("max", {"input": MATRIX, "dim": -1}),
    "min_dim": ("min", {"input": MATRIX, "dim": -1}),
    "median_dim": ("median", {"input": MATRIX, "dim": -1}),
    "nanmedian_dim": ("nanmedian", {"input": MATRIX, "dim": -1}),
    "amax_dim": ("amax", {"input": MATRIX, "dim": -1}),
    "amin_dim": ("amin", {"input": MATRIX, "dim": -1}),
    "prod_dim": ("prod", {"input": MATRIX, "dim": -1}),
    "sum_dim": ("sum", {"input": MATRIX, "dim": -1}),
    "mean_dim": ("mean", {"input": MATRIX, "dim": -1}),
    "norm_dim": ("norm", {"input": MATRIX, "dim": -1}),
    "norm_one": ("norm", {"input": MATRIX, "p": 1}),
    "std_dim": ("std", {"input": MATRIX, "dim": -1}),
    "var_dim": ("var", {"input": MATRIX, "dim": -1}),
    "max_elementwise": ("max", {"input": MATRIX, "other": OTHER}),
    "min_elementwise": ("min", {"input": MATRIX, "other": OTHER}),
    "clamp_tensor": ("clamp", {"input": MATRIX, "min": real(3, 4), "max": above_one(3, 4)}),
    "lerp_scalar": ("lerp", {"input": MATRIX, "end": OTHER, "weight": 0.3}),
    "scatter_scalar": (
        "scatter",
        {"input": MATRIX, "dim": 1, "index": indices(4, 3, 2), "value": 0.0},
    ),
    "where_scalar": ("where", {"condition": mask(3, 4), "input": MATRIX, "other": 0.0}),
    "matmul_batched": ("matmul", {"input": QUERY, "other": real(2, 2, 4, 3)}),
    "matmul_vector": ("matmul", {"input": MATRIX, "other": VECTOR}),
    "linear_batched": ("linear", {"input": real(2, 3, 4), "weight": real(5, 4), "bias": real(5)}),
    "linear_no_bias": ("linear", {"input": MATRIX, "weight": real(5, 4)}),
    "gelu_tanh": ("gelu", {"input": MATRIX, "approximate": "tanh"}),
    "rrelu_training": ("rrelu", {"input": MATRIX, "training": True}),
    "dropout_eval": ("dropout", {"input": MATRIX, "training": False}),
    "batch_norm_eval": ("batch_norm", {**LAYERS["batch_norm"], "training": False}),
    "max_pool2d_indices": (
        "max_pool2d",
        {"input": IMAGE, "kernel_size": 2, "return_indices": True},
    ),
    "adaptive_avg_pool2d_one": ("adaptive_avg_pool2d", {"input": IMAGE, "output_size": 1}),
    "interpolate_bilinear": (
        "interpolate",
        {"input": IMAGE, "scale_factor": 2, "mode": "bilinear"},
    ),
    "pad_reflect": ("pad", {"input": SIGNAL, "pad": (1, 1), "mode": "reflect"}),
    "pad_replicate": ("pad", {"input": SIGNAL, "pad": (1, 1), "mode": "replicate"}),
    "pad_circular": ("pad", {"input": SIGNAL, "pad": (1, 1), "mode": "circular"}),
    "cross_entropy_probabilities": (
        "cross_entropy",
        {"input": MATRIX, "target": probabilities(3, 4)},
    ),
    "to_same": ("to", {"self": MATRIX, "dtype": DTYPE}),
}
