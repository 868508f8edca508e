import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { McpFile } from '#contract';
import { Mutex } from '#core/async/mutex';
import { LineReader, parseJsonLine } from '#core/parsing/json-lines';
import { answerAlone, errorAnswer, type JsonRpc, refusedCall } from './mcp-answers.ts';

export interface BridgeOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** File in which the app keeps what it serves and where it listens. */
  readonly file: string;
  readonly version: string;
}

const MAX_LINE_BYTES = 16 * 1024 * 1024;
/** Time limit for the app to admit us, in milliseconds. */
const WELCOME_MS = 5000;
/** Time for outstanding answers once the client has closed our input, in milliseconds. */
const LAST_ANSWERS_MS = 1000;
/** Id of the `initialize` that is repeated to an app that was started later. */
const AGAIN = 'sigma-mcp-again';
const TOO_LONG = `A message is longer than ${MAX_LINE_BYTES / 1024 / 1024} MiB, and where it ends is not looked for: nothing more is read. Start sigma mcp again, and send less at once.`;
const CLOSED = 'Sigma Shell was closed before this was answered. Open Sigma Shell again and look before you repeat it.';

/**
 * Lets an MCP client on `input` and `output` talk to the app that runs, and answers for it while there is none. Returns
 * the exit code.
 */
export async function runBridge(options: BridgeOptions): Promise<number> {
  return await new Bridge(options).run();
}

class Bridge {
  readonly #options: BridgeOptions;
  /** Requests the app has yet to answer, with their methods, by the JSON of their ids. */
  readonly #pending = new Map<string, JsonRpc>();
  #app: Socket | undefined;
  #initialize: JsonRpc | undefined;
  #isInitialized = false;
  /** The client has yet to read what was written. */
  #isFull = false;
  readonly #mutex = new Mutex();

  constructor(options: BridgeOptions) {
    this.#options = options;
  }

  async run(): Promise<number> {
    const { input, output } = this.#options;
    let exitCode = 0;
    let onTooLong = () => {};
    const tooLong = new Promise<void>((resolve) => {
      onTooLong = resolve;
    });
    const reader = new LineReader({
      maxBytes: MAX_LINE_BYTES,
      onLine: (line) => this.#inTurn(() => this.#fromClient(line)),
      onTooLong: () => {
        exitCode = 1;
        onTooLong();
      },
    });
    output.on('error', () => input.destroy());
    input.on('data', (chunk: Buffer) => reader.push(chunk));
    const ended = new Promise<void>((resolve) => input.once('end', resolve).once('close', resolve));
    await Promise.race([ended, tooLong]);
    await this.#mutex.settled();
    await this.#lastAnswers();
    this.#app?.destroy();
    if (exitCode !== 0) this.#tellTooLong();
    input.destroy();
    return exitCode;
  }

