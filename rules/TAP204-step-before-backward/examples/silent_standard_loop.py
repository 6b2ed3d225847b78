"""forward, backward, step in each round; the losses are kept as numbers."""

# torch: runs
import torch
import torch.nn as nn
import torch.nn.functional as F


def train(model, batches, epochs=2):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=1)
    history = []
    for _ in range(epochs):
        running = 0.0
        for x, y in batches:
            optimizer.zero_grad()
            loss = F.mse_loss(model(x), y)
            loss.backward()
            optimizer.step()
            running += loss.item()
        scheduler.step()
        history.append(running)
    return history


model = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
assert len(train(model, [(torch.ones(2, 2), torch.zeros(2, 1))] * 2)) == 2
