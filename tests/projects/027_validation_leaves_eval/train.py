import torch
from torch.utils.data import DataLoader, TensorDataset, random_split

from engine import train_one_epoch, validate
from model import Net


def main(epochs=4):
    x = torch.randn(160, 10)
    y = (x[:, 0] + x[:, 1] > 0).long()
    train_set, val_set = random_split(TensorDataset(x, y), [120, 40])
    train_loader = DataLoader(train_set, batch_size=30, shuffle=True)
    val_loader = DataLoader(val_set, batch_size=40)
    model = Net(10, 2)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3, weight_decay=1e-4)
    for epoch in range(epochs):
        loss = train_one_epoch(model, train_loader, optimizer)
        acc = validate(model, val_loader)
        print(f"{epoch}: loss {loss:.3f} acc {acc:.2f}")
    return model


if __name__ == "__main__":
    main()
