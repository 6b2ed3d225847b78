BACKBONES = {}


def register(name):
    def wrap(cls):
        BACKBONES[name] = cls
        return cls

    return wrap


def build(cfg):
    cfg = dict(cfg)
    return BACKBONES[cfg.pop("type")](**cfg)
