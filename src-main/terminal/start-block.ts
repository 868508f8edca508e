import { randomUUID } from 'node:crypto';
import type { PeakUsage, TerminalOutput } from '#contract';
import { AppError } from '#core/app-error';
import { onAbort } from '#core/async/abort';
import { Deferred } from '#core/async/deferred';
import { streamOf } from '#core/async/streams';
import { CapturedOutput, captureTail } from '#core/text/captured-output';
import { watchUsage } from '#process/usage';
import { endSession } from './end-session.ts';
import type { PtyExit, PtySize, SpawnPty } from './pty.ts';
import { sessionProcesses } from './session-processes.ts';
import { terminalEnvironment } from './terminal-environment.ts';
import { TerminalSession } from './terminal-session.ts';

export interface BlockOptions {
  /** Absolute path of the program. */
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The host's variables: those of another terminal are left out. */
  readonly environment: Readonly<Record<string, string>>;
  /** The person's own, which stay as they are. */
  readonly variables: Readonly<Record<string, string>>;
  readonly size: PtySize;
  /** Title for the question before quitting. */
  readonly title: string;
}

/** One command on a terminal of its own. */
export interface CommandBlock {
  /** Id for `terminals.attach`, `write` and `resize`. */
  readonly terminal: string;
  readonly pid: number;
  /** Resolves after the last of the output; with the highest usage of it and its descendants, if it ran long enough. */
  readonly exited: Promise<PtyExit & { readonly peak?: PeakUsage | undefined }>;
  /** Reads its output so far: escapes resolved, the alternate screen left out, the last 512 KiB. */
  text(): Promise<{ readonly text: string; readonly isTail: boolean }>;
  /** Ctrl+C, as if it were typed. */
  interrupt(): void;
  /** Hangs up on the command and all it started, and after a grace period kills them; its terminal can still be read. */
  end(): Promise<void>;
}

/** @throws AppError of `SpawnPty`. */
export type StartBlock = (options: BlockOptions) => Promise<CommandBlock>;

/** Lines kept above the screen. */
const SCROLLBACK = 20_000;
/** Time for which a terminal can be read after its command has ended, in milliseconds; below, the most of those. */
const LINGER_MS = 10_000;
const MAX_ENDED = 4;
/** Delay before checking again whether background processes have ended, in milliseconds. */
const LOOK_AGAIN_MS = 30_000;
const STARTING_MS = 1000;
/** Time between two checks of a command's usage, in milliseconds. */
const USAGE_MS = 1000;
/** Longest wait for the remaining output of a closed screen, in milliseconds. */
const CLOSED_MS = 500;

interface RunningBlock {
  readonly session: TerminalSession;
  readonly title: string;
  hasEnded: boolean;
}

/** Terminals that belong to one command each: not in the list of terminals, and gone soon after their command. */
export class Blocks implements AsyncDisposable {
  readonly #spawnPty: SpawnPty;
  readonly #blocks = new Map<string, RunningBlock>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #isEnding = false;

  constructor(spawnPty: SpawnPty) {
    this.#spawnPty = spawnPty;
  }

