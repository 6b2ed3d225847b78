import numpy as np
import torch

from meta import MAML, make_net
from tasks import sample_task


def main(rounds=6, tasks_per_round=3):
    torch.manual_seed(0)
    maml = MAML(make_net())
    opt = torch.optim.Adam(maml.net.parameters(), lr=5e-3)
    curve = []
    for _ in range(rounds):
        losses = [maml.query_loss(sample_task(8)) for _ in range(tasks_per_round)]
        loss = torch.stack(losses).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        curve.append(np.mean([each.item() for each in losses]))
    return np.array(curve)


if __name__ == "__main__":
    print(main())
