/** What a user sees in a workspace that is trusted. Two pictures of it stand in the docs. */

import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { FIXED, folder, LOST, PITFALL, PYTHON, write } from "../helpers";
import { CODE_SERVER, Workbench } from "./workbench";

const PICTURES = process.env.TAPELINT_PICTURES ?? "dist/pictures";
const SETTINGS = {
  "tapelint.interpreter": PYTHON,
  "workbench.colorTheme": "Default Light Modern",
};
const work = folder();
let workbench: Workbench;

before(async () => {
  mkdirSync(PICTURES, { recursive: true });
  workbench = await Workbench.open({ settings: SETTINGS });
});
after(() => workbench.close());

test("a finding is underlined, and Problems shows the lines that led to it", async () => {
  write(join(work, "train.py"), LOST);
  const window = await workbench.window(work);
  await window.open("train.py");
  await window.squiggles().waitFor();
  await window.goTo(4);
  await window.run("Problems: Focus on Problems View");
  await window.problems().filter({ hasText: "makes a new tensor from the values alone" }).waitFor();
  await window.run("Show All Problems Details").catch(() => {});
  await window.page.screenshot({ path: join(PICTURES, "vscode-finding.png") });
  await window.close();
});
