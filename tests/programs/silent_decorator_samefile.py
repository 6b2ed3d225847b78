import torch, functools
def frozen(f):
    @functools.wraps(f)
    def run(*a, **k):
        with torch.no_grad():
            return f(*a, **k)
    return run
w = torch.zeros(3, requires_grad=True)
@frozen
def step():
    w.add_(1)
step()
