import torch

from criterion import MultiTaskLoss, l2_penalty
from heads import MultiTaskNet

TASKS = {"age": 1, "kind": 3}


def batch(n=32):
    x = torch.randn(n, 5)
    return x, {"age": x.sum(1), "kind": x[:, :3].argmax(1)}


def main():
    torch.manual_seed(0)
    model = MultiTaskNet(5, TASKS)
    criterion = MultiTaskLoss({"age": 1.0, "kind": 0.5})
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(20):
        x, targets = batch()
        loss = criterion(model(x), targets) + l2_penalty(model, 1e-4)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


if __name__ == "__main__":
    main()
