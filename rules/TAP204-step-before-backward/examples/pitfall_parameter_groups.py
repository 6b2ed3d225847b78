"""Parameter groups, each with a learning rate of its own."""

# torch: raises RuntimeError: has been modified by an inplace operation
import torch
from torch import nn

backbone = nn.Sequential(nn.Linear(2, 2), nn.ReLU(), nn.Linear(2, 2))
classifier = nn.Linear(2, 3)
domain = nn.Linear(2, 1)
optimizer = torch.optim.SGD(
    [
        {"params": backbone.parameters(), "lr": 1e-3},
        {"params": classifier.parameters(), "lr": 1e-2},
    ]
)

features = backbone(torch.tensor([[1.0, 2.0], [2.0, 1.0]]))
class_loss = nn.functional.cross_entropy(classifier(features), torch.tensor([0, 2]))
domain_loss = domain(features).pow(2).mean()
class_loss.backward(retain_graph=True)
optimizer.step()  # expect: TAP204
domain_loss.backward()
