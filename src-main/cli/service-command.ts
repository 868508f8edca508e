import { closeSync, openSync } from 'node:fs';
import { SAME_SIGNAL_MS } from '#app/start/end-once';
import type { Api } from '#contract';
import { messageOf } from '#core/app-error';
import type { Subscribe } from '#core/async/emitter';

/** The app that serves what a command starts. */
export interface ServingHost extends AsyncDisposable {
  readonly api: Api;
  /** The process that serves it, where that is another one. */
  readonly joined: number | undefined;
  readonly onEnded?: Subscribe<void>;
}

export interface ServiceCommand {
  readonly stderr: { write(text: string): unknown };
  /** Name of its configuration, in words that "cannot be used" follows. */
  readonly configuration: string;
  /** Path of the configuration file. */
  readonly file: string | undefined;
  /** Starts it and serves until `leave` is aborted. @throws what makes the start impossible; its message is told */
  readonly serve: (leave: AbortController) => Promise<number>;
  /** Called on SIGHUP; if absent, the signal ends the service as SIGTERM does. */
  readonly onHangup?: () => void;
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Serves until a signal: the exit code; 1 when it cannot be served. A second one, a while later, ends the process at once. */
export async function serveUntilLeft(command: ServiceCommand): Promise<number> {
  const { stderr, configuration, file, serve, onHangup } = command;
  const leave = new AbortController();
  let signalledAt: number | undefined;
  const onSignal = () => {
    const now = performance.now();
    signalledAt ??= now;
    // The second one waits for nothing.
    if (now - signalledAt > SAME_SIGNAL_MS) process.exit(130);
    leave.abort();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  const hangUp = () => (onHangup && !hasLostTerminal() ? onHangup() : onSignal());
  process.on('SIGHUP', hangUp);
  try {
    return await serve(leave);
  } catch (error) {
    stderr.write(`${failureText(error, configuration, file)}\n`);
    return 1;
  } finally {
    for (const signal of SIGNALS) process.off(signal, onSignal);
    process.off('SIGHUP', hangUp);
  }
}

/** Whether the terminal of this process was closed, which sends SIGHUP as well: it cannot be opened any more then. */
function hasLostTerminal(): boolean {
  if (!process.stdin.isTTY && !process.stdout.isTTY) return false;
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return false;
  } catch {
    return true;
  }
}

/** Every problem of the file by its key, with its line. */
function failureText(error: unknown, configuration: string, file = ''): string {
  const { problems = [], advice, where } = errorDetail(error);
  if (problems.length === 0) return [messageOf(error), advice].filter(Boolean).join('\n');
  const lines = problems.map(({ path, line, message }) => {
    const place = line === undefined ? '' : ` (line ${line})`;
    return path === '' ? `  ${message}${place}` : `  ${path}${place}: ${message}`;
  });
  return `${configuration} ${where ?? file} cannot be used:\n${lines.join('\n')}`;
}

interface ErrorDetail {
  readonly problems?: readonly { readonly path: string; readonly line?: number; readonly message: string }[];
  readonly advice?: string;
  readonly where?: string;
}

/** Extracts the details of an expected failure that came over the wire. */
function errorDetail(error: unknown): ErrorDetail {
  const data: unknown = typeof error === 'object' && error !== null && 'data' in error ? error.data : undefined;
  return typeof data === 'object' && data !== null ? (data as ErrorDetail) : {};
}
