NETS = {}


def register(name):
    def add(cls):
        NETS[name] = cls
        return cls

    return add


def build(name, **kwargs):
    return NETS[name](**kwargs)
