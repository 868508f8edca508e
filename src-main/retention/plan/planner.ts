import { randomUUID } from 'node:crypto';
import type { RetainedItem, RetentionItem, RetentionPlan, StorageUse } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import type { LooseContent, LooseContents } from '../content/loose-content.ts';
import type { RemovableItem, RetentionSource, SourceItems } from '../ports.ts';
import { trashName } from '../sources/deleted-sessions.ts';
import { lastKeptOf, lastUseOf, oldestUntil } from './choose.ts';
import { contentGroups } from './content-items.ts';

export interface PlanRequest {
  readonly olderThanDays?: number | undefined;
  readonly untilBytes?: number | undefined;
}

/** Item of a plan, with the source that removes it. */
export interface PlannedItem {
  readonly source: RetentionSource;
  readonly one: RemovableItem;
}

/** A plan with what is behind each of its items. */
export interface KnownPlan {
  readonly plan: RetentionPlan;
  readonly things: ReadonlyMap<string, PlannedItem>;
  readonly contents: ReadonlyMap<string, readonly LooseContent[]>;
  /** Bytes that were kept after that stay. */
  readonly keptUntil: number;
}

/** Plans that are remembered; a page makes one at a time. */
const MAX_PLANS = 8;

export interface PlannerParts {
  readonly sources: readonly RetentionSource[];
  readonly contents: LooseContents;
  /** Records of the sessions that are there. */
  readonly records: () => Promise<{ readonly count: number; readonly bytes: number }>;
  readonly now: () => number;
}

/** Finds what nothing refers to, and remembers what it showed. */
export class Planner {
  readonly #parts: PlannerParts;
  readonly #plans = new Map<string, KnownPlan>();

  constructor(parts: PlannerParts) {
    this.#parts = parts;
  }

  /** Reads the disk usage of each kind. @throws file system errors */
  async use(): Promise<StorageUse[]> {
    const { sources, contents, records } = this.#parts;
    const record = async (): Promise<StorageUse> => ({ kind: 'record', ...(await records()) });
    return await Promise.all([record(), ...[...sources, contents].map((source) => source.use())]);
  }

  /** @throws file system errors, the signal's reason */
  async plan({ olderThanDays, untilBytes }: PlanRequest, signal: AbortSignal): Promise<RetentionPlan> {
    const [now, id] = [this.#parts.now(), randomUUID()];
    const [usedUntil, keptUntil] = [lastUseOf(now, olderThanDays), lastKeptOf(now, olderThanDays)];
    const surveys = await Promise.all(
      this.#parts.sources.map(async (source) => ({ source, ...(await surveyOf(source, signal)) })),
    );
    const all = surveys.flatMap(({ source, removable }) => removable.map((one) => ({ source, one })));
    const old = all.filter(({ one }) => one.lastUsedAt <= usedUntil);
    const without = new Set(old.filter(({ one }) => one.kind === 'session').map(({ one }) => trashName(one.id)));
    const found = await this.#parts.contents.find({ until: keptUntil, without, signal });
    const { things, loose } =
      untilBytes === undefined
        ? { things: old, loose: found.loose }
        : fitting(old, found.loose, sumOf(await this.use()) - untilBytes);
    const groups = contentGroups(loose);
    const plan: RetentionPlan = {
      id,
      madeAt: now,
      items: [...things.map(({ one }) => itemOf(one)), ...groups.map(({ item }) => item)],
      stays: [...surveys.flatMap(({ stays }): readonly RetainedItem[] => stays), ...found.stays],
    };
    this.#remember({
      plan,
      keptUntil,
      things: new Map(things.map((thing) => [itemId(thing.one), thing])),
      contents: new Map(groups.map(({ item, contents }) => [item.id, contents])),
    });
    return plan;
  }

  /** @throws AppError NOT_FOUND */
  known(id: string): KnownPlan {
    const known = this.#plans.get(id);
    if (known) return known;
    throw new AppError('NOT_FOUND', 'This list is out of date', { advice: 'Look again at what can be removed' });
  }

  /** Forgets a plan that was dealt with. */
  forget(id: string): void {
    this.#plans.delete(id);
  }

  #remember(known: KnownPlan): void {
    this.#plans.set(known.plan.id, known);
    const [oldest] = this.#plans.keys();
    if (this.#plans.size > MAX_PLANS && oldest !== undefined) this.#plans.delete(oldest);
  }
}

/** Items of a source; where it is not known what of it can go, all of it stays. @throws the signal's reason */
async function surveyOf(source: RetentionSource, signal: AbortSignal): Promise<SourceItems> {
  try {
    return await source.survey(signal);
  } catch (error) {
    signal.throwIfAborted();
    return { removable: [], stays: [{ kind: source.kind, name: 'All of this kind', why: messageOf(error) }] };
  }
}

/** The oldest of all, until so many bytes are free; what deleted sessions alone refer to only where all of those are among it. */
function fitting(things: readonly PlannedItem[], loose: readonly LooseContent[], toFree: number) {
  const sizedThings = things.map((thing) => ({ ...thing.one, thing, content: undefined }));
  const own = loose.filter(({ isOfDeleted }) => !isOfDeleted);
  const sized = (content: LooseContent) => ({
    bytes: content.size,
    lastUsedAt: content.keptAt,
    content,
    thing: undefined,
  });
  const chosen = oldestUntil([...sizedThings, ...own.map(sized)], toFree, 0);
  const chosenThings = chosen.flatMap(({ thing }) => thing ?? []);
  const isSession = ({ one }: PlannedItem) => one.kind === 'session';
  const hasAll = chosenThings.filter(isSession).length === things.filter(isSession).length;
  const ofDeleted = hasAll
    ? oldestUntil(loose.filter(({ isOfDeleted }) => isOfDeleted).map(sized), toFree - sumOf(chosen), 0)
    : [];
  return { things: chosenThings, loose: [...chosen, ...ofDeleted].flatMap(({ content }) => content ?? []) };
}

const itemId = ({ kind, id }: RemovableItem): string => `${kind}:${id}`;

function itemOf(one: RemovableItem): RetentionItem {
  const { kind, name, bytes, lastUsedAt, reason } = one;
  return { id: itemId(one), kind, name, count: 1, bytes, lastUsedAt, reason };
}

const sumOf = (all: readonly { readonly bytes: number }[]): number => all.reduce((sum, { bytes }) => sum + bytes, 0);
