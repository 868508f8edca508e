import type { FileState, LedgerEventData } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import type { Ledger, SessionLedger } from '../ports.ts';
import { allDone } from './all-done.ts';
import { applyWork } from './apply-work.ts';
import { type AttributePort, withAttributes } from './attributes.ts';
import { DiskView, type PathView } from './disk-view.ts';
import { recordEnd } from './end-transaction.ts';
import { failWhenStopped } from './fail-when-stopped.ts';
import { inStretches } from './in-stretches.ts';
import { refusedVerdict } from './judge-path.ts';
import type { PathGoal } from './net-changes.ts';
import { OpenFolders } from './open-folders.ts';
import type { PathWork } from './path-work.ts';
import { type PlannedPath, planPaths, settleVerdicts } from './plan-paths.ts';
import { planWorks } from './plan-works.ts';
import type { UndoRefusal } from './refusal.ts';
import { refuseDone, refuseUnkept } from './refuse-planned.ts';
import type { FlushFileSystem } from './stage-file.ts';
import { lockFolders, stageFiles, unlockFolders, unstage } from './staging.ts';
import { heldBack, isToldTogether, type TransactionRequest, type TransactionResult } from './transaction-request.ts';
import { journalEntryOf, type UndoJournal } from './undo-journal.ts';

export interface TransactionPorts {
  readonly ledger: Ledger;
  readonly journal: UndoJournal;
  readonly attributes?: AttributePort | undefined;
  readonly flush?: FlushFileSystem | undefined;
  /** Stops it, as long as it is not on the record. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Undoes or redoes changes of many paths together: looks at all of them, writes what is missing under temporary names, records
 * every effect, and only then lets the files take their places. Resolves with what became of each path.
 *
 * @throws AppError UNAVAILABLE when it cannot be recorded; nothing has been changed then, or the message says that it was;
 *   CANCELLED if it is stopped before it is on the record
 */
export async function runTransaction(
  request: TransactionRequest,
  goals: readonly PathGoal[],
  ports: TransactionPorts,
): Promise<TransactionResult> {
  using folders = new OpenFolders();
  const { attributes, signal } = ports;
  const looking = new DiskView(folders, ports.ledger.content, signal);
  // What is done once it is on the record is looked at to its end.
  const disk = new DiskView(folders, ports.ledger.content);
  const lookCloser = (views: readonly PathView[]) =>
    withAttributes(views, { folders, content: ports.ledger.content, attributes });
  const judged = refuseDone(await planPaths(goals, looking, { lookCloser, signal }), request);
  const planned = await refuseUnkept(judged, disk, ports.ledger);
  const session = await ports.ledger.session(request.session);
  const steps = new TransactionSteps(request, session, { ...ports, folders, disk });
  const works = planWorks(planned, disk);
  failWhenStopped(signal);
  if (works.length === 0) return await steps.end(planned);
  await ports.journal.begin(journalEntryOf(request, planned, works));
  const prepared = await steps.prepare(planned, works);
  const { hasLeftovers, ...result } = await steps.finish(prepared);
  // Whoever looks at the journal next tries to remove them again.
  if (!hasLeftovers) await ports.journal.end(request.id);
  return result;
}

/** A plan whose new files are written and, where it has `recorded`, whose effects are on the ledger. */
export interface PreparedPlan {
  readonly planned: readonly PlannedPath[];
  readonly works: readonly PathWork[];
  readonly remarks: ReadonlyMap<string, string>;
  /** The `file.changed` of each work, by path. */
  readonly recorded: ReadonlyMap<string, string>;
}

export interface StepPorts extends TransactionPorts {
  readonly folders: OpenFolders;
  readonly disk: DiskView;
}

/** The steps of one transaction, in their order: `stage`, `record`, `finish`. */
export class TransactionSteps {
  readonly #request: TransactionRequest;
  readonly #session: SessionLedger;
  readonly #ports: StepPorts;

  constructor(request: TransactionRequest, session: SessionLedger, ports: StepPorts) {
    this.#request = request;
    this.#session = session;
    this.#ports = ports;
  }

