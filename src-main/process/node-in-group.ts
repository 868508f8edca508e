import { Emitter } from '#core/async/emitter';
import { LineReader } from '#core/parsing/json-lines';
import type { Program } from './death-signal.ts';
import type { StartOptions } from './group.ts';
import type { ProcessGroup } from './process-group.ts';

/** Longest message, in bytes. */
const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;
const SIDE = 3;

interface NodeInGroup {
  readonly module: string;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly boxed?: ((program: Program, cwd: string) => Program) | undefined;
  readonly start: (options: StartOptions) => Promise<ProcessGroup>;
}

/**
 * Script under a Node whose group is created elsewhere; the port is node's own channel, on the group's side. @throws
 * AppError UNAVAILABLE
 */
export async function programInGroup(executable: string, { module, cwd, environment, boxed, start }: NodeInGroup) {
  const marker = crypto.randomUUID();
  const node: Program = { file: executable, args: [module] };
  const { file, args } = boxed ? boxed(node, cwd) : node;
  const group = await start({
    file,
    args,
    cwd,
    marker,
    hasSide: true,
    diesWithHost: boxed !== undefined,
    environment: { ...environment, NODE_CHANNEL_FD: String(SIDE), NODE_CHANNEL_SERIALIZATION_MODE: 'json' },
  });
  const messages = new Emitter<unknown>();
  const reader = new LineReader({
    maxBytes: MAX_MESSAGE_BYTES,
    onLine: (line) => {
      const message = parseMessage(line);
      if (message !== undefined) messages.emit(message);
    },
    onTooLong: () => void group.end(0),
  });
  const { pid, stdout, stderr, exited, side } = group;
  side?.on('data', (chunk: Buffer) => reader.push(chunk));
  // A channel that breaks is followed by the end of the process.
  side?.on('error', () => {});
  return {
    pid,
    marker,
    stdout,
    stderr,
    exited,
    isBoxed: boxed !== undefined,
    onMessage: messages.subscribe,
    send: (message: unknown) => {
      if (side?.writable) side.write(`${JSON.stringify(message)}\n`);
    },
    end: (graceMs?: number) => group.end(graceMs),
    [Symbol.asyncDispose]: () => group.end(),
  };
}

/**
 * Parses a message; `undefined` for a line that is not the program's: one that code of its own wrote there, or node for
 * itself.
 */
function parseMessage(line: Buffer): unknown {
  try {
    const message: unknown = JSON.parse(line.toString());
    return isNodes(message) ? undefined : message;
  } catch {
    return undefined;
  }
}

function isNodes(message: unknown): boolean {
  const cmd = typeof message === 'object' && message !== null && 'cmd' in message ? message.cmd : undefined;
  return typeof cmd === 'string' && cmd.startsWith('NODE_');
}
