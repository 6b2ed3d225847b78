"""Examples of what is not an operation: aliases, constructors, modules, distributions, nn.init."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy
import torch
from torch import Tensor, distributions, nn
from torch.autograd import Variable
from torch.nn import functional

Expression = Callable[[Any], object]
Constructor = Callable[[Any], Tensor]


def first_unpacked(x: Tensor) -> object:
    """Return the first row of a tensor that is unpacked."""
    first, *_ = x
    return first


VIEWS: dict[str, Expression] = {
    "T": lambda x: x.T,
    "H": lambda x: x.H,
    "mT": lambda x: x.mT,
    "mH": lambda x: x.mH,
    "data": lambda x: x.data,
    "real": lambda x: x.real,
    "detach": lambda x: x.detach(),
    "view": lambda x: x.view(-1),
    "view_as": lambda x: x.view_as(x),
    "view_dtype": lambda x: x.view(torch.int64),
    "reshape": lambda x: x.reshape(-1),
    "reshape_noncontiguous": lambda x: x.t().reshape(-1),
    "reshape_as": lambda x: x.reshape_as(torch.empty(12)),
    "flatten": lambda x: x.flatten(),
    "flatten_one_dimensional": lambda x: x[0].flatten(),
    "unflatten": lambda x: x.unflatten(1, (2, 2)),
    "ravel": lambda x: x.ravel(),
    "contiguous": lambda x: x.contiguous(),
    "contiguous_noncontiguous": lambda x: x.t().contiguous(),
    "to": lambda x: x.to(x.dtype),
    "to_other_dtype": lambda x: x.to(torch.float32),
    "to_copy": lambda x: x.to(x.dtype, copy=True),
    "type": lambda x: x.type(x.dtype),
    "type_as": lambda x: x.type_as(x),
    "double": lambda x: x.double(),
    "float": lambda x: x.float(),
    "half": lambda x: x.half(),
    "cpu": lambda x: x.cpu(),
    "clone": lambda x: x.clone(),
    "t": lambda x: x.t(),
    "transpose": lambda x: x.transpose(0, 1),
    "permute": lambda x: x.permute(1, 0),
    "adjoint": lambda x: x.adjoint(),
    "swapaxes": lambda x: x.swapaxes(0, 1),
    "swapdims": lambda x: x.swapdims(0, 1),
    "movedim": lambda x: x.movedim(0, 1),
    "moveaxis": lambda x: x.moveaxis(0, 1),
    "squeeze": lambda x: x.squeeze(),
    "unsqueeze": lambda x: x.unsqueeze(0),
    "expand": lambda x: x.expand(2, 3, 4),
    "expand_as": lambda x: x.expand_as(x),
    "broadcast_to": lambda x: x.broadcast_to(2, 3, 4),
    "repeat": lambda x: x.repeat(1, 1),
    "tile": lambda x: x.tile(1),
    "repeat_interleave": lambda x: x.repeat_interleave(2, 0),
    "chunk": lambda x: x.chunk(2)[0],
    "split": lambda x: x.split(1)[0],
    "tensor_split": lambda x: x.tensor_split(2)[0],
    "hsplit": lambda x: x.hsplit(2)[0],
    "vsplit": lambda x: x.vsplit(3)[0],
    "dsplit": lambda x: x[None].dsplit(2)[0],
    "split_with_sizes": lambda x: x.split_with_sizes([1, 2])[0],
    "unbind": lambda x: x.unbind()[0],
    "iter": lambda x: next(iter(x)),
    "unpack": first_unpacked,
    "diagonal": lambda x: x.diagonal(),
    "diag": lambda x: x.diag(),
    "diag_embed": lambda x: x.diag_embed(),
    "narrow": lambda x: x.narrow(0, 0, 2),
    "narrow_copy": lambda x: x.narrow_copy(0, 0, 2),
    "select": lambda x: x.select(0, 0),
    "index_select": lambda x: x.index_select(0, torch.tensor([0])),
    "take": lambda x: x.take(torch.tensor([0])),
    "gather": lambda x: x.gather(0, torch.tensor([[0]])),
    "masked_select": lambda x: x.masked_select(x > 0),
    "masked_fill": lambda x: x.masked_fill(x > 0, 0.0),
    "as_strided": lambda x: x.as_strided((2,), (1,)),
    "unfold": lambda x: x.unfold(1, 2, 3),
    "positive": lambda x: x.positive(),
    "conj": lambda x: x.conj(),
    "resolve_conj": lambda x: x.resolve_conj(),
    "resolve_neg": lambda x: x.resolve_neg(),
    "flip": lambda x: x.flip(0),
    "roll": lambda x: x.roll(1),
    "tril": lambda x: x.tril(),
    "sum": lambda x: x.sum(0),
    "clamp": lambda x: x.clamp(0.0),
    "nan_to_num": lambda x: x.nan_to_num(),
    "numpy": lambda x: x.detach().numpy(),
    "__array__": lambda x: numpy.asarray(x.detach()),
    "from_numpy": lambda x: torch.from_numpy(x.detach().numpy()),
    "requires_grad_": lambda x: x.requires_grad_(),
    "add_": lambda x: x.add_(1.0),
    "add_scalar": lambda x: x + 0,
    "new_tensor": lambda x: x.new_tensor(x),
    "getitem_basic": lambda x: x[0],
    "getitem_slice": lambda x: x[1:],
    "getitem_all": lambda x: x[:],
    "getitem_none": lambda x: x[..., None],
    "getitem_advanced": lambda x: x[[0, 1]],
    "getitem_index": lambda x: x[torch.tensor([0, 1])],
    "getitem_integer_tensor": lambda x: x[torch.tensor(0)],
    "getitem_mask": lambda x: x[x > 0],
    "as_tensor": lambda x: torch.as_tensor(x),
    "asarray": lambda x: torch.asarray(x),
    "tensor": lambda x: torch.tensor(x),
    "Parameter": lambda x: nn.Parameter(x),
    "Variable": lambda x: Variable(x),
    "atleast_1d": torch.atleast_1d,
    "atleast_2d": torch.atleast_2d,
    "cat": lambda x: torch.cat([x]),
    "stack": lambda x: torch.stack([x]),
    "broadcast_tensors": lambda x: torch.broadcast_tensors(x)[0],  # type: ignore[no-untyped-call]
    "meshgrid": lambda x: torch.meshgrid(x[0], x[0], indexing="ij")[0],
    "pad": lambda x: functional.pad(x, (0, 0)),
    "relu": lambda x: functional.relu(x),
    "relu_inplace": lambda x: functional.relu(x, inplace=True),
    "dropout_eval": lambda x: functional.dropout(x, training=False),
    "dropout_zero": lambda x: functional.dropout(x, p=0.0),
    "Identity": lambda x: nn.Identity()(x),
}


CONSTRUCTORS: dict[str, Constructor] = {
    "tensor": torch.tensor,
    "as_tensor": torch.as_tensor,
    "asarray": torch.asarray,
    "scalar_tensor": lambda data: torch.scalar_tensor(data),
    "new_tensor": lambda data: torch.zeros(1).new_tensor(data),
    "new": lambda data: torch.zeros(1).new(data),
    "from_numpy": torch.from_numpy,
    "from_numpy_array": lambda data: torch.from_numpy(numpy.array(data)),
    "Variable": lambda data: Variable(data),
    "Parameter": nn.Parameter,
    "stack": lambda data: torch.stack(data),
    "cat": lambda data: torch.cat(data),
    "Tensor": torch.Tensor,
    "FloatTensor": torch.FloatTensor,
    "DoubleTensor": torch.DoubleTensor,
    "HalfTensor": torch.HalfTensor,
    "BFloat16Tensor": torch.BFloat16Tensor,
    "LongTensor": torch.LongTensor,
    "IntTensor": torch.IntTensor,
    "ShortTensor": torch.ShortTensor,
    "CharTensor": torch.CharTensor,
    "ByteTensor": torch.ByteTensor,
    "BoolTensor": torch.BoolTensor,
}

ELEMENT_TYPES = {
    "DoubleTensor": torch.float64,
    "HalfTensor": torch.float16,
    "BFloat16Tensor": torch.bfloat16,
}
"""The legacy constructors keep only tensors of their own type; the rest are tried with float32."""


def constructor_sources(scalar: Tensor, vector: Tensor) -> dict[str, object]:
    """Return what a constructor is tried with: a tensor with history, or a container of such."""
    return {
        "tensor": vector,
        "list_of_scalars": [scalar, scalar],
        "tuple_of_scalars": (scalar, scalar),
        "list_of_one_element_vectors": [scalar.view(1), scalar.view(1)],
        "list_of_vectors": [vector, vector],
        "nested_list_of_scalars": [[scalar], [scalar]],
        "list_of_scalars_and_numbers": [scalar, 1.0],
        "dict_values": {"first": scalar, "second": scalar}.values(),
        "generator": (item for item in (scalar, scalar)),
    }


@dataclass(frozen=True)
class Construction:
    """The arguments of a constructor."""

    positional: tuple[object, ...] = ()
    keywords: tuple[tuple[str, object], ...] = ()


def arguments(*positional: object, **keywords: object) -> Construction:
    """Note down the arguments of a constructor."""
    return Construction(positional, tuple(keywords.items()))


def for_each(names: str, construction: Construction) -> dict[str, Construction]:
    """Give several classes the same arguments."""
    return dict.fromkeys(names.split(), construction)


def by_dimension(names: str, construct: Callable[[], Construction]) -> dict[str, Construction]:
    """Give the 1d, 2d and 3d classes of each name the same arguments."""
    return {f"{name}{size}d": construct() for name in names.split() for size in (1, 2, 3)}


MODULES: dict[str, Construction] = {
    **by_dimension(
        "AdaptiveAvgPool AdaptiveMaxPool AvgPool MaxPool MaxUnpool", lambda: arguments(2)
    ),
    **by_dimension("BatchNorm", lambda: arguments(4)),
    **by_dimension("InstanceNorm", lambda: arguments(4, affine=True, track_running_stats=True)),
    **by_dimension("Conv ConvTranspose", lambda: arguments(4, 4, 3)),
    **by_dimension("LazyConv LazyConvTranspose", lambda: arguments(4, 3)),
    **by_dimension("CircularPad ReflectionPad ReplicationPad ZeroPad", lambda: arguments(1)),
    **by_dimension("ConstantPad", lambda: arguments(1, 0.0)),
    **by_dimension("LPPool", lambda: arguments(2, 2)),
    **for_each("Linear LSTM GRU RNN LSTMCell GRUCell RNNCell Embedding", arguments(4, 4)),
    **for_each("EmbeddingBag MultiheadAttention", arguments(4, 4)),
    **for_each("FractionalMaxPool2d FractionalMaxPool3d", arguments(2, output_size=2)),
    **for_each("ChannelShuffle PixelShuffle PixelUnshuffle SyncBatchNorm Unfold", arguments(2)),
    **for_each("LocalResponseNorm CrossMapLRN2d LazyLinear LayerNorm RMSNorm", arguments(4)),
    "AdaptiveLogSoftmaxWithLoss": arguments(4, 6, [2]),
    "Bilinear": arguments(4, 4, 4),
    "DataParallel": arguments(nn.Linear(2, 2)),
    "Fold": arguments(4, 2),
    "GroupNorm": arguments(2, 4),
    "LinearCrossEntropyLoss": arguments(4, 4),
    "ModuleDict": arguments({"first": nn.Linear(2, 2)}),
    "ModuleList": arguments([nn.Linear(2, 2)]),
    "ParameterDict": arguments({"first": nn.Parameter(torch.zeros(2))}),
    "ParameterList": arguments([nn.Parameter(torch.zeros(2))]),
    "RNNBase": arguments("LSTM", 4, 4),
    "RNNCellBase": arguments(4, 4, True, 4),
    "Sequential": arguments(nn.Linear(2, 2)),
    "Threshold": arguments(0.0, 0.0),
    "Transformer": arguments(4, 2, 1, 1, 8, batch_first=True),
    "TransformerDecoder": arguments(nn.TransformerDecoderLayer(4, 2, 8, batch_first=True), 1),
    "TransformerDecoderLayer": arguments(4, 2, 8),
    "TransformerEncoder": arguments(nn.TransformerEncoderLayer(4, 2, 8, batch_first=True), 1),
    "TransformerEncoderLayer": arguments(4, 2, 8),
    "Unflatten": arguments(1, (2, 2)),
    **for_each("Upsample UpsamplingBilinear2d UpsamplingNearest2d", arguments(scale_factor=2)),
}

INIT_SHAPES: dict[str, tuple[int, ...]] = {"dirac_": (3, 3, 3)}
INIT_ARGUMENTS: dict[str, tuple[float, ...]] = {"constant_": (1.0,), "sparse_": (0.5,)}


def vector(*numbers: float) -> Tensor:
    """Make a vector in double precision."""
    return torch.tensor(numbers, dtype=torch.float64)


POSITIVE = vector(0.5, 1.5)
ZEROS = vector(0.0, 0.0)
SHARES = vector(0.3, 0.7)
IDENTITY = torch.eye(2, dtype=torch.float64)


def diagonal_normal() -> distributions.Distribution:
    """Make a vector of independent normals."""
    return distributions.Normal(ZEROS, POSITIVE)


DISTRIBUTIONS: dict[str, Construction] = {
    **for_each("Bernoulli Categorical ContinuousBernoulli Geometric", arguments(SHARES)),
    **for_each("OneHotCategorical OneHotCategoricalStraightThrough", arguments(SHARES)),
    **for_each("Binomial Multinomial NegativeBinomial", arguments(3, SHARES)),
    **for_each("Cauchy Gumbel Laplace LogNormal LogisticNormal Normal", arguments(ZEROS, POSITIVE)),
    **for_each("VonMises", arguments(ZEROS, POSITIVE)),
    **for_each("Beta FisherSnedecor Gamma InverseGamma", arguments(POSITIVE, POSITIVE)),
    **for_each("Kumaraswamy Pareto Weibull", arguments(POSITIVE, POSITIVE)),
    **for_each("Chi2 Dirichlet Exponential HalfCauchy HalfNormal Poisson", arguments(POSITIVE)),
    **for_each("StudentT", arguments(POSITIVE)),
    **for_each("RelaxedBernoulli RelaxedOneHotCategorical", arguments(vector(0.5), SHARES)),
    "GeneralizedPareto": arguments(ZEROS, POSITIVE, POSITIVE),
    "Independent": arguments(diagonal_normal(), 1),
    "LKJCholesky": arguments(2, POSITIVE),
    "LowRankMultivariateNormal": arguments(ZEROS, IDENTITY, POSITIVE),
    "MixtureSameFamily": arguments(distributions.Categorical(SHARES), diagonal_normal()),
    "MultivariateNormal": arguments(ZEROS, IDENTITY),
    "TransformedDistribution": arguments(diagonal_normal(), [distributions.TanhTransform()]),
    "Uniform": arguments(ZEROS, POSITIVE),
    "Wishart": arguments(vector(3.0).squeeze(), IDENTITY),
}

UNCONSTRUCTIBLE: Iterable[str] = frozenset({"ExponentialFamily"})
"""Abstract distributions, of which only the constructor can be read."""
