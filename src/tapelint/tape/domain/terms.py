"""The terms in which the tape says what it knows.

They stand apart from what they are said of, so that a rule can be imported, and a file be left
out, without the tape.
"""

from __future__ import annotations

import enum


class Truth(enum.IntEnum):
    """Three-valued truth: a rule reports on ``YES`` alone."""

    NO = 0
    UNKNOWN = 1
    YES = 2

    @staticmethod
    def of(flag: bool | None) -> Truth:
        """Turn a Python truth into a three-valued one."""
        return Truth.UNKNOWN if flag is None else Truth.YES if flag else Truth.NO


class Use(enum.Enum):
    """What became of a value: where its numbers went."""

    BACKWARD = "backward"
    """Into ``backward()`` or ``autograd.grad``, alone or as a term of a sum."""
    LOSS_INPUT = "loss input"
    """Into a loss function, as the prediction."""
    LOSS_TARGET = "loss target"
    """Into a loss function, as the target."""
    DIFFERENCE = "difference"
    """Into a difference whose other side carries no history either."""
    CONSTANT = "constant"
    """Beside a value that carries history itself: a factor, a target, a baseline."""
    BESIDE_UNKNOWN = "beside something unknown"
    """Beside a value of which nothing is known: it may be a constant there, or not."""
    LESS_UNKNOWN = "difference with something unknown"
    """In a difference whose other side may carry history, or not."""
    MADE_LEAF = "made a leaf"
    """Made to require grad after all, as a tensor of its own."""
    LOGGED = "logged"
    """Into a number, an array, a text, a log; or detached, so that its numbers alone are wanted."""
    RETURNED = "returned"
    """Out of the function that made it."""
    RETURNED_AS_LOSS = "returned as a loss"
    """Out of a ``forward`` or of a function that computes a loss."""
    STORED = "stored"
    """Onto an object or into a container."""
    RETURNED_ALONE = "returned alone"
    """Out of such a function, as all that it returns."""
    OPTIMISED = "optimised"
    """Into an optimiser's list of parameters."""
    IGNORED = "ignored"
    """Into a function that does nothing."""
    UNSEEN = "unseen"
    """Nobody knows: the execution has ended early."""
    PASSED = "passed"
    """Into a call that is not known."""
    ROOT = "root of a backward"
    """The tensor that a backward starts at itself, at most with another sign or factor."""
    GRADIENT_ASKED = "gradient asked for"
    """Its gradient is read, asked of ``autograd.grad``, or given to a hook."""
    TRAINED_ELSEWHERE = "trained elsewhere"
    """Nowhere: a backward reaches the tensors that it was made from on another way."""


NUMBERS_ALONE = frozenset({Use.LOGGED, Use.IGNORED})
"""Uses that ask for numbers alone, or for nothing."""


AUTOGRAD_GRAD = "autograd.grad"
"""The origin of a gradient that was asked for without ``create_graph``."""
NO_GRAD = "no_grad"
"""The origin of what was computed while autograd did not record."""
INDICES = "indices of "
"""What the origin of results begins with that have no history beside one that has: of ``max``."""


class WriteForm(enum.Enum):
    """How a tensor's memory is written."""

    METHOD = "method"
    AUGMENTED = "augmented assignment"
    SUBSCRIPT = "subscript assignment"
    OUT = "out="
    FUNCTION = "function"
    MODULE = "module that works in place"
    INIT = "nn.init"
    ASSIGNMENT = "assignment of .data"
    STEP = "optimiser's step"
    RENORMALISATION = "renormalisation by max_norm"


class Elements(enum.IntEnum):
    """What a container is known to hold."""

    UNKNOWN = 0
    """Something else than tensors, or nobody knows."""
    TENSORS = 1
    """A list or tuple of nothing but tensors."""
    NUMBERS = 2
    """A list or tuple of tensors without dimensions, such as losses."""


class History(enum.IntEnum):
    """What is known of the history that a container's elements (or a tensor) carry."""

    NONE = 0
    """No element carries history."""
    UNKNOWN = 1
    """Nothing is known of the elements."""
    TENSORS = 2
    """They are tensors, and whether they carry history is not known."""
    CARRIED = 3
    """At least one carries history."""


class LeafForm(enum.Enum):
    """How a tensor is made to require grad."""

    CONSTRUCTOR = "constructor"
    """``torch.tensor(data, requires_grad=True)``."""
    FLAG = "flag"
    """``t.requires_grad = True``, which raises over a tensor with a history."""
    METHOD = "method"
    """``t.requires_grad_()``, which does nothing to a tensor with a history."""


class LeafUse(enum.Enum):
    """How a tensor is used that is taken for a leaf."""

    GRADIENT = "its `.grad` is read"
    OPTIMISED = "an optimiser gets it"
    REGISTERED = "it is assigned to a module as a parameter"


class Chance(enum.Enum):
    """What is known of numbers that are chances, or logarithms of such."""

    NORMALISED = "probabilities of classes"
    """They sum to one: the result of a softmax."""
    SINGLE = "probabilities"
    """Each by itself: the result of a sigmoid."""
    LOGARITHMS = "log-probabilities"
    """The logarithms of either."""
    TWICE = "log-probabilities of probabilities"
    """The result of a log-softmax over probabilities."""
    LOGITS = "logits"
    """What a softmax or a sigmoid is still to be taken of; asked for, and never known."""


