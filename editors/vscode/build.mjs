// Bundles the extension into dist/extension.js; with --tests the tests, too.
import { rmSync } from "node:fs";
import { build } from "esbuild";

const shared = {
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  logLevel: "info",
};

rmSync("dist", { recursive: true, force: true });
await build({
  ...shared,
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  external: ["vscode"],
  minify: true,
});
if (process.argv.includes("--tests")) {
  await build({
    ...shared,
    entryPoints: ["test/*.test.ts"],
    outdir: "dist/test",
    external: ["vscode"],
    sourcemap: "inline",
  });
  await build({
    ...shared,
    entryPoints: ["test/workbench/*.test.ts"],
    outdir: "dist/workbench",
    external: ["playwright-core"],
    sourcemap: "inline",
  });
}
