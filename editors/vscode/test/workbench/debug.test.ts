import { test } from "node:test";
import { join } from "node:path";
import { execSync } from "node:child_process";
import { folder, LOST, PYTHON, write } from "../helpers";
import { Workbench } from "./workbench";
test("debug", async () => {
  const work = folder();
  const workbench = await Workbench.open({ settings: { "tapelint.interpreter": PYTHON } });
  write(join(work, "train.py"), LOST);
  const window = await workbench.window(work);
  await window.open("train.py");
  await window.page.waitForTimeout(6000);
  await window.page.screenshot({ path: "/tmp/h/look/d1.png" });
  console.log(execSync(`cd ${(workbench as any).data}/logs && tail -n 20 */exthost1/*.log */exthost1/*tapelint*/*; ls -R | head -40`).toString());
  await window.run("Problems: Focus on Problems View");
  await window.page.waitForTimeout(3000);
  await window.page.screenshot({ path: "/tmp/h/look/d2.png" });
  await workbench.close();
});
