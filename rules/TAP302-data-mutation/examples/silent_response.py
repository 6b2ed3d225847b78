"""The data of a response or a request belongs to another library."""

# torch: runs
from types import SimpleNamespace

import torch


def fetch(client, url):
    response = client.get(url)
    response.data["seen"] = True
    response.data.update(url=url)
    return response.data


client = SimpleNamespace(get=lambda url: SimpleNamespace(data={"values": [1.0]}))
values = torch.tensor(fetch(client, "/values")["values"])
