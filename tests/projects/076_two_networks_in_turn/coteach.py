import torch
import torch.nn.functional as F


def small_loss(logits, y, keep):
    with torch.no_grad():
        losses = F.cross_entropy(logits, y, reduction="none")
    return losses.argsort()[: int(keep * len(y))]


class CoTeaching:
    """Each network chooses the samples that the other one learns from."""

    def __init__(self, a, b, lr, keep):
        self.a, self.b, self.keep = a, b, keep
        self.opt_a = torch.optim.Adam(a.parameters(), lr=lr)
        self.opt_b = torch.optim.Adam(b.parameters(), lr=lr)

    def step(self, x, y):
        out_a, out_b = self.a(x), self.b(x)
        for_b, for_a = small_loss(out_a, y, self.keep), small_loss(out_b, y, self.keep)
        loss_a = F.cross_entropy(out_a[for_a], y[for_a])
        loss_b = F.cross_entropy(out_b[for_b], y[for_b])

        self.opt_a.zero_grad()
        loss_a.backward()
        self.opt_a.step()

        loss_b.backward()
        self.opt_b.step()
        self.opt_b.zero_grad()
        return loss_a.item(), loss_b.item()