  readonly start: StartBlock = async (options) => {
    const id = randomUUID();
    const capture = new CapturedOutput();
    let reportExit = (_exit: PtyExit): void => {};
    const ended = new Promise<PtyExit>((resolve) => {
      reportExit = resolve;
    });
    const session = await this.#open(id, options, (events) => ({
      onData: (text) => {
        capture.add(text);
        events.onData(text);
      },
      onExit: (exit) => {
        events.onExit(exit);
        reportExit(exit);
      },
    }));
    const running: RunningBlock = { session, title: options.title, hasEnded: false };
    this.#blocks.set(id, running);
    const { pid } = session.state.value;
    const usage = watchUsage({ pids: () => sessionProcesses(pid) }, USAGE_MS);
    const exited = ended.then((exit) => ({ ...exit, peak: usage.stop() }));
    void exited.then(() => this.#linger(id, running));
    return {
      terminal: id,
      pid,
      exited,
      text: () => blockText(capture, session),
      interrupt: () => interrupt(session),
      end: () => endSession(pid, () => running.hasEnded),
    };
  };

  find(id: string): TerminalSession | undefined {
    return this.#blocks.get(id)?.session;
  }

  /** Attaches as `TerminalService.attach` does; `undefined` if there is no such block. */
  attach(id: string, signal: AbortSignal | undefined): AsyncGenerator<TerminalOutput, void> | undefined {
    const session = this.find(id);
    if (!session) return undefined;
    const ends = signal ? AbortSignal.any([signal, session.closed]) : session.closed;
    return streamOf<TerminalOutput>((deliver) => session.attach(deliver), ends);
  }

  /** Titles of those that still run. */
  running(): string[] {
    return [...this.#blocks.values()].filter(({ hasEnded }) => !hasEnded).map(({ title }) => title);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isEnding = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    const sessions = [...this.#blocks.values()].map(({ session }) => session);
    this.#blocks.clear();
    await Promise.all(sessions.map((session) => session[Symbol.asyncDispose]()));
  }

  async #open(
    id: string,
    { file, args, cwd, environment, variables, size }: BlockOptions,
    listen: (events: Parameters<SpawnPty>[1]) => Parameters<SpawnPty>[1],
  ): Promise<TerminalSession> {
    const session = await TerminalSession.open({
      id,
      spawnPty: (options, events) => this.#spawnPty(options, listen(events)),
      program: { file, args, cwd, environment: { ...terminalEnvironment(environment, cwd), ...variables } },
      size,
      scrollback: SCROLLBACK,
      now: Date.now,
    });
    if (!this.#isEnding) return session;
    await session[Symbol.asyncDispose]();
    throw new AppError('CANCELLED', 'Sigma Shell is closing');
  }

  /** Readers may be a little behind, or only on their way. */
  #linger(id: string, running: RunningBlock): void {
    running.hasEnded = true;
    if (this.#isEnding) return;
    this.#timers.set(id, this.#forgetAfter(id, LINGER_MS));
    const ended = [...this.#timers.keys()];
    for (const old of ended.slice(0, Math.max(0, ended.length - MAX_ENDED))) void this.#forget(old);
  }

  /**
   * Forgets a block; processes that the command left in the background keep its terminal until the host ends, because
   * closing it would end them.
   */
  async #forget(id: string): Promise<void> {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
    const block = this.#blocks.get(id);
    if (!block) return;
    if ((await sessionProcesses(block.session.state.value.pid)).length > 0) {
      if (!this.#isEnding) this.#timers.set(id, this.#forgetAfter(id, LOOK_AGAIN_MS));
      return;
    }
    this.#blocks.delete(id);
    await block.session[Symbol.asyncDispose]();
  }

  #forgetAfter(id: string, ms: number): NodeJS.Timeout {
    return setTimeout(() => void this.#forget(id), ms);
  }
}

/** A program that is only just being started has no terminal yet that would turn the key into a signal. */
function interrupt(session: TerminalSession): void {
  session.write('\x03');
  const { pid, createdAt } = session.state.value;
  if (process.platform === 'win32' || Date.now() - createdAt > STARTING_MS) return;
  try {
    process.kill(-pid, 'SIGINT');
  } catch {
    // Gone already.
  }
}

/**
 * Exact where the output was only text; what its screen shows otherwise. A screen that is closed in the meantime never
 * answers.
 */
async function blockText(capture: CapturedOutput, session: TerminalSession) {
  if (capture.isPlain) return capture.result();
  const closed = new Deferred<undefined>();
  using _ = onAbort(session.closed, () => setTimeout(() => closed.resolve(undefined), CLOSED_MS));
  const screen = (await Promise.race([session.text(), closed.promise])) ?? { text: '', isTail: true };
  const { text, isTail } = captureTail(screen.text);
  return { text, isTail: isTail || screen.isTail };
}
