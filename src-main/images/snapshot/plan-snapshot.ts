import { realpath } from 'node:fs/promises';
import type { LayerDifference, SnapshotPlan } from '#contract';
import { shownBytes } from '#core/files/path-bytes';
import { likelySecret } from '../pack/plan-pack.ts';
import { openAt } from '../reading/open-at.ts';
import type { NewEntry, NewFolder } from '../write/new-entry.ts';
import { FolderSnapshot, type SnapshotOptions } from './snapshot-folder.ts';

/** Most differences that are listed. */
const MOST = 5000;

type PlanOptions = Pick<SnapshotOptions, 'folder' | 'records' | 'readXattrs'> & { readonly signal: AbortSignal };

/** Plans what a snapshot of a folder would put into a layer; nothing is written. @throws as `snapshotFolder` */
export async function planSnapshot(options: PlanOptions): Promise<SnapshotPlan> {
  const folder = await realpath(options.folder);
  const record = await options.records.read(folder);
  using open = await openAt(record.image, options.signal);
  const snapshot = new FolderSnapshot({ ...options, includesSecret: () => false }, folder, record);
  const { layer, isInBase, secrets } = await snapshot.compare(open);
  const all = layer ? [...differencesIn(layer, isInBase)] : [];
  return {
    differences: all.slice(0, MOST),
    isCut: all.length > MOST,
    secrets: secrets.map(likelySecret),
  };
}

/** Paths of a layer, with what it does to what lies below. */
function* differencesIn(
  folder: NewFolder,
  isInBase: (path: string) => boolean,
  prefix = '',
): Generator<LayerDifference> {
  for (const [name, entry] of folder.children) {
    const path = prefix + name;
    const change = changeBy(entry, isInBase(path));
    if (change) yield { path: shownBytes(path), change };
    if (entry.kind === 'dir') yield* differencesIn(entry, isInBase, `${path}/`);
  }
}

/** Change made by an entry of a layer; a folder that already exists is only a path to differences. */
function changeBy(entry: NewEntry, isThere: boolean): LayerDifference['change'] | undefined {
  if (entry.kind === 'char' && entry.device === 0) return 'deleted';
  if (!isThere) return 'added';
  return entry.kind === 'dir' ? undefined : 'changed';
}
