"""What each class of torch.nn is called with: the arguments of its ``forward``."""

from __future__ import annotations

from .operands import (
    MATRIX,
    OTHER,
    UNIT,
    Arguments,
    Operand,
    indices,
    log_probabilities,
    names,
    probabilities,
    real,
    same_arguments,
    signs,
    statistics,
    unit,
)

ROWS = real(3, 4)
BY_DIMENSION = {"1d": real(2, 4, 8), "2d": real(2, 4, 6, 6), "3d": real(2, 4, 4, 4, 4)}
PLACES = Operand("torch.arange(0, 8, 2).reshape(1, 1, 4)", differentiable=False)
SQUARE_PLACES = Operand("torch.tensor([[[[0, 2], [8, 10]]]])", differentiable=False)
CUBE_PLACES = Operand("torch.tensor([[[[[0, 2]]]]])", differentiable=False)
SEQUENCE = Operand("torch.randn(2, 2, 4)")
STATE = Operand("torch.randn(1, 2, 4)")
ITEMS = Operand("torch.randn(2, 4)")

DIMENSIONAL = names(
    """
    AdaptiveAvgPool AdaptiveMaxPool AvgPool MaxPool BatchNorm InstanceNorm Conv ConvTranspose
    LazyConv LazyConvTranspose LazyBatchNorm LazyInstanceNorm CircularPad ReflectionPad
    ReplicationPad ZeroPad ConstantPad LPPool Dropout
    """
)

OF_MATRIX = names(
    """
    CELU ELU GELU GLU Hardshrink Hardsigmoid Hardswish Hardtanh LeakyReLU LogSigmoid LogSoftmax
    Mish PReLU RReLU ReLU ReLU6 SELU SiLU Sigmoid Softmax Softmin Softplus Softshrink Softsign
    Tanh Tanhshrink Threshold AlphaDropout FeatureAlphaDropout Dropout Flatten Identity LayerNorm
    RMSNorm Linear LazyLinear
    """
)

FORWARDS: dict[str, Arguments] = {
    **{
        f"{name}{size}": {"input": operand}
        for name in DIMENSIONAL
        for size, operand in BY_DIMENSION.items()
    },
    **same_arguments(OF_MATRIX, {"input": ROWS}),
    "Bilinear": {"input1": MATRIX, "input2": OTHER},
    "ChannelShuffle": {"input": BY_DIMENSION["2d"]},
    "CosineSimilarity": {"x1": MATRIX, "x2": OTHER},
    "CrossMapLRN2d": {"input": BY_DIMENSION["2d"]},
    "Embedding": {"input": indices(4, 3)},
    "EmbeddingBag": {"input": indices(4, 3, 2)},
    "Fold": {"input": real(1, 8, 9)},
    "FractionalMaxPool2d": {"input": BY_DIMENSION["2d"]},
    "FractionalMaxPool3d": {"input": BY_DIMENSION["3d"]},
    "GroupNorm": {"input": BY_DIMENSION["1d"]},
    "LocalResponseNorm": {"input": BY_DIMENSION["1d"]},
    "MaxUnpool1d": {"input": real(1, 1, 4), "indices": PLACES},
    "MaxUnpool2d": {"input": real(1, 1, 2, 2), "indices": SQUARE_PLACES},
    "MaxUnpool3d": {"input": real(1, 1, 1, 1, 2), "indices": CUBE_PLACES},
    "PairwiseDistance": {"x1": MATRIX, "x2": OTHER},
    "PixelShuffle": {"input": BY_DIMENSION["2d"]},
    "PixelUnshuffle": {"input": BY_DIMENSION["2d"]},
    "Softmax2d": {"input": BY_DIMENSION["2d"]},
    "Unflatten": {"input": MATRIX},
    "Unfold": {"input": BY_DIMENSION["2d"]},
    "Upsample": {"input": BY_DIMENSION["2d"]},
    "UpsamplingBilinear2d": {"input": BY_DIMENSION["2d"]},
    "UpsamplingNearest2d": {"input": BY_DIMENSION["2d"]},
    "LSTM": {"input": SEQUENCE, "hx": (STATE, STATE)},
    "GRU": {"input": SEQUENCE, "hx": STATE},
    "RNN": {"input": SEQUENCE, "hx": STATE},
    "LSTMCell": {"input": ITEMS, "hx": (ITEMS, ITEMS)},
    "GRUCell": {"input": ITEMS, "hx": ITEMS},
    "RNNCell": {"input": ITEMS, "hx": ITEMS},
    **same_arguments(
        names("MSELoss L1Loss SmoothL1Loss HuberLoss PoissonNLLLoss"),
        {"input": MATRIX, "target": OTHER},
    ),
    "BCELoss": {"input": UNIT, "target": unit(3, 4)},
    "BCEWithLogitsLoss": {"input": MATRIX, "target": unit(3, 4)},
    "CrossEntropyLoss": {"input": MATRIX, "target": indices(4, 3)},
    "NLLLoss": {"input": log_probabilities(3, 4), "target": indices(4, 3)},
    "NLLLoss2d": {"input": log_probabilities(3, 4, 2, 2), "target": indices(4, 3, 2, 2)},
    "KLDivLoss": {"input": log_probabilities(3, 4), "target": probabilities(3, 4)},
    "CosineEmbeddingLoss": {"input1": MATRIX, "input2": OTHER, "target": signs(3)},
    "HingeEmbeddingLoss": {"input": MATRIX, "target": signs(3, 4)},
    "MarginRankingLoss": {"input1": MATRIX, "input2": OTHER, "target": signs(3, 4)},
    "TripletMarginLoss": {"anchor": MATRIX, "positive": OTHER, "negative": real(3, 4)},
    "TripletMarginWithDistanceLoss": {
        "anchor": MATRIX,
        "positive": OTHER,
        "negative": real(3, 4),
    },
    "GaussianNLLLoss": {"input": MATRIX, "target": OTHER, "var": UNIT},
    "SoftMarginLoss": {"input": MATRIX, "target": signs(3, 4)},
    "MultiMarginLoss": {"input": MATRIX, "target": indices(4, 3)},
    "MultiLabelMarginLoss": {"input": MATRIX, "target": indices(4, 3, 4)},
    "MultiLabelSoftMarginLoss": {"input": MATRIX, "target": statistics(3, 4)},
    "CTCLoss": {
        "log_probs": log_probabilities(6, 2, 4),
        "targets": Operand("torch.randint(1, 4, (2, 2))", differentiable=False),
        "input_lengths": (6, 6),
        "target_lengths": (2, 2),
    },
    "LinearCrossEntropyLoss": {"input": MATRIX, "target": indices(4, 3)},
}

RECURRENT = ("LSTM", "GRU", "RNN")
WAYS: dict[str, tuple[str, dict[str, object]]] = {
    f"{name}_batch_first": (name, {"batch_first": True}) for name in RECURRENT
}
"""Flags with which a class does something else; each gives the class a second row."""
