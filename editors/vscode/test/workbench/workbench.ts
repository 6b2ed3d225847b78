/** A real workbench: code-server with the packaged extension, in a browser without a screen. */

import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { type Browser, chromium, type Locator, type Page } from "playwright-core";
import { folder, write } from "../helpers";

/** The program that starts code-server; without it there is nothing to test with. */
export const CODE_SERVER = process.env.TAPELINT_CODE_SERVER;
const BROWSER = process.env.TAPELINT_CHROMIUM ?? "/usr/bin/chromium";
const PATIENCE_MS = 60_000;
const QUIET = {
  "chat.disableAIFeatures": true,
  "editor.minimap.enabled": false,
  "files.autoSave": "off",
  "telemetry.telemetryLevel": "off",
  "window.commandCenter": false,
  "workbench.layoutControl.enabled": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
};

/** How a workbench is opened. */
export interface Opening {
  /** What the user has set. */
  readonly settings: Record<string, unknown>;
  /** Whether each workspace is trusted without being asked about. */
  readonly isTrusting?: boolean;
  /** The environment of the extension. */
  readonly env?: NodeJS.ProcessEnv;
  /** Another extension, as a folder. */
  readonly more?: string;
}

/** A server with a browser. */
export class Workbench {
  private constructor(
    private readonly server: ChildProcess,
    private readonly browser: Browser,
    private readonly address: string,
    private readonly data: string,
    private readonly isTrusting: boolean,
  ) {}

  static async open({ settings, isTrusting = true, env, more }: Opening): Promise<Workbench> {
    assert.ok(CODE_SERVER);
    const [data, extensions] = [folder(), folder()];
    const port = await freePort();
    const shared = ["--user-data-dir", data, "--extensions-dir", extensions];
    const environment = { ...(env ?? process.env), TAPELINT_STAND_IN: more };
    const { version } = JSON.parse(readFileSync("package.json", "utf8"));
    const package_ = `tapelint-${version}.vsix`;
    execFileSync(CODE_SERVER, [...shared, "--install-extension", package_], { env: environment });
    if (more) execFileSync("cp", ["-r", more, join(extensions, "ms-python.python-1.0.0")]);
    const options = ["--auth", "none", "--bind-addr", `127.0.0.1:${port}`, ...shared];
    const quiet = ["--disable-telemetry", "--disable-update-check"];
    const server = spawn(CODE_SERVER, [...options, ...quiet], { env: environment, detached: true });
    await new Promise((done) => {
      server.stdout.on("data", (text) => String(text).includes("listening on") && done(undefined));
    });
    const browser = await chromium.launch({ executablePath: BROWSER, args: ["--no-sandbox"] });
    const address = `http://127.0.0.1:${port}`;
    const made = new Workbench(server, browser, address, data, isTrusting);
    made.set(settings);
    return made;
  }

  /** Sets what the user has set. */
  set(settings: Record<string, unknown>): void {
    const trust = { "security.workspace.trust.enabled": !this.isTrusting };
    const text = JSON.stringify({ ...QUIET, ...trust, ...settings });
    write(join(this.data, "User/settings.json"), text);
    write(join(this.data, "Machine/settings.json"), text); // where the server's machine has a say
  }

  /** A window with a folder, or with the folders of a file `*.code-workspace`. */
  async window(path: string): Promise<Window> {
    const page = await this.browser.newPage({ viewport: { width: 1120, height: 700 } });
    page.setDefaultTimeout(PATIENCE_MS);
    const kind = path.endsWith(".code-workspace") ? "workspace" : "folder";
    await page.goto(`${this.address}/?${kind}=${path}`);
    await page.waitForSelector(".monaco-workbench .explorer-viewlet");
    return new Window(page);
  }

  async close(): Promise<void> {
    await this.browser.close();
    const ended = new Promise((done) => this.server.on("exit", done));
    process.kill(-(this.server.pid as number));
    await ended;
  }
}

/** One window of the workbench. */
export class Window {
  constructor(readonly page: Page) {}

  /** Opens a file by a part of its path. */
  async open(name: string): Promise<void> {
    await this.page.keyboard.press("Control+p");
    await this.page.keyboard.type(name);
    const row = this.page.locator(".quick-input-list .monaco-list-row").first();
    await row.filter({ hasText: name.split("/").at(-1) as string }).waitFor();
    await this.page.keyboard.press("Enter");
    await this.page
      .locator(`.tab.active[data-resource-name="${name.split("/").at(-1)}"]`)
      .waitFor();
  }

  /** Runs a command by its title. */
  async run(title: string): Promise<void> {
    await this.page.keyboard.press("F1");
    await this.page.keyboard.type(title);
    const row = this.page.locator(".quick-input-list .monaco-list-row").first();
    await row.filter({ hasText: title }).waitFor();
    await this.page.keyboard.press("Enter");
  }

  /** Puts the cursor on a line of the editor. */
  async goTo(line: number): Promise<void> {
    await this.page.keyboard.press("Control+g");
    await this.page.keyboard.type(`:${line}`);
    await this.page.keyboard.press("Enter");
  }

  /** The underlined places in the editor. */
  squiggles(kind = "error"): Locator {
    return this.page.locator(`.editor-instance .squiggly-${kind}, .cell .squiggly-${kind}`);
  }

  /** The rows of the panel "Problems", with the places that led to a finding below it. */
  problems(): Locator {
    return this.page.locator(".markers-panel .monaco-list-row");
  }

  /** What stands behind `{}` in the status bar, opened. */
  async status(): Promise<Locator> {
    await this.page.locator("#status\\.languageStatus").hover();
    return this.page.locator(".hover-language-status").filter({ hasText: "tapelint" });
  }

  async save(): Promise<void> {
    await this.page.keyboard.press("Control+s");
    await this.page.locator(".tab.active:not(.dirty)").waitFor();
  }

  async close(): Promise<void> {
    await this.page.close();
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  assert.ok(address !== null && typeof address === "object");
  return address.port;
}
