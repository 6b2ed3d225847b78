import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { explain, notebookText, pageOf } from "../src/explaining";
import { folder, PYTHON } from "./helpers";

const TAPELINT = [PYTHON, "-m", "tapelint"] as const;
const TEXT = `\
import torch

w = torch.zeros(3, requires_grad=True)
y = w.exp()
`;

test("a line of a text that was never saved is explained, as a picture and in words", async () => {
  const place = { file: join(folder(), "train.py"), line: 4, text: TEXT };
  const { picture, text } = await explain(TAPELINT, place, folder());
  assert.match(picture, /^<svg .*<title>[^<]*train\.py:4 {2}y = w\.exp\(\)<\/title>/s);
  assert.match(text, /exp \(line 4\) saves .*`y`.* version 0/);
});

test("a line of a notebook is explained by its cell; cells that are no Python count", async () => {
  const [imports, rest] = [TEXT.slice(0, 13), TEXT.slice(14)];
  const text = notebookText([
    { isPython: true, text: imports },
    { isPython: false, text: "# Some words" },
    { isPython: true, text: rest },
  ]);
  const place = { file: join(folder(), "train.ipynb"), line: 2, cell: 3, text };
  const explained = await explain(TAPELINT, place, folder());
  assert.match(explained.text, /exp, cell 3, line 2/);
});

test("what cannot be explained is told in tapelint's words", async () => {
  const file = join(folder(), "train.py");
  await assert.rejects(explain(TAPELINT, { file, line: 99, text: TEXT }, folder()), /99/);
  await assert.rejects(explain(TAPELINT, { file, line: 1, text: "(" }, folder()), /syntax error/);
});

test("the page runs nothing, loads nothing, and shows names as text", () => {
  const evil = `<script>alert(1)</script>"&`;
  const page = pageOf(evil, { picture: `<svg>${evil}</svg>`, text: evil }, "NONCE");
  assert.ok(!page.includes("<script"));
  assert.ok(page.includes(`content="default-src 'none'; img-src data:; style-src 'nonce-NONCE'"`));
  assert.ok(page.includes("&lt;script>alert(1)&lt;/script>&quot;&amp;"));
  const image = /src="data:image\/svg\+xml;base64,([^"]*)"/.exec(page)?.[1] ?? "";
  assert.equal(Buffer.from(image, "base64").toString("utf8"), `<svg>${evil}</svg>`);
});
