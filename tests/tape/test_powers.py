"""The algebra of powers of sigma, against numbers."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapelint.tape.domain import powers
from tapelint.tape.domain.powers import SigmaPower
from tapelint.tape.domain.terms import Evidence, Kind
from tapelint.tape.models.naming import power_of_name

EXPONENTS = st.sampled_from([Fraction(n, d) for n in range(-4, 5) for d in (1, 2)])
SIGMAS = st.floats(0.5, 2.0)
KINDS = st.sampled_from(Kind)
POWERS = st.builds(SigmaPower, EXPONENTS, KINDS, st.sampled_from(Evidence)) | st.none()


def value(power: SigmaPower, sigma: float) -> float:
    """What a value of that power is worth for a standard deviation."""
    plain = sigma ** float(power.exponent)
    return math.log(plain) if power.is_logarithm else plain


def agrees(power: SigmaPower | None, number: float, sigma: float) -> bool:
    """Whether a claimed power tells the number, up to a constant factor that is one here."""
    if power is None or power.kind is Kind.SOMETHING:
        return True
    return math.isclose(value(power, sigma), number, rel_tol=1e-9, abs_tol=1e-9)


@given(EXPONENTS, EXPONENTS, SIGMAS)
def test_products_and_quotients(left: Fraction, right: Fraction, sigma: float) -> None:
    one, two = SigmaPower(left), SigmaPower(right)
    assert agrees(powers.multiply(one, two), value(one, sigma) * value(two, sigma), sigma)
    assert agrees(powers.divide(one, two), value(one, sigma) / value(two, sigma), sigma)


@given(EXPONENTS, EXPONENTS, SIGMAS)
def test_powers_of_powers(exponent: Fraction, factor: Fraction, sigma: float) -> None:
    power = SigmaPower(exponent)
    raised = powers.raise_to(power, factor)
    assert agrees(raised, value(power, sigma) ** float(factor), sigma)


@given(EXPONENTS, EXPONENTS, SIGMAS)
def test_logarithms(exponent: Fraction, factor: Fraction, sigma: float) -> None:
    power = SigmaPower(exponent)
    logarithm = powers.logarithm(power)
    assert agrees(logarithm, math.log(value(power, sigma)), sigma)
    scaled = powers.scale(logarithm, factor)
    if logarithm is not None:
        assert agrees(scaled, float(factor) * value(logarithm, sigma), sigma)
        assert agrees(
            powers.exponential(scaled), math.exp(float(factor) * value(logarithm, sigma)), sigma
        )
        assert powers.exponential(logarithm) == power


@given(POWERS, POWERS, POWERS)
def test_join_is_a_join(
    one: SigmaPower | None, two: SigmaPower | None, three: SigmaPower | None
) -> None:
    join = powers.join
    assert join(one, one) == one
    assert join(one, two) == join(two, one)
    assert join(join(one, two), three) == join(one, join(two, three))


@pytest.mark.parametrize(
    ("name", "exponent", "logarithmic"),
    [
        ("std", 1, False), ("action_std", 1, False), ("actionStd", 1, False), ("std_dev", 1, False),
        ("stddev", 1, False), ("var", 2, False), ("action_var", 2, False), ("cov_mat", 2, False),
        ("covariance", 2, False), ("log_std", 1, True), ("logstd", 1, True), ("logvar", 2, True),
        ("log_var", 2, True), ("precision", -2, False), ("pred_variance", 2, False),
        ("std_sq", 2, False), ("sigma_squared", 2, False), ("scale_tril", 1, False),
    ],
)  # fmt: skip
def test_names_that_promise(name: str, exponent: int, logarithmic: bool) -> None:
    kind = Kind.LOGARITHM if logarithmic else Kind.PLAIN
    assert power_of_name(name) == SigmaPower(Fraction(exponent), kind, Evidence.NAMED)


@pytest.mark.parametrize(
    "name",
    ["scale", "variable", "vars_", "sqrt_cov", "cov_chol", "std_net", "inv_cov",
     "variance_loss", "num_std", "var_names_to_std", "mu", "stdin", "std_to_var", "weight_std"],
)  # fmt: skip
def test_names_that_promise_nothing(name: str) -> None:
    assert power_of_name(name) is None


def test_sigma_is_only_a_hint() -> None:
    power = power_of_name("sigma")
    assert power is not None
    assert power.evidence is Evidence.HINT
    squared = powers.raise_to(power, Fraction(2))
    assert squared is not None
    assert squared.evidence is Evidence.NAMED


@given(POWERS, POWERS, POWERS)
def test_join_keeps_no_more_than_both_tell(
    one: SigmaPower | None, two: SigmaPower | None, three: SigmaPower | None
) -> None:
    """The join is above both: joined again with either it stays, and a part of it joins lower."""
    joined = powers.join(one, two)
    assert powers.join(joined, one) == joined
    assert powers.join(joined, two) == joined
    if one is not None and joined is not None:
        assert joined.evidence >= one.evidence
        assert joined.exponent == one.exponent
    if powers.join(one, two) == two:  # one is below two: so it stays beside a third
        left, right = powers.join(one, three), powers.join(two, three)
        assert powers.join(left, right) == right


def test_standard_noise_takes_the_power_of_its_factor() -> None:
    scaled = powers.multiply(powers.STANDARD_NOISE, powers.VARIANCE)
    assert scaled == SigmaPower(Fraction(2), Kind.NOISE)
    assert powers.multiply(scaled, powers.NUMBER) == scaled
    assert powers.add(scaled, powers.NUMBER) is None
