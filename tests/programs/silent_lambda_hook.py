import torch
w = torch.zeros(3, requires_grad=True)
w.register_hook(lambda g: g.mul_(2))
h = lambda t=torch.zeros(3): t.add_(1)
h()
w.register_post_accumulate_grad_hook(lambda p: p.grad.zero_())
