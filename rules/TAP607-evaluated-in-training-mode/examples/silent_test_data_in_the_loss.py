"""Data of the test without labels take part in the training."""

# torch: runs
import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 8), nn.Dropout(), nn.Linear(8, 2))
optimizer = torch.optim.Adam(model.parameters())
x_train, y_train, x_test = torch.randn(5, 4), torch.randint(2, (5,)), torch.randn(5, 4)
for step in range(3):
    guess = model(x_test).log_softmax(1)
    loss = nn.functional.cross_entropy(model(x_train), y_train)
    loss = loss - 0.1 * (guess.exp() * guess).sum(1).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
