import type { OutputPipe } from './output-pipe.ts';
import type { PipePair, PipePool } from './pipe-pool.ts';

/** Time for which a process substitution may still print after the command is done, in milliseconds. */
const SUBSTITUTED_MS = 200;
const SUBSTITUTION = /[<>]\(/;

/** The named pipes of one shell: a side on which it tells, and a pair for what its commands print. */
export class ShellPipes {
  readonly side: OutputPipe;
  readonly #pool: PipePool;
  readonly #isOwn: boolean;
  #pair: PipePair | undefined;

  /** @param isOwn nobody else uses the pool, which ends with the shell */
  static async open(pool: PipePool, isOwn: boolean): Promise<ShellPipes> {
    return new ShellPipes(pool, isOwn, await pool.pipe());
  }

  private constructor(pool: PipePool, isOwn: boolean, side: OutputPipe) {
    this.#pool = pool;
    this.#isOwn = isOwn;
    this.side = side;
  }

  async pair(): Promise<PipePair> {
    const pair = this.#pair;
    if (pair?.stdout.isInPlace && pair.stderr.isInPlace) return pair;
    this.#pair = undefined;
    for (const pipe of [pair?.stdout, pair?.stderr]) if (pipe) this.#pool.retire(pipe);
    this.#pair = await this.#pool.pair();
    return this.#pair;
  }

  /** Drains the pipes; everything printed in the foreground is in them by now. */
  async finish(pair: PipePair, text: string): Promise<void> {
    const isShut = { stdout: pair.stdout.drain(), stderr: pair.stderr.drain() };
    // Nobody waits for those that substitute a file, as in `> >(cat)`, but what they print belongs to the command.
    if (SUBSTITUTION.test(text)) {
      if (!isShut.stdout) await pair.stdout.shutWithin(SUBSTITUTED_MS);
      if (!isShut.stderr) await pair.stderr.shutWithin(SUBSTITUTED_MS);
    }
    pair.stdout.onData = undefined;
    pair.stderr.onData = undefined;
    if (isShut.stdout && isShut.stderr) return;
    this.#pair = undefined;
    for (const stream of ['stdout', 'stderr'] as const) {
      if (isShut[stream]) this.#pool.release(pair[stream]);
      else this.#pool.retire(pair[stream]);
    }
  }

  /** Ends the pipes; others may use them afterwards, unless the pool is its own. */
  async end(): Promise<void> {
    for (const pipe of [this.side, this.#pair?.stdout, this.#pair?.stderr]) if (pipe) this.#pool.release(pipe);
    this.#pair = undefined;
    if (this.#isOwn) await this.#pool.close();
  }
}
