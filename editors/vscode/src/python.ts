/** The interpreter that the Python extension has selected. */

import { PVSC_EXTENSION_ID, PythonExtension } from "@vscode/python-extension";
import * as vscode from "vscode";

/** The Python extension's interpreter for a folder; `undefined` where it has none to tell. */
export async function selectedPython(folder: vscode.Uri | undefined): Promise<string | undefined> {
  const api = await pythonApi();
  if (api === undefined) return undefined;
  try {
    const path = api.environments.getActiveEnvironmentPath(folder);
    const environment = await api.environments.resolveEnvironment(path);
    return environment?.executable.uri?.fsPath;
  } catch {
    return undefined; // that interpreter does not work, so another place is looked at
  }
}

/** Calls back when another interpreter is selected. */
export async function onOtherPython(listener: () => void): Promise<vscode.Disposable | undefined> {
  return (await pythonApi())?.environments.onDidChangeActiveEnvironmentPath(listener);
}

async function pythonApi(): Promise<PythonExtension | undefined> {
  if (vscode.extensions.getExtension(PVSC_EXTENSION_ID) === undefined) return undefined;
  try {
    const api = await PythonExtension.api();
    return api?.environments === undefined ? undefined : api; // missing in old versions
  } catch {
    return undefined; // it has failed to start, and says so itself
  }
}
