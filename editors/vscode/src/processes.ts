/** Running a program to its end. */

import { spawn } from "node:child_process";

/** How a program has ended. */
export interface Ended {
  /** Its exit code; `null` where it could not be started or was ended. */
  readonly code: number | null;
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
  return new Promise((done) => {
    const child = spawn(file, args, { cwd, timeout: LONGEST_MS, windowsHide: true });
    let [output, errors] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      errors += text;
    });
    child.on("error", (error) => done({ code: null, output, errors: error.message }));
    child.on("close", (code) => done({ code, output, errors }));
    child.stdin.on("error", () => {}); // it has ended without reading all
    child.stdin.end(input);
  });
}

/** The last line of a text that says something. */
export function lastLine(text: string): string {
  return text.trim().split(/\r?\n/).at(-1) ?? "";
}
