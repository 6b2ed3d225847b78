/** A real workbench: code-server with the packaged extension, in a browser without a screen. */

import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { type Browser, chromium, type Locator, type Page } from "playwright-core";
import { folder, write } from "../helpers";

/** The program that starts code-server; without it there is nothing to test with. */
const CODE_SERVER = process.env.TAPELINT_CODE_SERVER ?? "code-server";
const BROWSER = process.env.TAPELINT_CHROMIUM ?? "/usr/bin/chromium";
const VSCE = resolve("node_modules/.bin/vsce");
const PATIENCE_MS = 60_000;
const QUIET = {
  "chat.disableAIFeatures": true,
  "editor.minimap.enabled": false,
  "files.autoSave": "off",
  "telemetry.telemetryLevel": "off",
  "window.commandCenter": false,
  "workbench.colorTheme": "Default Light Modern",
  "workbench.layoutControl.enabled": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
};

/** How a workbench is opened. */
export interface Opening {
  /** What the user has set. */
  readonly settings: Record<string, unknown>;
  /** Whether every workspace is trusted unasked. */
  readonly isTrusting?: boolean;
  /** The environment of the extensions; a variable without a value is taken away. */
  readonly env?: NodeJS.ProcessEnv;
  /** The folder of another extension. */
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
    const data = folder();
    const shared = ["--user-data-dir", data, "--extensions-dir", folder()];
    const options = { env: { ...process.env, ...env } };
    for (const each of packages(more)) {
      execFileSync(CODE_SERVER, [...shared, "--install-extension", each], options);
    }
    const port = await freePort();
    const address = `127.0.0.1:${port}`;
    const open = ["--auth", "none", "--bind-addr", address, "--disable-telemetry"];
    const arguments_ = [...open, "--disable-update-check", ...shared];
    const server = spawn(CODE_SERVER, arguments_, { ...options, detached: true });
    await new Promise((done) => {
      server.stdout.on("data", (text) => String(text).includes("listening on") && done(undefined));
    });
    const browser = await chromium.launch({ executablePath: BROWSER, args: ["--no-sandbox"] });
    const made = new Workbench(server, browser, `http://${address}`, data, isTrusting);
    made.set(settings);
    return made;
  }

  /** Sets what the user has set. */
  set(settings: Record<string, unknown>): void {
    const trust = { "security.workspace.trust.enabled": !this.isTrusting };
    const text = JSON.stringify({ ...QUIET, ...trust, ...settings });
    write(join(this.data, "User/settings.json"), text);
    write(join(this.data, "Machine/settings.json"), text); // what is said of the server's machine
  }

  /** A window with a folder, with the folders of a file `*.code-workspace`, or with none. */
  async window(path?: string): Promise<Window> {
    const page = await this.browser.newPage({ viewport: { width: 1120, height: 640 } });
    page.setDefaultTimeout(PATIENCE_MS);
    const kind = path?.endsWith(".code-workspace") ? "workspace" : "folder";
    const ready = path ? ".explorer-viewlet .monaco-list-row" : "#workbench\\.parts\\.editor";
    const isReady = (timeout: number) =>
      page
        .locator(ready)
        .first()
        .waitFor({ timeout })
        .then(() => true)
        .catch(() => false);
    // On a busy machine code-server now and then shows a workspace without its folders.
    for (const timeout of [PATIENCE_MS / 2, PATIENCE_MS / 2, PATIENCE_MS]) {
      await page.goto(`${this.address}/?${path ? `${kind}=${path}` : "ew=true"}`);
      if (await isReady(timeout)) return new Window(page);
    }
    throw new Error(`${path ?? "a window without a folder"} does not open`);
  }

  /** Ends it. Of a window that a test has left open, as it failed there, a picture and the logs are kept. */
  async close(): Promise<void> {
    const left = this.browser.contexts().flatMap((each) => each.pages());
    for (const [i, page] of left.entries()) {
      await page.screenshot({ path: `dist/failures/${i}.png` });
      cpSync(join(this.data, "logs"), "dist/failures/logs", { recursive: true });
    }
    await this.browser.close();
    const ended = new Promise((done) => this.server.on("exit", done));
    process.kill(-(this.server.pid as number)); // with the processes that it has started
    await ended;
  }
}

