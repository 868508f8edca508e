import type { IPty } from 'node-pty';
import type { Pty, PtyEvents, PtyOptions } from './pty.ts';

/** Opens a terminal through ConPTY, which ends its output pipe after the last byte; node-pty waits for that, so its own class is enough. */
export async function openWindowsPty(options: PtyOptions, events: PtyEvents): Promise<Pty> {
  const { spawn } = await import('node-pty');
  const { file, args, cwd, environment, columns, rows } = options;
  const pty = spawn(file, [...args], { cwd, env: { ...environment }, cols: columns, rows, name: 'xterm-256color' });
  return new WindowsPty(pty, events);
}

class WindowsPty implements Pty {
  readonly pid: number;
  readonly #pty: IPty;
  readonly #exited: Promise<void>;
  #hasExited = false;

  constructor(pty: IPty, events: PtyEvents) {
    this.#pty = pty;
    this.pid = pty.pid;
    pty.onData(events.onData);
    this.#exited = new Promise((resolve) => {
      pty.onExit(({ exitCode }) => {
        this.#hasExited = true;
        events.onExit({ exitCode });
        resolve();
      });
    });
  }

  write(data: string): void {
    if (!this.#hasExited) this.#pty.write(data);
  }

  resize({ columns, rows }: { columns: number; rows: number }): void {
    if (!this.#hasExited) this.#pty.resize(columns, rows);
  }

  pause(): void {
    this.#pty.pause();
  }

  resume(): void {
    this.#pty.resume();
  }

  /** ConPTY does not say what is in the foreground. */
  job(): undefined {
    return undefined;
  }

  /** `kill` ends every process attached to the console. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#hasExited) this.#pty.kill();
    await this.#exited;
  }
}
