import torch
from loop import train_epoch
from model import LogisticRegression

torch.manual_seed(0)
model = LogisticRegression(2)
batches = [(torch.randn(3, 2), torch.ones(3)) for _ in range(4)]
start = model.linear.weight.detach().clone()
loss = torch.nn.BCEWithLogitsLoss()(model(batches[3][0]), torch.ones(3)) / 4
loss.backward()
last = model.linear.weight.grad.clone()
train_epoch(model, batches, torch.optim.SGD(model.parameters(), lr=1.0), 4)
assert torch.allclose(start - model.linear.weight, last)  # the last micro batch alone
