import type { ReadStream, WriteStream } from 'node:tty';
import type { Api, SessionSummary } from '#contract';
import { messageOf } from '#core/app-error';
import { Emitter, type Subscribe } from '#core/emitter';
import { type Io, runConsole } from '#tty';

/** What the console needs of the app behind it, started for it and ended with it. */
export interface ConsoleApp extends AsyncDisposable {
  readonly api: Api;
  readonly version?: string;
  /** Said before the first prompt. */
  readonly greeting?: string;
  /** Folder of the new session; the host's first workspace where absent. */
  readonly workspace?: string | undefined;
  /** Sets a new session up, and says what the person should know of it. @throws AppError */
  readonly prepare?: (session: SessionSummary) => Promise<string | undefined>;
  /** It ended by itself, as when it is another process. */
  readonly onEnded?: Subscribe<void>;
}

export interface ConsoleEntry {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: { write(text: string): unknown };
  readonly isDebug: boolean;
  /** Called once it is known that there is a terminal. @throws what makes the start impossible; its message is told */
  readonly open: () => Promise<ConsoleApp>;
}

/** `sigma console`: the exit code. 1 when there is no terminal to talk in, or it cannot start; 0 when the person left. */
export async function consoleCommand({ stdin, stdout, stderr, isDebug, open }: ConsoleEntry): Promise<number> {
  if (!isTerminal(stdin) || !isTerminal(stdout)) {
    const [which, verb] = isTerminal(stdout) ? ['input', 'read from'] : ['output', 'written to'];
    stderr.write(
      `sigma console talks with a person in a terminal, but its standard ${which} is ${verb} something else. Run it without a pipe or redirection.\n`,
    );
    return 1;
  }
  try {
    await using app = await open();
    if (app.greeting !== undefined) stdout.write(`${app.greeting}\n`);
    let hasEnded = false;
    const hostEnded = new Emitter<void>();
    app.onEnded?.(() => {
      hasEnded = true;
      hostEnded.emit();
    });
    using io = terminalIo(stdin, stdout, hostEnded.subscribe);
    const terminate = new Emitter<void>();
    const onTerm = () => terminate.emit();
    process.once('SIGTERM', () => {
      onTerm();
      // The second one waits for nothing.
      process.once('SIGTERM', () => process.exit(143));
    });
    const { api, workspace, prepare, version } = app;
    const exitCode = await runConsole({
      ...{ api, io, isDebug, workspace, prepare, version },
      onTerminate: terminate.subscribe,
    });
    if (!hasEnded) return exitCode;
    stderr.write('The Sigma Shell this console was joined to has ended.\n');
    return 1;
  } catch (error) {
    stderr.write(`${messageOf(error)}\n`);
    return 1;
  }
}

export function isTerminal<Stream extends object>(stream: Stream): stream is Stream & (ReadStream & WriteStream) {
  return 'isTTY' in stream && stream.isTTY === true;
}

/** The process's own terminal; disposing it leaves the terminal as it was. */
export function terminalIo(stdin: ReadStream, stdout: WriteStream, onHostEnd: Subscribe<void>): Io & Disposable {
  const data = new Emitter<Uint8Array>();
  const end = new Emitter<void>();
  const resized = new Emitter<{ columns: number; rows: number }>();
  const size = () => ({ columns: Math.max(2, stdout.columns || 80), rows: Math.max(1, stdout.rows || 24) });
  const onData = (bytes: Uint8Array) => data.emit(bytes);
  const onEnd = () => end.emit();
  onHostEnd(onEnd);
  const onResize = () => resized.emit(size());
  stdin.on('data', onData);
  stdin.on('end', onEnd);
  process.on('SIGHUP', onEnd);
  stdout.on('resize', onResize);
  // A terminal that went away is heard of by its end.
  stdout.on('error', onEnd);
  stdin.on('error', onEnd);
  return {
    write: (text) => void stdout.write(text),
    onData: data.subscribe,
    onEnd: end.subscribe,
    onResize: resized.subscribe,
    size,
    setRaw: (on) => void stdin.setRawMode(on),
    [Symbol.dispose]: () => {
      stdin.off('data', onData);
      stdin.pause();
      stdout.off('resize', onResize);
      process.off('SIGHUP', onEnd);
    },
  };
}
