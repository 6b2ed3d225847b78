"""exp saves its own result and a number times a row saves nothing of the row."""

# torch: right gradient
import torch

w = torch.tensor([0.1, 0.2, 0.3], requires_grad=True)  # parameter
x = torch.zeros(4)
for i in range(3):
    x[i + 1] = torch.exp(x[i]) + 0.5 * x[i] - w[i]
loss = x[-1]
loss.backward()
