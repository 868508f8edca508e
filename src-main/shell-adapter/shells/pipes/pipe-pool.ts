import { statSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startGroup } from '#process/group';
import { SYSTEM_ENVIRONMENT } from '#process/system-program';
import { OutputPipe } from './output-pipe.ts';

const BATCH = 96;
/** Number of pipes below which more are made when idle. */
const LOW = 24;
/** Pipes made at once for a shell's own pool: one for its reports, and a pair. */
const OWN_BATCH = 3;

/** Standard output and standard error of one command. */
export interface PipePair {
  readonly stdout: OutputPipe;
  readonly stderr: OutputPipe;
}

/** Named pipes in a private folder, made many at a time, used again once nobody writes to them any more. */
export class PipePool {
  readonly folder: string;
  readonly #supply: PipePool | undefined;
  readonly #free: string[] = [];
  readonly #pipes = new Set<OutputPipe>();
  #made = 0;
  #making: Promise<void> | undefined;
  #isClosed = false;

  /**
   * @param folder absolute, there, and nobody else's
   * @param supply whose unused pipes it takes, as making them costs a program's start
   */
  constructor(folder: string, supply?: PipePool) {
    this.folder = folder;
    this.#supply = supply;
  }

  /** @throws Error when none can be made */
  async pair(): Promise<PipePair> {
    const stdout = await this.pipe();
    try {
      return { stdout, stderr: await this.pipe() };
    } catch (error) {
      this.release(stdout);
      throw error;
    }
  }

  async pipe(): Promise<OutputPipe> {
    const pipe = new OutputPipe(await this.#unused());
    this.#pipes.add(pipe);
    return pipe;
  }

  /** Reuses a pipe once its last writer is gone. */
  retire(pipe: OutputPipe): void {
    pipe.linger(() => this.#giveBack(pipe));
  }

  release(pipe: OutputPipe): void {
    pipe.close();
    this.#giveBack(pipe);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const pipe of this.#pipes) pipe.close();
    await this.#making?.catch(() => {});
    await rm(this.folder, { recursive: true, force: true }).catch(() => {});
  }

  #giveBack(pipe: OutputPipe): void {
    if (this.#pipes.delete(pipe) && !this.#isClosed && pipe.isInPlace) this.#free.push(pipe.path);
  }

  async #unused(): Promise<string> {
    let path: string | undefined;
    // Commands can remove them, or put something else in their place.
    while (path === undefined || !isPipe(path)) {
      while (this.#free.length === 0) await this.#make();
      path = this.#free.pop();
    }
    if (!this.#supply && this.#free.length < LOW) setImmediate(() => void this.#make().catch(() => {}));
    return path;
  }

  #make(): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error('The shells have been closed'));
    this.#making ??= this.#makeBatch().finally(() => {
      this.#making = undefined;
    });
    return this.#making;
  }

  async #makeBatch(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const supply = this.#supply;
    const paths = Array.from({ length: supply ? OWN_BATCH : BATCH }, () => join(this.folder, String(this.#made++)));
    if (!supply) await makePipes(paths, this.folder);
    else for (const path of paths) await rename(await supply.#unused(), path);
    this.#free.push(...paths);
  }
}

/** @throws Error when they cannot be made */
async function makePipes(paths: readonly string[], folder: string): Promise<void> {
  const group = await startGroup({
    file: 'mkfifo',
    args: ['-m', '600', '--', ...paths],
    cwd: '/',
    environment: SYSTEM_ENVIRONMENT,
    diesWithHost: true,
  });
  let said = '';
  group.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  group.stdout.resume();
  const { exitCode } = await group.exited;
  group.forget();
  if (exitCode !== 0) throw new Error(`Named pipes could not be made in ${folder}: ${said.trim() || 'mkfifo failed'}`);
}

const isPipe = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFIFO() === true;
