import torch
w = torch.randn(3, requires_grad=True)
for i in range(10):
    loss = ((w * 2) ** 2).sum()
    loss.backward()
    with torch.no_grad():
        w -= 0.1 * w.grad
        w.grad.zero_()
    w = w - 0.1
    w -= 1
