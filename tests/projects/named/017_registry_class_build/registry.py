class Registry:
    def __init__(self, name):
        self.name = name
        self.items = {}

    def register(self, name):
        def add(cls):
            self.items[name] = cls
            return cls

        return add

    def get(self, name):
        return self.items[name]

    def build(self, name, **kwargs):
        return self.items[name](**kwargs)


MODELS = Registry("models")
