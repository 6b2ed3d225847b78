import numpy as np
import torch

from actor import BetaActor
from storage import Rollout


def gather(actor, rollout, n):
    rng = np.random.default_rng(0)
    for _ in range(n):
        obs = rng.uniform(size=3).astype(np.float32)
        with torch.no_grad():
            dist = actor(torch.from_numpy(obs))
            act = dist.sample()
            logp = dist.log_prob(act).sum()
        array = act.numpy()
        rollout.push(obs=obs, act=array, logp=logp.item(), rew=-np.abs(array - obs[:2]).sum())


def improve(actor, optimizer, batch):
    dist = actor(batch["obs"])
    logp = dist.log_prob(batch["act"].clamp(1e-4, 1 - 1e-4)).sum(-1)
    weight = batch["rew"] - batch["rew"].mean()
    loss = -((logp - batch["logp"]).exp() * weight).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


if __name__ == "__main__":
    torch.manual_seed(0)
    actor, rollout = BetaActor(3, 2), Rollout(64, 3, 2)
    optimizer = torch.optim.Adam(actor.parameters(), lr=0.01)
    for _ in range(4):
        gather(actor, rollout, 40)
        print(improve(actor, optimizer, rollout.tensors()))
