import { dirname } from 'node:path';
import type { FileState } from '#contract';
import { mapBounded } from '#core/async/map-bounded';
import type { DiskView, PathView } from './disk-view.ts';
import { failWhenStopped } from './fail-when-stopped.ts';
import { inStretches } from './in-stretches.ts';
import { blockedVerdict, judgePath, notEmptied, type PathVerdict } from './judge-path.ts';
import type { PathGoal } from './net-changes.ts';

/** libuv has four threads for files. */
const PARALLEL = 8;

export interface PlannedPath {
  readonly goal: PathGoal;
  readonly view: PathView;
  readonly verdict: PathVerdict;
}

export interface PlanPorts {
  /** Adds to the views what else is to be known. */
  readonly lookCloser?: (views: readonly PathView[]) => Promise<readonly PathView[]>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Looks at every path of a transaction and decides what is to be done with each; changes nothing.
 *
 * @throws AppError CANCELLED if it is stopped
 */
export async function planPaths(
  goals: readonly PathGoal[],
  disk: DiskView,
  { lookCloser = async (views) => views, signal }: PlanPorts = {},
): Promise<PlannedPath[]> {
  const quick = new Map<PathGoal, PathView>();
  await inStretches(goals, (goal) => {
    failWhenStopped(signal);
    const view = disk.lookNow(goal.path, goal.expected);
    if (view) quick.set(goal, view);
  });
  const look = async (goal: PathGoal) => {
    const view = quick.get(goal) ?? (await disk.look(goal.path));
    failWhenStopped(signal);
    return view;
  };
  const views = await lookCloser(await mapBounded(goals, PARALLEL, look));
  const seen = withoutAliases(goals, views);
  return settleVerdicts(
    goals.map((goal, index) => {
      const view = seen[index] as PathView;
      return { goal, view, verdict: judgePath(goal, view) };
    }),
    disk,
  );
}

/**
 * Refuses what the rest does not allow: a path below one that stays no folder, and a folder in which something stays.
 * Each refusal can lead to others, so it goes on until there is none.
 */
export function settleVerdicts(planned: readonly PlannedPath[], disk: Pick<DiskView, 'placeOf'>): PlannedPath[] {
  const verdicts = new PathVerdicts(planned);
  const byDepth = [...planned].sort((a, b) => pathDepth(a.goal.path) - pathDepth(b.goal.path));
  for (let isSettled = false; !isSettled; ) {
    isSettled = true;
    for (const { goal } of byDepth) if (verdicts.refuseUnreachable(goal, disk)) isSettled = false;
    for (const one of byDepth.toReversed()) if (verdicts.refuseFilled(one)) isSettled = false;
  }
  return planned.map((one) => ({ ...one, verdict: verdicts.of(one.goal.path) }));
}

class PathVerdicts {
  readonly #planned: ReadonlyMap<string, PlannedPath>;
  readonly #verdicts: Map<string, PathVerdict>;

  constructor(planned: readonly PlannedPath[]) {
    this.#planned = new Map(planned.map((one) => [one.goal.path, one]));
    this.#verdicts = new Map(planned.map((one) => [one.goal.path, one.verdict]));
  }

  of(path: string): PathVerdict {
    return this.#verdicts.get(path) as PathVerdict;
  }

  /** Answers whether it has just been refused. */
  refuseUnreachable({ path, wanted }: PathGoal, disk: Pick<DiskView, 'placeOf'>): boolean {
    if (!wanted || this.of(path).kind !== 'restore') return false;
    for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
      const final = this.#finalOf(folder);
      if (final === 'unknown') continue;
      if (final?.kind === 'directory') return false;
      this.#verdicts.set(path, blockedVerdict(folder, `${folder} is left as it is and is no folder`));
      return true;
    }
    const place = disk.placeOf(dirname(path));
    if (place.kind !== 'blocked' || this.#finalOf(place.at) !== 'unknown') return false;
    this.#verdicts.set(path, blockedVerdict(place.at, place.why));
    return true;
  }

  /** A folder goes only when all that is in it goes, too. */
  refuseFilled({ goal: { path, wanted }, view }: PlannedPath): boolean {
    const isRemoved = view.present?.kind === 'directory' && wanted?.kind !== 'directory';
    if (!isRemoved || this.of(path).kind !== 'restore') return false;
    const stays = view.children.find((child) => this.#finalOf(child) !== undefined);
    if (stays === undefined) return false;
    this.#verdicts.set(path, notEmptied(this.#planned.has(stays) ? stays : undefined));
    return true;
  }

  /** State that will be at a path; `unknown` if the transaction does not include it. */
  #finalOf(path: string): FileState | undefined | 'unknown' {
    const planned = this.#planned.get(path);
    if (!planned) return 'unknown';
    return this.of(path).kind === 'refused' ? planned.view.present : planned.goal.wanted;
  }
}

/** Leaves out aliases: on a case-insensitive file system, the new name of a file also matches the old one. */
function withoutAliases(goals: readonly PathGoal[], views: readonly PathView[]): PathView[] {
  const real = new Set(goals.filter(({ expected }) => expected).map(({ path }) => path));
  const byFold = new Map<string, PathView>();
  for (const view of views) if (view.present && real.has(view.path)) byFold.set(withoutCase(view.path), view);
  return views.map((view, index) => {
    const other = byFold.get(withoutCase(view.path));
    const isAlias = !goals[index]?.expected && other && other.path !== view.path && other.node === view.node;
    return isAlias ? { ...view, present: undefined, identity: undefined, node: undefined, children: [] } : view;
  });
}

function withoutCase(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

export function pathDepth(path: string): number {
  return path.split('/').length;
}
