"""Signs: what a stretch of code must show for a rule to fire there.

A sign is no finding. It is what no finding comes without, and it is cheap to see.
"""

from __future__ import annotations

import enum
import re


class Sign(enum.Enum):
    """What code shows."""

    ANYTHING = "it has one of the rule's trigger words: the file is looked at as a whole"
    BACKWARD = "it runs a backward, or asks for gradients"
    STEP = "an optimiser's step"
    CHANGE = "an in-place change of what may be saved for backward"
    LEAF_CHANGE = "an in-place change of what may be a leaf"
    MAX_NORM = "an embedding that renormalises its weight"
    DATA_CHANGE = "a change that goes through .data"
    DATA = ".data"
    TENSOR_OF_TENSORS = "a tensor made from what may be tensors"
    LEAF = "a leaf that is asked for: requires_grad"
    LEAF_CHAIN = "an operation on a parameter right where it is made"
    OPTIMISER = "an optimiser is made"
    ARRAY_OF_TENSORS = "numpy over what may be tensors"
    LOG_PROB = "a distribution is asked about a value"
    COVARIANCE = "a distribution with a covariance"
    SCALE = "a distribution with a scale, or noise, and a variance"
    SAMPLE = "a sample"
    VALIDATION = "a switch of argument checks"


WORDS: dict[Sign, re.Pattern[str]] = {
    Sign.ANYTHING: re.compile(""),
    Sign.BACKWARD: re.compile(r"backward|\bgrad\b"),
    Sign.STEP: re.compile(r"\bopt\w*(?:\[[^\]]*\])?\.step\(|optim"),
    Sign.CHANGE: re.compile(r"[-+*/%@&|^]=|\*\*=|//=|\]\s*=(?!=)|\w_\(|\bout=|inplace"),
    Sign.LEAF_CHANGE: re.compile(r"[-+*/%@&|^]=|\*\*=|//=|\]\s*=(?!=)|\w_\(|\bout="),
    Sign.MAX_NORM: re.compile(r"max_norm"),
    Sign.DATA_CHANGE: re.compile(r"\.data\b"),
    Sign.DATA: re.compile(r"\.data\b"),
    Sign.TENSOR_OF_TENSORS: re.compile(
        r"(?:[tT]ensor|Variable|Parameter|asarray|from_numpy)\w*\s*\("
    ),
    Sign.LEAF: re.compile(r"requires_grad_?\s*(?:\(|=)(?!\s*False|=)"),
    Sign.LEAF_CHAIN: re.compile(r"Parameter\s*\("),
    Sign.OPTIMISER: re.compile(r"optim"),
    Sign.ARRAY_OF_TENSORS: re.compile(r"\bnp\.|numpy"),
    Sign.LOG_PROB: re.compile(r"\.(?:log_prob|cdf|icdf)\s*\("),
    Sign.COVARIANCE: re.compile(r"MultivariateNormal"),
    Sign.SCALE: re.compile(
        r"(?:Normal|Laplace|StudentT|Cauchy)\b|\bnormal\s*\(|(?<!init)\.normal_\(|randn"
    ),
    Sign.SAMPLE: re.compile(r"\.sample\s*\(|\bnormal\s*\("),
    Sign.VALIDATION: re.compile(r"validate_args"),
}
"""Text without which a sign cannot stand."""
