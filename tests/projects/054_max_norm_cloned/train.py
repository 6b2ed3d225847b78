import torch

from embeddings import Recommender
from ranking import bpr

N_USERS, N_ITEMS = 20, 30


def interactions(n):
    users = torch.randint(0, N_USERS, (n,))
    pos = (users + torch.randint(0, 3, (n,))) % N_ITEMS
    return users, pos, torch.randint(0, N_ITEMS, (n,))


if __name__ == "__main__":
    torch.manual_seed(0)
    model = Recommender(N_USERS, N_ITEMS, 8)
    opt = torch.optim.Adagrad(model.parameters(), lr=0.1)
    for epoch in range(10):
        users, pos, neg = interactions(64)
        p, reg = model(users, pos)
        n, _ = model(users, neg)
        loss = bpr(p, n) + 1e-3 * reg
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item())
