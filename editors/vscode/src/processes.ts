/** Running a program to its end. */

import { execFile } from "node:child_process";

/** How a program has ended. */
export interface Ended {
  readonly succeeded: boolean;
  readonly output: string;
  readonly errors: string;
}

const LONGEST_MS = 120_000;

/**
 * Runs a program without a shell.
 *
 * @param cwd A folder that is not the workspace's: Python imports what lies in it.
 * @param input What it reads from standard input.
 */
export function run(
  [file, ...args]: readonly [string, ...string[]],
  cwd: string,
  input = "",
): Promise<Ended> {
  const options = { cwd, timeout: LONGEST_MS, maxBuffer: Number.POSITIVE_INFINITY };
  return new Promise((done) => {
    const child = execFile(file, args, options, (error, output, errors) => {
      const hasStarted = error === null || typeof error.code === "number";
      done({ succeeded: error === null, output, errors: hasStarted ? errors : error.message });
    });
    child.stdin?.on("error", () => {}); // it has ended without reading all
    child.stdin?.end(input);
  });
}

/** The last line of a text that says something. */
export function lastLine(text: string): string {
  return text.trim().split(/\r?\n/).at(-1) ?? "";
}
