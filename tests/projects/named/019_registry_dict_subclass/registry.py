class Registry(dict):
    def register(self, name):
        def add(cls):
            self[name] = cls
            return cls

        return add


MODELS = Registry()
