import torch
import torch.nn.functional as F

from metrics import summarize
from net import IrisNet


def iris(n=90):
    y = torch.randint(0, 3, (n,))
    return torch.randn(n, 4) * 0.4 + y[:, None].float(), y


def main():
    torch.manual_seed(2)
    x, y = iris()
    model = IrisNet(4, 3)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
    for epoch in range(15):
        logits = model(x)
        loss = F.cross_entropy(logits, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(summarize(logits, y))
    confidence, label = model.predict(x[:4])
    print(confidence.tolist(), label.tolist())


if __name__ == "__main__":
    main()
