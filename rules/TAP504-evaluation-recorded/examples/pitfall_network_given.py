"""Network, loss and data come from outside; the validation records."""

# torch: runs
import torch
from torch import nn


def fit(model, optimizer, criterion, train_loader, valid_loader, epochs):
    for _ in range(epochs):
        model.train()
        for x, y in train_loader:
            optimizer.zero_grad()
            loss = criterion(model(x), y)
            loss.backward()
            optimizer.step()
        model.eval()
        total = 0.0
        for x, y in valid_loader:
            total += criterion(model(x), y).item()  # expect: TAP504 likely
        print(total / len(valid_loader))
