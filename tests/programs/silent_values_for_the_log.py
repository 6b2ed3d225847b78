
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Normal

net = nn.Linear(2, 1)
target = torch.randn(4)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
batches = [(torch.randn(3, 2), torch.randn(3, 1)) for _ in range(3)]
opt = torch.optim.SGD(net.parameters(), lr=0.1)
batches = [(torch.randn(3, 2), torch.randn(3, 1)) for _ in range(3)]


def case_history_after_backward():
    history = []
    for x, y in batches:
        loss = F.mse_loss(net(x), y)
        opt.zero_grad(); loss.backward(); opt.step()
        history.append(loss)
    curve = torch.tensor(history)


def case_history_before_backward():
    history = []
    for x, y in batches:
        loss = F.mse_loss(net(x), y)
        history.append(loss)
        opt.zero_grad(); loss.backward(); opt.step()
    curve = torch.tensor(history)


def case_history_returned():
    def train():
        losses = []
        for x, y in batches:
            loss = F.mse_loss(net(x), y)
            losses.append(loss)
            opt.zero_grad(); loss.backward(); opt.step()
        return torch.tensor(losses).mean()
    train()


def case_history_attribute():
    class Trainer:
        def __init__(self):
            self.losses = []
        def step(self, x, y):
            loss = F.mse_loss(net(x), y)
            opt.zero_grad(); loss.backward(); opt.step()
            self.losses.append(loss)
        def summary(self):
            return torch.tensor(self.losses).mean()
    t = Trainer()
    for x, y in batches:
        t.step(x, y)
    print(t.summary())


def case_history_helper_backward():
    def step(loss):
        opt.zero_grad(); loss.backward(); opt.step()
    losses = []
    for x, y in batches:
        loss = F.mse_loss(net(x), y)
        step(loss)
        losses.append(loss)
    epoch_loss = torch.tensor(losses).mean()


def case_history_helper_returns():
    def step(x, y):
        loss = F.mse_loss(net(x), y)
        opt.zero_grad(); loss.backward(); opt.step()
        return loss
    losses = [step(x, y) for x, y in batches]
    epoch_loss = torch.tensor(losses).mean()


def case_history_dict_of_lists():
    log = {"a": [], "b": []}
    for x, y in batches:
        a = F.mse_loss(net(x), y)
        b = net(x).abs().mean()
        loss = a + 0.1 * b
        opt.zero_grad(); loss.backward(); opt.step()
        log["a"].append(a)
        log["b"].append(b)
    means = {k: torch.tensor(v).mean() for k, v in log.items()}
    print(means)


def case_part_losses_logged():
    parts = []
    for x, y in batches:
        recon = F.mse_loss(net(x), y)
        kl = net(x).pow(2).mean()
        loss = recon + kl
        loss.backward()
        parts.append([recon, kl])
    print(torch.tensor(parts).mean(0))


def case_eval_losses_not_backpropagated():
    def evaluate():
        losses = []
        for x, y in batches:
            losses.append(F.mse_loss(net(x), y))
        return torch.tensor(losses).mean()
    evaluate()


def case_no_grad_block():
    losses = []
    with torch.no_grad():
        for x, y in batches:
            losses.append(F.mse_loss(net(x), y))
    val = torch.tensor(losses).mean()


def case_no_grad_block_tensor_outside():
    with torch.no_grad():
        values = [net(x).mean() for x, _ in batches]
    kept = torch.tensor(values)
    (net(batches[0][0]) * kept.mean()).sum().backward()


def case_no_grad_decorator():
    @torch.no_grad()
    def values_of():
        return [net(x).mean() for x, _ in batches]
    kept = torch.tensor(values_of())
    (net(batches[0][0]) * kept.mean()).sum().backward()


def case_inference_mode():
    with torch.inference_mode():
        kept = torch.tensor([net(x).mean() for x, _ in batches])


def case_acc_metric():
    correct = []
    for x, y in batches:
        out = net(x)
        correct.append((out > 0).float().mean())
        loss = F.mse_loss(out, y)
        loss.backward()
    acc = torch.tensor(correct).mean()


def case_item_history():
    hist = []
    for x, y in batches:
        loss = F.mse_loss(net(x), y)
        loss.backward()
        hist.append(loss.item())
    print(torch.tensor(hist).mean())


def case_detach_history():
    hist = []
    for x, y in batches:
        loss = F.mse_loss(net(x), y)
        loss.backward()
        hist.append(loss.detach())
    print(torch.tensor(hist).mean())


def case_ppo_old_logps():
    old_log_probs = []
    for x, y in batches:
        dist = Normal(net(x), 1.0)
        a = dist.sample()
        old_log_probs.append(dist.log_prob(a).sum())
    old = torch.tensor(old_log_probs)
    now = torch.stack([Normal(net(x), 1.0).log_prob(y).sum() for x, y in batches])
    ratio = torch.exp(now - old)
    ratio.mean().backward()


def case_ppo_ratio_plain_names():
    logps = []
    for x, y in batches:
        dist = Normal(net(x), 1.0)
        a = dist.sample()
        logps.append(dist.log_prob(a).sum())
    before = torch.tensor(logps)
    now = torch.stack([Normal(net(x), 1.0).log_prob(y).sum() for x, y in batches])
    ratio = (now - before).exp()
    ratio.mean().backward()


