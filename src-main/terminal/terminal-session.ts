import type { Terminal, TerminalOutput } from '#contract';
import { AppError } from '#core/app-error';
import { LiveValue } from '#core/async/streams';
import { FlowControl } from './flow-control.ts';
import { OutputBatch } from './output-batch.ts';
import type { Pty, PtyExit, PtyOptions, PtySize, SpawnPty } from './pty.ts';
import { Readers } from './readers.ts';
import { createScreen, type TerminalScreen } from './screen.ts';
import { TerminalName } from './terminal-name.ts';
import { cleanTitle } from './terminal-title.ts';

export interface TerminalSessionOptions {
  readonly id: string;
  readonly spawnPty: SpawnPty;
  readonly program: Omit<PtyOptions, keyof PtySize>;
  readonly size: PtySize;
  /** Lines kept above the screen. */
  readonly scrollback: number;
  readonly now: () => number;
}

/** One terminal: its shell, what its screen shows, and everyone who reads it. It outlives its shell until it is closed. */
export class TerminalSession implements AsyncDisposable {
  readonly #options: TerminalSessionOptions;
  readonly #screen: TerminalScreen;
  readonly #readers: Readers;
  readonly #batch = new OutputBatch((text) => this.#deliver(text));
  readonly #flow: FlowControl;
  readonly #state: LiveValue<Terminal>;
  readonly #closed = new AbortController();
  /** The shells that were started here, the present one last: an earlier one's background jobs may live on. */
  readonly #ptys: Pty[] = [];
  #isStarting = false;
  #programTitle = '';
  #givenTitle = '';
  readonly #name: TerminalName;

  /** @throws AppError of `SpawnPty`. */
  static async open(options: TerminalSessionOptions): Promise<TerminalSession> {
    const heard: { session?: TerminalSession } = {};
    const screen = await createScreen({
      ...options.size,
      scrollback: options.scrollback,
      onTitle: (title) => heard.session?.setProgramTitle(title),
      onReply: (data) => heard.session?.reply(data),
    });
    const session = new TerminalSession(options, screen);
    heard.session = session;
    try {
      await session.#start(options.size);
      return session;
    } catch (error) {
      await session[Symbol.asyncDispose]();
      throw error;
    }
  }

