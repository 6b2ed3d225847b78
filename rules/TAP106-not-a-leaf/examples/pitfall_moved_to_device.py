"""On the CPU the move does nothing; on any other device the optimiser refuses its result."""

# torch: runs
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
weight = torch.rand(3, requires_grad=True).to(device)  # expect: TAP106 likely
optimizer = torch.optim.SGD([weight], lr=0.1)
weight.pow(2).sum().backward()
optimizer.step()
