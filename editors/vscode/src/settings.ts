/** The extension's settings, read so that a workspace that is not trusted has no say in what runs. */

import { homedir } from "node:os";

/** What `WorkspaceConfiguration.inspect` knows of one setting. */
export interface Inspected {
  readonly defaultValue?: unknown;
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

/** Settings that decide what is run. */
export interface RunSettings {
  readonly path: string;
  readonly interpreter: string;
  readonly args: readonly string[];
  readonly requirement: string;
}

/** The value that counts: the user's alone in a workspace that is not trusted. */
export function effective(found: Inspected | undefined, isTrusted: boolean): unknown {
  const fromWorkspace = isTrusted ? (found?.workspaceFolderValue ?? found?.workspaceValue) : null;
  return fromWorkspace ?? found?.globalValue ?? found?.defaultValue;
}

/**
 * Reads the settings that decide what is run.
 *
 * @param inspect Looks up one setting below `tapelint`.
 * @param folder The workspace folder that `${workspaceFolder}` stands for.
 */
export function readRunSettings(
  inspect: (name: string) => Inspected | undefined,
  isTrusted: boolean,
  folder: string | undefined,
): RunSettings {
  const text = (name: string) => {
    const value = effective(inspect(name), isTrusted);
    return typeof value === "string" ? expand(value.trim(), folder) : "";
  };
  const args = effective(inspect("args"), isTrusted);
  const isText = (each: unknown): each is string => typeof each === "string";
  return {
    path: text("path"),
    interpreter: text("interpreter"),
    args: Array.isArray(args) ? args.filter(isText).map((each) => expand(each, folder)) : [],
    requirement: text("requirement"),
  };
}

/** The options of `tapelint server` that follow from the settings. */
export function serverOptions(args: readonly string[], minConfidence: unknown): string[] {
  const isLevel =
    minConfidence === "possible" || minConfidence === "likely" || minConfidence === "certain";
  return ["server", ...args, ...(isLevel ? ["--min-confidence", minConfidence] : [])];
}

/** A text with its variables filled in; one that is not known stays. */
export function expand(text: string, folder: string | undefined): string {
  return text
    .replace(/^~(?=$|[\\/])/, () => homedir())
    .replaceAll(/\$\{(workspaceFolder|userHome|env:(\w+))\}/g, (all, name, variable) => {
      if (name === "workspaceFolder") return folder ?? all;
      return name === "userHome" ? homedir() : (process.env[variable] ?? "");
    });
}
