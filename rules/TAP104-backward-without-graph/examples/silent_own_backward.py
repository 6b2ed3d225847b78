"""backward of an object that is no tensor."""

# torch: runs
class Schedule:
    def __init__(self):
        self.position = 3

    def backward(self):
        self.position -= 1


schedule = Schedule()
schedule.backward()
assert schedule.position == 2
