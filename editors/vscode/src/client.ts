/** The client of one running server. */

import { type ChildProcess, spawn } from "node:child_process";
import type * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  RevealOutputChannelOn,
} from "vscode-languageclient/node";
import { lastLine } from "./processes";

/** How a server is started. */
export interface Start {
  readonly command: readonly [string, ...string[]];
  readonly options: readonly string[];
  /** A folder that is not the workspace's: Python imports what lies in it. */
  readonly cwd: string;
  readonly onSaveOnly: boolean;
  readonly output: vscode.LogOutputChannel;
}

/** A server that has died so often, in so short a time, is not started again. */
const MOST_DEATHS = 4;
const SHORT_MS = 180_000;

/** A client whose server is started again when it dies, a few times. */
export class Client {
  private readonly client: LanguageClient;
  private errors = "";
  private deaths: number[] = [];
  private isRunning = false;

  /**
   * @param onEnd Is told why when the server has ended for good unasked.
   */
  constructor(
    private readonly how: Start,
    private readonly onEnd: (reason: string) => void,
  ) {
    const schemes = ["file", "untitled", "vscode-notebook-cell"];
    this.client = new LanguageClient("tapelint", "tapelint", () => this.spawned(), {
      documentSelector: schemes.map((scheme) => ({ scheme, language: "python" })),
      outputChannel: how.output,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      diagnosticPullOptions: { onChange: !how.onSaveOnly, onSave: true },
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => ({ action: this.closed(), handled: true }),
      },
    });
  }

  /**
   * Starts the server.
   *
   * @throws {Error} With the server's own words, where it does not start.
   */
  async start(): Promise<void> {
    try {
      await this.client.start();
    } catch {
      throw new Error(this.reason());
    }
    this.isRunning = true;
  }

  /** The version that the server says of itself. */
  get version(): string | undefined {
    return this.client.initializeResult?.serverInfo?.version;
  }

  async stop(): Promise<void> {
    this.isRunning = false;
    await this.client.dispose().catch(() => {}); // it has not started, or is gone already
  }

  private async spawned(): Promise<ChildProcess> {
    const { command, options, cwd } = this.how;
    const [file, ...args] = [...command, ...options];
    const child = spawn(file as string, args, { cwd, windowsHide: true });
    this.errors = "";
    child.stderr.setEncoding("utf8").on("data", (text) => {
      this.errors += text;
    });
    await new Promise((done, failed) => {
      child.once("spawn", done);
      child.once("error", (error) => {
        this.errors = error.message;
        failed(error);
      });
    });
    return child;
  }

  private closed(): CloseAction {
    const now = Date.now();
    this.deaths = [...this.deaths.filter((each) => now - each < SHORT_MS), now];
    if (!this.isRunning) return CloseAction.DoNotRestart; // it is ended, or has not started at all
    if (this.deaths.length < MOST_DEATHS) return CloseAction.Restart;
    this.isRunning = false;
    this.onEnd(this.reason());
    return CloseAction.DoNotRestart;
  }

  private reason(): string {
    return lastLine(this.errors).replace(/^tapelint: /, "") || "the server has ended";
  }
}
