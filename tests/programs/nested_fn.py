import torch
def outer():
    w = torch.zeros(3, requires_grad=True)
    def inner():
        w.zero_()  # expect: TAP201
        with torch.no_grad():
            w.add_(1)
    inner()
