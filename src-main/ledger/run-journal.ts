import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ContentHash, RunLimits } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import { syncDirectory } from '#core/atomic-file';
import type { SavedTree, TreeReference } from './trees/tree-messages.ts';

const StartedRun = z.object({
  session: z.string(),
  /** Names its `tool.called`, which has the command or the arguments. */
  callId: z.string(),
  startedAt: z.number(),
  origin: z.enum(['command', 'program', 'client']).default('command'),
  tool: z.string().default('execute_command'),
  /** The program or client that makes the changes. */
  by: z.string().optional(),
  /** Commands of our own have these three. */
  limits: RunLimits.optional(),
  /** Marker in the environment of every process the run started. */
  marker: z.string().optional(),
  /** File to which its output is written as it arrives. */
  spoolPath: z.string().optional(),
});

/** A call that is about to be made. */
export type StartedRun = z.infer<typeof StartedRun>;

/** The version before wrote the workspace to a file beside this one, so many bytes of it. */
const Written = StartedRun.extend({ snapshot: ContentHash.optional(), treeBytes: z.number().optional() });

/** A call whose end was not recorded, as after a crash. */
export interface InterruptedRun extends StartedRun {
  readonly id: string;
  /** The workspace as it was before. */
  readonly tree: SavedTree | undefined;
}

/** The calls that run, on disk before they do, so that the next start can tell what a crash left unsaid. */
export class RunJournal {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @throws AppError UNAVAILABLE; the call must not be made then */
  async begin(run: StartedRun, tree: TreeReference | undefined): Promise<{ readonly id: string }> {
    const id = randomUUID();
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await this.#write(id, JSON.stringify({ ...run, ...tree }));
      return { id };
    } catch (error) {
      await this.end(id);
      throw new AppError(
        'UNAVAILABLE',
        `The start of a call cannot be written down: ${messageOf(error)}`,
        { where: this.#folder, advice: 'Check the free space and the rights of the data folder' },
        error,
      );
    }
  }

  /** Ends the journal of a run whose effects are all recorded. */
  async end(id: string): Promise<void> {
    await unlink(this.#pathOf(id)).catch(() => {});
    await unlink(this.#treeOf(id)).catch(() => {});
  }

  /** Lists runs that an earlier process left unfinished; must be called before the first run of this process. */
  async interrupted(): Promise<InterruptedRun[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const ids = names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length));
    for (const name of names) {
      // A crash between the two files of a run.
      if (!ids.some((id) => name.startsWith(id))) await unlink(join(this.#folder, name)).catch(() => {});
    }
    const runs = await Promise.all(ids.map((id) => this.#read(id)));
    return runs.filter((run) => run !== undefined).sort((a, b) => a.startedAt - b.startedAt);
  }

  /** Writes a call under its own name at once: it begins when that is whole on disk, and a torn one is of a call that did not begin. */
  async #write(id: string, text: string): Promise<void> {
    const file = await open(this.#pathOf(id), 'wx', 0o600);
    try {
      await file.writeFile(text);
      // Together they take no longer than one of them.
      await Promise.all([file.datasync(), syncDirectory(this.#folder)]);
    } finally {
      await file.close();
    }
  }

  async #read(id: string): Promise<InterruptedRun | undefined> {
    try {
      const written = parsedJson(await readFile(this.#pathOf(id), 'utf8'));
      if (written === undefined) await this.end(id);
      const { snapshot, treeBytes, ...run } = Written.parse(written);
      const old = treeBytes === undefined ? undefined : { path: this.#treeOf(id), bytes: treeBytes };
      return { ...run, id, tree: snapshot === undefined ? old : { snapshot } };
    } catch {
      return undefined;
    }
  }

  #pathOf(id: string): string {
    return join(this.#folder, `${id}.json`);
  }

  #treeOf(id: string): string {
    return join(this.#folder, `${id}.tree`);
  }
}

/** Reads a text as JSON; `undefined` for one that was cut off. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
