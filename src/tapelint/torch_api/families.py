"""Families of torch's operations: what one sentence is true of.

Most are measured: ``tests/oracle/torch_tables/family_tables.py`` runs torch and decides. The rest
is derived from what is measured, and what can be neither stands at the end, with the reason. No
other module lists operations; ``tests/test_families.py`` sees to that.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

from tapelint.torch_api.conversions import CONVERSIONS
from tapelint.torch_api.knowledge import knowledge


class Families(NamedTuple):
    """The names of each family, without what stands before them: ``torch.``, ``Tensor.``.

    What changes a tensor in place is called as what it does elsewhere: ``fill`` is ``fill_``, too.

    Attributes:
        sums: Adds or subtracts two tensors of one shape, number by number.
        differences: A sum of which nothing is left where both tensors are the same.
        products: Each number is one of the first tensor times one of the second.
        quotients: Each number is one of the first tensor by one of the second.
        sums_of_products: Linear in each of two tensors, as a product of matrices is.
        choices: Each number stands in one of two tensors, where it stands.
        joins: Takes a sequence of tensors and gives each of their numbers once.
        inverses: Of a tensor that is so many times as large, a result that is as much smaller.
        keep_size: Numbers that grow as those of the first tensor, and lie between them and zero.
        reshaping: The first tensor's numbers or zeros in another shape, or all where they are.
        same_numbers: The first tensor's numbers, each once, where they are or in another shape.
        reductions: Of a vector, one number that a gradient flows to.
        totals: Of a tensor of any shape, without arguments, such a number.
        normalisers: Numbers of a dimension become chances that sum to one.
        log_normalisers: They become the logarithms of such chances.
        squashers: Each number becomes a chance by itself: a half for zero.
        log_squashers: Each becomes the logarithm of such a chance.
        magnitudes: Each number and its negative give the same, zero nothing, larger ones more.
        stopping_at_zero: No gradient flows from the zeros of its result, even if set unseen.
        flat: A gradient flows through it, and is zero: steps, and draws of a distribution.
        losses_of_logits: Losses that make chances of what they are given, functions and classes.
        losses_of_logarithms: Losses that are given the logarithms of chances, of both kinds.
        regressions: Losses that see nothing but how far two tensors lie apart, of both kinds.
        overwriting: After it, what a tensor has held before makes no difference.
        refusing_floats: In place they raise on floats: the type of what they give is wider.
        idempotent: Changes that change no number any more the second time.
        attribute_views: Attributes of a tensor that share its memory and its history.
        unchanging: Methods with a ``_`` that give the tensor itself, with the numbers it has.
        several_views: Methods that give views as a tuple.
        partial_views: Views that may show a part of the memory.
        transpositions: Views of a matrix with rows for columns.
        copies_where_needed: Views that are copies where memory does not lie in order.
        uninitialised: Factories whose result holds whatever was in memory.
        zeros_and_ones: Factories of nothing but zeros and ones.
        graded: Factories of numbers of several sizes, of which none is negative.
        drawn: Factories of random numbers.
        sized: Factories that are given nothing but the size of what they make.
        shaped: Those of them whose arguments are its shape, one for each dimension.
        from_data: What is given, a list or a number, is what the new tensor holds.
        whole_number_tensors: The old constructors, of numbers that no gradient can flow to.
        float_tensors: The old constructors, of numbers that a gradient can flow to.
        whole_number_types: Types of numbers that no gradient can flow to.
        short_float_types: Types of numbers with a fraction, of fewer bits than the usual one.
        whole_number_conversions: Methods that give the same numbers in such a type.
        queries: Methods and attributes of a tensor that give numbers of Python's, or yes or no.
        without_history: Gives the numbers of a tensor as a tensor that has no history.
        python_numbers: Gives the number of a tensor with one as a number of Python's.
        descriptions: Tells of a tensor its size, its type or where it lies.
        switches: What says in a ``with`` whether autograd records.
        switched_by_with: What switches how operations run in a ``with``, and nothing by being made.
        lists_of_modules: Modules that hold others, in order.
        dicts_of_modules: Modules that hold others, by name.
        refused_as_keys: Names under which one of those can hold nothing: they are its own.
        dropouts: Functions that drop numbers at random, and do so unless they are told not to.
        dropout_modules: Modules that do so while they train.
        asking_again: Optimisers that call the closure of a step more than once.
        acting_modules: Modules that do something else while they train: dropout, batch norms.
        parameters_of_modules: The names under which torch's modules keep their parameters.
        module_setters: Methods of a module that give the module itself.
        module_attributes: Attributes and methods that a linear layer has and a tensor has not.
        lists_modules: Methods of a module that give the modules in it, one by one.
        lists_parameters: Methods of a module that give its parameters, one by one.
        registering: Methods that make something a part of a module, by a name.
        array_queries: Attributes of numpy's array that are whole numbers.
        array_views: Attributes of numpy's array that are arrays.
        array_procedures: Methods of numpy's array that give no array.
        array_zeros_and_ones: Functions of numpy's that give an array of zeros and ones of a size.
        elementwise_as_in_numpy: Functions of a number that torch has by numpy's name.
        arithmetic: Computes with the numbers of two tensors as Python's operators do.
        all_products: A product, a quotient or a sum of products.
        attribute_transpositions: Attributes of a tensor that are transposed views of it.
        fresh: Factories whose result nothing else holds.
        filled: Those of them whose result holds nothing that was computed before.
        scaled: Distributions that are moved by ``loc`` and stretched by ``scale``, a deviation.
        giving_anew: Gives another tensor, where people may want this one changed.
        ending_history: What people end a history with on purpose.
        module_methods: Methods of a module that change it, or hand out what it holds.
        done_by_hand: What people do with each part of a module that torch does not find itself.
        words_of_gradients: Names that stand in code that fills, clears or reads gradients.
        looks: What is asked of a tensor besides ``queries`` without its numbers.
        gradient_hooks: What registers a function that a backward calls.
        dropping: Functions that can be told to drop numbers, those that must be told among them.
        into_range: Brings a network's free output into the range of a deviation, as people do.
    """

    sums: frozenset[str]
    differences: frozenset[str]
    products: frozenset[str]
    quotients: frozenset[str]
    sums_of_products: frozenset[str]
    choices: frozenset[str]
    joins: frozenset[str]
    inverses: frozenset[str]
    keep_size: frozenset[str]
    reshaping: frozenset[str]
    same_numbers: frozenset[str]
    reductions: frozenset[str]
    totals: frozenset[str]
    normalisers: frozenset[str]
    log_normalisers: frozenset[str]
    squashers: frozenset[str]
    log_squashers: frozenset[str]
    magnitudes: frozenset[str]
    stopping_at_zero: frozenset[str]
    flat: frozenset[str]
    losses_of_logits: frozenset[str]
    losses_of_logarithms: frozenset[str]
    regressions: frozenset[str]
    overwriting: frozenset[str]
    refusing_floats: frozenset[str]
    idempotent: frozenset[str]
    attribute_views: frozenset[str]
    unchanging: frozenset[str]
    several_views: frozenset[str]
    partial_views: frozenset[str]
    transpositions: frozenset[str]
    copies_where_needed: frozenset[str]
    uninitialised: frozenset[str]
    zeros_and_ones: frozenset[str]
    graded: frozenset[str]
    drawn: frozenset[str]
    sized: frozenset[str]
    shaped: frozenset[str]
    from_data: frozenset[str]
    whole_number_tensors: frozenset[str]
    float_tensors: frozenset[str]
    whole_number_types: frozenset[str]
    short_float_types: frozenset[str]
    whole_number_conversions: frozenset[str]
    queries: frozenset[str]
    without_history: frozenset[str]
    python_numbers: frozenset[str]
    descriptions: frozenset[str]
    switches: frozenset[str]
    switched_by_with: frozenset[str]
    lists_of_modules: frozenset[str]
    dicts_of_modules: frozenset[str]
    refused_as_keys: frozenset[str]
    dropouts: frozenset[str]
    dropout_modules: frozenset[str]
    asking_again: frozenset[str]
    acting_modules: frozenset[str]
    parameters_of_modules: frozenset[str]
    module_setters: frozenset[str]
    module_attributes: frozenset[str]
    lists_modules: frozenset[str]
    lists_parameters: frozenset[str]
    registering: frozenset[str]
    array_queries: frozenset[str]
    array_views: frozenset[str]
    array_procedures: frozenset[str]
    array_zeros_and_ones: frozenset[str]
    elementwise_as_in_numpy: frozenset[str]
    arithmetic: frozenset[str]
    all_products: frozenset[str]
    attribute_transpositions: frozenset[str]
    fresh: frozenset[str]
    filled: frozenset[str]
    scaled: frozenset[str]
    giving_anew: frozenset[str]
    ending_history: frozenset[str]
    module_methods: frozenset[str]
    done_by_hand: frozenset[str]
    words_of_gradients: frozenset[str]
    looks: frozenset[str]
    gradient_hooks: frozenset[str]
    dropping: frozenset[str]
    into_range: frozenset[str]


@functools.cache
def families() -> Families:
    """All families, made once, when a file needs them."""
    known = knowledge()
    measured = known.families
    factors = measured["products"] | measured["quotients"]
    fresh = known.fresh_results & known.factories
    return Families(
        **measured,
        arithmetic=measured["sums"] | factors | {"pow"},
        # What `einsum` does stands in the text that it is given; mostly it is this.
        all_products=factors | measured["sums_of_products"] | {"einsum"},
        attribute_transpositions=measured["transpositions"] & known.tensor_attributes,
        fresh=fresh,
        # What `tensor` and `normal` make is made of what they are given.
        filled=fresh - measured["from_data"] - {"normal"},
        scaled=frozenset(
            name
            for name, facts in known.distributions.items()
            if "scale" in facts.parameters and _MOVED_AND_STRETCHED.issuperset(facts.parameters)
        ),
        giving_anew=known.tensor_methods
        & (
            {name.removesuffix("_") for name in known.inplace_methods}
            | known.views
            | CONVERSIONS
            | measured["normalisers"]
            | measured["log_normalisers"]
            | {"clone", "detach"}
        )
        | measured["dropouts"],
        ending_history=measured["without_history"] | measured["python_numbers"],
        module_methods=measured["module_setters"]
        | measured["lists_parameters"]
        | measured["lists_modules"]
        | {"buffers", "zero_grad", "state_dict", "load_state_dict"},
        done_by_hand=measured["registering"] | measured["lists_parameters"] | _DONE_BY_HAND,
        words_of_gradients=_WORDS_OF_GRADIENTS,
        looks=_LOOKS,
        gradient_hooks=_GRADIENT_HOOKS,
        dropping=frozenset(
            known.modules[each].operation or "" for each in measured["dropout_modules"]
        ),
        into_range=_INTO_RANGE,
        acting_modules=measured["dropout_modules"]
        | {
            name
            for name, facts in known.modules.items()
            if "running_mean" in facts.buffers and "track_running_stats" not in facts.off
        },
        parameters_of_modules=frozenset(
            name
            for facts in known.modules.values()
            for name in facts.parameters
            if "weight" in name or "bias" in name
        ),
    )


def with_numbers(operations: frozenset[str]) -> frozenset[str]:
    """Operations with a number for an operand, as graphs name them: ``add_scalar``."""
    return frozenset(f"{each}_scalar" for each in operations)


def also_with_numbers(operations: frozenset[str]) -> frozenset[str]:
    """Operations, and the same with a number for an operand."""
    return operations | with_numbers(operations)


@functools.cache
def variances_of_losses() -> dict[str, int]:
    """Losses that are given a variance, functions and classes: its place among the arguments.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.GaussianNLLLoss.html
    """
    known = knowledge()
    places = {
        name: parameters.index(VARIANCE)
        for name, parameters in known.loss_functions.items()
        if VARIANCE in parameters
    }
    by_class = {name.replace("_", ""): at for name, at in places.items()}
    classes = {name: name.lower() for name in known.loss_modules}
    return places | {name: by_class[low] for name, low in classes.items() if low in by_class}


def takes_deviation(kind: str, parameter: str) -> bool:
    """Whether a parameter of a distribution, or of ``torch.normal``, is a standard deviation."""
    if kind == "normal":
        return parameter == "std"
    return parameter == "scale" and kind in families().scaled


VARIANCE = "var"
"""The parameter of a loss that takes a variance."""
_MOVED_AND_STRETCHED = frozenset({"loc", "scale", "df"})
_DONE_BY_HAND = frozenset({"cuda", "eval", "load_state_dict", "state_dict", "to", "train"})
"""A habit of people's: of all that a module can be asked for, what a loop over parts asks for."""
_WORDS_OF_GRADIENTS = frozenset({"backward", "grad", "step", "zero_grad"})
"""Words that code is searched for; they are methods and attributes of several classes."""
_LOOKS = frozenset({"shape", "device", "dtype", "layout", "type", "new_zeros", "new_empty"})
_GRADIENT_HOOKS = frozenset(
    {
        "register_hook", "register_post_accumulate_grad_hook", "register_full_backward_hook",
        "register_full_backward_pre_hook", "register_backward_hook", "register_prehook",
        "register_multi_grad_hook", "register_module_full_backward_hook",
        "register_module_full_backward_pre_hook",
    }
)  # fmt: skip
"""Each is called in a way of its own, which no experiment finds; the names are torch's."""
_INTO_RANGE = frozenset({"softplus", "abs", "relu", "elu", "sigmoid", "celu", "selu", "leaky_relu"})
"""A habit of people's and no fact of torch's: half of these give negative numbers, too."""
