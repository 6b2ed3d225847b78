import torch
from torch import nn

from inference import predict
from tabular import TabularNet


def make_data(n=100):
    cats = torch.stack([torch.randint(0, 5, (n,)), torch.randint(0, 3, (n,))], dim=1)
    nums = torch.randn(n, 4)
    price = cats[:, 0].float() + nums.sum(1)
    return cats, nums, price.unsqueeze(1)


if __name__ == "__main__":
    torch.manual_seed(0)
    cats, nums, price = make_data()
    net = TabularNet([5, 3], 4, 1)
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for epoch in range(20):
        net.train()
        opt.zero_grad()
        loss = nn.functional.huber_loss(net(cats, nums), price)
        loss.backward()
        opt.step()
    print(loss.item(), predict(net, cats[:3], nums[:3]))
