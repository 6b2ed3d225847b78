/** Where tapelint comes from: a workspace that is not trusted, another Python, none at all. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { folder, PITFALL, PYTHON, write } from "../helpers";
import { until, Workbench } from "./workbench";

const MINUTES_MS = 300_000;

test("a workspace that is not trusted is linted, and nothing of it is run", async (t) => {
  const work = folder();
  const trap = join(folder(), "trapped");
  const evil = `#!/bin/sh\necho "$0" >> "${trap}"\n`;
  write(join(work, "train.py"), PITFALL);
  write(join(work, ".venv/bin/python"), evil, 0o755);
  const path = write(join(work, "evil"), evil, 0o755);
  for (const name of ["click", "json", "tapelint/__main__", "tapelint/__init__"]) {
    write(join(work, `${name}.py`), `open(${JSON.stringify(trap)}, "w")\n`);
  }
  const settings = { "tapelint.path": path, "tapelint.args": ["--nonsense"] };
  write(join(work, ".vscode/settings.json"), JSON.stringify(settings));
  const workbench = await Workbench.open({
    settings: { "tapelint.interpreter": PYTHON },
    isTrusting: false,
  });
  t.after(() => workbench.close());
  const window = await workbench.window(work);
  await window.open("train.py");
  await window.underlined().waitFor();
  await window.status(PYTHON).waitFor();
  assert.ok(!existsSync(trap));

  await window.run("Workspaces: Manage Workspace Trust");
  await window.page
    .locator(".workspace-trust-editor .monaco-button", { hasText: "Trust" })
    .first()
    .click();
  await until(() => existsSync(trap));
  await window.open("train.py");
  await window.status("tapelint does not run").waitFor();
  await window.close();
});

for (const where of ["a folder", "no folder"]) {
  test(`where tapelint is missing, with ${where} open, the command that installs it is offered`, async (t) => {
    const [work, environment] = [folder(), folder()];
    write(join(work, "train.py"), PITFALL);
    execFileSync(PYTHON, ["-m", "venv", environment]);
    const python = join(environment, "bin/python");
    const { version } = JSON.parse(readFileSync("package.json", "utf8"));
    const requirement = `${resolve("../..")}[lsp]`;
    const workbench = await Workbench.open({
      settings: {
        "files.defaultLanguage": "python",
        "tapelint.interpreter": python,
        "tapelint.requirement": requirement,
      },
      env: { PYTHONPATH: "" },
    });
    t.after(() => workbench.close());
    const window = await workbench.window(where === "a folder" ? work : undefined);
    if (where === "a folder") {
      await window.open("train.py");
    } else {
      await window.openNew();
      await window.page.keyboard.insertText(PITFALL);
    }
    await window.status("tapelint is not installed there").waitFor();
    const told = window.page.locator(".notifications-toasts", {
      hasText: `${python} -m pip install ${requirement}`,
    });
    await told.waitFor();
    await window.button("Install").click();
    await window.underlined().waitFor({ timeout: MINUTES_MS });
    await window.status(`tapelint ${version}, ${python}`).waitFor();
    await window.close();
  });
}

test("the Python extension's choice is followed, and so is another one", async (t) => {
  const [work, environment] = [folder(), folder()];
  write(join(work, "train.py"), PITFALL);
  execFileSync(PYTHON, ["-m", "venv", "--without-pip", environment]);
  const bare = write(
    join(environment, "bin/bare"),
    `#!/bin/sh\nexec "${environment}/bin/python" -I "$@"\n`,
    0o755,
  );
  const choice = write(join(folder(), "selected"), bare);
  const workbench = await Workbench.open({
    settings: {},
    env: { TAPELINT_TEST_SELECTED: choice, PATH: "/usr/bin:/bin" },
    more: resolve("test/workbench/python-stand-in"),
  });
  t.after(() => workbench.close());
  const window = await workbench.window(work);
  await window.open("train.py");
  await window.status(`${bare} (the Python extension): tapelint is not installed there`).waitFor();
  write(choice, PYTHON);
  await window.run("Stand-in: Select Interpreter");
  await window.underlined().waitFor();
  await window.status(PYTHON).waitFor();
  await window.close();
});

test("a server that dies is started again, a few times; the command starts it in any case", async (t) => {
  const work = folder();
  write(join(work, "train.py"), PITFALL);
  const pids = write(join(folder(), "pids"));
  const path = write(
    join(folder(), "tapelint"),
    `#!/bin/sh\n[ "$1" = server ] && echo $$ >> "${pids}"\nexec "${PYTHON}" -m tapelint "$@"\n`,
    0o755,
  );
  const started = () => readFileSync(pids, "utf8").split("\n").filter(Boolean).map(Number);
  const workbench = await Workbench.open({ settings: { "tapelint.path": path } });
  t.after(() => workbench.close());
  const window = await workbench.window(work);
  await window.open("train.py");
  await window.underlined().waitFor();
  for (let starts = 1; starts < 4; starts += 1) {
    process.kill(started().at(-1) as number, "SIGKILL");
    await until(() => started().length === starts + 1);
    await window.status(path).waitFor();
  }
  await window.underlined().waitFor();
  process.kill(started().at(-1) as number, "SIGKILL");
  await window.status("tapelint does not run, the server has ended").waitFor();
  assert.equal(started().length, 4);
  await window.run("tapelint: Restart Server");
  await window.status(path).waitFor();
  await window.underlined().waitFor();
  assert.equal(started().length, 5);
  await window.close();
});

test("what the server says against its arguments stands in the status", async (t) => {
  const work = folder();
  write(join(work, "train.py"), PITFALL);
  const settings = join(work, ".vscode/settings.json");
  write(settings, JSON.stringify({ "tapelint.args": ["--nonsense"] }));
  const workbench = await Workbench.open({ settings: { "tapelint.interpreter": PYTHON } });
  t.after(() => workbench.close());
  const window = await workbench.window(work);
  await window.open("train.py");
  await window.status("--nonsense").waitFor();
  write(settings, "{}"); // the change is enough
  await window.underlined().waitFor();
  await window.close();
});
