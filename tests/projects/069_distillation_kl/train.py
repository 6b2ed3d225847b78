import torch

from kd_loss import DistillationLoss
from networks import student, teacher


def run(epochs=5):
    torch.manual_seed(0)
    x = torch.randn(128, 6)
    y = x[:, :4].argmax(dim=1)
    big, small = teacher(6, 4), student(6, 4)
    big.eval()
    criterion = DistillationLoss()
    optimizer = torch.optim.Adam(small.parameters(), lr=1e-2)
    for epoch in range(epochs):
        for idx in torch.randperm(len(x)).split(32):
            with torch.no_grad():
                t_logits = big(x[idx])
            loss = criterion(small(x[idx]), t_logits, y[idx])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(epoch, loss.item())


if __name__ == "__main__":
    run()
