/** The protocol, as VS Code speaks it, with the real server, started as the extension starts it. */

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import {
  type CodeAction,
  CodeActionRequest,
  CodeActionResolveRequest,
  createProtocolConnection,
  type Diagnostic,
  DidChangeTextDocumentNotification,
  DidOpenNotebookDocumentNotification,
  DidOpenTextDocumentNotification,
  DocumentDiagnosticRequest,
  ExitNotification,
  HoverRequest,
  InitializedNotification,
  InitializeRequest,
  type MarkupContent,
  NotebookCellKind,
  type ProtocolConnection,
  type Range,
  RegistrationRequest,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  type TextDocumentEdit,
  type TextEdit,
} from "vscode-languageserver-protocol/node";
import { search } from "../src/finding";
import { serverOptions } from "../src/settings";
import { FIXED, folder, LOST, PITFALL, PYTHON } from "./helpers";

const work = folder();
const LINE_4: Range = { start: { line: 3, character: 0 }, end: { line: 3, character: 3 } };
const stops: (() => Promise<void>)[] = [];
let connection: ProtocolConnection;

before(async () => {
  connection = await started([]);
});
after(async () => {
  for (const stop of stops) await stop();
});

/** A server that was started and greeted. */
async function started(args: string[], minConfidence = "default"): Promise<ProtocolConnection> {
  const cwd = folder();
  const place = { origin: "test", file: PYTHON, isInterpreter: true };
  const { found } = await search([place], cwd);
  assert.ok(found);
  const [file, ...rest] = [...found.command, ...serverOptions(args, minConfidence)];
  const child = spawn(file as string, rest, { cwd });
  const made = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  made.listen();
  stops.push(() => stopped(made, child));
  made.onRequest(RegistrationRequest.type, () => {});
  const greeting = await made.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    rootUri: null,
    workspaceFolders: [{ name: "work", uri: pathToFileURL(work).href }],
    capabilities: {
      general: { positionEncodings: ["utf-16"] },
      notebookDocument: { synchronization: { dynamicRegistration: true } },
      workspace: {
        workspaceEdit: { documentChanges: true },
        diagnostics: { refreshSupport: true },
        didChangeWatchedFiles: { dynamicRegistration: true },
      },
      textDocument: {
        diagnostic: { dynamicRegistration: true, relatedDocumentSupport: false },
        hover: { contentFormat: ["markdown", "plaintext"] },
        codeAction: {
          codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "source"] } },
          resolveSupport: { properties: ["edit"] },
          dataSupport: true,
        },
      },
    },
  });
  assert.equal(greeting.serverInfo?.version, found.version);
  await made.sendNotification(InitializedNotification.type, {});
  return made;
}

async function stopped(made: ProtocolConnection, child: ChildProcess): Promise<void> {
  const ended = new Promise((done) => child.on("exit", done));
  await made.sendRequest(ShutdownRequest.type);
  await made.sendNotification(ExitNotification.type);
  assert.equal(await ended, 0);
  made.dispose();
}

async function opened(name: string, text: string, on = connection): Promise<string> {
  const uri = pathToFileURL(`${work}/${name}`).href;
  const textDocument = { uri, languageId: "python", version: 1, text };
  await on.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
  return uri;
}

async function diagnostics(uri: string, on = connection): Promise<Diagnostic[]> {
  const report = await on.sendRequest(DocumentDiagnosticRequest.type, { textDocument: { uri } });
  assert.ok(report.kind === "full");
  return report.items;
}

async function actions(uri: string, only: string, shown: Diagnostic[] = []): Promise<CodeAction[]> {
  const context = { diagnostics: shown, only: [only] };
  const params = { textDocument: { uri }, range: LINE_4, context };
  return ((await connection.sendRequest(CodeActionRequest.type, params)) ?? []) as CodeAction[];
}

/** The edits of a document that an action makes, once it is chosen. */
async function edits(action: CodeAction): Promise<Map<string, TextEdit[]>> {
  const { edit } = await connection.sendRequest(CodeActionResolveRequest.type, action);
  const changes = (edit?.documentChanges ?? []) as TextDocumentEdit[];
  return new Map(changes.map((each) => [each.textDocument.uri, each.edits as TextEdit[]]));
}

function applied(text: string, changes: TextEdit[] | undefined): string {
  const lines = text.split("\n");
  const at = ({ line, character }: { line: number; character: number }) =>
    lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0) + character;
  const last = [...(changes ?? [])].sort((a, b) => at(b.range.start) - at(a.range.start));
  return last.reduce(
    (now, { range, newText }) => now.slice(0, at(range.start)) + newText + now.slice(at(range.end)),
    text,
  );
}

test("a finding has the lines that led to it as related information", async () => {
  const uri = await opened("trail.py", LOST);
  const [found, ...others] = await diagnostics(uri);
  assert.deepEqual(others, []);
  assert.equal(found?.code, "TAP101");
  assert.equal(found?.source, "tapelint");
  assert.equal(found?.range.start.line, 3);
  assert.match(found?.codeDescription?.href ?? "", /TAP101/);
  const trail = found?.relatedInformation ?? [];
  assert.ok(trail.length >= 2);
  assert.ok(trail.every((each) => each.location.uri === uri && each.message));
  assert.ok(
    trail.some((each) => each.location.range.start.line === 4),
    "where backward starts",
  );
});

