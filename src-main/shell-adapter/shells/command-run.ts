import { setTimeout as delay } from 'node:timers/promises';
import type { LiveUsage, RunLimits, StopReason } from '#contract';
import { onAbort } from '#core/async/abort';
import type { CommandEnd } from './command-end.ts';
import type { ExecuteResult, TerminationReason } from './model.ts';
import { CommandOutput, type OutputOptions } from './output/command-output.ts';
import type { ShellProcess } from './process/shell-process.ts';

export interface RunOptions extends Omit<OutputOptions, 'maxBytes' | 'onTooMuch'> {
  readonly shell: ShellProcess;
  /** Whether nothing else runs in its shell, before or after. */
  readonly isAlone: boolean;
  readonly command: string;
  readonly limits: RunLimits;
  readonly signal: AbortSignal;
  readonly onUsage: ((usage: LiveUsage) => void) | undefined;
  /** Called when it has ended; it may still be stopped for what it did. */
  readonly onRan: () => void;
}

/** Time between SIGTERM and SIGKILL, in milliseconds. */
const GRACE_MS = 2000;
/** Time for the shell to report that the command is gone, in milliseconds. */
const TELL_MS = 300;
const LOOK_MS = 10;
/** Time that killing may take, in milliseconds; afterwards the shell and everything in it is killed another way. */
const KILL_MS = 3000;
/** Longest time of a timer, in milliseconds. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** Reason why a run was stopped; the first one counts. */
interface StopCause {
  readonly reason: TerminationReason;
  readonly text: string;
  /** Sentence for its client, without its end. */
  readonly told: string;
}

/** One command in a shell, within its limits of time and output; others stop it from outside. */
export class CommandRun {
  readonly startedAt = Date.now();
  readonly #begun = performance.now();
  readonly output: CommandOutput;
  readonly limits: RunLimits;
  readonly #options: RunOptions;
  #stop: StopCause | undefined;
  #isDone = false;
  #stopping: Promise<void> = Promise.resolve();

  constructor(options: RunOptions) {
    this.#options = options;
    this.limits = options.limits;
    const { maxOutputBytes } = options.limits;
    this.output = new CommandOutput({
      ...options,
      maxBytes: maxOutputBytes,
      onTooMuch: () => this.stop('output', `It printed more than ${maxOutputBytes} bytes`),
    });
  }

  get stopped(): StopCause | undefined {
    return this.#stop;
  }

