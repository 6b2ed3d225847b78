import torch
import torch.nn.functional as F

from amp import AmpStepper, grad_norm
from segnet import SegNet


def blobs(n, size=16):
    masks = torch.zeros(n, 1, size, size)
    for mask in masks:
        i, j = torch.randint(0, size - 5, (2,)).tolist()
        mask[0, i : i + 5, j : j + 5] = 1
    return masks + 0.2 * torch.randn(n, 1, size, size), masks


def dice(logits, masks):
    p = logits.sigmoid()
    return 1 - 2 * (p * masks).sum() / (p.sum() + masks.sum() + 1)


if __name__ == "__main__":
    torch.manual_seed(0)
    net = SegNet()
    step = AmpStepper(torch.optim.AdamW(net.parameters(), 1e-2), 1.0, enabled=True)
    for i in range(6):
        x, y = blobs(4)
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=False):
            logits = net(x)
        loss = F.binary_cross_entropy_with_logits(logits, y) + dice(logits, y)
        norm = step(loss, net.parameters())
        print(i, loss.item(), norm, grad_norm(net.parameters()))
