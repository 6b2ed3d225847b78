import torch
import torch.nn.functional as F


def target_like(score, value):
    return torch.full_like(score, value)


def disc_round(disc, gen, opt_d, real):
    opt_d.zero_grad()
    fake, _ = gen.draw(len(real))
    s_real, _ = disc(real)
    s_fake, _ = disc(fake.detach())
    loss = F.binary_cross_entropy_with_logits(s_real, target_like(s_real, 0.9))
    loss = loss + F.binary_cross_entropy_with_logits(s_fake, target_like(s_fake, 0.0))
    loss.backward()
    opt_d.step()
    return loss.item()


def gen_round(disc, gen, opt_g, k):
    opt_g.zero_grad()
    fake, code = gen.draw(k)
    score, guess = disc(fake)
    loss = F.binary_cross_entropy_with_logits(score, target_like(score, 1.0))
    loss = loss + F.cross_entropy(guess, code)
    loss.backward()
    opt_g.step()
    return loss.item()
