import torch
def freeze_everything():
    torch.set_grad_enabled(False)
w = torch.zeros(3, requires_grad=True)
freeze_everything()
w.add_(1)
