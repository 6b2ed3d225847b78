import torch
w = torch.zeros(3, requires_grad=True)
guard = torch.no_grad()
guard.__enter__()
w.add_(1)
guard.__exit__(None, None, None)
