class Registry:
    def __init__(self, name):
        self.name = name
        self.items = {}

    def register_module(self, cls):
        self.items[cls.__name__] = cls
        return cls

    def get(self, name):
        return self.items[name]

    def build(self, name, **kwargs):
        return self.items[name](**kwargs)


MODELS = Registry("models")
