import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { Deferred } from '#core/deferred';
import type { ContainedGroup, ContainmentPort } from '#process/containment/model';
import type { Exit } from '#process/process-group';
import type { OutputPipe } from './output-pipe.ts';
import type { PipePair, PipePool } from './pipe-pool.ts';
import { placeOf } from './shell-place.ts';
import type { ShellProgram, ShellReport } from './shell-program.ts';
import { SideChannel } from './side-channel.ts';
import { inputOf, watchSilence } from './watch-silence.ts';

export interface ShellOptions {
  readonly id: string;
  readonly program: ShellProgram;
  readonly containment: ContainmentPort;
  readonly environment: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly processes: number | undefined;
  readonly pool: PipePool;
  /** Private; for texts of long commands. */
  readonly folder: string;
}

/** How a command ended: the shell told so, or it ended itself. */
export type Ran =
  | { readonly report: ShellReport }
  | { readonly report?: undefined; readonly exitCode: number; readonly why?: string };

export type TakeOutput = (stream: 'stdout' | 'stderr', chunk: Buffer) => void;

/** What a process that substitutes a file may still print when the command is done, in milliseconds. */
const SUBSTITUTED_MS = 200;
const SUBSTITUTION = /[<>]\(/;

/** One shell with what it runs, one command at a time. Whoever starts it ends it. */
export class ShellProcess {
  readonly id: string;
  readonly group: ContainedGroup;
  /** Where it stood when it last told. */
  cwd: string;
  readonly #options: ShellOptions;
  readonly #pid: number | undefined;
  #input: string | undefined;
  readonly #side: OutputPipe;
  readonly #channel = new SideChannel();
  #pair: PipePair | undefined;
  #last: ShellReport | undefined;
  #hasExited = false;
  #running: Promise<unknown> = Promise.resolve();

  /** @throws Error when it cannot be started */
  static async start(options: ShellOptions): Promise<ShellProcess> {
    const { program, containment, environment, cwd, processes, pool } = options;
    const side = await pool.pipe();
    try {
      const { file, args } = program;
      const group = await containment.start({ file, args, cwd, environment, processes, stdin: 'pipe' });
      return new ShellProcess({ options, group, side, pid: await group.programPid() });
    } catch (error) {
      pool.release(side);
      throw error;
    }
  }

  private constructor({ options, group, side, pid }: Parts) {
    this.#pid = pid;
    this.id = options.id;
    this.group = group;
    this.cwd = options.cwd;
    this.#options = options;
    this.#side = side;
    side.onData = (chunk) => this.#channel.take(chunk);
    // What it prints outside of commands is nobody's: traces of our own lines, traps.
    group.stdout.resume();
    group.stderr.resume();
    group.stdin?.write(options.program.setup);
    void group.exited.then(() => {
      this.#hasExited = true;
    });
  }

  get hasExited(): boolean {
    return this.#hasExited;
  }

  /** Whether it can be given a command. */
  get isUsable(): boolean {
    return !this.#hasExited && existsSync(this.#side.path);
  }

  run(text: string, take: TakeOutput): Promise<Ran> {
    const ran = this.#run(text, take);
    this.#running = ran.catch(() => {});
    return ran;
  }

  async #run(text: string, take: TakeOutput): Promise<Ran> {
    const { program, id, folder } = this.#options;
    if (!existsSync(this.#side.path)) {
      await this.group.end(0);
      return { exitCode: 1, why: 'The pipes of this shell were deleted' };
    }
    const pair = await this.#intactPair();
    pair.stdout.onData = (chunk) => take('stdout', chunk);
    pair.stderr.onData = (chunk) => take('stderr', chunk);
    const token = randomBytes(16).toString('hex');
    const textFile = join(folder, `${id}.${program.script.extension}`);
    const isByFile = program.isByFile(text);
    if (isByFile) await writeFile(textFile, program.script.prefix + text, { mode: 0o600 });
    const told = this.#channel.expect(token, program.reportFields);
    const line = program.tell({
      text,
      textFile,
      token,
      last: this.#last,
      stdout: pair.stdout.path,
      stderr: pair.stderr.path,
      side: this.#side.path,
    });
    this.group.stdin?.write(line);
    const ran = await this.#ended(told);
    if (isByFile) await rm(textFile, { force: true });
    await this.#finish(pair, text);
    return ran;
  }

  async #intactPair(): Promise<PipePair> {
    const { pool } = this.#options;
    const pair = this.#pair;
    if (pair?.stdout.isInPlace && pair.stderr.isInPlace) return pair;
    this.#pair = undefined;
    for (const pipe of [pair?.stdout, pair?.stderr]) if (pipe) pool.retire(pipe);
    this.#pair = await pool.pair();
    return this.#pair;
  }

  /** Its pipes may be used by others afterwards. */
  async end(): Promise<void> {
    await this.group.end(0);
    await this.#running;
    const { pool } = this.#options;
    for (const pipe of [this.#side, this.#pair?.stdout, this.#pair?.stderr]) if (pipe) pool.release(pipe);
    this.#pair = undefined;
  }

  async #ended(told: Promise<readonly string[]>): Promise<Ran> {
    const silent = new Deferred<typeof SILENT>();
    const stopWatching = watchSilence(this.#pid, this.#input, () => silent.resolve(SILENT));
    const first = await Promise.race([told, this.group.exited, silent.promise]);
    stopWatching();
    if (first === SILENT) {
      await this.group.end(0);
      return { exitCode: 0, why: 'The shell answers no more, as after set -n' };
    }
    if (!isReport(first)) return { exitCode: exitCodeOf(first) };
    const report = this.#options.program.parseReport(first);
    if (!report) return { exitCode: 1 };
    this.#last = report;
    this.#input ??= inputOf(this.#pid);
    this.cwd = placeOf(this.#pid, report.cwd) || this.cwd;
    return { report };
  }

  /** All that it printed in the foreground is in the pipes by now. */
  async #finish(pair: PipePair, text: string): Promise<void> {
    const isShut = { stdout: pair.stdout.drain(), stderr: pair.stderr.drain() };
    // Nobody waits for those that substitute a file, as in `> >(cat)`, but what they print belongs to the command.
    if (SUBSTITUTION.test(text)) {
      if (!isShut.stdout) await pair.stdout.shutWithin(SUBSTITUTED_MS);
      if (!isShut.stderr) await pair.stderr.shutWithin(SUBSTITUTED_MS);
    }
    pair.stdout.onData = undefined;
    pair.stderr.onData = undefined;
    if (isShut.stdout && isShut.stderr) return;
    const { pool } = this.#options;
    this.#pair = undefined;
    for (const stream of ['stdout', 'stderr'] as const) {
      if (isShut[stream]) pool.release(pair[stream]);
      else pool.retire(pair[stream]);
    }
  }
}

interface Parts {
  readonly options: ShellOptions;
  readonly group: ContainedGroup;
  readonly side: OutputPipe;
  readonly pid: number | undefined;
}

const SILENT = 'silent';

const isReport = (ended: readonly string[] | Exit): ended is readonly string[] => Array.isArray(ended);

/** As shells count: a signal is 128 and its number. */
function exitCodeOf({ exitCode, signal }: Exit): number {
  return exitCode ?? 128 + (constants.signals[signal as NodeJS.Signals] ?? 0);
}
