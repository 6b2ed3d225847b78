import argparse

import torch
from torch.utils.data import DataLoader, TensorDataset

from resnet import build


def get_loader(n=32, batch_size=8):
    data = TensorDataset(torch.randn(n, 3, 16, 16), torch.randint(0, 10, (n,)))
    return DataLoader(data, batch_size=batch_size, shuffle=True)


def train_one_epoch(model, loader, criterion, optimizer):
    model.train()
    running = 0.0
    for images, labels in loader:
        optimizer.zero_grad()
        loss = criterion(model(images), labels)
        loss.backward()
        optimizer.step()
        running += loss.item()
    return running / len(loader)


if __name__ == "__main__":
    ap = argparse.ArgumentParser()
    ap.add_argument("--model", default="tiny")
    args = ap.parse_args()
    net = build(args.model)
    sgd = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9)
    print(train_one_epoch(net, get_loader(), torch.nn.CrossEntropyLoss(), sgd))
