import torch


@torch.no_grad()
def summarize(logits, y):
    probs = logits.softmax(-1)
    picked = probs.gather(1, y[:, None])
    entropy = -(probs * probs.clamp_min(1e-9).log()).sum(-1)
    return {
        "acc": (probs.argmax(-1) == y).float().mean().item(),
        "conf": picked.mean().item(),
        "entropy": entropy.mean().item(),
    }
