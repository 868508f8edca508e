import type { FileState } from '#contract';
import type { PathView } from './disk-view.ts';
import type { PathWork } from './path-work.ts';
import { wantedAttributes } from './wanted-attributes.ts';

/**
 * Finds files that only change their place: what is removed gives its bytes, attributes and exact time to what is made, so that
 * nothing is copied. Its other name is a link, which changes its ctime: that tells nothing of it any more.
 */
export function withMoves(works: readonly PathWork[]): PathWork[] {
  const sources = new Map<string, PathView[]>();
  for (const { action, view } of works) {
    const key = action === 'remove' ? moveKey(view.present) : undefined;
    const alike = key === undefined ? undefined : sources.get(key);
    if (alike) alike.push(view);
    else if (key !== undefined) sources.set(key, [view]);
  }
  if (sources.size === 0) return [...works];
  const moved = new Set<PathView>();
  const makes = works.map((work) => {
    const wanted = work.goal.wanted && { ...work.goal.wanted, attributes: wantedAttributes(work.goal, work.view) };
    const source = isNewFile(work) ? sources.get(moveKey(wanted) ?? '')?.pop() : undefined;
    if (!source) return work;
    moved.add(source);
    return { ...work, movedFrom: withoutChangeTime(source) };
  });
  return makes.map((work) => (moved.has(work.view) ? { ...work, view: withoutChangeTime(work.view) } : work));
}

function isNewFile({ action, temporary, linkTo, view, goal }: PathWork): boolean {
  const isMade = action === 'make' && temporary !== undefined && linkTo === undefined;
  return isMade && !view.present && goal.wanted?.inode === undefined;
}

/** Key that files share if nothing but their path tells them apart; absent if that is not known. */
function moveKey(state: FileState | undefined): string | undefined {
  const { kind, hash, mode, mtimeNs, uid, gid, attributes, inode } = state ?? {};
  if (kind !== 'file' || hash === undefined || mtimeNs === undefined || inode !== undefined) return undefined;
  return [hash, mode, mtimeNs, uid, gid, attributes].join(' ');
}

function withoutChangeTime(view: PathView): PathView {
  const { ctimeNs: _, ...identity } = view.identity ?? { ino: 0n };
  return { ...view, identity };
}