  /** Stages and records; when that fails, all is as it was. */
  async prepare(planned: readonly PlannedPath[], works: readonly PathWork[]): Promise<PreparedPlan> {
    const { folders, journal, signal } = this.#ports;
    const recorded = new Map<string, string>();
    const staged = await this.stage(planned, works);
    try {
      failWhenStopped(signal);
      await this.#record(staged.works, recorded);
      await journal.advance(this.#request.id);
    } catch (error) {
      unstage(
        works.map(({ temporary }) => temporary),
        folders,
      );
      lockFolders(works, folders);
      await this.#takeBack(recorded);
      await journal.end(this.#request.id);
      throw error;
    }
    return { ...staged, recorded };
  }

  /** Writes the new files. What cannot be written is left, with what depends on it. */
  async stage(planned: readonly PlannedPath[], works: readonly PathWork[]): Promise<Omit<PreparedPlan, 'recorded'>> {
    const { folders, disk, ledger, attributes, flush, signal } = this.#ports;
    unlockFolders(works, folders);
    const staging = { folders, content: ledger.content, attributes, flush, signal };
    const { failed, remarks } = await stageFiles(works, staging);
    if (failed.size === 0) return { planned, works, remarks };
    const judged = planned.map((one) => {
      const refusal = failed.get(one.goal.path);
      return refusal ? { ...one, verdict: refusedVerdict(refusal) } : one;
    });
    const settled = settleVerdicts(judged, disk);
    const verdicts = new Map(settled.map(({ goal, verdict }) => [goal.path, verdict]));
    const isLeft = ({ goal }: PathWork) => verdicts.get(goal.path)?.kind !== 'restore';
    const left = works.filter(isLeft);
    unstage(
      left.map(({ temporary }) => temporary),
      folders,
    );
    lockFolders(left, folders);
    return { planned: settled, works: works.filter((work) => !isLeft(work)), remarks };
  }

  /** Lets the files take their places and records how it ended. */
  async finish({
    planned,
    works,
    remarks,
    recorded,
  }: PreparedPlan): Promise<TransactionResult & { readonly hasLeftovers: boolean }> {
    const { folders, disk, ledger, attributes } = this.#ports;
    const { content } = ledger;
    const applied = await applyWork(works, { folders, content, attributes });
    const failed = new Map(applied.failed);
    const notDone = works.filter(({ goal }) => failed.has(goal.path));
    unstage(
      notDone.map(({ temporary }) => temporary),
      folders,
    );
    for (const work of notDone) if (await disk.isAs(work.goal.path, work.goal.wanted)) failed.delete(work.goal.path);
    lockFolders(
      works.filter(({ goal }) => failed.has(goal.path)),
      folders,
    );
    const { unflushed, hasLeftovers } = applied;
    const allRemarks = new Map([...remarks, ...applied.remarks]);
    try {
      const result = await this.end(planned, { failed, recorded, remarks: allRemarks, unflushed });
      return { ...result, hasLeftovers };
    } catch (error) {
      throw endUnrecorded(error);
    }
  }

  /** Records what became of every path. */
  async end(planned: readonly PlannedPath[], result?: FinishedWork): Promise<TransactionResult> {
    const paths = planned.map(({ goal, verdict }) => ({
      goal,
      refusal: verdict.kind === 'refused' ? verdict.refusal : result?.failed.get(goal.path),
      remark: result?.remarks.get(goal.path),
      recorded: result?.recorded.get(goal.path),
    }));
    const unflushed = result?.unflushed;
    return { paths, ended: await recordEnd(this.#request, paths, { session: this.#session, unflushed }) };
  }

  async #record(works: readonly PathWork[], recorded: Map<string, string>): Promise<void> {
    const { id: transaction, direction: origin, byBox } = this.#request;
    const appends: Promise<void>[] = [];
    const append = async ({ goal, view: { present } }: PathWork) => {
      const { path, wanted, changes: settles } = goal;
      const change = changeKind(present, wanted);
      const effect = { path, change, before: present, after: wanted, origin, transaction, settles: [...settles] };
      const data = { ...effect, ...heldBack(path, byBox) };
      const { id } = await this.#session.append('file.changed', data, { cause: goal.event });
      recorded.set(path, id);
    };
    await inStretches(works, (work) => {
      const appended = append(work);
      // A failure is told below, when the last has been asked for.
      appended.catch(() => {});
      appends.push(appended);
    });
    await allDone(appends);
  }

  /** Records that changes which were already recorded did not happen. */
  async #takeBack(recorded: ReadonlyMap<string, string>): Promise<void> {
    const transaction = isToldTogether(this.#request) ? this.#request.id : undefined;
    const appends = [...recorded].map(([path, change]) =>
      this.#session.append(
        'change.undone',
        { change, path, forced: false, transaction, hasFailed: true },
        { cause: change },
      ),
    );
    // The first failure says more than that this could not be recorded either.
    await Promise.allSettled(appends);
  }
}

/** Builds the error for what was done to the files while its end cannot be recorded: it is no refusal. */
function endUnrecorded(error: unknown): AppError {
  // Callers put before it what was wanted and was not done.
  const why = `How it ended cannot be recorded: ${messageOf(error)}. What could be done to the files is done all the same`;
  const advice = 'Check the free space of the data folder. It is recorded with the next undo, or at the next start';
  return new AppError('UNAVAILABLE', why, { advice }, error);
}

interface FinishedWork extends Pick<PreparedPlan, 'recorded' | 'remarks'> {
  readonly failed: ReadonlyMap<string, UndoRefusal>;
  readonly unflushed: string | undefined;
}

function changeKind(
  present: FileState | undefined,
  wanted: FileState | undefined,
): LedgerEventData<'file.changed'>['change'] {
  if (!present) return 'created';
  return wanted ? 'modified' : 'deleted';
}
