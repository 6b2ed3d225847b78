import torch


@torch.no_grad()
def rollout(policy, steps, gamma=0.9, lam=0.95):
    obs = torch.randn(3)
    buf = {"obs": [], "act": [], "logp": [], "val": [], "rew": []}
    for _ in range(steps):
        dist = policy.dist(obs)
        act = dist.sample()
        buf["obs"].append(obs)
        buf["act"].append(act)
        buf["logp"].append(dist.log_prob(act).sum())
        buf["val"].append(policy.v(obs).squeeze(-1))
        buf["rew"].append(-(act - obs[:2]).pow(2).sum().item())
        obs = 0.5 * obs + 0.5 * torch.randn(3)
    last = policy.v(obs).squeeze(-1)
    values = torch.stack(buf["val"] + [last])
    adv, gae = torch.zeros(steps), 0.0
    for t in reversed(range(steps)):
        delta = buf["rew"][t] + gamma * values[t + 1] - values[t]
        gae = delta + gamma * lam * gae
        adv[t] = gae
    batch = {k: torch.stack(buf[k]) for k in ("obs", "act", "logp")}
    batch["adv"], batch["ret"] = adv, adv + values[:-1]
    return batch
