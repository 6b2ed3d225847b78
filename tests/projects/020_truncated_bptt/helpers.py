import torch


def repackage(state):
    """Cut the history of a state, or of a tuple of states."""
    if isinstance(state, torch.Tensor):
        return state.detach()
    return tuple(repackage(s) for s in state)


def get_batch(source, i, bptt):
    n = min(bptt, len(source) - 1 - i)
    return source[i : i + n], source[i + 1 : i + 1 + n]
