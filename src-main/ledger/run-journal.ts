import { randomUUID } from 'node:crypto';
import { readdir, readFile, unlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { ContentHash, RunLimits } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import { JournalFile } from './journal-file.ts';
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

/** Most files that are kept for calls to come. */
const MAX_FREE = 8;

/**
 * The calls that run, on disk before they do, so that the next start can tell what a crash left unsaid. The file of a call that
 * has ended is blanked and used again: to make one, and to have it found again after a power cut, takes several flushes.
 */
export class RunJournal implements AsyncDisposable {
  readonly #folder: string;
  readonly #open = new Map<string, JournalFile>();
  /** Files that are blank, on disk too. */
  #free: JournalFile[] = [];
  #isClosed = false;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @throws AppError UNAVAILABLE; the call must not be made then */
  async begin(run: StartedRun, tree: TreeReference | undefined): Promise<{ readonly id: string }> {
    const file = this.#freeFile() ?? new JournalFile(join(this.#folder, `${randomUUID()}.json`));
    try {
      await file.write(JSON.stringify({ ...run, ...tree }));
      const id = basename(file.path, '.json');
      this.#open.set(id, file);
      return { id };
    } catch (error) {
      await file.remove();
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
    const file = this.#open.get(id);
    this.#open.delete(id);
    if (!file) await Promise.all([this.#pathOf(id), this.#treeOf(id)].map((path) => unlink(path).catch(() => {})));
    else if (await this.#isBlanked(file)) this.#free.push(file);
    else await file.remove();
  }

  /** Removes the files that are kept for calls to come; calls that have not ended stay written down. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    const running = [...this.#open.values()].map((file) => file.close());
    await Promise.all([...running, ...this.#free.splice(0).map((file) => file.remove())]);
  }

  #freeFile(): JournalFile | undefined {
    for (let file = this.#free.pop(); file !== undefined; file = this.#free.pop()) {
      if (file.isInPlace) return file;
      void file.remove();
    }
    return undefined;
  }

  /** Blanks a file, if it can be used again. */
  async #isBlanked(file: JournalFile): Promise<boolean> {
    const hasRoom = () => !this.#isClosed && this.#free.length < MAX_FREE;
    return hasRoom() && (await file.blank()) && hasRoom();
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

  async #read(id: string): Promise<InterruptedRun | undefined> {
    try {
      const written = parsedJson(await readFile(this.#pathOf(id), 'utf8'));
      // One that is blank, too: no call had begun in it.
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
