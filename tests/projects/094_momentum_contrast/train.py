import torch
from torch import nn

from moco import MoCo
from views import two_views


def main(steps=12):
    torch.manual_seed(0)
    encoder = nn.Sequential(nn.Linear(12, 32), nn.ReLU(), nn.Linear(32, 8))
    model = MoCo(encoder, 8)
    optimizer = torch.optim.SGD(model.encoder_q.parameters(), lr=0.1, momentum=0.9)
    for _ in range(steps):
        logits, labels = model(*two_views(torch.randn(16, 12)))
        loss = nn.functional.cross_entropy(logits, labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


if __name__ == "__main__":
    main()
