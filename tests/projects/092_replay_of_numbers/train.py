import copy

import numpy as np
import torch

from nets import make_q
from replay import PrioritizedReplay, collate, explore


def main(steps=80, gamma=0.9):
    np.random.seed(0)
    torch.manual_seed(0)
    q = make_q(3, 3)
    frozen = copy.deepcopy(q).requires_grad_(False)
    opt = torch.optim.Adam(q.parameters(), lr=1e-2)
    memory, obs, curve = PrioritizedReplay(200), np.random.randn(3).astype(np.float32), []
    for t in range(steps):
        with torch.no_grad():
            greedy = q(torch.from_numpy(obs)).argmax().item()
        a = explore(3, 0.2, greedy)
        nxt = np.random.randn(3).astype(np.float32)
        memory.add((obs, a, float(obs.argmax() == a), nxt))
        obs = nxt
        if t < 20:
            continue
        idx, weights, batch = memory.sample(16)
        s, actions, r, s2 = collate(batch)
        target = r + gamma * frozen(s2).amax(1)
        values = torch.stack([row[i] for row, i in zip(q(s), actions)])
        errors = target - values
        loss = (weights * errors.pow(2)).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        memory.update(idx, errors.abs().detach())
        curve.append(loss.item())
        if t % 20 == 0:
            frozen.load_state_dict(q.state_dict())
    print(torch.tensor(curve).mean())


if __name__ == "__main__":
    main()
