import copy, torch
net = torch.nn.Linear(2, 1).requires_grad_(False)
teacher = copy.deepcopy(net)
row = torch.tensor([teacher(torch.zeros(2)) for _ in range(2)])
teacher.weight.add_(1)
