import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { AppError } from '#core/app-error';
import { Deferred } from '#core/async/deferred';
import { startGroup } from '#process/group';
import { readPaced } from '#process/paced-pipe';
import type { Exit, ProcessGroup } from '#process/process-group';
import type { LinkEnd } from '#tools';
import { LineTransport } from './line-transport.ts';
import type { McpWire } from './wire.ts';

export interface StdioOptions {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly parse: (value: unknown) => JSONRPCMessage;
  readonly onStderr: (text: string) => void;
}

/** Time between SIGTERM and SIGKILL, in milliseconds. */
const GRACE_MS = 10_000;
/** Time between closing its input, by which the protocol asks it to end, and SIGTERM, in milliseconds. */
const CLOSED_INPUT_MS = 500;
/**
 * Time that leftover processes may hold its pipes after it ended, and that it may take to end after it closed its
 * output, in milliseconds.
 */
const LINGER_MS = 250;
const CLOSED_OUTPUT_MS = 500;

/**
 * Starts a server that speaks MCP on its standard input and output. @throws AppError UNAVAILABLE if it cannot be
 * started
 */
export async function startStdio(options: StdioOptions): Promise<McpWire> {
  const [file, ...args] = options.argv;
  if (file === undefined) throw new AppError('INVALID_INPUT', 'The command of the MCP server is empty');
  const { cwd, environment } = options;
  return new StdioWire(await startGroup({ file, args, cwd, environment, stdin: 'pipe', graceMs: GRACE_MS }), options);
}

class StdioWire implements McpWire {
  readonly transport: LineTransport;
  readonly ended: Promise<LinkEnd>;
  readonly #group: ProcessGroup;
  readonly #ending = new Deferred<LinkEnd>();
  #end: LinkEnd | undefined;
  #isClosedByUs = false;
  #words = '';

  constructor(group: ProcessGroup, { parse, onStderr }: StdioOptions) {
    this.#group = group;
    this.ended = this.#ending.promise;
    const { stdin, stdout, stderr } = group;
    if (!stdin) throw new Error('A child without standard input');
    const hear = (text: string) => {
      this.#words = (this.#words + text).slice(-2000);
      onStderr(text);
    };
    readPaced(stderr, hear);
    this.transport = new LineTransport({
      input: stdout,
      output: stdin,
      parse,
      onBadLine: (shown) => hear(`[not MCP] ${shown}\n`),
      onBroken: (why) => this.#finish({ state: 'failed', reason: capitalize(why) }),
      onClose: () => {
        this.#isClosedByUs ||= this.#end === undefined;
        this.#finish({ state: 'completed', reason: 'closed' });
      },
    });
    const closed = new Promise<undefined>((resolve) => stdout.once('close', () => resolve(undefined)));
    void this.#watch(closed);
  }

  get pid(): number {
    return this.#group.pid;
  }

  end(): LinkEnd | undefined {
    return this.#end;
  }

  isClosedByUs(): boolean {
    return this.#isClosedByUs;
  }

  lastWords(): string {
    return this.#words.trim().split('\n').slice(-3).join('\n');
  }

  async close(graceMs: number): Promise<void> {
    this.#finish({ state: 'completed', reason: 'by user' }, graceMs);
    await this.#over(graceMs);
  }

  async #watch(closed: Promise<undefined>): Promise<void> {
    const first = await Promise.race([this.#group.exited, closed]);
    const exit = first ?? (await Promise.race([this.#group.exited, pause(CLOSED_OUTPUT_MS)]));
    if (first) await Promise.race([closed, pause(LINGER_MS)]);
    this.#finish(exit ? endBy(exit) : { state: 'failed', reason: 'The server closed its output' });
  }

  #finish(end: LinkEnd, graceMs?: number): void {
    if (this.#end) return;
    this.#end = end;
    this.#ending.resolve(end);
    this.transport.closed();
    void this.#over(graceMs);
  }

  async #over(graceMs = GRACE_MS): Promise<void> {
    this.#group.stdin?.end();
    await Promise.race([this.#group.exited, pause(Math.min(CLOSED_INPUT_MS, graceMs))]);
    await this.#group.end(graceMs);
  }
}

function endBy({ exitCode, signal }: Exit): LinkEnd {
  if (exitCode === undefined) return { state: 'failed', reason: `ended by ${signal ?? 'a signal'}` };
  return { state: exitCode === 0 ? 'completed' : 'failed', reason: `exit code ${exitCode}` };
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const pause = (ms: number): Promise<undefined> =>
  new Promise((resolve) => setTimeout(() => resolve(undefined), ms).unref());
