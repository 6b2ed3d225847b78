/** The picture of what the tape knows at a line, and the page that shows it. */

import { basename } from "node:path";
import { lastLine, run } from "./processes";

/** A line of a text, which need not be saved. */
export interface Place {
  /** The file that the text has or would have: its settings are followed. */
  readonly file: string;
  /** Counted from 1; in a notebook, in its cell. */
  readonly line: number;
  /** The cell of a notebook, counted from 1. */
  readonly cell?: number;
  /** The whole text; of a notebook its JSON. */
  readonly text: string;
}

/** What `tapelint explain` says of a line. */
export interface Explanation {
  readonly picture: string;
  readonly text: string;
}

/** A cell of a notebook. */
export interface Cell {
  readonly isPython: boolean;
  readonly text: string;
}

/** A notebook's JSON with no more than tapelint reads. */
export function notebookText(cells: readonly Cell[]): string {
  return JSON.stringify({
    nbformat: 4,
    nbformat_minor: 4,
    metadata: { language_info: { name: "python" } },
    cells: cells.map(({ isPython, text }) =>
      isPython
        ? { cell_type: "code", metadata: {}, source: text, outputs: [], execution_count: null }
        : { cell_type: "raw", metadata: {}, source: text },
    ),
  });
}

/**
 * Asks tapelint about a line.
 *
 * @throws {Error} With tapelint's own words, where it has nothing to say of the line.
 */
export async function explain(
  command: readonly [string, ...string[]],
  place: Place,
  cwd: string,
): Promise<Explanation> {
  const where = place.cell === undefined ? `-:${place.line}` : `-:cell ${place.cell}:${place.line}`;
  const told = async (format: string) => {
    const options = ["--stdin-filename", place.file, "--output-format", format];
    const ended = await run([...command, "explain", where, ...options], cwd, place.text);
    if (ended.succeeded) return ended.output.replaceAll(place.file, basename(place.file));
    throw new Error(lastLine(ended.errors) || "tapelint explain has failed");
  };
  const [picture, text] = await Promise.all([told("svg"), told("text")]);
  return { picture, text };
}

/**
 * The page that shows an explanation. It runs nothing and loads nothing: the picture is an image
 * within the page, and the only style is the page's own.
 *
 * @param nonce A word that nobody can guess.
 */
export function pageOf(title: string, { picture, text }: Explanation, nonce: string): string {
  const image = `data:image/svg+xml;base64,${Buffer.from(picture, "utf8").toString("base64")}`;
  const policy = `default-src 'none'; img-src data:; style-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escaped(title)}</title>
<style nonce="${nonce}">
  body { color: var(--vscode-editor-foreground); background: var(--vscode-editor-background) }
  img { max-width: 100%; color-scheme: light }
  .vscode-dark img, .vscode-high-contrast:not(.vscode-high-contrast-light) img { color-scheme: dark }
  pre { font-family: var(--vscode-editor-font-family, monospace); overflow-x: auto }
</style>
</head>
<body>
<img src="${image}" alt="The graph that autograd has recorded; the text below says the same.">
<pre>${escaped(text)}</pre>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
