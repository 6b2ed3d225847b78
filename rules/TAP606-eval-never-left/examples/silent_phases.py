"""Each phase says in which mode it runs."""

# torch: runs
import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 8), nn.Dropout(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def run(phase, x):
    if phase == "train":
        model.train()
    else:
        model.eval()
    with torch.set_grad_enabled(phase == "train"):
        loss = model(x).pow(2).mean()
        if phase == "train":
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return loss.item()


for epoch in range(2):
    for phase in ["train", "val"]:
        run(phase, torch.randn(6, 4))
        assert model.training == (phase == "train")