test("a quick fix, and silence, are offered at a finding", async () => {
  const uri = await opened("quick.py", PITFALL);
  const shown = await diagnostics(uri);
  const [fix, silence] = await actions(uri, "quickfix", shown);
  assert.equal(fix?.isPreferred, true);
  assert.equal(fix?.diagnostics?.[0]?.code, "TAP201");
  assert.equal(applied(PITFALL, (await edits(fix as CodeAction)).get(uri)), FIXED);
  assert.match(applied(PITFALL, (await edits(silence as CodeAction)).get(uri)), /# noqa: TAP201/);
});

test("all fixes are offered on saving, even of what was typed last", async () => {
  const uri = await opened("all.py", "import torch\n");
  const textDocument = { uri, version: 2 };
  const contentChanges = [{ text: PITFALL }];
  await connection.sendNotification(DidChangeTextDocumentNotification.type, {
    textDocument,
    contentChanges,
  });
  const [all, ...others] = await actions(uri, "source.fixAll.tapelint");
  assert.deepEqual(others, []);
  assert.equal(all?.kind, "source.fixAll.tapelint");
  assert.equal(applied(PITFALL, (await edits(all as CodeAction)).get(uri)), FIXED);
});

test("the rule's page is in the hover", async () => {
  const uri = await opened("hover.py", PITFALL);
  await diagnostics(uri);
  const params = { textDocument: { uri }, position: LINE_4.start };
  const hover = await connection.sendRequest(HoverRequest.type, params);
  assert.ok(hover);
  const { kind, value } = hover.contents as MarkupContent;
  assert.equal(kind, "markdown");
  assert.match(value, /^\*\*TAP201\*\* inplace-on-leaf[\s\S]*# inplace-on-leaf \(TAP201\)/);
});

test("the cells of a notebook are one module, and a fix changes the cell of its finding", async () => {
  const lines = PITFALL.trim().split("\n");
  const texts = [lines[0], "# Words", lines.slice(2).join("\n")] as string[];
  const kinds = [NotebookCellKind.Code, NotebookCellKind.Markup, NotebookCellKind.Code];
  const cells = texts.map((text, i) => ({
    kind: kinds[i] as NotebookCellKind,
    text,
    document: `vscode-notebook-cell:${work}/train.ipynb#C${i}`,
  }));
  await connection.sendNotification(DidOpenNotebookDocumentNotification.type, {
    notebookDocument: {
      uri: pathToFileURL(`${work}/train.ipynb`).href,
      notebookType: "jupyter-notebook",
      version: 1,
      cells: cells.map(({ kind, document }) => ({ kind, document })),
    },
    cellTextDocuments: cells
      .filter(({ kind }) => kind === NotebookCellKind.Code)
      .map(({ document, text }) => ({ uri: document, languageId: "python", version: 1, text })),
  });
  const [first, , last] = cells.map((each) => each.document) as [string, string, string];
  assert.deepEqual(await diagnostics(first), []);
  const [found] = await diagnostics(last);
  assert.equal(found?.code, "TAP201");
  assert.equal(found?.range.start.line, 1);
  const range = { start: { line: 1, character: 0 }, end: { line: 1, character: 1 } };
  const context = { diagnostics: [], only: ["source.fixAll.tapelint"] };
  const params = { textDocument: { uri: last }, range, context };
  const offered = await connection.sendRequest(CodeActionRequest.type, params);
  const changed = await edits((offered ?? [])[0] as CodeAction);
  assert.deepEqual([...changed.keys()], [last]);
  const fixed = texts[2]?.replace("w.normal_()", "with torch.no_grad():\n    w.normal_()");
  assert.equal(applied(texts[2] as string, changed.get(last)), fixed);
});

test("arguments and the least confidence reach the server", async () => {
  const text = `${PITFALL}print(w.data)\n`;
  const more = await started(["--extend-select", "data-read"]);
  const codes = (found: Diagnostic[]) => found.map((each) => each.code);
  assert.deepEqual(codes(await diagnostics(await opened("more.py", text, more), more)), [
    "TAP201",
    "TAP303",
  ]);
  const likely =
    "def f(std):\n    from torch.distributions import MultivariateNormal as M\n    return M(mean, std)\n";
  const sure = await started([], "certain");
  const named = await diagnostics(await opened("likely.py", likely));
  assert.deepEqual(
    named.map((each) => each.data.confidence),
    ["likely"],
  );
  assert.deepEqual(await diagnostics(await opened("likely.py", likely, sure), sure), []);
});

test("an option that the server does not know is told before it ends", async () => {
  const [file, ...rest] = [PYTHON, "-m", "tapelint", ...serverOptions(["--nonsense"], "default")];
  const child = spawn(file as string, rest, { cwd: folder() });
  let errors = "";
  child.stderr.on("data", (text) => {
    errors += text;
  });
  const code = await new Promise((done) => child.on("close", done));
  assert.equal(code, 2);
  assert.match(errors, /--nonsense/);
});
