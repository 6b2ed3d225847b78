import torch
img = torch.rand(1, 3, 8, 8).requires_grad_(True)
opt = torch.optim.LBFGS([img])
def closure():
    img.data.clamp_(0, 1)  # expect: TAP302
    opt.zero_grad()
    loss = (img ** 2).sum()
    loss.backward()
    return loss
opt.step(closure)
with torch.no_grad():
    img.clamp_(0, 1)
