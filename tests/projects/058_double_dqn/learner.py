import copy

import torch
import torch.nn.functional as F


class DoubleDQN:
    def __init__(self, net, cfg):
        self.online = net
        self.target = copy.deepcopy(net)
        self.target.load_state_dict(net.state_dict())
        self.cfg = cfg
        self.opt = torch.optim.Adam(net.parameters(), lr=cfg["lr"])
        self.updates = 0

    def td_target(self, r, s2, done):
        with torch.no_grad():
            best = self.online(s2).argmax(dim=1, keepdim=True)
            q2 = self.target(s2).gather(1, best).squeeze(1)
        return r + self.cfg["gamma"] * (1.0 - done) * q2

    def update(self, s, a, r, s2, done):
        y = self.td_target(r, s2, done)
        q = self.online(s).gather(1, a[:, None]).squeeze(1)
        loss = F.smooth_l1_loss(q, y)
        self.opt.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_value_(self.online.parameters(), 1.0)
        self.opt.step()
        self.updates += 1
        if self.updates % self.cfg["sync"] == 0:
            self.target.load_state_dict(self.online.state_dict())
        return (q - y).abs().detach()