def case_targets():
    next_values = [net(x).mean() for x, _ in batches]
    t = torch.tensor([1.0 + 0.9 * v for v in next_values])
    loss = F.mse_loss(torch.stack([net(y.expand(3, 2)).mean() for _, y in batches]), t)
    loss.backward()


def case_advantages():
    values = [net(x).mean() for x, _ in batches]
    adv = torch.tensor([1.0 - v for v in values])
    logp = torch.stack([Normal(net(x), 1.0).log_prob(y).mean() for x, y in batches])
    (-logp * adv).mean().backward()


def case_advantage_minus_values():
    values = [net(x).mean() for x, _ in batches]
    returns = torch.tensor([1.0, 2.0, 3.0])
    advantage = returns - torch.tensor(values)
    logp = torch.stack([Normal(net(x), 1.0).log_prob(y).mean() for x, y in batches])
    (-logp * advantage).mean().backward()


def case_value_loss_swapped_is_bug():
    returns = torch.tensor([1.0, 2.0, 3.0])
    values = torch.tensor([net(x).mean() for x, _ in batches])
    value_loss = F.mse_loss(returns, values)


def case_gae_rewritten():
    values = [net(x).mean() for x, _ in batches]
    values = values + [0.0]
    gae, adv = 0.0, []
    for i in reversed(range(3)):
        delta = 1.0 + 0.99 * values[i + 1] - values[i]
        gae = delta + 0.95 * gae
        adv.insert(0, gae)
    adv = torch.tensor(adv)
    logp = torch.stack([Normal(net(x), 1.0).log_prob(y).mean() for x, y in batches])
    (-logp * adv).mean().backward()


def case_weights_softmax():
    scores = [net(x).mean() for x, _ in batches]
    weights = torch.softmax(torch.tensor(scores), 0)
    out = torch.stack([net(x).mean() for x, _ in batches])
    (weights * out).sum().backward()


def case_argmax_choice():
    scores = [net(x).mean() for x, _ in batches]
    best = torch.tensor(scores).argmax()
    net(batches[int(best)][0]).mean().backward()


def case_multinomial_choice():
    scores = [net(x).mean() for x, _ in batches]
    i = torch.multinomial(torch.softmax(torch.tensor(scores), 0), 1).item()
    net(batches[i][0]).mean().backward()


def case_comparison_stop():
    losses = []
    for x, y in batches:
        loss = F.mse_loss(net(x), y)
        losses.append(loss)
        loss.backward()
        if torch.tensor(losses).mean() < 0.1:
            break


def case_early_stopping_without_backward():
    losses = [F.mse_loss(net(x), y) for x, y in batches]
    if torch.tensor(losses).mean() > -1:
        sum(losses).backward()


def case_print_mean():
    losses = [F.mse_loss(net(x), y) for x, y in batches]
    print(f"mean {torch.tensor(losses).mean():.3f}")
    sum(losses).backward()


def case_writer():
    class W:
        def add_scalar(self, *a): pass
    writer = W()
    losses = [F.mse_loss(net(x), y) for x, y in batches]
    writer.add_scalar("loss", torch.tensor(losses).mean(), 0)
    sum(losses).backward()


def case_to_numpy_plot():
    losses = [F.mse_loss(net(x), y) for x, y in batches]
    curve = torch.tensor(losses).numpy()
    sum(losses).backward()


def case_kept_on_self_for_log():
    class T:
        def run(self):
            losses = [F.mse_loss(net(x), y) for x, y in batches]
            self.avg_loss = torch.tensor(losses).mean()
            sum(losses).backward()
    T().run()


def case_loss_and_curve():
    losses = []
    for x, y in batches:
        losses.append(F.mse_loss(net(x), y))
    total = torch.stack(losses).sum()
    total.backward()
    curve = torch.tensor(losses)


def case_loss_and_curve_before():
    losses = []
    for x, y in batches:
        losses.append(F.mse_loss(net(x), y))
    curve = torch.tensor(losses)
    total = torch.stack(losses).sum()
    total.backward()


def case_grad_norms():
    norms = []
    for x, y in batches:
        F.mse_loss(net(x), y).backward()
        norms.append(net.weight.grad.norm())
    print(torch.tensor(norms).mean())


def case_weight_norms():
    norms = [p.norm() for p in net.parameters()]
    print(torch.tensor(norms))
    net(batches[0][0]).mean().backward()


def case_weight_norms_assigned():
    norms = [p.norm() for p in net.parameters()]
    total_norm = torch.tensor(norms).norm()
    net(batches[0][0]).mean().backward()


def case_penalty_ok():
    penalty = torch.stack([p.norm() for p in net.parameters()]).sum()
    loss = net(batches[0][0]).mean() + 0.1 * penalty
    loss.backward()


def case_ema_of_loss():
    avg = None
    for x, y in batches:
        loss = F.mse_loss(net(x), y)
        avg = loss if avg is None else 0.9 * avg + 0.1 * loss
        loss.backward()
        avg = avg.detach()
    print(torch.tensor([avg]))


