import torch

from codes import CodeBook, random_codes
from deepsdf import ShapeDecoder, circle_sdf


def main(n_shapes=6, dim=3):
    torch.manual_seed(0)
    book, decoder = CodeBook(n_shapes, dim), ShapeDecoder(dim)
    radii = torch.linspace(0.2, 0.9, n_shapes)
    optimizer = torch.optim.Adam([*decoder.parameters(), *book.parameters()], lr=5e-3)
    for _ in range(15):
        idx, points = torch.randperm(n_shapes), torch.rand(n_shapes, 20, 2) * 2 - 1
        loss = (decoder(book(idx), points) - circle_sdf(radii[idx], points)).abs().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

    decoder.requires_grad_(False)
    code = random_codes(1, dim)
    search = torch.optim.SGD([code], lr=0.1)
    for _ in range(10):
        points = torch.rand(1, 50, 2)
        error = (decoder(code, points) - circle_sdf(torch.tensor([0.5]), points)).abs().mean()
        search.zero_grad()
        error.backward()
        search.step()
    print(loss.item(), error.item())


if __name__ == "__main__":
    main()
