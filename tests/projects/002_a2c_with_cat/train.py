import torch

from agent import A2CAgent

CFG = {"obs": 4, "hidden": 24, "actions": 3, "lr": 1e-3, "gamma": 0.95, "value_coef": 0.5}


class BanditWalk:
    def reset(self):
        self.t = 0
        self.state = torch.randn(4)
        return self.state

    def step(self, action):
        reward = float(self.state[action] > 0)
        self.t += 1
        self.state = torch.randn(4)
        return self.state, reward, self.t % 10 == 0


if __name__ == "__main__":
    torch.manual_seed(1)
    env, agent = BanditWalk(), A2CAgent(CFG)
    obs, history = env.reset(), []
    for step in range(100):
        action, log_prob, value = agent.act(obs)
        obs, reward, done = env.step(action)
        agent.memory.add(log_prob, value, reward, done)
        if (step + 1) % 5 == 0:
            history.append(agent.update(obs))
    print(torch.tensor(history).mean(0))
