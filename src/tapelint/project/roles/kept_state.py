"""Which expressions give the weights of a network as they are, and who gives them back to it.

``best = model.state_dict()`` holds the parameters themselves, and so does a copy of the dict.
"""

from __future__ import annotations

from tapelint.source import tree
from tapelint.source.spelling import code_of, last_name
from tapelint.source.tree import walk
from tapelint.torch_api.names import keeps_best, words

SHALLOW = frozenset({"copy", "dict", "OrderedDict"})
"""What copies a dict, and not what it holds."""
STATE, LOAD = "state_dict", "load_state_dict"
_KEEP_VARS = "keep_vars"
_ITEMS = "items"
_NAMED = "named_parameters"
_SHARING = frozenset({"detach", "data"})
_TRAINING = frozenset({"train", "training", "epoch", "epochs", "batch", "fit"})
"""Words in the name of a method that a training calls."""
_SIMPLE = (tree.GeneratorExp, tree.ListComp)


def owner_of(given: tree.BaseExpression) -> tree.BaseExpression | None:
    """The network whose weights an expression gives without a copy, if it does."""
    while True:
        inner = _inner(given)
        if inner is None:
            break
        given = inner
    function = given.func if isinstance(given, tree.Call) else None
    if not isinstance(function, tree.Attribute) or not isinstance(given, tree.Call):
        return None
    if function.attr.value not in {STATE, _NAMED} or any(
        each.keyword is not None and each.keyword.value == _KEEP_VARS for each in given.args
    ):
        return None  # who asks for the parameters themselves wants no copy of their numbers
    return function.value


def _inner(given: tree.BaseExpression) -> tree.BaseExpression | None:
    """What a dict is made of that holds the same values: a shallow copy of another one."""
    if isinstance(given, tree.Call) and last_name(given.func) in SHALLOW:
        if not given.args:
            return given.func.value if isinstance(given.func, tree.Attribute) else None
        first = given.args[0].value
        return _gone_over(first) if isinstance(first, _SIMPLE) else first
    if isinstance(given, tree.Dict) and len(given.elements) == 1:
        only = given.elements[0]
        return only.value if isinstance(only, tree.StarredDictElement) else None
    return _gone_over(given) if isinstance(given, tree.DictComp) else None


def _gone_over(given: tree.BaseExpression) -> tree.BaseExpression | None:
    """The dict whose values a comprehension over its items takes as they are."""
    if not isinstance(given, (tree.DictComp, *_SIMPLE)):
        return None
    target, over = given.for_in.target, given.for_in.iter
    if isinstance(given, tree.DictComp):
        value: tree.BaseExpression = given.value
    elif isinstance(given.elt, tree.Tuple) and len(given.elt.elements) == 2:
        value = given.elt.elements[1].value
    else:
        return None
    while isinstance(value, (tree.Call, tree.Attribute)):  # `value.detach()`, `value.data`
        if isinstance(value, tree.Call):
            value = value.func
        if not isinstance(value, tree.Attribute) or value.attr.value not in _SHARING:
            return None
        value = value.value
    if not isinstance(target, tree.Tuple) or code_of(target.elements[-1].value) != code_of(value):
        return None
    function = over.func if isinstance(over, tree.Call) else None
    if not isinstance(function, tree.Attribute):
        return None
    return {_ITEMS: function.value, _NAMED: over}.get(function.attr.value)


def returned_by(function: tree.Node) -> tree.BaseExpression | None:
    """What a function returns, if that is one expression, perhaps under a name."""
    returned = [each.value for each in walk(function) if isinstance(each, tree.Return)]
    if len(returned) != 1 or not isinstance(returned[0], tree.Name):
        return returned[0] if len(returned) == 1 else None
    name = returned[0].value
    given = [
        each.value
        for each in walk(function)
        if isinstance(each, tree.Assign)
        and any(code_of(one.target).startswith(name) for one in each.targets)
    ]
    uses = sum(isinstance(each, tree.Name) and each.value == name for each in walk(function))
    return given[0] if len(given) == 1 and uses == 2 else None


def is_for_training(function: tree.Node, name: str, given: tree.Node) -> bool:
    """Whether a method that keeps weights is called by a training, or keeps the better ones.

    Who changes them in another way may put other tensors into the network, as attribution does.
    """
    return not _TRAINING.isdisjoint(words(name)) or any(
        isinstance(each, tree.If) and any(one is given for one in walk(each))
        for each in walk(function)
    )


def given_back(root: tree.Node, target: str, owner: str) -> tree.Call | None:
    """The call by which an object gives a network weights that it has, and an attribute keeps.

    That changes nothing, whatever happens in between: the network has other weights back where it
    was one that was made anew. Nobody else may get hold of what is kept.

    Args:
        root: The class of the object.
        target: The attribute: ``self.best``.
        owner: The network: ``self.model``, or a parameter that is called so by both methods.
    """
    uses, back = 0, None
    for each in walk(root):
        if isinstance(each, tree.Attribute) and code_of(each) == target:
            uses += 1
        elif isinstance(each, tree.Assign):
            targets = {code_of(one.target) for one in each.targets}
            if owner in targets and isinstance(each.value, tree.Call):
                return None
            uses -= target in targets
        elif isinstance(each, tree.Call) and code_of(each.func) == f"{owner}.{LOAD}":
            if each.args and code_of(each.args[0].value) == target:
                uses, back = uses - 1, each
        elif isinstance(each, (tree.Comparison, tree.If)):
            uses -= code_of(each.test if isinstance(each, tree.If) else each.left) == target
    is_own = owner.startswith("self.") or keeps_best(target)
    return back if uses == 0 and is_own else None
