import torch
import torch.nn.functional as F

from clip_model import MiniCLIP


def contrastive(logits):
    target = torch.arange(logits.size(0))
    return (F.cross_entropy(logits, target) + F.cross_entropy(logits.T, target)) / 2


def main(steps=10, batch=8):
    model = MiniCLIP()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for step in range(steps):
        images, tokens = torch.randn(batch, 3, 12, 12), torch.randint(0, 50, (batch, 6))
        loss = contrastive(model(images, tokens))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, round(loss.item(), 3))


if __name__ == "__main__":
    main()
