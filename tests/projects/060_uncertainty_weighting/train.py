import torch
import torch.nn.functional as F

from model import DepthAndSeg
from weighting import RunningLog, UncertaintyWeights


def losses(out, depth, seg):
    return {"depth": F.l1_loss(out["depth"], depth), "seg": F.cross_entropy(out["seg"], seg)}


if __name__ == "__main__":
    torch.manual_seed(0)
    model, weigh, log = DepthAndSeg(), UncertaintyWeights(["depth", "seg"]), RunningLog()
    optimizer = torch.optim.Adam([*model.parameters(), *weigh.parameters()], lr=1e-2)
    for _ in range(8):
        x = torch.rand(4, 3, 8, 8)
        parts = losses(model(x), x.mean(1, keepdim=True), (x.mean(1) * 4).long().clamp(0, 3))
        total = weigh(parts)
        optimizer.zero_grad()
        total.backward()
        optimizer.step()
        log.add(parts)
    print(log.mean())
