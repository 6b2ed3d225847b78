import copy

import torch
import torch.nn.functional as F

from networks import q_network
from utils import soft_update


def transitions(n):
    s = torch.randn(n, 4)
    a = torch.randint(0, 2, (n, 1))
    r = (s.gather(1, a) > 0).float().squeeze(1)
    return s, a, r, torch.randn(n, 4)


def main(steps=20, gamma=0.9, tau=0.05):
    torch.manual_seed(0)
    online = q_network(4, 2)
    target = copy.deepcopy(online)
    optimizer = torch.optim.Adam(online.parameters(), lr=1e-3)
    for _ in range(steps):
        s, a, r, s2 = transitions(32)
        with torch.no_grad():
            y = r + gamma * target(s2).max(1).values
        q = online(s).gather(1, a).squeeze(1)
        loss = F.smooth_l1_loss(q, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        soft_update(target, online, tau)
    print(loss.item())


if __name__ == "__main__":
    main()
