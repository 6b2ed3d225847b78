from nets import Gate, Wide


class ModelFactory:
    MODELS = {"Gate": Gate, "Wide": Wide}

    @classmethod
    def create(cls, name):
        return cls.MODELS[name](4)
