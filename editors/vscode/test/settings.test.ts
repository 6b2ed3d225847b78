import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { effective, expand, type Inspected, readRunSettings, serverOptions } from "../src/settings";

const manifest = JSON.parse(readFileSync("package.json", "utf8"));

test("the innermost value counts, and the user's alone without trust", () => {
  const all = {
    defaultValue: "default",
    globalValue: "user",
    workspaceValue: "workspace",
    workspaceFolderValue: "folder",
  };
  assert.equal(effective(all, true), "folder");
  assert.equal(effective({ ...all, workspaceFolderValue: undefined }, true), "workspace");
  assert.equal(effective(all, false), "user");
  assert.equal(effective({ ...all, globalValue: undefined }, false), "default");
  assert.equal(effective(undefined, false), undefined);
});

test("a workspace without trust has no say in anything that decides what is run", () => {
  const inspect = (name: string): Inspected => ({
    workspaceValue: name === "args" ? ["--evil"] : "evil",
    workspaceFolderValue: name === "args" ? ["--evil"] : "evil",
  });
  const trusted = readRunSettings(inspect, true, "/work");
  assert.deepEqual(Object.values(trusted).flat(), ["evil", "evil", "--evil", "evil"]);
  const untrusted = readRunSettings(inspect, false, "/work");
  assert.deepEqual(untrusted, {
    path: "",
    interpreter: "",
    args: [],
    requirement: "",
  });
});

test("VS Code is told of the same settings, so that its editor of settings says so, too", () => {
  const names = Object.keys(readRunSettings(() => undefined, true, undefined));
  const { untrustedWorkspaces } = manifest.capabilities;
  assert.deepEqual(
    [...untrustedWorkspaces.restrictedConfigurations].sort(),
    names.map((name) => `tapelint.${name}`).sort(),
  );
});

test("values of the wrong kind are passed over", () => {
  const inspect = (name: string) => ({ globalValue: name === "args" ? "--select" : 3 });
  assert.deepEqual(readRunSettings(inspect, true, undefined).args, []);
  assert.equal(readRunSettings(inspect, true, undefined).path, "");
  const mixed = () => ({ globalValue: ["--isolated", 3, null] });
  assert.deepEqual(readRunSettings(mixed, true, undefined).args, ["--isolated"]);
});

test("variables are filled in", () => {
  process.env.TAPELINT_TEST_NAME = "x";
  const text = "${workspaceFolder}/${env:TAPELINT_TEST_NAME}${env:TAPELINT_TEST_NONE}";
  assert.equal(expand(text, "/work"), "/work/x");
  assert.equal(expand("~/a", undefined), `${homedir()}/a`);
  assert.equal(expand("${userHome}/~", undefined), `${homedir()}/~`);
  assert.equal(expand("${workspaceFolder}/${other}", undefined), "${workspaceFolder}/${other}");
});

test("the server's options follow the settings", () => {
  assert.deepEqual(serverOptions([], "default"), ["server"]);
  assert.deepEqual(serverOptions(["--isolated"], "certain"), [
    "server",
    "--isolated",
    "--min-confidence",
    "certain",
  ]);
  assert.deepEqual(serverOptions([], "--tcp"), ["server"]);
  const { enum: levels } = manifest.contributes.configuration.properties["tapelint.minConfidence"];
  for (const level of levels.filter((each: string) => each !== "default")) {
    assert.deepEqual(serverOptions([], level), ["server", "--min-confidence", level]);
  }
});

test("the readme tells of every setting with its default", () => {
  const readme = readFileSync("README.md", "utf8");
  const { properties } = manifest.contributes.configuration;
  for (const [name, { default: value }] of Object.entries<{ default: unknown }>(properties)) {
    const told = value === "" ? "empty" : `\`${typeof value === "string" ? value : "[]"}\``;
    assert.ok(readme.includes(`| \`${name}\` | ${told} |`), name);
  }
});

test("the package holds what is run, and no source", () => {
  const kept = readFileSync(".vscodeignore", "utf8").trim().split("\n");
  assert.equal(kept[0], "**");
  assert.ok(kept.includes(`!${join(manifest.main)}`));
});
