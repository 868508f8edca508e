import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Deferred } from '#core/async/deferred';
import type { ContainedGroup } from '#process/containment/model';
import type { Exit } from '#process/process-group';
import { type CommandEnd, exitCodeOf, NOT_TOLD } from '../command-end.ts';
import { ShellPipes } from '../pipes/shell-pipes.ts';
import { SideChannel } from '../pipes/side-channel.ts';
import { standardInput, watchSilence } from '../watch-silence.ts';
import { mostFilesOf, whySilent } from '../why-silent.ts';
import { complaint } from './complaint.ts';
import { type OpenedBox, SEEN_AT } from './shell-boxes.ts';
import { filterFor, ShellFiles } from './shell-files.ts';
import type { ShellOptions } from './shell-options.ts';
import { isSameFolder, isSamePlace, realShellFolder } from './shell-place.ts';
import type { CommandToBecome, ShellReport } from './shell-program.ts';

export type TakeOutput = (stream: 'stdout' | 'stderr', chunk: Buffer) => void;

/** Shell with what it runs, one command at a time. Its starter ends it. */
export class ShellProcess {
  readonly id: string;
  readonly group: ContainedGroup;
  readonly files: ShellFiles;
  /** Folder at its last report. */
  cwd: string;
  readonly #options: ShellOptions;
  #pid: number | undefined;
  #input: string | undefined;
  readonly #pipes: ShellPipes;
  readonly #channel = new SideChannel();
  #last: ShellReport | undefined;
  #hasExited = false;
  #running: Promise<unknown> = Promise.resolve();
  readonly #complaint = complaint();
  /** Messages of the shell outside of its commands. */
  readonly #own = complaint();

  /** @throws Error when it cannot be started */
  static async start(options: ShellOptions): Promise<ShellProcess> {
    const { program, containment, environment, cwd, processes, files, pool, box } = options;
    const pipes = await ShellPipes.open(pool, box !== undefined);
    try {
      const bash = { file: program.file, args: program.args };
      const started = box ? { ...box.shell, diesWithHost: true, isSandbox: true } : bash;
      const limits = { processes, fileBytes: files?.bytes, filter: box && filterFor(box.shell, files) };
      const group = await containment.start({ ...started, cwd, environment, ...limits, stdin: 'pipe' });
      const shell = new ShellProcess({ options, group, pipes, pid: box ? undefined : await group.programPid() });
      if (box) await shell.#enterBox();
      return shell;
    } catch (error) {
      await pipes.end();
      throw error;
    }
  }