  /** Tells why it ends: a client that only finds its connection closed has nothing to go by. */
  #tellTooLong(): void {
    this.#say(errorAnswer(undefined, -32_600, TOO_LONG));
    process.stderr.write(`sigma mcp: ${TOO_LONG}\n`);
  }

  #inTurn(work: () => Promise<void>): void {
    this.#mutex.run(work).catch((error: unknown) => {
      process.stderr.write(`sigma mcp: ${error instanceof Error ? error.message : String(error)}\n`);
    });
  }

  async #fromClient(line: Buffer): Promise<void> {
    if (line.every((byte) => byte === 32 || byte === 9)) return;
    let message: unknown;
    try {
      message = parseJsonLine(line);
    } catch {
      this.#say(errorAnswer(undefined, -32_700, 'This line is not JSON'));
      return;
    }
    // A batch (revision 2025-03-26) is taken apart.
    for (const one of Array.isArray(message) ? message : [message]) await this.#take(one as JsonRpc);
  }

  async #take(message: JsonRpc): Promise<void> {
    if (typeof message !== 'object' || message === null) return;
    const isRequest = message.method !== undefined && message.id !== undefined;
    if (message.method === 'initialize') this.#initialize = message;
    if (message.method === 'notifications/initialized') this.#isInitialized = true;
    const app = this.#app ?? (isRequest ? await this.#reach(message) : undefined);
    if (app) {
      if (isRequest) this.#pending.set(JSON.stringify(message.id), message);
      app.write(`${JSON.stringify(message)}\n`);
    } else if (isRequest) this.#say(await this.#alone(message));
  }

  async #alone(message: JsonRpc): Promise<JsonRpc> {
    const served = (await this.#readFile())?.served ?? [];
    return answerAlone(message, served, this.#options.version);
  }

  async #readFile(): Promise<McpFile | undefined> {
    try {
      return McpFile.parse(JSON.parse(await readFile(this.#options.file, 'utf8')));
    } catch {
      return undefined;
    }
  }

  /** The app, if it runs: let in, and told who asks, unless `first` is going to say so. */
  async #reach(first: JsonRpc): Promise<Socket | undefined> {
    const file = await this.#readFile();
    const app = file?.socket === undefined ? undefined : await enterApp(file.socket, file.token);
    if (!app) return undefined;
    this.#app = app;
    const reader = new LineReader({
      maxBytes: MAX_LINE_BYTES,
      onLine: (line) => {
        try {
          this.#fromApp(line);
        } catch {
          app.destroy();
        }
      },
      onTooLong: () => app.destroy(),
    });
    app.on('data', (chunk: Buffer) => reader.push(chunk));
    app.once('close', () => this.#appGone(app));
    app.resume();
    if (this.#initialize && first.method !== 'initialize') {
      app.write(`${JSON.stringify({ ...this.#initialize, id: AGAIN })}\n`);
      if (this.#isInitialized) app.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    }
    return app;
  }

  #fromApp(line: Buffer): void {
    const message = parseJsonLine(line) as JsonRpc;
    if (message.id === AGAIN) return;
    if (message.method === undefined && message.id !== undefined) this.#pending.delete(JSON.stringify(message.id));
    this.#write(line);
  }

  #appGone(app: Socket): void {
    if (this.#app !== app) return;
    this.#app = undefined;
    for (const { id, method } of this.#pending.values()) {
      this.#say(method === 'tools/call' ? refusedCall(id, CLOSED) : errorAnswer(id, -32_000, CLOSED));
    }
    this.#pending.clear();
  }

  #say(message: JsonRpc): void {
    this.#write(Buffer.from(JSON.stringify(message)));
  }

  /** A client that does not read makes the app wait, not us grow. */
  #write(line: Buffer): void {
    const { output } = this.#options;
    if (output.write(Buffer.concat([line, Buffer.from('\n')]))) return;
    this.#app?.pause();
    if (this.#isFull) return;
    this.#isFull = true;
    output.once('drain', () => {
      this.#isFull = false;
      this.#app?.resume();
    });
  }

  async #lastAnswers(): Promise<void> {
    const giveUpAt = Date.now() + LAST_ANSWERS_MS;
    while (this.#pending.size > 0 && Date.now() < giveUpAt) await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * Connects to the app, which admits the connection; it is paused; `undefined` if nothing listens or the token is
 * another.
 */
function enterApp(path: string, token: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path);
    let said = Buffer.alloc(0);
    socket.setTimeout(WELCOME_MS, () => socket.destroy());
    socket.once('connect', () => socket.write(`${token}\n`));
    socket.on('error', () => {});
    socket.once('close', () => resolve(undefined));
    const onData = (chunk: Buffer) => {
      said = Buffer.concat([said, chunk]);
      const end = said.indexOf(10);
      if (end < 0) return;
      socket.off('data', onData).pause();
      socket.setTimeout(0);
      if (said.toString('utf8', 0, end) !== 'welcome') socket.destroy();
      else {
        socket.unshift(said.subarray(end + 1));
        resolve(socket);
      }
    };
    socket.on('data', onData);
  });
}
