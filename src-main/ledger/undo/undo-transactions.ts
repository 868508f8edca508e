import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { PathOutcome } from '#contract';
import { messageOf } from '#core/app-error';
import { Mutex } from '#core/async/mutex';
import type { Logger } from '#core/logger';
import type { ContentStore, Ledger } from '../ports.ts';
import type { AttributePort } from './attributes.ts';
import { DiskView } from './disk-view.ts';
import { pathOutcome } from './end-transaction.ts';
import { failWhenStopped } from './fail-when-stopped.ts';
import type { PathGoal } from './net-changes.ts';
import { OpenFolders } from './open-folders.ts';
import { planPaths } from './plan-paths.ts';
import { recoverUndo } from './recover-undo.ts';
import type { FlushFileSystem } from './stage-file.ts';
import { runTransaction } from './transaction.ts';
import type { TransactionRequest, TransactionResult } from './transaction-request.ts';
import { UndoJournal } from './undo-journal.ts';

export interface UndoOptions {
  readonly ledger: Ledger;
  readonly attributes?: AttributePort;
  readonly flush?: FlushFileSystem;
  readonly log?: Logger;
}

/** The mutex of each ledger's transactions: one begins when the one before has ended, whichever window asked for it. */
const mutexes = new WeakMap<ContentStore, Mutex>();

/** Undo and redo as transactions, one after the other. */
export class UndoTransactions {
  readonly #options: UndoOptions;
  readonly #journal: UndoJournal;

  constructor(options: UndoOptions) {
    this.#options = options;
    this.#journal = new UndoJournal(join(dirname(options.ledger.content.folder), 'undoing'));
  }

  /** Predicts the outcome for each path now; changes nothing. @throws AppError CANCELLED if it is stopped */
  async plan(goals: readonly PathGoal[], signal?: AbortSignal): Promise<PathOutcome[]> {
    using folders = new OpenFolders();
    const disk = new DiskView(folders, this.#options.ledger.content, signal);
    const planned = await planPaths(goals, disk, { signal });
    return planned.map(({ goal, verdict }) =>
      pathOutcome({ goal, refusal: verdict.kind === 'refused' ? verdict.refusal : undefined }),
    );
  }

  /**
   * Finishes what was interrupted, then asks for the goals, as an earlier transaction may have changed them, and restores them.
   *
   * @throws AppError UNAVAILABLE when it cannot be recorded; the message says if something was changed; CANCELLED if it is
   *   stopped before it is on the record; what `goals` throws
   */
  async run(
    request: Omit<TransactionRequest, 'id'>,
    goals: () => Promise<readonly PathGoal[]>,
    signal?: AbortSignal,
  ): Promise<TransactionResult> {
    return await this.#mutex.run(async () => {
      failWhenStopped(signal);
      await this.#recover();
      const { ledger, attributes, flush } = this.#options;
      const id = `${Date.now().toString(16).padStart(12, '0')}-${randomBytes(4).toString('hex')}`;
      return await runTransaction({ ...request, id }, await goals(), {
        ledger,
        attributes,
        flush,
        journal: this.#journal,
        signal,
      });
    });
  }

  /** Finishes or takes back what a crash interrupted. To be called at the start; never throws. */
  async recover(): Promise<void> {
    await this.#mutex.run(() => this.#recover());
  }

  async #recover(): Promise<void> {
    const { ledger, attributes, flush, log } = this.#options;
    await recoverUndo({ ledger, attributes, flush, journal: this.#journal }, ({ id, session }, error) =>
      log?.error('undo.recovery.failed', { transaction: id, session, error: messageOf(error) }),
    );
  }

  get #mutex(): Mutex {
    const { content } = this.#options.ledger;
    const mutex = mutexes.get(content) ?? new Mutex();
    mutexes.set(content, mutex);
    return mutex;
  }
}
