import torch
import torch.nn.functional as F

from gnn import GCN
from tracking import Tracker


def graph(n, p=0.2):
    y = torch.randint(0, 3, (n,))
    same = y[:, None] == y[None, :]
    adj = (torch.rand(n, n) < torch.where(same, 3 * p, p / 3)).float()
    adj = ((adj + adj.T) > 0).float() + torch.eye(n)
    return torch.randn(n, 5) + y[:, None], adj / adj.sum(1, keepdim=True), y


def main(graphs=40):
    torch.manual_seed(0)
    net = GCN(5, 16, 3)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    tracker, norms = Tracker("loss", "acc"), []
    for _ in range(graphs):
        x, adj, y = graph(24)
        out, layers = net(x, adj)
        loss = F.cross_entropy(out, y)
        for h in layers:
            loss = loss + 1e-3 * h.pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        tracker.log(loss=loss.item(), acc=(out.argmax(1) == y).float().mean())
        norms.append(out.detach().norm())
    print(tracker.report(), torch.stack(norms).mean())


if __name__ == "__main__":
    main()
