try:
    import torch
except ImportError:
    torch = None
w = torch.zeros(3, requires_grad=True)
w.normal_()  # expect: TAP201