class Holder(enum.Enum):
    """What ``requires_grad`` of something is assigned to."""

    MODULE = "a module"
    TENSOR = "a tensor"
    ALIAS = "another tensor over the same memory"
    """``weight.data`` or ``weight.detach()``, which nothing holds after the line."""


class Discard(enum.Enum):
    """How the result of an operation without effect is thrown away."""

    RESULT = "result"
    """The call is a statement: nobody takes what it gives."""
    NOT_CALLED = "not called"
    """The method is a statement, without the brackets that call it."""
    MODE = "mode"
    """A context manager that only a ``with`` enters is a statement: ``torch.no_grad()``."""
    REBOUND = "rebound"
    """The name of a loop is given the result, and nobody reads it before the next round."""


class Keeping(enum.Enum):
    """How something that outlives a loop or a call keeps a value with its history."""

    SUM = "sum"
    """It is added to what earlier rounds have added up."""
    CONTAINER = "container"
    """It is put into a list that was there before the loop."""


class SignalForm(enum.Enum):
    """How a network's value is a learning signal in a loss."""

    WEIGHT = "weight"
    """It weighs the logarithm of a chance: an advantage."""
    TARGET = "target"
    """It is a part of the target that the network itself is held against."""


class Given(enum.Enum):
    """What was given where a tensor is expected."""

    ARRAY = "numpy array"
    LIST = "list"
    TUPLE = "tuple"
    NUMBER = "number"
    OBJECT = "plain object"


class SampleFact(enum.Enum):
    """What was done with samples of a distribution."""

    SCORE_ASKED = "given to log_prob"
    SCORED = "its log-probability weighs a signal"
    """A score function, or a ratio: the sample is a constant in it."""
    MEASURED = "compared with the distribution's own parameters"
    """A log-probability written by hand, or a straight-through estimate."""
    REPARAMETRISED = "rsample beside it"
    FED_BACK = "the next one is drawn from what was made of it"


class Kind(enum.Enum):
    """What the exponent says of a value."""

    PLAIN = "plain"
    """The value is that power of sigma, up to a factor."""
    ONE = "one"
    """Known to be all ones or zeros, or a diagonal of these: a deviation and a variance alike."""
    LOGARITHM = "logarithm"
    """The logarithm of such a value."""
    NOISE = "noise"
    """Random numbers around zero, of that power as their spread."""
    NOISE_BY_LOGARITHM = "noise by logarithm"
    """Such numbers times a logarithm."""
    SOMETHING = "something"
    """Computed from what is not known, and no logarithm."""
    PRODUCT = "product"
    """A square or a matrix product of what is not known, or its inverse: if any, that power."""


class Evidence(enum.IntEnum):
    """How a power is known; of two, the weaker one counts for what is made of both."""

    COMPUTED = 0
    """torch computed it: ``x.std()``, ``normal.variance``."""
    NAMED = 1
    """The name of an argument, an attribute or a constant tells, or a computation with names."""
    UNDONE = 2
    """It is the exponential of what is called a logarithm."""
    OUTPUT = 3
    """The name tells alone, and what it names may be a network's free output."""
    HINT = 4
    """The name is used for more than one thing: ``sigma``."""


class DeedKind(enum.Enum):
    """What is done with a gradient."""

    FILLED = "filled"
    """A backward adds to it."""
    CLEARED = "cleared"
    """``zero_grad()``, or ``None`` is assigned."""
    CLIPPED = "clipped"
    UNSCALED = "unscaled"
    """A ``GradScaler`` divides it by its factor."""
    STEPPED = "stepped"
    """An optimiser's step uses it."""
    SPENT = "spent"
    """Another optimiser's step has used the loss that has filled it."""
    OVERWRITTEN = "overwritten"
    """Its parameter is given other numbers: ``load_state_dict``."""


class Role(enum.Enum):
    """What a tensor is to a function of one's own."""

    INPUT = "input"
    RESULT = "result"


class ClipFault(enum.Enum):
    """Why clipping has no effect, or not the one that is meant."""

    BEFORE = "before the backward"
    """The gradients are cleared, and no backward has come since."""
    AFTER = "after the step"
    """The step has used the gradients already."""
    SCALED = "before they are unscaled"
    """They are still multiplied by the factor of a ``GradScaler``."""
    EXHAUSTED = "of an exhausted iterator"
    """Something has gone over the iterator of parameters before."""
    RESULT = "of a result"
    """It is given a computed tensor, which has no ``grad``."""


class StepFault(enum.Enum):
    """What is wrong with the gradients that a step uses."""

    NEVER_CLEARED = "never cleared"
    """Those of an earlier step are among them."""
    CLEARED_BEFORE = "cleared between backward and step"
    """There are none."""
    FILLED_AFTER = "filled after the step"
    """There are none yet: they are cleared, and the backward comes after the step."""
    CLEARED_EACH_ROUND = "cleared in each round"
    """The step comes in every k-th round, and uses that round's alone."""
    LEFT_OVER = "left over"
    """Another loss has left its own among them, which another optimiser's step has used."""


class OptimiserFault(enum.Enum):
    """What is wrong with an optimiser and its parameters."""

    MADE_ANEW = "made anew in each step"
    """What it remembers of the steps before is lost."""
    EXHAUSTED = "given an exhausted iterator"
    """It gets no parameter at all."""
    OTHERS = "of another network"
    """What the loss trains is in no optimiser."""
