def l2_normalize(x, eps=1e-8):
    norm = x.norm(p=2, dim=1, keepdim=True)
    x /= norm + eps
    return x
