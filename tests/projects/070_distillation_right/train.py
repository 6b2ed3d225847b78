import torch
from torch import nn

from losses import SOFT, feature_loss
from nets import Net


class Distiller:
    def __init__(self, teacher, student, kind, t=2.0):
        self.teacher = teacher.eval()
        for p in self.teacher.parameters():
            p.requires_grad = False
        self.student = student
        self.adapter = nn.Linear(8, 32)
        self.soft, self.t = SOFT[kind], t
        params = list(student.parameters()) + list(self.adapter.parameters())
        self.optimizer = torch.optim.Adam(params, lr=1e-2)

    def step(self, x, y):
        with torch.no_grad():
            tf, tl = self.teacher(x)
        sf, sl = self.student(x)
        loss = nn.functional.cross_entropy(sl, y) + self.soft(sl, tl, self.t)
        loss = loss + 0.1 * feature_loss(sf, tf, self.adapter)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


if __name__ == "__main__":
    for kind in SOFT:
        torch.manual_seed(0)
        distiller = Distiller(Net(32), Net(8), kind)
        for _ in range(10):
            x = torch.randn(32, 5)
            out = distiller.step(x, x[:, :3].argmax(1))
        print(kind, out)
