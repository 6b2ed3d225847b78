import torch

from dann import DANN


def batch(n):
    y, d = torch.randint(0, 2, (n,)), torch.randint(0, 2, (n,))
    return torch.randn(n, 4) + y[:, None] + 0.5 * d[:, None], y, d


def train(summed):
    torch.manual_seed(0)
    net = DANN(4)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    for _ in range(10):
        label_loss, domain_loss = net.losses(*batch(32))
        optimizer.zero_grad()
        if summed:
            (label_loss + domain_loss).backward()
        else:
            label_loss.backward(retain_graph=True)
            domain_loss.backward()
        optimizer.step()
    return net.features[0].weight.detach()


if __name__ == "__main__":
    assert torch.allclose(train(True), train(False), atol=1e-5)
