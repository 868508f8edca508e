import { mkdir, readdir, readFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { FileState, RewindSubject } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import { syncDirectory, writeFileAtomic } from '#core/files/atomic-file';
import { sweepTemporary } from '#core/files/temporary-name';
import type { PathWork } from './path-work.ts';
import type { PlannedPath } from './plan-paths.ts';
import type { TransactionRequest } from './transaction-request.ts';

const Refusal = z.object({
  outcome: z.enum(['left', 'unknown']),
  code: z.enum(['CONFLICT', 'UNAVAILABLE']),
  why: z.string(),
  canConfirm: z.literal(true).optional(),
});

const TouchedPath = z.object({ event: z.string(), changes: z.array(z.string()), path: z.string() });

const JournalPath = TouchedPath.extend({
  /** State found when the transaction began. */
  present: FileState.optional(),
  wanted: FileState.optional(),
  temporary: z.string().optional(),
  aside: z.string().optional(),
});

const JournalEntry = z.object({
  id: z.string(),
  session: z.string(),
  /** The turn that is undone or redone; absent for a single change. */
  turn: z.string().optional(),
  rewind: RewindSubject.optional(),
  direction: z.enum(['undo', 'redo']),
  isForced: z.boolean(),
  /** Reason why the box took back each path, by path; absent for undos by a person. */
  byBox: z.record(z.string(), z.string()).optional(),
  /** Paths that are to become something else. */
  paths: z.array(JournalPath),
  /** The others, with what is told of them. */
  settled: z.array(TouchedPath.extend({ refusal: Refusal.optional() })),
});

export type JournalPath = Pick<z.infer<typeof JournalPath>, 'event' | 'changes' | 'path' | 'wanted'>;

/** An undo or redo that is under way. */
export type JournalEntry = z.infer<typeof JournalEntry>;

/** `staging`: nothing but temporary files was made. `applying`: everything is recorded and may have been done. */
export type JournalPhase = 'staging' | 'applying';

export interface UnfinishedTransaction extends JournalEntry {
  readonly phase: JournalPhase;
}

/**
 * Undo or redo in progress, on disk before its first effect, so that the next start can complete it or roll it back.
 */
export class UndoJournal {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @throws AppError UNAVAILABLE; nothing may be done then */
  async begin(entry: JournalEntry): Promise<void> {
    await this.#attempt(async () => {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await writeFileAtomic(this.#pathOf(entry.id, 'staging'), JSON.stringify(entry));
    });
  }

  /** Marks the undo as to be completed, instead of rolled back, after a crash. @throws AppError UNAVAILABLE */
  async advance(id: string): Promise<void> {
    await this.#attempt(async () => {
      await rename(this.#pathOf(id, 'staging'), this.#pathOf(id, 'applying'));
      await syncDirectory(this.#folder);
    });
  }

  /** Names the temporary files with which it is finished after a crash; that can be interrupted, too. @throws AppError UNAVAILABLE */
  async renew(entry: JournalEntry): Promise<void> {
    await this.#attempt(() => writeFileAtomic(this.#pathOf(entry.id, 'applying'), JSON.stringify(entry)));
  }

  /** All of it is done and recorded, or taken back. */
  async end(id: string): Promise<void> {
    for (const phase of ['staging', 'applying'] as const) await unlink(this.#pathOf(id, phase)).catch(() => {});
  }

  /** Lists what an earlier process, or a failure, left; the oldest first. */
  async unfinished(): Promise<UnfinishedTransaction[]> {
    await sweepTemporary(this.#folder);
    const names = await readdir(this.#folder).catch(() => []);
    const entries = await Promise.all(names.sort().map((name) => this.#read(name)));
    return entries.filter((entry) => entry !== undefined);
  }

  async #read(name: string): Promise<UnfinishedTransaction | undefined> {
    const phase = /\.(staging|applying)\.json$/.exec(name)?.[1];
    if (phase !== 'staging' && phase !== 'applying') return undefined;
    try {
      return { ...JournalEntry.parse(JSON.parse(await readFile(join(this.#folder, name), 'utf8'))), phase };
    } catch {
      return undefined;
    }
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      throw new AppError(
        'UNAVAILABLE',
        `The undo cannot be written down before it begins: ${messageOf(error)}`,
        { where: this.#folder, advice: 'Check the free space and the rights of the data folder; nothing was changed' },
        error,
      );
    }
  }

  #pathOf(id: string, phase: JournalPhase): string {
    return join(this.#folder, `${id}.${phase}.json`);
  }
}

/** The entry of a transaction that is about to begin. */
export function journalEntryOf(
  { id, session, turn, rewind, direction, isForced, byBox }: TransactionRequest,
  planned: readonly PlannedPath[],
  works: readonly PathWork[],
): JournalEntry {
  const atWork = new Set(works.map(({ goal }) => goal.path));
  return {
    id,
    session,
    turn,
    rewind,
    direction,
    isForced,
    byBox,
    paths: works.map(({ goal, view, temporary, aside }) => ({
      event: goal.event,
      changes: [...goal.changes],
      path: goal.path,
      temporary,
      aside,
      present: view.present,
      wanted: goal.wanted,
    })),
    settled: planned
      .filter(({ goal }) => !atWork.has(goal.path))
      .map(({ goal, verdict }) => ({
        event: goal.event,
        changes: [...goal.changes],
        path: goal.path,
        ...(verdict.kind === 'refused' && { refusal: verdict.refusal }),
      })),
  };
}
