import torch
def load(path):
    w = torch.zeros(3, requires_grad=True)
    try:
        w = torch.load(path)
        w = w.detach()
    except OSError:
        return None
    w += 1
    return w