/** One window of the workbench. */
export class Window {
  constructor(readonly page: Page) {}

  /** Opens a file by its path in the workspace. */
  async open(path: string): Promise<void> {
    const name = path.split("/").at(-1) as string;
    await this.choose("Control+p", path, name);
    await this.page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
    await this.page.locator(".part.editor .view-line, .notebookOverlay .view-line").first().click();
  }

  /** Opens a text that has no file. */
  async openNew(): Promise<void> {
    const tab = this.page.locator(".tab", { hasText: "Untitled-1" });
    while (!(await tab.isVisible())) {
      await this.page.keyboard.press("Control+Alt+n");
      await this.page.waitForTimeout(1000); // a window without a folder does not hear at once
    }
  }

  /** Runs a command by its title. */
  async run(title: string): Promise<void> {
    await this.choose("F1", title, title);
  }

  /** Puts the cursor on a line of the editor. */
  async goTo(line: number): Promise<void> {
    await this.choose("Control+g", String(line), `line ${line}`);
    await this.page.locator(".statusbar-item", { hasText: `Ln ${line},` }).waitFor();
  }

  /** The first underlined place. */
  underlined(): Locator {
    return this.page.locator(".monaco-editor .squiggly-error").first();
  }

  /** The rows of the panel "Problems", with the places that led to a finding below it. */
  problems(text: string): Locator {
    return this.page.locator(".markers-panel .monaco-list-row", { hasText: text });
  }

  /** The row of a file in the panel "Problems", if it has so many of them. */
  problemsOf(name: string, count = 1): Locator {
    return this.page.locator(`.markers-panel [aria-label^="${count} problems in file ${name}"]`);
  }

  /** What VS Code says of tapelint beside the language. */
  status(text: string): Locator {
    return this.page.locator(`#status\\.languageStatus[aria-label*="${text}"]`);
  }

  /** The page of an explanation, if it says something. */
  explanation(text: string): Locator {
    const page = this.page.frameLocator("iframe.webview").frameLocator("iframe");
    return page.locator("body", { hasText: text });
  }

  /** The buttons of what VS Code tells in a corner. */
  button(text: string): Locator {
    return this.page.locator(".notifications-toasts .monaco-button", { hasText: text });
  }

  async save(): Promise<void> {
    await this.page.keyboard.press("Control+s");
    await this.page.locator(".tab.active:not(.dirty)").waitFor();
  }

  async picture(path: string): Promise<void> {
    await this.page.mouse.move(0, 0);
    await this.page.screenshot({ path, animations: "disabled", caret: "hide" });
  }

  async close(): Promise<void> {
    await this.page.close();
  }

  /** Types into the list that a key opens, and takes the first entry once it is the right one. */
  private async choose(key: string, text: string, entry: string): Promise<void> {
    await this.page.keyboard.press(key);
    await this.page.locator(".quick-input-widget input").first().waitFor();
    await this.page.keyboard.type(text);
    const first = this.page.locator(".quick-input-list .monaco-list-row").first();
    await first.filter({ hasText: entry }).waitFor();
    await this.page.keyboard.press("Enter");
    await this.page.locator(".quick-input-widget").waitFor({ state: "hidden" });
  }
}

/** Waits until something holds. */
export async function until(holds: () => boolean): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!holds()) {
    assert.ok(Date.now() < end, "it does not come to hold");
    await new Promise((done) => setTimeout(done, 50));
  }
}

function packages(more: string | undefined): string[] {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  const own = resolve(`tapelint-${version}.vsix`);
  if (more === undefined) return [own];
  const other = join(folder(), "other.vsix");
  const options = ["--allow-missing-repository", "--skip-license", "--out", other];
  execFileSync(VSCE, ["package", ...options], { cwd: more });
  return [own, other];
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  assert.ok(address !== null && typeof address === "object");
  return address.port;
}