  get elapsedMs(): number {
    return Math.round(performance.now() - this.#begun);
  }

  usage(usage: LiveUsage): void {
    this.#options.onUsage?.(usage);
  }

  /** Ends the command, and lets the shell go on if it can. */
  stop(reason: TerminationReason, text: string): void {
    if (!this.#note({ reason, text, told: endedNote(text) })) return;
    const { isAlone, shell } = this.#options;
    this.#stopping = isAlone ? shell.group.end(GRACE_MS) : this.#endCommand();
  }

  /** Ends the command and its shell. */
  stopAll(reason: TerminationReason, text: string): void {
    this.#stopShell(reason, text, endedNote(text));
  }

  /** The same as `stopAll`, for a session that is closed. */
  closeWith(reason: TerminationReason, why: string): void {
    const its = this.#options.isAlone ? '' : ' with its session';
    this.#stopShell(reason, why, `It was ended${its}, since ${why}`);
  }

  /** Never throws for anything that the command did. */
  async run(): Promise<Omit<ExecuteResult, 'isClosed'>> {
    const { shell, command, isAlone, limits, signal } = this.#options;
    using _ = onAbort(signal, () => this.stop('cancelled', 'It was cancelled'));
    const seconds = limits.timeoutMs / 1000;
    const timer = setTimeout(
      () => this.stop('timeout', `It ran longer than ${seconds} s`),
      Math.min(limits.timeoutMs, MAX_TIMER_MS),
    );
    try {
      const ran = await (isAlone ? shell.become(command, this.output.take) : shell.run(command, this.output.take));
      this.#options.onRan();
      const outOfDisk = shell.files.ranOut(ran);
      if (outOfDisk !== undefined) this.stopAll('disk', outOfDisk);
      this.#isDone = true;
      await this.#stopping;
      return await this.#result(ran);
    } finally {
      this.#isDone = true;
      clearTimeout(timer);
    }
  }

  async #result(ran: CommandEnd): Promise<Omit<ExecuteResult, 'isClosed'>> {
    const printed = await this.output.finish();
    const finished = { ...printed, stderr: withHint(printed.stderr) };
    const { isAlone, shell } = this.#options;
    const { cwd } = shell;
    const stop = this.#stop;
    if (stop) {
      const stderr = withNote(finished.stderr, stop.told);
      return { ...finished, stderr, exit_code: -1, termination_reason: stop.reason, cwd };
    }
    if (ran.report) return { ...finished, exit_code: ran.report.exitCode, cwd };
    if (isAlone) return { ...finished, exit_code: ran.exitCode, cwd };
    const stderr = ran.why === undefined ? finished.stderr : withNote(finished.stderr, ran.why);
    return { ...finished, stderr, exit_code: ran.exitCode, termination_reason: 'shell_exit', cwd };
  }

  #stopShell(reason: TerminationReason, text: string, told: string): void {
    if (this.#note({ reason, text, told })) this.#stopping = this.#options.shell.group.end(0);
  }

  #note(stop: StopCause): boolean {
    if (this.#isDone || this.#stop) return false;
    this.#stop = stop;
    return true;
  }

  /** Ends the command; one that the shell runs itself, such as a loop, can be ended only with the shell. */
  async #endCommand(): Promise<void> {
    const { group } = this.#options.shell;
    const pid = await group.programPid();
    const deadline = performance.now() + GRACE_MS;
    // A program that the shell was just about to start, or starts next, is ended as well.
    let isKilling = false;
    while (!this.#isDone && performance.now() < deadline) {
      const left = deadline - performance.now();
      isKilling = true;
      const others = group
        .endOthers(left)
        .catch(() => {})
        .finally(() => {
          isKilling = false;
        });
      // One that was stopped takes notice when it goes on.
      if (pid !== undefined) signalQuietly(pid, 'SIGCONT');
      // Killing that goes on would hit the next command.
      await Promise.race([others, delay(left + KILL_MS)]);
      if (!this.#isDone) await delay(LOOK_MS);
    }
    for (const until = performance.now() + TELL_MS; !isKilling && !this.#isDone && performance.now() < until; )
      await delay(LOOK_MS);
    if (!this.#isDone || isKilling) await group.end(0);
  }
}

/** Messages of programs that need a terminal, above all full-screen ones. */
const WANTS_TERMINAL =
  /(?:in|out)put is not (?:from |to )?a (?:terminal|tty)|not a (?:tty|terminal)\b|opening terminal|could not find terminal|TERM environment variable not set|failed tty get|terminal is required|Inappropriate ioctl for device/i;
const NO_TERMINAL =
  'There is no terminal here, and commands have no input: use a program, or an option of it, that fills no screen and asks nothing';

const withHint = (stderr: string): string => (WANTS_TERMINAL.test(stderr) ? withNote(stderr, NO_TERMINAL) : stderr);

const endedNote = (text: string) => `${text}, and was ended`;

/** Adds a note for the client to what its command printed. */
export const withNote = (stderr: string, text: string): string => `${stderr}${stderr === '' ? '' : '\n'}[${text}.]`;

function signalQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It is gone already.
  }
}

/** Translates a stop reason to the words of the protocol. */
export function terminationOf(reason: StopReason): TerminationReason {
  if (reason === 'exit') return 'shell_exit';
  if (reason === 'abort') return 'cancelled';
  return reason === 'stopping' ? 'adapter_stopping' : reason;
}
