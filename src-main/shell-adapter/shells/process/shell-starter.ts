import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '#core/app-error';
import { type FileLimit, FileLimits, sandboxEnvironment } from '#execution';
import type { ContainmentPort } from '#process/containment/model';
import { AdapterError, type CommandPlace, isForOne, type ShellSettings } from '../model.ts';
import { sweepSpool } from '../output/sweep-spool.ts';
import { PipePool } from '../pipes/pipe-pool.ts';
import { bashOf, persistentBash } from './bash-program.ts';
import { AT_HOME, type BoxPorts, type OpenedBox, openShellBox } from './shell-boxes.ts';
import { shellEnvironment } from './shell-environment.ts';
import { ShellProcess } from './shell-process.ts';
import type { ShellLauncher } from './shell-program.ts';
import { SpareShells } from './spare-shells.ts';

export interface StarterOptions {
  readonly containment: ContainmentPort;
  /** Variables of the shells; without secrets. */
  readonly environment: Readonly<Record<string, string>>;
  readonly settings: () => ShellSettings;
  /** Folder for pipes, command texts and shortened outputs; created if missing, private. */
  readonly spoolFolder: string;
  /** Shells live in boxes; absent if none works. */
  readonly boxes?: BoxPorts | undefined;
}

const SWEEP_MS = 600_000;

/** Starts shells where they are to run, a few of them ahead of time. */
export class ShellStarter implements AsyncDisposable {
  readonly #options: StarterOptions;
  readonly #spares: SpareShells;
  readonly #fileLimits = new FileLimits();
  #pool: Promise<PipePool> | undefined;
  #sweeping: NodeJS.Timeout | undefined;

  constructor(options: StarterOptions) {
    this.#options = options;
    this.#spares = new SpareShells({
      start: (cwd, processes) => this.#start({ id: randomUUID(), cwd, processes, place: AT_HOME }),
      end: async (shell) => {
        await shell.end();
        await options.boxes?.remove(shell.id);
      },
      isCurrent: async ({ id, box }) => box === undefined || box.key === (await this.keyOf(id)),
    });
  }

  /** The first shell of a session. One that is for a place of its own is not kept ready. @throws AdapterError spawn_failed */
  async first(place: CommandPlace = AT_HOME): Promise<ShellProcess> {
    const { boxes, settings } = this.#options;
    const { workspace, limits } = settings();
    if (boxes && (place.runs !== AT_HOME.runs || isForOne(place))) return await this.another(randomUUID(), place);
    try {
      return await this.#spares.take(workspace, limits.processes);
    } catch (error) {
      throw cannotStartShell(error);
    }
  }

  /** Another shell of a session. @throws AdapterError spawn_failed */
  async another(id: string, place: CommandPlace): Promise<ShellProcess> {
    const { workspace, limits } = this.#options.settings();
    try {
      return await this.#start({ id, cwd: workspace, processes: limits.processes, place });
    } catch (error) {
      throw cannotStartShell(error);
    }
  }

  /** Determines what the box of a session would cover now. */
  async keyOf(session: string): Promise<string> {
    return (await this.#openBox(session, AT_HOME, ''))?.key ?? '';
  }

  /** A first shell is about to be asked for. */
  foresee(): void {
    this.#spares.foresee();
  }

  /** Prepares spare shells; to be called when there is time. */
  prepare(): void {
    const { workspace, limits } = this.#options.settings();
    this.#spares.prepare(workspace, limits.processes);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#sweeping);
    await this.#spares.close();
    await (await this.#pool?.catch(() => undefined))?.close();
  }

  get #program(): ShellLauncher {
    return persistentBash(bashOf(this.#options.environment));
  }

  async #start({ id, cwd, processes, place }: StartingShell): Promise<ShellProcess> {
    const { containment, boxes } = this.#options;
    const environment = this.#environmentFor(place, cwd);
    const program = this.#program;
    const pool = await this.#pipes();
    const plain = { id, program, containment, processes, environment: shellEnvironment(environment, id) };
    if (!boxes || place.runs === 'none') {
      return await ShellProcess.start({ ...plain, pool, cwd, folder: pool.folder });
    }
    const folder = join(pool.folder, randomUUID());
    const box = await this.#openBox(id, place, folder);
    const files = await this.#fileLimit(cwd, box);
    return await ShellProcess.start({
      ...plain,
      box,
      files,
      folder,
      cwd: await realpath(cwd),
      pool: new PipePool(folder, pool),
      environment: { ...plain.environment, ...box?.environment, ...place.environment },
    });
  }

  /** Environment for a place; a command that only reads finds no program of the workspace in place of the system's. */
  #environmentFor({ runs }: CommandPlace, workspace: string): Readonly<Record<string, string>> {
    const { environment } = this.#options;
    return runs === 'read-only' ? sandboxEnvironment(environment, workspace) : environment;
  }

  /** Finds the limit for the length of files; a box that only reads has none to write to. */
  async #fileLimit(workspace: string, box: OpenedBox | undefined): Promise<FileLimit | undefined> {
    if (box === undefined || box.strength === 'read-only') return undefined;
    return await this.#fileLimits.of([workspace], this.#options.settings().limits.diskBytes);
  }

  async #openBox(session: string, place: CommandPlace, pipes: string): Promise<OpenedBox | undefined> {
    const { boxes, settings } = this.#options;
    const { workspace, limits } = settings();
    const { file, args } = this.#program;
    const asked = { session, place, workspace, pipes, memoryBytes: limits.memoryBytes };
    const isHeld = limits.diskBytes !== undefined;
    return boxes && (await openShellBox(boxes, { ...asked, isHeld, program: { file, args } }));
  }

  #pipes(): Promise<PipePool> {
    this.#pool ??= this.#openPool().catch((error: unknown) => {
      this.#pool = undefined;
      throw error;
    });
    return this.#pool;
  }

  async #openPool(): Promise<PipePool> {
    const { spoolFolder } = this.#options;
    await mkdir(spoolFolder, { recursive: true, mode: 0o700 });
    const pool = new PipePool(await mkdtemp(join(spoolFolder, 'pipes-')));
    const sweep = () => void sweepSpool(spoolFolder, pool.folder);
    sweep();
    this.#sweeping = setInterval(sweep, SWEEP_MS).unref();
    return pool;
  }
}

/** Explains why shells cannot live in boxes here, as a clause; `undefined` if they can. */
export async function whyNoBox(options: StarterOptions): Promise<string | undefined> {
  const why = await options.boxes?.whyNone();
  if (why !== undefined) return why;
  await using starter = new ShellStarter(options);
  const id = randomUUID();
  try {
    const shell = await starter.another(id, AT_HOME);
    await shell.end();
    return undefined;
  } catch (error) {
    return messageOf(error);
  } finally {
    await options.boxes?.remove(id);
  }
}

interface StartingShell {
  readonly id: string;
  readonly cwd: string;
  readonly processes: number | undefined;
  readonly place: CommandPlace;
}

function cannotStartShell(error: unknown): AdapterError {
  if (error instanceof AdapterError) return error;
  return new AdapterError('spawn_failed', `No shell could be started: ${messageOf(error)}`, error);
}
