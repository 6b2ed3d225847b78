/** Finds tapelint, runs its server, and says how it is. */

import * as vscode from "vscode";
import { type Candidate, candidates, type Folder } from "./candidates";
import { Client } from "./client";
import { reasonOf, search, type Tapelint } from "./finding";
import { selectedPython } from "./python";
import { type RunSettings, readRunSettings, serverOptions } from "./settings";
import type { Status } from "./status";

/** The one server of a window, whatever the number of its folders. */
export class Session {
  private client: Client | undefined;
  private last: Promise<void> = Promise.resolve();
  private found: Tapelint | undefined;
  private toInstall: Candidate | undefined;

  /**
   * @param cwd Where programs run: a folder of the extension's own. Python imports what lies in the
   *   folder that it runs in, so it is never the workspace's.
   * @param onMissing Is told of a Python that lacks tapelint.
   */
  constructor(
    private readonly output: vscode.LogOutputChannel,
    private readonly status: Status,
    private readonly cwd: string,
    private readonly onMissing: (place: Candidate) => void,
  ) {}

  /** The tapelint that runs. */
  get tapelint(): Tapelint | undefined {
    return this.found;
  }

  /** The Python that tapelint can be installed in, if it lacks it. */
  get missingIn(): Candidate | undefined {
    return this.toInstall;
  }

  /** Ends the server, if there is one, and starts it by the settings of now. */
  restart(): Promise<void> {
    this.last = this.last
      .then(() => this.end())
      .then(() => this.begin())
      .catch((error) => this.fails(String(error)));
    return this.last;
  }

  /** Ends the server. */
  stop(): Promise<void> {
    this.last = this.last.then(() => this.end());
    return this.last;
  }

  private async end(): Promise<void> {
    const client = this.client;
    this.client = this.found = this.toInstall = undefined;
    await client?.stop();
  }

  private async begin(): Promise<void> {
    this.status.starting();
    const { isTrusted } = vscode.workspace;
    const folders = await workspaceFolders(isTrusted);
    const { found, failures } = await search(candidates(folders, isTrusted), this.cwd);
    for (const { candidate, reason } of failures) {
      this.output.warn(`${candidate.file} (${candidate.origin}): ${reason}`);
    }
    if (found === undefined) {
      this.toInstall = failures.find((each) => each.canInstall)?.candidate;
      this.fails(reasonOf(failures, isTrusted));
      if (this.toInstall) this.onMissing(this.toInstall);
      return;
    }
    const general = vscode.workspace.getConfiguration("tapelint");
    const options = serverOptions(folders[0]?.settings.args ?? [], general.get("minConfidence"));
    const { command, candidate } = found;
    this.output.info(`from ${candidate.origin}: ${[...command, ...options].join(" ")}`);
    const onSaveOnly = general.get("run") === "onSave";
    const start = { command, options, cwd: this.cwd, onSaveOnly, output: this.output };
    const client = new Client(start, (reason) => this.fails(reason));
    this.client = client;
    this.found = found;
    try {
      await client.start();
      this.status.runs(client.version ?? found.version, candidate.file);
    } catch (error) {
      this.fails((error as Error).message);
    }
  }

  private fails(reason: string): void {
    this.output.error(`tapelint does not run: ${reason}`);
    this.status.fails(reason, this.toInstall !== undefined);
  }
}

async function workspaceFolders(isTrusted: boolean): Promise<Folder[]> {
  const open = vscode.workspace.workspaceFolders ?? [undefined];
  return Promise.all(
    open.map(async (folder) => ({
      path: folder?.uri.scheme === "file" ? folder.uri.fsPath : undefined,
      settings: settingsOf(folder),
      // To answer, the Python extension may run an interpreter that lies in the workspace.
      selected: isTrusted ? await selectedPython(folder?.uri) : undefined,
    })),
  );
}

/** The settings of a folder that decide what is run. */
export function settingsOf(folder: vscode.WorkspaceFolder | undefined): RunSettings {
  const configuration = vscode.workspace.getConfiguration("tapelint", folder?.uri);
  return readRunSettings(
    (name) => configuration.inspect(name),
    vscode.workspace.isTrusted,
    folder?.uri.fsPath,
  );
}
