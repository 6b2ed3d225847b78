"""From which parameters a distribution computes what it tells, and makes a new tensor."""

from __future__ import annotations

COMPUTED_FROM = {
    ("Bernoulli", "entropy"): ("probs", "logits"),
    ("Bernoulli", "variance"): ("probs", "logits"),
    ("Beta", "entropy"): ("concentration1", "concentration0"),
    ("Categorical", "entropy"): ("probs", "logits"),
    ("Dirichlet", "entropy"): ("concentration",),
    ("Exponential", "entropy"): ("rate",),
    ("Gamma", "entropy"): ("concentration", "rate"),
    ("Laplace", "entropy"): ("scale",),
    ("MultivariateNormal", "entropy"): ("covariance_matrix", "precision_matrix", "scale_tril"),
    ("Normal", "entropy"): ("scale",),
    ("Normal", "variance"): ("scale",),
    ("OneHotCategorical", "entropy"): ("probs", "logits"),
    ("Uniform", "entropy"): ("low", "high"),
}
"""By the class and the method or property. Each parameter that is named is enough for a history."""

OF_PARTS = frozenset({"Normal", "Laplace", "Beta", "Cauchy"})
"""Distributions that tell a log-probability of each number by itself, which people act by."""

NUMBERWISE = frozenset(
    {
        "AbsTransform", "AffineTransform", "ExpTransform", "PowerTransform", "SigmoidTransform",
        "SoftplusTransform", "TanhTransform",
    }
)  # fmt: skip
"""Transforms of each number by itself, unless told of an ``event_dim``."""
