/** The command "Explain this line": what the tape knows there, in a panel beside the text. */

import { randomBytes } from "node:crypto";
import { basename, join } from "node:path";
import * as vscode from "vscode";
import { explain, notebookText, type Place, pageOf } from "./explaining";
import type { Session } from "./session";

/** Shows explanations, one after the other in the same panel. */
export class Panel implements vscode.Disposable {
  private view: vscode.WebviewPanel | undefined;

  constructor(
    private readonly session: Session,
    private readonly cwd: string,
  ) {}

  /** Explains the line of the cursor. */
  async explain(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const tapelint = this.session.tapelint;
    if (editor === undefined || tapelint === undefined) {
      const missing = tapelint ? "Open a Python file first." : "tapelint does not run.";
      void vscode.window.showWarningMessage(missing);
      return;
    }
    const place = placeOf(editor);
    try {
      this.show(place, await explain(tapelint.command, place, this.cwd));
    } catch (error) {
      void vscode.window.showWarningMessage((error as Error).message);
    }
  }

  dispose(): void {
    this.view?.dispose();
  }

  private show(place: Place, explanation: Awaited<ReturnType<typeof explain>>): void {
    if (this.view === undefined) {
      const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
      const options = { enableScripts: false, localResourceRoots: [] };
      this.view = vscode.window.createWebviewPanel("tapelint.explain", "", column, options);
      this.view.onDidDispose(() => {
        this.view = undefined;
      });
    }
    const cell = place.cell === undefined ? "" : `cell ${place.cell}:`;
    const title = `Explain ${basename(place.file)}:${cell}${place.line}`;
    this.view.title = title;
    this.view.webview.html = pageOf(title, explanation, randomBytes(16).toString("base64"));
    this.view.reveal(undefined, true);
  }
}

/** The line of the cursor, with the text as it stands in the editor. */
function placeOf({ document, selection }: vscode.TextEditor): Place {
  const line = selection.active.line + 1;
  const notebook = vscode.workspace.notebookDocuments.find((each) =>
    each.getCells().some((cell) => cell.document === document),
  );
  if (notebook === undefined) {
    return { file: fileOf(document.uri, "untitled.py"), line, text: document.getText() };
  }
  const cells = notebook.getCells();
  const texts = cells.map((cell) => ({
    isPython: cell.document.languageId === "python",
    text: cell.document.getText(),
  }));
  const cell = cells.findIndex((each) => each.document === document) + 1;
  return { file: fileOf(notebook.uri, "untitled.ipynb"), line, cell, text: notebookText(texts) };
}

/** The file of a text; of one that was never saved, a file of the first folder. */
function fileOf(uri: vscode.Uri, name: string): string {
  if (uri.scheme !== "untitled") return uri.fsPath;
  return join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "", name);
}
