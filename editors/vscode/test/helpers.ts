/** What the tests share: the Python that has tapelint, and folders that go away. */

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** The Python that the tests run tapelint with: of `TAPELINT_TEST_PYTHON`, or the first one. */
export const PYTHON = pathOf(process.env.TAPELINT_TEST_PYTHON ?? "python3");

/** A leaf that is changed in place, on line 4: certain, with a safe fix. */
export const PITFALL = `\
import torch

w = torch.zeros(10, requires_grad=True)
w.normal_()
`;
export const FIXED = PITFALL.replace("w.normal_()", "with torch.no_grad():\n    w.normal_()");

/** History that is lost on line 4, with a trail of several lines. */
export const LOST = `\
import torch

w = torch.zeros(3, requires_grad=True)
loss = torch.tensor([w.sum(), w.prod()]).sum()
loss.backward()
`;

const made: string[] = [];
process.on("exit", () => {
  for (const each of made) rmSync(each, { recursive: true, force: true });
});

/** A folder that is removed when the tests of the file have ended. */
export function folder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "tapelint-")));
  made.push(path);
  return path;
}

/** Writes a file, with the folders around it, and gives its path. */
export function write(path: string, text = "", mode = 0o644): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode });
  return path;
}

function pathOf(python: string): string {
  const told = spawnSync(python, ["-c", "import sys; print(sys.executable)"], { encoding: "utf8" });
  if (told.status !== 0) throw new Error(`${python} is no Python: set TAPELINT_TEST_PYTHON`);
  return told.stdout.trim();
}
