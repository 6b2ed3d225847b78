"""Elements detached on purpose carry no history into the new tensor."""

# torch: right gradient
import torch

weight = torch.tensor([1.0, 2.0], requires_grad=True)  # parameter
scores = [(weight * x).sum().detach() for x in (1.0, 2.0)]
best = torch.tensor(scores).argmax()
loss = weight[best] ** 2
loss.backward()
