"""Whether code asks if something trains, before it does what is for training alone."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.source.spelling import code_of
from tapelint.source.tree import walk
from tapelint.torch_api.training_names import asks_for_training


def asks(condition: str) -> bool:
    """Whether a test asks for training, or for a flag, which may be that one by another name."""
    test = condition.partition(": ")[2]
    return test.isidentifier() or asks_for_training(test)


def comes(function: tree.FunctionDef | tree.Lambda, name: str) -> bool:
    """Whether a variable is given by whoever calls the function, or told by what trains."""
    parameters = function.params
    given = (*parameters.posonly_params, *parameters.params, *parameters.kwonly_params)
    if any(each.name.value == name for each in given):
        return True
    for each in walk(function):
        if isinstance(each, tree.Assign) and assigns(each, name):
            if asks_for_training(code_of(each.value)):
                return True
        elif isinstance(each, tree.If) and asks_for_training(code_of(each.test)):
            if any(isinstance(one, tree.Assign) and assigns(one, name) for one in walk(each)):
                return True
    return False


def assigns(statement: tree.Assign, name: str) -> bool:
    """Whether an assignment is to a variable or an attribute of this name."""
    return any(code_of(target.target) == name for target in statement.targets)
