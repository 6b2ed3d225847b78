import torch
w = torch.randn(3, requires_grad=True)
b = torch.zeros(1, requires_grad=True)
for i in range(10):
    loss = ((w * 2 + b) ** 2).sum()
    loss.backward()
    w -= 0.1 * w.grad  # expect: TAP201
    b.sub_(0.1 * b.grad)  # expect: TAP201
    w.grad.zero_()
