"""The first backward raises before it runs: its result is no single number."""

# torch: runs
import torch

x = torch.randn(3, requires_grad=True)
y = x**2 + 1
try:
    y.backward()
except RuntimeError as error:
    print(f"this is refused: {error}")
y.backward(gradient=torch.tensor([0.1, 1.0, 0.01]))
