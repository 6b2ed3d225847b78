/** Where tapelint may be, in the order in which it is looked for. */

import { existsSync, realpathSync } from "node:fs";
import { delimiter, isAbsolute, join, relative, resolve } from "node:path";
import type { RunSettings } from "./settings";

/** A place where tapelint may be. */
export interface Candidate {
  /** Who names it, for people. */
  readonly origin: string;
  readonly file: string;
  /** Whether it is a Python, and not the command `tapelint` itself. */
  readonly isInterpreter: boolean;
}

/** A folder of the workspace; its path is missing where no folder is open. */
export interface Folder {
  readonly path: string | undefined;
  readonly settings: RunSettings;
  /** The interpreter that the Python extension has selected for it. */
  readonly selected: string | undefined;
}

const isWindows = process.platform === "win32";

/**
 * The places to look at, the best first. What the settings name is the only place then.
 *
 * In a workspace that is not trusted, nothing that lies in it is among them: not by a setting of
 * the user, not as the selected interpreter, not on the `PATH`.
 */
export function candidates(
  folders: readonly Folder[],
  isTrusted: boolean,
  searchPath: string = process.env.PATH ?? "",
): Candidate[] {
  const paths = folders.flatMap((each) => each.path ?? []);
  const named = folders.flatMap(fromSettings);
  const found = named.length > 0 ? named : [...folders.flatMap(fromFolder), ...onPath(searchPath)];
  const allowed = found.filter((each) => isTrusted || !paths.some((path) => isIn(each.file, path)));
  return allowed.filter((each, i) => allowed.findIndex((other) => other.file === each.file) === i);
}

function fromSettings({ path, settings }: Folder): Candidate[] {
  const place = (file: string) => resolve(path ?? "/", file);
  if (settings.path) {
    return [{ origin: "tapelint.path", file: place(settings.path), isInterpreter: false }];
  }
  if (settings.interpreter) {
    const file = place(settings.interpreter);
    return [{ origin: "tapelint.interpreter", file, isInterpreter: true }];
  }
  return [];
}

function fromFolder({ path, selected }: Folder): Candidate[] {
  const found: Candidate[] = [];
  if (selected) {
    found.push({ origin: "the Python extension", file: selected, isInterpreter: true });
  }
  if (path) {
    const file = join(
      path,
      ".venv",
      ...(isWindows ? ["Scripts", "python.exe"] : ["bin", "python"]),
    );
    if (existsSync(file)) found.push({ origin: ".venv", file, isInterpreter: true });
  }
  return found;
}

function onPath(searchPath: string): Candidate[] {
  const name = isWindows ? "tapelint.exe" : "tapelint";
  return searchPath
    .split(delimiter)
    .filter((each) => isAbsolute(each)) // others depend on the folder that something runs in
    .map((each) => join(each, name))
    .filter((each) => existsSync(each))
    .map((file) => ({ origin: "PATH", file, isInterpreter: false }));
}

/** Whether a file lies in a folder, by its name or by where its links lead. */
function isIn(file: string, folder: string): boolean {
  const folders = [folder, real(folder)];
  const files = [resolve(file), real(file), join(real(resolve(file, "..")), "file")];
  return files.some((each) => folders.some((above) => isBelow(each, above)));
}

function isBelow(file: string, folder: string): boolean {
  const way = relative(folder, file);
  return (
    way === "" ||
    !(way === ".." || way.startsWith(`..${isWindows ? "\\" : "/"}`) || isAbsolute(way))
  );
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
