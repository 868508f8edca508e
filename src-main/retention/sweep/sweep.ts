import { randomUUID } from 'node:crypto';
import type { LedgerEventData, RemovableKind, RemovedKind, RetentionFailure, RetentionItem } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import type { OnProgress } from '#core/async/work-stream';
import type { LooseContents } from '../content/loose-content.ts';
import type { KnownPlan, PlannedItem } from '../plan/planner.ts';
import type { RetentionOptions } from '../ports.ts';

export interface SweepRequest {
  readonly known: KnownPlan;
  /** Ids of items of the plan. */
  readonly items: readonly string[];
  readonly by: LedgerEventData<'retention.swept'>['by'];
  readonly signal: AbortSignal;
  readonly progress: OnProgress;
}

/** Result of a sweep. */
export type SweepOutcome = Pick<LedgerEventData<'retention.ended'>, 'removed' | 'failed' | 'left'>;

type SweepPorts = Pick<RetentionOptions, 'firstWorkspace' | 'record' | 'onFreed' | 'log'> & {
  readonly contents: LooseContents;
};

/** Names that are on the record at most. */
const MAX_NAMES = 500;
/** Failures that are told and recorded at most. */
const MAX_FAILURES = 200;

/**
 * Removes what a plan showed, on the record before it is begun; what fails is told by name, and the rest goes on. Records are removed
 * first, so that what they alone referred to can go, too. An abort ends it after the thing in hand.
 *
 * @throws AppError INVALID_INPUT for items that the plan does not have, UNAVAILABLE where it cannot be recorded; nothing is removed then
 */
export async function sweepPlan(request: SweepRequest, ports: SweepPorts): Promise<SweepOutcome> {
  const { known, by, signal, progress } = request;
  const items = chosenItems(request);
  const about = { workspace: ports.firstWorkspace(), sweep: randomUUID() };
  await ports.record('retention.swept', { ...about, by, ...sweepSummary(items) });
  const run = new SweepRun(
    ports,
    progress,
    items.reduce((sum, { count }) => sum + count, 0),
  );
  try {
    for (const { id } of items) {
      const thing = known.things.get(id);
      if (thing && !signal.aborted) await run.remove(thing);
    }
    const contents = items.flatMap(({ id }) => known.contents.get(id) ?? []);
    if (contents.length > 0 && !signal.aborted) await run.removeContents(contents, known.keptUntil, signal);
  } finally {
    const ended = { ...about, ...run.outcome(), wasCancelled: signal.aborted };
    await ports.record('retention.ended', ended).catch((error: unknown) => {
      ports.log.warn('retention.end.unrecorded', { sweep: about.sweep, error: messageOf(error) });
    });
  }
  return run.outcome();
}

class SweepRun {
  readonly #ports: SweepPorts;
  readonly #progress: OnProgress;
  readonly #all: number;
  readonly #removed = new Tally();
  readonly #failed: RetentionFailure[] = [];
  #left = 0;
  #done = 0;

  constructor(ports: SweepPorts, progress: OnProgress, all: number) {
    this.#ports = ports;
    this.#progress = progress;
    this.#all = all;
  }

  async remove({ source, one }: PlannedItem): Promise<void> {
    try {
      if (await source.remove(one)) this.#removed.add(one.kind, one.bytes);
      else this.#left++;
    } catch (error) {
      this.#fail({ kind: one.kind, name: one.name, why: messageOf(error) });
    }
    this.#step();
  }

  async removeContents(
    contents: Parameters<LooseContents['remove']>[0],
    until: number,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      const onDone = () => this.#step();
      const { removed, left, problems } = await this.#ports.contents.remove(contents, { until, signal, onDone });
      for (const { isTree, size } of removed) this.#removed.add(isTree ? 'tree' : 'content', size);
      this.#left += left;
      for (const why of problems) this.#fail({ kind: 'content', name: 'Kept contents', why });
      await this.#ports.onFreed(removed.reduce((sum, { size }) => sum + size, 0));
    } catch (error) {
      // Cancelled before anything was removed.
      if (!signal.aborted) this.#fail({ kind: 'content', name: 'Kept contents', why: messageOf(error) });
    }
  }

  outcome(): SweepOutcome {
    return { removed: this.#removed.kinds(), failed: this.#failed, left: this.#left };
  }

  #fail(failure: RetentionFailure): void {
    if (this.#failed.length < MAX_FAILURES) this.#failed.push(failure);
  }

  #step(): void {
    this.#progress(++this.#done, this.#all);
  }
}

function chosenItems({ known, items }: Pick<SweepRequest, 'known' | 'items'>): readonly RetentionItem[] {
  const wanted = new Set(items);
  const chosen = known.plan.items.filter(({ id }) => wanted.has(id));
  if (chosen.length === wanted.size && chosen.length > 0) return chosen;
  throw new AppError('INVALID_INPUT', 'Some of the chosen items are not in the list', {
    advice: 'Look again what can be removed',
  });
}

function sweepSummary(items: readonly RetentionItem[]): Pick<LedgerEventData<'retention.swept'>, 'kinds' | 'names'> {
  const tally = new Tally();
  for (const { kind, bytes, count } of items) tally.add(kind, bytes, count);
  const names = items.slice(0, MAX_NAMES).map(({ kind, name }) => ({ kind, name }));
  return { kinds: tally.kinds(), names };
}

/** Counts things and bytes by kind. */
class Tally {
  readonly #kinds = new Map<RemovableKind, { count: number; bytes: number }>();

  add(kind: RemovableKind, bytes: number, count = 1): void {
    const known = this.#kinds.get(kind) ?? { count: 0, bytes: 0 };
    this.#kinds.set(kind, { count: known.count + count, bytes: known.bytes + bytes });
  }

  kinds(): RemovedKind[] {
    return [...this.#kinds].map(([kind, { count, bytes }]) => ({ kind, count, bytes }));
  }
}
