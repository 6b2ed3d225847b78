def actor_loss(dist, actions, advantages, entropy_coef=0.01):
    pg = -(dist.log_prob(actions) * advantages).mean()
    return pg - entropy_coef * dist.entropy().mean()


def critic_loss(advantages):
    return advantages.pow(2).mean()
