export interface PtySize {
  readonly columns: number;
  readonly rows: number;
}

export interface PtyExit {
  readonly exitCode?: number | undefined;
  /** Name of the signal that ended it, such as `SIGKILL`. */
  readonly signal?: string | undefined;
}

export interface PtyOptions extends PtySize {
  /** Absolute path of the program. */
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** All of the child's environment. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Events of a terminal; passed when it is started, so that nothing is missed. */
export interface PtyEvents {
  /** Decoded text as it arrives. */
  readonly onData: (text: string) => void;
  /** Called once, after the last of the output. */
  readonly onExit: (exit: PtyExit) => void;
}

/**
 * A program on a pseudo-terminal of its own, leading its own session. Disposing it hangs up, and after a grace period
 * kills, everything in that session; it resolves when all of it is gone.
 */
export interface Pty extends AsyncDisposable {
  readonly pid: number;
  /** Types `data`; waits in order, without blocking the host, while the program does not read. */
  write(data: string): void;
  resize(size: PtySize): void;
  /** Stops reading, so that a program that goes on writing blocks. */
  pause(): void;
  resume(): void;
  /** Name of the program that runs in it apart from the shell itself; `undefined` at a prompt. */
  job(): string | undefined;
  /** The folder that the shell is in, where the system tells. */
  folder?(): string | undefined;
}

/** @throws AppError UNAVAILABLE if the program cannot be started, INVALID_INPUT when `cwd` is no directory. */
export type SpawnPty = (options: PtyOptions, events: PtyEvents) => Promise<Pty>;
