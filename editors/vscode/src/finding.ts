/** Finding the tapelint that is run. */

import { existsSync } from "node:fs";
import type { Candidate } from "./candidates";
import { lastLine, run } from "./processes";

/** A tapelint that can be run. */
export interface Tapelint {
  readonly candidate: Candidate;
  /** What its arguments are put behind. */
  readonly command: readonly [string, ...string[]];
  readonly version: string;
}

/** A place that was looked at in vain. */
export interface Failure {
  readonly candidate: Candidate;
  readonly reason: string;
  /** Whether pip can put it there. */
  readonly canInstall: boolean;
}

/** What the search came to. */
export interface Search {
  readonly found: Tapelint | undefined;
  readonly failures: readonly Failure[];
}

const LOOK = `\
import importlib.util, json, sys
has = lambda name: importlib.util.find_spec(name) is not None
version = None
if has("tapelint"):
    from tapelint import __version__ as version
json.dump([sys.version_info[:2] >= (3, 10), version, has("pygls")], sys.stdout)
`;

/** The first of some places where tapelint is, with what its server needs. */
export async function search(places: readonly Candidate[], cwd: string): Promise<Search> {
  const failures: Failure[] = [];
  for (const candidate of places) {
    const result = await look(candidate, cwd);
    if ("version" in result) return { found: result, failures };
    failures.push(result);
  }
  return { found: undefined, failures };
}

async function look(candidate: Candidate, cwd: string): Promise<Tapelint | Failure> {
  const failure = (reason: string, canInstall = false) => ({ candidate, reason, canInstall });
  const { file, isInterpreter } = candidate;
  if (!existsSync(file)) return failure("there is no such file");
  const ended = await run(isInterpreter ? [file, "-c", LOOK] : [file, "--version"], cwd);
  if (!ended.succeeded) return failure(lastLine(ended.errors) || "it cannot be run");
  if (!isInterpreter) {
    const version = /\btapelint\b.*?(\d\S*)/.exec(ended.output)?.[1];
    return version ? { candidate, command: [file], version } : failure("it is not tapelint");
  }
  const answer = answerOf(ended.output);
  if (answer === undefined) return failure("it is not Python");
  const [isNewEnough, version, hasPygls] = answer;
  if (!isNewEnough) return failure("tapelint needs Python 3.10 or newer");
  if (version === null) return failure("tapelint is not installed there", true);
  if (!hasPygls) return failure("its server needs pygls, which is not installed there", true);
  return { candidate, command: [file, "-m", "tapelint"], version };
}

function answerOf(output: string): [boolean, string | null, boolean] | undefined {
  try {
    return JSON.parse(output);
  } catch {
    return undefined;
  }
}

/** Why no tapelint was found, in a sentence or more. */
export function reasonOf(failures: readonly Failure[], isTrusted: boolean): string {
  if (failures.length > 0) {
    return failures
      .map(({ candidate, reason }) => `${candidate.file} (${candidate.origin}): ${reason}`)
      .join("\n");
  }
  return isTrusted
    ? "No Python is selected, there is no .venv, and no tapelint on the PATH."
    : "This workspace is not trusted, and there is no tapelint outside of it.";
}
