import torch

from maml import outer_loss
from model import SineNet
from tasks import SineTasks

if __name__ == "__main__":
    tasks, net = SineTasks(), SineNet()
    meta_opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(10):
        loss = outer_loss(net, tasks, n_tasks=4, k=5, lr=0.01)
        meta_opt.zero_grad()
        loss.backward()
        meta_opt.step()
        print(step, loss.item())
