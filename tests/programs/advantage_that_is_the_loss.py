import torch
critic = torch.nn.Linear(2, 1)
def f(env, returns, opt):
    values = []
    for s in env:
        values.append(critic(s))
    adv = returns - torch.tensor(values)  # expect: TAP101 likely
    loss = adv.pow(2).mean()
    loss.backward()
    opt.step()