  private constructor({ options, group, pipes, pid }: Parts) {
    this.#pid = pid;
    this.id = options.id;
    this.group = group;
    this.cwd = options.cwd;
    this.#options = options;
    this.files = new ShellFiles(group, options.files);
    this.#pipes = pipes;
    pipes.side.onData = (chunk) => this.#channel.take(chunk);
    // What it prints outside of commands is nobody's: traces of our own lines, traps.
    group.stdout.resume();
    group.stderr.on('data', this.#own.takeLast);
    if (options.box) group.stderr.on('data', this.#complaint.take);
    group.stdin?.write(options.program.setup);
    void group.exited.then(() => {
      this.#hasExited = true;
    });
  }

  /** The box is there once the shell has told something. */
  async #enterBox(): Promise<void> {
    const complaint = this.#complaint;
    const { ran } = await this.runBetween('\\builtin :');
    if (ran.report) {
      await this.group.enterSandbox();
      this.#pid = await this.group.programPid();
      this.#input = standardInput(this.#pid);
      this.group.stderr.off('data', complaint.take);
      return;
    }
    await this.end();
    throw new Error(`the box could not be entered${complaint.text() === '' ? '' : `: ${complaint.text()}`}`);
  }

  get box(): OpenedBox | undefined {
    return this.#options.box;
  }

  /** Environment with which it was started. */
  get environment(): Readonly<Record<string, string>> {
    return this.#options.environment;
  }

  /** Whether both stand in one folder, whatever its name. */
  standsWith(other: ShellProcess): boolean {
    return isSamePlace(this.#pid, other.#pid);
  }

  get hasExited(): boolean {
    return this.#hasExited;
  }

  /** Whether it can be given a command. */
  get isUsable(): boolean {
    return !this.#hasExited && existsSync(this.#pipes.side.path);
  }

  async run(text: string, take: TakeOutput): Promise<CommandEnd> {
    const ran = this.#run(text, take, this.#last);
    this.#running = ran.catch(() => {});
    const { report } = await ran;
    if (report) this.#last = report;
    return await ran;
  }

  /** Becomes that command, which is the first and the last that it runs. */
  async become(text: string, take: TakeOutput): Promise<CommandEnd> {
    const ran = this.#become(text, take);
    this.#running = ran.catch(() => {});
    return await ran;
  }

  /** Runs text of ours between two commands, without its aliases; `$?` is for the next command what it was. */
  async runBetween(text: string): Promise<{ readonly ran: CommandEnd; readonly stdout: Buffer }> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const take: TakeOutput = (stream, chunk) => {
      bytes += chunk.length;
      if (stream === 'stdout' && bytes <= MAX_BETWEEN_BYTES) chunks.push(chunk);
    };
    const ran = this.#run(text, take, undefined);
    this.#running = ran.catch(() => {});
    const timer = setTimeout(() => void this.group.end(0), BETWEEN_MS);
    try {
      return { ran: await ran, stdout: Buffer.concat(chunks) };
    } finally {
      clearTimeout(timer);
    }
  }

  /** State that the next command finds: the status of the previous one, and whether aliases are expanded. */
  get last(): Pick<ShellReport, 'exitCode' | 'hasAliases'> {
    return { exitCode: this.#last?.exitCode ?? 0, hasAliases: this.#last?.hasAliases ?? false };
  }

  set last(last: Pick<ShellReport, 'exitCode' | 'hasAliases'>) {
    this.#last = { ...last, cwd: this.cwd };
  }

  /** Whether the folder it stands in is the same for who is not in its box. */
  get standsOutside(): boolean {
    return this.box === undefined || isSameFolder(this.#pid, this.cwd);
  }

  async #run(text: string, take: TakeOutput, last: ShellReport | undefined): Promise<CommandEnd> {
    const { program } = this.#options;
    if (!existsSync(this.#pipes.side.path)) {
      await this.group.end(0);
      return { exitCode: NOT_TOLD, why: DELETED };
    }
    return await this.#withPipes(text, take, async (command) => {
      const token = randomBytes(16).toString('hex');
      const told = this.#channel.expect(token, program.reportFields);
      const side = this.#seen(this.#pipes.side.path);
      this.group.stdin?.write(program.tell({ ...command, token, last, side }));
      return await this.#ended(told, text);
    });
  }

  async #become(text: string, take: TakeOutput): Promise<CommandEnd> {
    return await this.#withPipes(text, take, async (command) => {
      this.group.stdin?.write(this.#options.program.become(command));
      return { exitCode: exitCodeOf(await this.group.exited) };
    });
  }

  async #withPipes(
    text: string,
    take: TakeOutput,
    run: (command: CommandToBecome) => Promise<CommandEnd>,
  ): Promise<CommandEnd> {
    const { program, id, folder } = this.#options;
    const pair = await this.#pipes.pair();
    pair.stdout.onData = (chunk) => take('stdout', chunk);
    pair.stderr.onData = (chunk) => take('stderr', chunk);
    const textFile = join(folder, `${id}.sh`);
    const isByFile = program.isByFile(text);
    if (isByFile) await writeFile(textFile, text, { mode: 0o600 });
    const [stdout, stderr] = [this.#seen(pair.stdout.path), this.#seen(pair.stderr.path)];
    const ran = await run({ text, textFile: this.#seen(textFile), stdout, stderr });
    if (isByFile) await rm(textFile, { force: true });
    await this.#pipes.finish(pair, text);
    return ran;
  }

  #seen(path: string): string {
    return this.box ? join(SEEN_AT, basename(path)) : path;
  }

  /** Its pipes may be used by others afterwards. */
  async end(): Promise<void> {
    await this.group.end(0);
    await this.#running;
    await this.#pipes.end();
  }

  async #ended(told: Promise<readonly string[]>, command: string): Promise<CommandEnd> {
    this.#own.forget();
    const silent = new Deferred<typeof SILENT>();
    const stopWatching = watchSilence(this.#pid, this.#input, () => silent.resolve(SILENT));
    const first = await Promise.race([told, this.group.exited, silent.promise]);
    stopWatching();
    if (first === SILENT) {
      const mostFiles = mostFilesOf(this.#pid);
      await this.group.end(0);
      return { exitCode: NOT_TOLD, why: whySilent({ said: this.#own.text(), command, mostFiles }) };
    }
    if (!isReport(first)) return { exitCode: exitCodeOf(first) };
    const report = this.#options.program.parseReport(first);
    if (!report)
      return { exitCode: NOT_TOLD, why: 'The shell told how the command ended in a form that it does not have' };
    this.#input ??= standardInput(this.#pid);
    this.cwd = realShellFolder(this.#pid, report.cwd) || this.cwd;
    return { report };
  }
}

interface Parts {
  readonly options: ShellOptions;
  readonly group: ContainedGroup;
  readonly pipes: ShellPipes;
  readonly pid: number | undefined;
}

const SILENT = 'silent';
const DELETED = 'The pipes by which this shell is heard were deleted, so it was ended; the command was not run';

/** Most that is taken of what text of ours tells, in bytes, and how long it may take, in milliseconds. */
const MAX_BETWEEN_BYTES = 8_000_000;
const BETWEEN_MS = 10_000;

const isReport = (ended: readonly string[] | Exit): ended is readonly string[] => Array.isArray(ended);
