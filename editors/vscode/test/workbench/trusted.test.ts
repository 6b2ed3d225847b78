/** What a user sees in a workspace that is trusted. Two pictures of it stand in the docs. */

import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { FIXED, folder, PITFALL, PYTHON, write } from "../helpers";
import { until, Workbench } from "./workbench";

const PICTURES = process.env.TAPELINT_PICTURES ?? "dist/pictures";
const ROLLOUT = `\
import torch
from torch.distributions import Categorical


def policy_loss(policy, env, steps=200):
    log_probs, rewards = [], []
    state = env.reset()
    for _ in range(steps):
        distribution = Categorical(logits=policy(state))
        action = distribution.sample()
        log_probs.append(distribution.log_prob(action))
        state, reward = env.step(action.item())
        rewards.append(reward)
    loss = -(torch.tensor(log_probs) * torch.tensor(rewards)).mean()
    loss.backward()
`;
const SETTINGS = {
  "files.defaultLanguage": "python",
  "tapelint.interpreter": PYTHON,
  "[python]": { "editor.codeActionsOnSave": { "source.fixAll.tapelint": "explicit" } },
  "notebook.codeActionsOnSave": { "source.fixAll.tapelint": "explicit" },
};
const work = folder();
let workbench: Workbench;

before(async () => {
  mkdirSync(PICTURES, { recursive: true });
  write(join(work, "train.py"), ROLLOUT);
  workbench = await Workbench.open({ settings: SETTINGS });
});
after(() => workbench.close());

test("a finding is underlined, and Problems shows the lines that led to it", async () => {
  const window = await workbench.window(work);
  await window.open("train.py");
  await window.underlined().waitFor();
  await window.run("Problems: Focus on Problems View");
  await window.problems("TAP101").waitFor();
  await window.problems("[Ln 11, Col 26]").waitFor();
  await window.problems("[Ln 15, Col 5]").waitFor();
  await window.page.keyboard.press("Control+b");
  await window.picture(join(PICTURES, "vscode-finding.png"));
  await window.close();
});

test("the status tells the version and where tapelint is", async () => {
  const window = await workbench.window(work);
  await window.open("train.py");
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  await window.status(`tapelint ${version}, ${PYTHON}`).waitFor();
  await window.close();
});

test("the rule's page stands in the hover, and a quick fix is one key away", async () => {
  const file = write(join(work, "quick.py"), PITFALL);
  const window = await workbench.window(work);
  await window.open("quick.py");
  await window.underlined().waitFor();
  await window.goTo(4);
  await window.run("Show or Focus Hover");
  const hover = window.page.locator(".monaco-hover", { hasText: "inplace-on-leaf (TAP201)" });
  await hover.first().waitFor();
  await window.page.keyboard.press("Escape");
  await window.page.keyboard.press("Control+.");
  await window.page.locator(".action-widget .action", { hasText: "[TAP201]" }).click();
  await window.underlined().waitFor({ state: "hidden" });
  await window.save();
  assert.equal(readFileSync(file, "utf8"), FIXED);
  await window.close();
});

test("all fixes are applied on saving, also of what was typed just now", async () => {
  const file = write(join(work, "typed.py"), PITFALL.replace("w.normal_()", "w"));
  const window = await workbench.window(work);
  await window.open("typed.py");
  await window.status(PYTHON).waitFor();
  await window.goTo(4);
  await window.page.keyboard.press("End");
  await window.page.keyboard.type(".normal_()");
  await window.page.keyboard.press("Escape"); // the list of words that would go on
  await window.save();
  await until(() => readFileSync(file, "utf8") === FIXED);
  await window.close();
});

test("all fixes are applied by the command", async () => {
  const file = write(join(work, "command.py"), PITFALL);
  const window = await workbench.window(work);
  await window.open("command.py");
  await window.underlined().waitFor();
  await window.run("tapelint: Fix All");
  await window.underlined().waitFor({ state: "hidden" });
  await window.save();
  assert.equal(readFileSync(file, "utf8"), FIXED);
  await window.close();
});

