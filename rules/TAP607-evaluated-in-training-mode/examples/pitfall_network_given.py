"""Whoever gives the network and the data gets a score that dropout has blurred."""

# torch: runs
import torch


def fit(model, optimizer, criterion, train_loader, valid_loader, epochs):
    history = []
    for _ in range(epochs):
        model.train()
        for x, y in train_loader:
            optimizer.zero_grad()
            loss = criterion(model(x), y)
            loss.backward()
            optimizer.step()
        with torch.no_grad():
            for x, y in valid_loader:
                history.append(criterion(model(x), y).item())  # expect: TAP607 likely
    return history
