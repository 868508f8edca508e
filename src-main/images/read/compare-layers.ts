import { findLayer } from '../manifest/layers.ts';
import type { Squashfs } from '../squashfs/open-squashfs.ts';
import { contentHash } from './describe-entries.ts';
import { type SeenEntry, seenIn } from './layer-nodes.ts';
import type { OpenImage } from './open-image.ts';

export interface ComparedChange {
  readonly path: string;
  readonly change: 'added' | 'deleted' | 'changed';
}

/** Compares the merged content of two layers by path: kinds, contents, targets, modes. @throws ImageError */
export function compareLayers(open: OpenImage, from: string, to: string): readonly ComparedChange[] {
  const before = new Map(seenIn(open, findLayer(open.manifest, from)));
  const changes: ComparedChange[] = [];
  for (const [path, entry] of seenIn(open, findLayer(open.manifest, to))) {
    const old = before.get(path);
    before.delete(path);
    if (!old) changes.push({ path, change: 'added' });
    else if (!isSameEntry(open.image, old, entry)) changes.push({ path, change: 'changed' });
  }
  for (const path of before.keys()) changes.push({ path, change: 'deleted' });
  return changes.sort((one, other) => (one.path < other.path ? -1 : 1));
}

function isSameEntry(image: Squashfs, { source: one }: SeenEntry, { source: other }: SeenEntry): boolean {
  if (one.key === other.key) return true;
  const { kind, mode, device, target, file } = one.inode;
  const there = other.inode;
  if (kind !== there.kind || mode !== there.mode || device !== there.device) return false;
  if (target && there.target) return target.equals(there.target);
  if (!file || !there.file) return true;
  return file.size === there.file.size && contentHash(image, one.inode) === contentHash(image, there);
}
