import type { Pty, PtyEvents, PtyExit, PtyOptions, PtySize, SpawnPty } from '#terminal';

/** A terminal without a program: the test says what it prints and when it ends, and sees what it is told. */
export class FakePty implements Pty {
  readonly pid = 4242;
  readonly options: PtyOptions;
  readonly #events: PtyEvents;
  written = '';
  sizes: PtySize[] = [];
  isPaused = false;
  pauses = 0;
  isDisposed = false;
  jobName: string | undefined;

  constructor(options: PtyOptions, events: PtyEvents) {
    this.options = options;
    this.#events = events;
  }

  say(text: string): void {
    this.#events.onData(text);
  }

  exit(exit: PtyExit = { exitCode: 0 }): void {
    this.#events.onExit(exit);
  }

  write(data: string): void {
    this.written += data;
  }

  resize(size: PtySize): void {
    this.sizes.push(size);
  }

  pause(): void {
    this.isPaused = true;
    this.pauses++;
  }

  resume(): void {
    this.isPaused = false;
  }

  job(): string | undefined {
    return this.jobName;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.isDisposed = true;
  }
}

/** A `SpawnPty` and the terminals it made, in order. */
export function fakePtys(): { readonly spawnPty: SpawnPty; readonly ptys: FakePty[] } {
  const ptys: FakePty[] = [];
  const spawnPty: SpawnPty = async (options, events) => {
    const pty = new FakePty(options, events);
    ptys.push(pty);
    return pty;
  };
  return { spawnPty, ptys };
}