def case_running_stats_detach():
    class Norm:
        def __init__(self):
            self.means = []
        def update(self, v):
            self.means.append(v.detach().mean())
        def get(self):
            return torch.tensor(self.means).mean()
    n = Norm()
    for x, y in batches:
        out = net(x)
        n.update(out)
        ((out - n.get()) ** 2).mean().backward()


def case_init_of_parameter():
    start = torch.tensor([net(x).mean() for x, _ in batches])
    p = nn.Parameter(start)
    o = torch.optim.SGD([p], lr=0.1)
    p.sum().backward()


def case_lbfgs_closure():
    losses = []
    o = torch.optim.LBFGS(net.parameters())
    def closure():
        o.zero_grad()
        loss = F.mse_loss(net(batches[0][0]), batches[0][1])
        loss.backward()
        losses.append(loss)
        return loss
    o.step(closure)
    curve = torch.tensor(losses)


def case_metrics_dict_returned():
    def training_step(x, y):
        parts = [F.mse_loss(net(x), y), net(x).abs().mean()]
        loss = sum(parts)
        return {"loss": loss, "mean": torch.tensor([p.item() for p in parts]).mean()}
    training_step(*batches[0])["loss"].backward()


def case_lightning_epoch_end():
    import pytorch_lightning as pl
    class M(pl.LightningModule):
        def __init__(self):
            super().__init__()
            self.l = nn.Linear(2, 1)
            self.outs = []
        def training_step(self, batch, i):
            x, y = batch
            loss = F.mse_loss(self.l(x), y)
            self.outs.append(loss)
            return loss
        def on_train_epoch_end(self):
            self.log("epoch_loss", torch.tensor(self.outs).mean())
            self.outs.clear()


def case_lightning_epoch_end_stack():
    import pytorch_lightning as pl
    class M(pl.LightningModule):
        def __init__(self):
            super().__init__()
            self.l = nn.Linear(2, 1)
            self.outs = []
        def training_step(self, batch, i):
            x, y = batch
            loss = F.mse_loss(self.l(x), y)
            self.outs.append(loss)
            return loss
        def on_train_epoch_end(self):
            avg = torch.tensor(self.outs).mean()
            self.trainer.epoch_avg = avg


def case_gan_two_losses():
    d_losses, g_losses = [], []
    for x, y in batches:
        d = F.mse_loss(net(x), y)
        d.backward()
        g = -net(x).mean()
        g.backward()
        d_losses.append(d); g_losses.append(g)
    print(torch.tensor(d_losses), torch.tensor(g_losses))


def case_curve_list_of_lists():
    curves = []
    for epoch in range(2):
        losses = []
        for x, y in batches:
            loss = F.mse_loss(net(x), y)
            loss.backward()
            losses.append(loss)
        curves.append(losses)
    curves = torch.tensor(curves)


def case_returned_with_loss():
    def compute():
        parts = [F.mse_loss(net(x), y) for x, y in batches]
        return sum(parts), torch.tensor(parts)
    loss, parts = compute()
    loss.backward()
    print(parts)


def case_prioritised_replay():
    errors = []
    for x, y in batches:
        e = (net(x) - y).abs().mean()
        errors.append(e)
    priorities = torch.tensor(errors) + 1e-5
    probs = priorities / priorities.sum()
    i = int(torch.multinomial(probs, 1))
    F.mse_loss(net(batches[i][0]), batches[i][1]).backward()


def case_reward_shaping_constant():
    bonus = [net(x).pow(2).mean() for x, _ in batches]
    rewards = torch.tensor(bonus) + 1.0
    logp = torch.stack([Normal(net(x), 1.0).log_prob(y).mean() for x, y in batches])
    (-logp * rewards).mean().backward()


def case_hook_values():
    acts = []
    h = net.register_forward_hook(lambda m, i, o: acts.append(o.mean()))
    for x, y in batches:
        net(x).mean().backward()
    print(torch.tensor(acts))


def case_scheduler_metric():
    class S:
        def step(self, m): pass
    scheduler = S()
    losses = [F.mse_loss(net(x), y) for x, y in batches]
    val_loss = torch.tensor(losses).mean()
    scheduler.step(val_loss)


def case_returned_metrics_tuple():
    def run_epoch():
        losses, accs = [], []
        for x, y in batches:
            out = net(x)
            loss = F.mse_loss(out, y)
            loss.backward()
            losses.append(loss)
            accs.append((out > 0).float().mean())
        return torch.tensor(losses).mean(), torch.tensor(accs).mean()
    a, b = run_epoch()


def case_grad_of_sum_then_list():
    losses = []
    total = 0.0
    for x, y in batches:
        l = F.mse_loss(net(x), y)
        losses.append(l)
        total = total + l
    total.backward()
    avg = torch.tensor(losses).mean()


def case_grad_of_sum_later():
    losses = []
    total = 0.0
    for x, y in batches:
        l = F.mse_loss(net(x), y)
        losses.append(l)
        total = total + l
    avg = torch.tensor(losses).mean()
    total.backward()
