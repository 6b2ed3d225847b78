import torch
from engine import train_one_epoch, validate
from model import Net

model = Net(10, 2)
optimizer = torch.optim.Adam(model.parameters())
loader = [(torch.randn(8, 10), torch.randint(0, 2, (8,)))]
train_one_epoch(model, loader, optimizer)
validate(model, loader)
before = model.layers[1].running_mean.clone()
train_one_epoch(model, loader, optimizer)
assert not model.training
assert torch.equal(before, model.layers[1].running_mean)
