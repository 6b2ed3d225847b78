import torch
class Critic(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(4, 4)
        self.head = torch.nn.Linear(4, 1)
        self.value = 0
    def forward(self, x):
        return self.head(torch.relu(self.layer(x)))
critic = Critic()
def act(state):
    critic.value = critic(state)
def learn(reward):
    loss = (reward - critic.value) ** 2
    loss.backward()
def main(env):
    for state in range(10):
        act(state)
        learn(env.step())
main(env)
