import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { test } from "node:test";
import { candidates, type Folder } from "../src/candidates";
import { folder, write } from "./helpers";

const NOTHING = { path: "", interpreter: "", args: [], requirement: "" };

function open(path: string | undefined, more: Partial<Folder> = {}): Folder {
  return { path, settings: NOTHING, selected: undefined, ...more };
}

const origins = (found: ReturnType<typeof candidates>) => found.map((each) => each.origin);

test("the Python extension's choice goes before .venv, and that before the PATH", () => {
  const [work, bin] = [folder(), folder()];
  const python = write(join(work, ".venv/bin/python"));
  const command = write(join(bin, "tapelint"));
  assert.deepEqual(candidates([open(work, { selected: "/usr/bin/python3" })], true, bin), [
    { origin: "the Python extension", file: "/usr/bin/python3", isInterpreter: true },
    { origin: ".venv", file: python, isInterpreter: true },
    { origin: "PATH", file: command, isInterpreter: false },
  ]);
});

test("what the settings name is the only place; the command goes before the interpreter", () => {
  const work = folder();
  write(join(work, ".venv/bin/python"));
  const named = (settings: Partial<typeof NOTHING>) =>
    candidates([open(work, { settings: { ...NOTHING, ...settings } })], true, "");
  assert.deepEqual(named({ path: "/a/tapelint", interpreter: "/a/python" }), [
    { origin: "tapelint.path", file: "/a/tapelint", isInterpreter: false },
  ]);
  assert.deepEqual(named({ interpreter: "env/bin/python" }), [
    { origin: "tapelint.interpreter", file: join(work, "env/bin/python"), isInterpreter: true },
  ]);
});

test("of several folders each is looked into, and each place once", () => {
  const [one, two] = [folder(), folder()];
  const python = write(join(two, ".venv/bin/python"));
  const folders = [open(one, { selected: "/p" }), open(two, { selected: "/p" })];
  assert.deepEqual(
    candidates(folders, true, "").map((each) => each.file),
    ["/p", python],
  );
});

test("no folder need be open", () => {
  assert.deepEqual(candidates([open(undefined)], true, ""), []);
  assert.deepEqual(origins(candidates([open(undefined, { selected: "/p" })], true, "")), [
    "the Python extension",
  ]);
});

test("a PATH that depends on the folder of the day is passed over", () => {
  assert.deepEqual(candidates([open(undefined)], true, [".", "bin", ""].join(delimiter)), []);
});

test("without trust nothing in the workspace is a place", () => {
  const [work, bin] = [folder(), folder()];
  const python = write(join(work, ".venv/bin/python"));
  write(join(work, "bin/tapelint"));
  const command = write(join(bin, "tapelint"));
  const path = [join(work, "bin"), bin].join(delimiter);
  const selected = open(work, { selected: python });
  assert.equal(candidates([selected], true, path).length, 3);
  assert.deepEqual(
    candidates([selected], false, path).map((each) => each.file),
    [command],
  );
});

test("without trust a setting of the user that leads into the workspace leads nowhere", () => {
  const work = folder();
  const settings = { ...NOTHING, interpreter: ".venv/bin/python" };
  assert.equal(candidates([open(work, { settings })], true, "").length, 1);
  assert.deepEqual(candidates([open(work, { settings })], false, ""), []);
});

test("without trust a link into the workspace, or out of it, leads nowhere", () => {
  const [work, outside] = [folder(), folder()];
  const inside = write(join(work, "python"));
  const real = write(join(outside, "python"));
  symlinkSync(inside, join(outside, "link"));
  symlinkSync(real, join(work, "link"));
  symlinkSync(work, join(outside, "folder"));
  for (const file of [join(outside, "link"), join(work, "link"), join(outside, "folder/python")]) {
    assert.deepEqual(candidates([open(work, { selected: file })], false, ""), [], file);
  }
  assert.equal(candidates([open(work, { selected: real })], false, "").length, 1);
  const linked = open(join(outside, "folder"), { selected: inside });
  assert.deepEqual(candidates([linked], false, ""), [], "the workspace may be the link");
});

test("a folder whose name begins as the workspace's is another one", () => {
  const work = folder();
  const python = write(`${work}-envs/python`);
  assert.equal(candidates([open(work, { selected: python })], false, "").length, 1);
  const dotted = write(join(work, "..python"));
  assert.equal(candidates([open(work, { selected: dotted })], false, "").length, 0);
});
