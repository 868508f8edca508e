import type { Duplex, Readable, Writable } from 'node:stream';
import type { ChildPipes } from './child-pipes.ts';
import type { Exit, ProcessGroup } from './process-group.ts';
import { signalGroup } from './tree.ts';
import { dyingWithHost } from './watchdog.ts';

/** A child that is ended once, with its tree, however often and from wherever that is asked for; how, its kind knows. */
export abstract class OwnedChild implements ProcessGroup {
  readonly pid: number;
  readonly stdin: Writable | undefined;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly side: Duplex | undefined;
  readonly exited: Promise<Exit>;
  protected readonly hasExited: () => boolean;
  protected readonly marker: string;
  protected readonly graceMs: number;
  /** Time at which the remaining processes are killed, by `performance.now()`. */
  protected deadline = Number.POSITIVE_INFINITY;
  readonly #child: ChildPipes;
  #ending: Promise<void> | undefined;

  constructor(child: ChildPipes, marker: string, graceMs: number) {
    this.pid = child.pid;
    this.stdin = child.stdin;
    this.stdout = child.stdout;
    this.stderr = child.stderr;
    this.side = child.side;
    this.exited = child.exited;
    this.hasExited = child.hasExited;
    this.marker = marker;
    this.graceMs = graceMs;
    this.#child = child;
  }

  abstract pids(): Promise<readonly number[]>;

  /** Resolves when nothing of the tree is left that can be found. */
  protected abstract endTree(): Promise<void>;

  /** The tree is gone. */
  protected released(): void {}

  /** Never rejects. */
  end(graceMs = this.graceMs): Promise<void> {
    this.deadline = Math.min(this.deadline, performance.now() + graceMs);
    this.#ending ??= this.#endAll();
    return this.#ending;
  }

  forget(): void {
    if (!this.hasExited()) throw new Error('A process that still runs cannot be forgotten');
    if (this.#ending !== undefined) return;
    this.#ending = Promise.resolve();
    this.#shut();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.end();
  }

  async #endAll(): Promise<void> {
    try {
      await this.endTree();
    } catch {
      // Nothing of the machine can be looked at: what is in its group goes at least.
      if (!this.hasExited()) signalGroup(this.pid, 'SIGKILL');
    }
    this.#shut();
    await this.exited;
  }

  #shut(): void {
    this.#child.shut();
    dyingWithHost.gone(this.marker);
    this.released();
  }
}
