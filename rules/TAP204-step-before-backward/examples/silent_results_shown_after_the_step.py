"""Results of the old forward are shown and measured after the step, not backpropagated."""

# torch: runs
import torch
from torch import nn

model = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
losses, predictions = [], []
for _ in range(3):
    prediction = model(torch.randn(4, 2))
    loss = prediction.pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss)
    predictions.append(prediction)
print(torch.stack(losses).mean().item(), torch.cat(predictions).detach().std())
