class Tracker:
    def __init__(self, *names):
        self.totals = dict.fromkeys(names, 0.0)
        self.steps = 0

    def log(self, **values):
        self.steps += 1
        for name, value in values.items():
            self.totals[name] += value

    def report(self):
        return {name: total / self.steps for name, total in self.totals.items()}
