"""Operations whose derivative torch does not have."""

NO_DERIVATIVE = frozenset({"floor_divide", "heaviside", "zeta"})
"""No gradient flows through them, and yet their result requires grad: its ``grad_fn`` raises."""
