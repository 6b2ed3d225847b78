import torch

w = torch.ones(3, requires_grad=True)
a = (w * 2).sum()
b = (w * 3).sum()
n = 4
weight = 0.5

loss = a.item() + b.item()
loss.backward()  # expect: TAP104
loss = a.item() / n
loss.backward()  # expect: TAP104
loss = -a.item()
loss.backward()  # expect: TAP104
loss = weight * a.item()
loss.backward()  # expect: TAP104


def f(weight, k: float, args):
    loss = weight * a.item()
    loss.backward()
    loss2 = k * a.detach()
    loss2.backward()  # expect: TAP104
    loss3 = a.detach() + args.weight * b.detach()
    loss3.backward()  # expect: TAP104


def g(scaler, accelerator, fabric, beta):
    scaler.scale(a.detach() / 4).backward()  # expect: TAP104
    accelerator.backward(a.detach())  # expect: TAP104 likely
    fabric.backward(a.item())  # expect: TAP104 likely
    kl = beta * b.item()
    (a.item() + kl).backward()


class L:
    def training_step(self, x):
        loss = a.detach()
        self.manual_backward(loss)  # expect: TAP104 likely

def amp(steps):
    scaler = torch.cuda.amp.GradScaler()
    for _ in range(steps):
        out = (w * 2).sum().item()
        scaler.scale(a.detach()).backward()  # expect: TAP104
        h = w.sigmoid()
        h.mul_(2)  # expect: TAP202
        scaler.scale(h.sum()).backward()


from absl import flags

FLAGS = flags.FLAGS


def penalised(loss, penalty):
    total = loss.detach() + FLAGS.alpha * penalty.detach()
    total.backward()  # expect: TAP104


def not_penalised(loss, penalty):
    total = loss + FLAGS.alpha * penalty.detach()
    total.backward()
