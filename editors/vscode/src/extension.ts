/** Where VS Code starts and stops the extension. */

import * as vscode from "vscode";
import { install, offerToInstall } from "./installing";
import { Panel } from "./panel";
import { onOtherPython } from "./python";
import { Session } from "./session";
import { Status } from "./status";

let session: Session | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const output = vscode.window.createOutputChannel("tapelint", { log: true });
  const status = new Status();
  const cwd = context.extensionPath;
  const running = new Session(output, status, cwd, (place) => {
    void offerToInstall(place, context.workspaceState);
  });
  session = running;
  const panel = new Panel(running, cwd);
  const command = vscode.commands.registerCommand;
  context.subscriptions.push(
    output,
    status,
    panel,
    command("tapelint.restart", () => running.restart()),
    command("tapelint.showOutput", () => output.show()),
    command("tapelint.install", () => install(running, cwd)),
    command("tapelint.explain", () => panel.explain()),
    command("tapelint.fixAll", fixAll),
    vscode.workspace.onDidChangeConfiguration((event) => {
      const isOurs = event.affectsConfiguration("tapelint");
      if (isOurs && !event.affectsConfiguration("tapelint.trace")) void running.restart();
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => running.restart()),
    vscode.workspace.onDidChangeWorkspaceFolders(() => {
      if (running.tapelint === undefined) void running.restart(); // a new folder may have it
    }),
  );
  await running.restart();
  const listening = await onOtherPython(() => void running.restart());
  if (listening) context.subscriptions.push(listening);
}

export async function deactivate(): Promise<void> {
  await session?.stop();
}

function fixAll(): Thenable<unknown> {
  const what = { kind: "source.fixAll.tapelint", apply: "first" };
  return vscode.commands.executeCommand("editor.action.sourceAction", what);
}
