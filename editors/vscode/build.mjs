// Bundles the extension into dist/extension.js; with --tests the tests, too.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const shared = {
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  logLevel: "info",
};

rmSync("dist", { recursive: true, force: true });
const { metafile } = await build({
  ...shared,
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  external: ["vscode"],
  minify: true,
  metafile: true,
});
writeFileSync("dist/licenses.txt", licenses(Object.keys(metafile.inputs)));
if (process.argv.includes("--tests")) {
  for (const [entryPoints, outdir] of [
    ["test/*.test.ts", "dist/test"],
    ["test/workbench/*.test.ts", "dist/workbench"],
  ]) {
    const external = ["vscode", "playwright-core"];
    await build({ ...shared, entryPoints: [entryPoints], outdir, external, sourcemap: "inline" });
  }
}

// The licenses of the packages that the bundle holds parts of.
function licenses(inputs) {
  const packages = inputs.flatMap((each) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(each) ?? []);
  return [...new Set(packages)]
    .sort()
    .map((folder) => {
      const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
      if (file === undefined) throw new Error(`${folder} has no license`);
      const title = folder.replace("node_modules/", "");
      return `${title}\n${"=".repeat(title.length)}\n\n${readFileSync(`${folder}/${file}`, "utf8")}`;
    })
    .join("\n\n");
}
