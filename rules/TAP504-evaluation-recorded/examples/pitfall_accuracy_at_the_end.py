"""The accuracy after the training needs no graph."""

# torch: runs
import torch
from torch import nn

classifier = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 3))
optimizer = torch.optim.SGD(classifier.parameters(), lr=0.1)
for _ in range(3):
    logits = classifier(torch.randn(8, 4))
    loss = nn.functional.cross_entropy(logits, torch.randint(3, (8,)))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def accuracy(net, batches):
    hits = 0
    for x, y in batches:
        hits += (net(x).argmax(1) == y).sum().item()  # expect: TAP504 likely
    return hits


accuracy(classifier, [(torch.randn(8, 4), torch.randint(3, (8,)))])