test("a text that was never saved is linted and explained", async () => {
  const root = folder(); // in a window of the same folder it would come back
  write(join(root, "other.py"));
  const window = await workbench.window(root);
  await window.openNew();
  await window.status(PYTHON).waitFor();
  await window.page.keyboard.insertText(PITFALL.trim());
  await window.underlined().waitFor();
  await window.run("tapelint: Explain This Line");
  await window.page.locator(".tab", { hasText: "Explain untitled.py:4" }).waitFor();
  await window.explanation("normal_").waitFor();
  await window.close();
});

test("a finding in a notebook is underlined in its cell, and fixed on saving", async () => {
  const [first, ...rest] = PITFALL.split("\n");
  const cells = [first, rest.join("\n").trim()].map((source, i) => ({
    cell_type: "code",
    id: String(i),
    metadata: {},
    source,
    outputs: [],
    execution_count: null,
  }));
  const metadata = { language_info: { name: "python" } };
  const text = JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata, cells });
  const file = write(join(work, "train.ipynb"), text);
  const window = await workbench.window(work);
  await window.open("train.ipynb");
  await window.underlined().waitFor();
  await window.page.keyboard.press("Control+s");
  await until(() => readFileSync(file, "utf8").includes("with torch.no_grad():"));
  await window.underlined().waitFor({ state: "hidden" });
  await window.close();
});

test("a line is explained by a picture and in words, as it stands in the editor", async () => {
  const example = readFileSync("../../docs/examples/saved_and_changed.py", "utf8");
  write(join(work, "saved_and_changed.py"), example.replace("mul_", "add"));
  const window = await workbench.window(work);
  await window.open("saved_and_changed.py");
  await window.goTo(10);
  await window.page.keyboard.press("Home");
  await window.page.keyboard.type("scores.mul_(2.0)  # ");
  await window.goTo(11);
  await window.run("tapelint: Explain This Line");
  await window.explanation("mul_ (line 10)").waitFor();
  const image = window.explanation("mul_ (line 10)").locator("img");
  const width = await image.evaluate((each) => (each as HTMLImageElement).naturalWidth);
  assert.ok(width > 100, "the policy of the page lets the picture be seen");
  await window.page.keyboard.press("Control+b");
  await window.picture(join(PICTURES, "vscode-explain.png"));
  await window.close();
});

test("each folder of a workspace follows its own settings", async () => {
  const root = folder();
  write(join(root, "one/one.py"), PITFALL);
  write(join(root, "one/tapelint.toml"), 'ignore = ["TAP201"]\n');
  write(join(root, "two/two.py"), PITFALL);
  const folders = [{ path: "one" }, { path: "two" }];
  const window = await workbench.window(
    write(join(root, "both.code-workspace"), JSON.stringify({ folders })),
  );
  await window.open("one.py");
  await window.open("two.py");
  await window.run("Problems: Focus on Problems View");
  await window.problemsOf("two.py").waitFor();
  assert.equal(await window.problems("TAP201").count(), 1);
  write(join(root, "one/tapelint.toml"), "");
  await window.problemsOf("one.py").waitFor();
  await window.close();
});

test("on saving alone what is typed is not linted", async () => {
  workbench.set({ "tapelint.interpreter": PYTHON, "tapelint.run": "onSave" });
  const root = folder();
  write(join(root, "first.py"), `${PITFALL}w`);
  write(join(root, "second.py"), PITFALL);
  const window = await workbench.window(root);
  await window.open("first.py");
  await window.run("Problems: Focus on Problems View");
  await window.problemsOf("first.py").waitFor();
  await window.open("first.py");
  await window.goTo(5);
  await window.page.keyboard.press("End");
  await window.page.keyboard.type(".zero_()");
  await window.page.keyboard.press("Escape");
  await window.open("second.py");
  await window.problemsOf("second.py").waitFor(); // the server has answered what came later
  assert.ok(await window.problemsOf("first.py").isVisible());
  await window.open("first.py");
  await window.save();
  await window.problemsOf("first.py", 2).waitFor();
  await window.close();
});
