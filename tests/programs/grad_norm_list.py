import torch
def clip(model):
    norms = [p.grad.norm() for p in model.parameters()]
    total = torch.norm(torch.tensor(norms))
    w = torch.tensor([p.norm() for p in model.parameters()]).sum()
    return total
