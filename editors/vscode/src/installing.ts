/** Offers and runs the command that installs tapelint. */

import { homedir } from "node:os";
import * as vscode from "vscode";
import type { Candidate } from "./candidates";
import type { Session } from "./session";
import { settingsOf } from "./session";

const SILENT = "tapelint.installIsNotWanted";
const SET_REQUIREMENT = "Set tapelint.requirement";

/** Offers to install tapelint in a Python that lacks it, unless that was declined here. */
export async function offerToInstall(place: Candidate, memory: vscode.Memento): Promise<void> {
  if (memory.get(SILENT)) return;
  const given = pip();
  const install = given ? "Install" : SET_REQUIREMENT;
  const never = "Not in This Workspace";
  const way = given
    ? `This installs it: ${[place.file, ...given].join(" ")}`
    : "Install it there, or say in tapelint.requirement what pip is to install.";
  const message = `tapelint is missing in the Python of ${place.origin}. ${way}`;
  const answer = await vscode.window.showInformationMessage(message, install, never);
  if (answer === install) await vscode.commands.executeCommand("tapelint.install");
  if (answer === never) await memory.update(SILENT, true);
}

/**
 * Installs tapelint in a terminal that the user sees, then starts it.
 *
 * @param cwd A folder that is not the workspace's: Python imports what lies in it.
 */
export async function install(session: Session, cwd: string): Promise<void> {
  const place = session.missingIn;
  if (place === undefined) {
    const reason = session.tapelint
      ? `tapelint ${session.tapelint.version} is installed: ${session.tapelint.candidate.file}`
      : "Select a Python first: by the Python extension, or in the setting tapelint.interpreter.";
    void vscode.window.showInformationMessage(reason);
    return;
  }
  const given = pip();
  if (given === undefined) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "tapelint.requirement");
    return;
  }
  // Without a folder VS Code opens terminals nowhere but at home.
  const where = vscode.workspace.workspaceFolders === undefined ? homedir() : cwd;
  const task = new vscode.Task(
    { type: "process" },
    vscode.TaskScope.Workspace,
    "install tapelint",
    "tapelint",
    new vscode.ProcessExecution(place.file, given, { cwd: where }),
  );
  const ended = new Promise<number | undefined>((done) => {
    const listener = vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
      if (execution.task.name !== task.name || execution.task.source !== task.source) return;
      listener.dispose();
      done(exitCode);
    });
  });
  await vscode.tasks.executeTask(task);
  if ((await ended) === 0) await session.restart();
}

/** What Python is given to install tapelint; `undefined` where no requirement is set. */
function pip(): string[] | undefined {
  const { requirement } = settingsOf(vscode.workspace.workspaceFolders?.[0]);
  return requirement ? ["-m", "pip", "install", requirement] : undefined;
}
