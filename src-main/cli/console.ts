import { SAME_SIGNAL_MS } from '#app/start/end-once';
import type { Api, SessionSummary } from '#contract';
import { messageOf } from '#core/app-error';
import { onAbort } from '#core/async/abort';
import { Emitter, type Subscribe } from '#core/async/emitter';
import { runConsole } from '#tty';
import { isTerminal, terminalIo } from './terminal-io.ts';

/** App behind the console, started for it and ended with it. */
export interface ConsoleApp extends AsyncDisposable {
  readonly api: Api;
  readonly version?: string;
  /** Said before the first prompt. */
  readonly greeting?: string;
  /** Folder of the new session; the host's first workspace where absent. */
  readonly workspace?: string | undefined;
  /** Sets a new session up, and says what the person should know of it. @throws AppError */
  readonly prepare?: (session: SessionSummary) => Promise<string | undefined>;
  /** Aborts when it is asked to end by something else than this terminal. */
  readonly quit?: AbortSignal;
  /** Subscribes to its end, if it is another process that may end by itself. */
  readonly onEnded?: Subscribe<void>;
}

export interface ConsoleEntry {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: { write(text: string): unknown };
  readonly isDebug: boolean;
  /** An earlier session to go on with: its id, or empty to choose. */
  readonly resume?: string | undefined;
  /** Called once it is known that there is a terminal. @throws what makes the start impossible; its message is told */
  readonly open: () => Promise<ConsoleApp>;
}

/** `sigma console`: the exit code. 1 when there is no terminal to talk in, or it cannot start; 0 if the person left. */
export async function consoleCommand({ stdin, stdout, stderr, isDebug, resume, open }: ConsoleEntry): Promise<number> {
  if (!isTerminal(stdin) || !isTerminal(stdout)) {
    const [which, verb] = isTerminal(stdout) ? ['input', 'read from'] : ['output', 'written to'];
    stderr.write(
      `sigma console talks with a person in a terminal, but its standard ${which} is ${verb} something else. Run it without a pipe or redirection.\n`,
    );
    return 1;
  }
  const ended = new AbortController();
  using io = terminalIo(stdin, stdout, ended.signal);
  try {
    // From here on what is typed waits for the first prompt, each line as it was entered.
    io.setRaw(true);
    await using app = await open();
    if (app.greeting !== undefined) stdout.write(`${app.greeting}\n`);
    let hasEnded = false;
    app.onEnded?.(() => {
      hasEnded = true;
      ended.abort();
    });
    using _quit = onAbort(app.quit, () => ended.abort());
    const { api, workspace, prepare, version } = app;
    const exitCode = await runConsole({
      api,
      io,
      isDebug,
      resume,
      workspace,
      prepare,
      version,
      onTerminate: hearTermination(),
    });
    // While the app ends, the terminal is the shell's again.
    io[Symbol.dispose]();
    if (app.quit?.aborted) stderr.write('Sigma Shell was asked to end, as by `sigma stop`.\n');
    if (!hasEnded) return exitCode;
    stderr.write('The Sigma Shell this console was joined to has ended.\n');
    return 1;
  } catch (error) {
    io.setRaw(false);
    stderr.write(`${messageOf(error)}\n`);
    return 1;
  }
}

/** Hears SIGTERM to the end of the process. */
function hearTermination(): Subscribe<void> {
  const terminate = new Emitter<void>();
  let terminatedAt: number | undefined;
  process.on('SIGTERM', () => {
    const now = performance.now();
    // One to the whole process group also comes by way of the launcher, a moment later.
    if (terminatedAt === undefined || now - terminatedAt > SAME_SIGNAL_MS) terminate.emit();
    terminatedAt = now;
  });
  return terminate.subscribe;
}
