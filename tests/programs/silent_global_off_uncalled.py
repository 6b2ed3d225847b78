import torch
torch.set_grad_enabled(False)
net = torch.nn.Linear(2, 1)
def embed(xs):
    return torch.tensor([net(x) for x in xs])
class Bank:
    def __init__(self):
        self.w = torch.zeros(3, requires_grad=True)
        self.w.add_(1)
