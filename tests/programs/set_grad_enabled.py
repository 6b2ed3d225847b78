import torch
w = torch.zeros(3, requires_grad=True)
torch.set_grad_enabled(False)
w.zero_()
torch.set_grad_enabled(True)
w.zero_()  # expect: TAP201
with torch.set_grad_enabled(False):
    w.zero_()
with torch.set_grad_enabled(train):
    w.zero_()
with torch.no_grad():
    with torch.enable_grad():
        w.zero_()  # expect: TAP201
