"""A loop over the parts of an object: there are a few of them, and the list is gone afterwards."""

# torch: runs
import torch
from torch import nn


class Agent:
    def __init__(self):
        self.critics = [nn.Linear(2, 1) for _ in range(3)]
        self.optimizers = [torch.optim.SGD(each.parameters(), lr=0.1) for each in self.critics]

    def update(self, batch, target):
        values = []
        for critic, optimizer in zip(self.critics, self.optimizers):
            value = critic(batch)
            values.append(value)
            loss = (value - target).pow(2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        with torch.no_grad():
            return torch.cat(values).mean().item()


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.norms = nn.ModuleDict({"a": nn.Linear(2, 2), "b": nn.Linear(2, 2)})

    def forward(self, features):
        updates = []
        for name, norm in self.norms.items():
            updates.append(norm(features[name]))
        for name, update in dict(zip(features, updates)).items():
            features[name] = features[name] + update
        return features


agent = Agent()
for _ in range(100):
    agent.update(torch.ones(4, 2), torch.zeros(4, 1))
outputs = Network()({"a": torch.ones(1, 2), "b": torch.ones(1, 2)})
(outputs["a"] + outputs["b"]).sum().backward()
