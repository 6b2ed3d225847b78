/** What VS Code shows of tapelint beside the language: the version, or why it does not run. */

import * as vscode from "vscode";

/** The item in the list behind `{}` in the status bar. */
export class Status implements vscode.Disposable {
  private readonly item = vscode.languages.createLanguageStatusItem("tapelint.status", {
    language: "python",
  });

  constructor() {
    this.item.name = "tapelint";
    this.starting();
  }

  starting(): void {
    this.set("tapelint", "is starting", vscode.LanguageStatusSeverity.Information);
    this.item.busy = true;
  }

  runs(version: string, file: string): void {
    const info = vscode.LanguageStatusSeverity.Information;
    this.set(`tapelint ${version}`, file, info, "Restart", "tapelint.restart");
  }

  fails(reason: string, canInstall: boolean): void {
    const [title, command] = canInstall
      ? ["Install", "tapelint.install"]
      : ["Show Output", "tapelint.showOutput"];
    const severity = vscode.LanguageStatusSeverity.Error;
    this.set("tapelint does not run", reason, severity, title, command);
  }

  dispose(): void {
    this.item.dispose();
  }

  private set(
    text: string,
    detail: string,
    severity: vscode.LanguageStatusSeverity,
    title?: string,
    command?: string,
  ): void {
    this.item.busy = false;
    this.item.text = text;
    this.item.detail = detail;
    this.item.severity = severity;
    this.item.command = title && command ? { title, command } : undefined;
  }
}