  private constructor(options: TerminalSessionOptions, screen: TerminalScreen) {
    const { id, program, size, now } = options;
    this.#options = options;
    this.#screen = screen;
    this.#readers = new Readers(screen, () => this.#reviewFlow());
    this.#flow = new FlowControl({ pause: () => this.#pty?.pause(), resume: () => this.#pty?.resume() });
    this.#name = new TerminalName({
      cwd: program.cwd,
      pty: () => this.#pty,
      onLooked: () => this.#retitle(),
    });
    const title = this.#title();
    this.#state = new LiveValue({
      id,
      title,
      shell: program.file,
      cwd: program.cwd,
      pid: 0,
      createdAt: now(),
      ...size,
    });
  }

  get state(): LiveValue<Terminal> {
    return this.#state;
  }

  /** Aborted when the terminal is closed. */
  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  /** Name of the program that runs in it apart from the shell itself; `undefined` at a prompt. */
  job(): string | undefined {
    const name = this.#state.value.exit ? undefined : this.#pty?.job();
    return name === undefined ? undefined : cleanTitle(name);
  }

  /** The reader gets a replay, then everything after it; the returned function detaches it. */
  attach(deliver: (output: TerminalOutput) => void): () => void {
    this.#batch.flush();
    const { exit } = this.#state.value;
    return this.#readers.attach(deliver, exit && { kind: 'exit', exitCode: exit.exitCode, signal: exit.signal });
  }

  acknowledge(attachment: string, characters: number): void {
    this.#readers.acknowledge(attachment, characters);
  }

  write(data: string): void {
    this.#pty?.write(data);
  }

  resize(size: PtySize): void {
    const { columns, rows } = this.#state.value;
    if (columns === size.columns && rows === size.rows) return;
    this.#batch.flush();
    this.#screen.resize(size);
    this.#pty?.resize(size);
    this.#change(size);
  }

  rename(title: string): void {
    this.#givenTitle = cleanTitle(title);
    this.#change({ title: this.#title() });
  }

  clear(): void {
    this.#batch.flush();
    this.#screen.clear();
  }

  /** Reads the whole output so far as text, without the alternate screen; see `Screen.text`. */
  text(): Promise<{ readonly text: string; readonly isTail: boolean }> {
    this.#batch.flush();
    return new Promise((resolve) => this.#screen.text((text, isTail) => resolve({ text, isTail })));
  }

  /** @throws AppError CONFLICT while the shell still runs, and those of `SpawnPty`. */
  async restart(size: PtySize): Promise<void> {
    if (!this.#state.value.exit || this.#isStarting) {
      throw new AppError('CONFLICT', 'The shell of this terminal still runs', {
        advice: 'End the shell first, or open another terminal.',
      });
    }
    await this.#start(size);
  }

  setProgramTitle(title: string): void {
    this.#programTitle = cleanTitle(title);
    this.#retitle();
  }

  /** A program that asks its terminal something is answered by the reader, and only without one from here. */
  reply(data: string): void {
    if (!this.#readers.areLive) this.#pty?.write(data);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed.abort();
    this.#readers.clear();
    await Promise.all(this.#ptys.map((pty) => pty[Symbol.asyncDispose]()));
    this.#name[Symbol.dispose]();
    this.#batch[Symbol.dispose]();
    this.#screen[Symbol.dispose]();
  }

  get #pty(): Pty | undefined {
    return this.#ptys.at(-1);
  }

  async #start(size: PtySize): Promise<void> {
    const { program, spawnPty } = this.#options;
    this.#isStarting = true;
    // The shell may say something, and even end, before its start is reported.
    const early: (() => void)[] = [];
    let relay = (event: () => void): void => {
      early.push(event);
    };
    try {
      const pty = await spawnPty(
        { ...program, ...size },
        { onData: (text) => relay(() => this.#take(text)), onExit: (exit) => relay(() => this.#end(exit)) },
      );
      // Closed while it was being started: nobody else would end it.
      if (this.#closed.signal.aborted) {
        await pty[Symbol.asyncDispose]();
        throw new AppError('CANCELLED', 'The terminal was closed before its shell had started');
      }
      if (this.#pty) this.#startAnew(size);
      this.#ptys.push(pty);
      if (this.#flow.isPaused) pty.pause();
      this.#change({ pid: pty.pid, exit: undefined });
      relay = (event) => event();
      for (const event of early) event();
    } finally {
      this.#isStarting = false;
    }
  }

  #startAnew(size: PtySize): void {
    this.#screen.recover();
    this.#screen.resize(size);
    this.#programTitle = '';
    this.#readers.replayAll();
    this.#change({ ...size, title: this.#title() });
  }

  #take(text: string): void {
    this.#batch.add(text);
    this.#name.written();
    this.#reviewFlow();
  }

  #deliver(text: string): void {
    this.#readers.send({ kind: 'data', data: text });
    this.#screen.write(text, () => this.#reviewFlow());
  }

  #end({ exitCode, signal }: PtyExit): void {
    this.#batch.flush();
    this.#change({ exit: { exitCode, signal, at: this.#options.now() } });
    this.#readers.send({ kind: 'exit', exitCode, signal });
  }

  /** Batched output counts too: it has been read from the program. */
  #reviewFlow(): void {
    this.#flow.update(Math.max(this.#screen.backlog, this.#readers.unacknowledged) + this.#batch.size);
  }

  #title(): string {
    return this.#givenTitle || this.#programTitle || this.#name.text;
  }

  #retitle(): void {
    const title = this.#title();
    if (title !== this.#state.value.title) this.#change({ title });
  }

  #change(change: Partial<Terminal>): void {
    this.#state.update((state) => ({ ...state, ...change }));
  }
}
