import torch


def critic_round(critic, sampler, opt, real, clip):
    fake = sampler.draw(len(real)).detach()
    distance = critic(real).mean() - critic(fake).mean()
    opt.zero_grad()
    (-distance).backward()
    opt.step()
    critic.clip(clip)
    return distance.item()


def sampler_round(critic, sampler, opt, n):
    opt.zero_grad()
    loss = -critic(sampler.draw(n)).mean()
    loss.backward()
    opt.step()


def optimizers(critic, sampler, lr):
    make = torch.optim.RMSprop
    return make(critic.parameters(), lr=lr), make(sampler.parameters(), lr=lr)
