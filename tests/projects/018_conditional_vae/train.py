import torch

from cvae import CVAE

torch.manual_seed(0)
y = torch.randint(0, 3, (90,))
x = torch.eye(3)[y].repeat(1, 2) + 0.1 * torch.randn(90, 6)

for head in ("logvar", "logsigma"):
    model = CVAE(6, 3, 2, head)
    opt = torch.optim.Adam(model.parameters(), 5e-3)
    for it in range(20):
        recon, kl = model(x, y)
        loss = ((recon - x) ** 2).sum(-1).mean() + 0.1 * kl.mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(head, round(loss.item(), 3))
