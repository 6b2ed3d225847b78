"""Losses that backward has already used are wrapped only to print their mean."""

# torch: runs
import torch

model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
losses = []
for step in range(3):
    loss = (model(torch.ones(2)) - step).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss)
print("mean loss", torch.tensor(losses).mean())
