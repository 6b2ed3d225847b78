import copy

import torch
import torch.nn.functional as F
from torch import nn


class MoCo(nn.Module):
    def __init__(self, encoder, dim, queue=64, m=0.9, t=0.2):
        super().__init__()
        self.m, self.t = m, t
        self.encoder_q = encoder
        self.encoder_k = copy.deepcopy(encoder)
        for param in self.encoder_k.parameters():
            param.requires_grad = False
        self.register_buffer("queue", F.normalize(torch.randn(dim, queue), dim=0))
        self.register_buffer("ptr", torch.zeros(1, dtype=torch.long))

    @torch.no_grad()
    def _move_keys(self):
        for q, k in zip(self.encoder_q.parameters(), self.encoder_k.parameters()):
            k.mul_(self.m).add_((1 - self.m) * q)

    @torch.no_grad()
    def _enqueue(self, keys):
        at = int(self.ptr)
        self.queue[:, at : at + len(keys)] = keys.T
        self.ptr[0] = (at + len(keys)) % self.queue.size(1)

    def forward(self, im_q, im_k):
        q = F.normalize(self.encoder_q(im_q), dim=1)
        with torch.no_grad():
            self._move_keys()
            k = F.normalize(self.encoder_k(im_k), dim=1)
        pos = (q * k).sum(1, keepdim=True)
        neg = q @ self.queue.clone().detach()
        logits = torch.cat([pos, neg], dim=1) / self.t
        labels = torch.zeros(len(logits), dtype=torch.long)
        self._enqueue(k)
        return logits, labels
