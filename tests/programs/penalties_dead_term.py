import torch
def f(net: torch.nn.Linear, x):
    main = net(x).mean()
    pen = torch.tensor([p.norm() for p in net.parameters()]).sum()  # expect: TAP101
    loss = main + 0.1 * pen
    loss.backward()
