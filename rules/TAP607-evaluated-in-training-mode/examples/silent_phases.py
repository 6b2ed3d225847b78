"""One loop serves both phases, each in its own mode."""

# torch: runs
import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 8), nn.Dropout(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
loaders = {"train": torch.randn(3, 8, 4), "val": torch.randn(2, 8, 4)}
for epoch in range(2):
    for phase in ["train", "val"]:
        model.train(phase == "train")
        for x in loaders[phase]:
            with torch.set_grad_enabled(phase == "train"):
                loss = model(x).pow(2).mean()
            if phase == "train":
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
