import type { RetentionItem } from '#contract';
import type { LooseContent } from '../content/loose-content.ts';

const REASONS = {
  loose: 'No record, tree or version refers to it',
  ofDeleted: 'Only the deleted sessions in this list refer to it, and it stays where one of them does',
} as const;

/** The groups in which kept bytes are shown: thousands of hashes tell a person nothing. */
const GROUPS = [
  { id: 'content', isTree: false, isOfDeleted: false, name: 'Old contents, outputs and pictures' },
  { id: 'content-deleted', isTree: false, isOfDeleted: true, name: 'Contents of deleted sessions' },
  { id: 'tree', isTree: true, isOfDeleted: false, name: 'Old snapshots of workspaces' },
  { id: 'tree-deleted', isTree: true, isOfDeleted: true, name: 'Snapshots of workspaces of deleted sessions' },
] as const;

export interface ContentGroup {
  readonly item: RetentionItem;
  readonly contents: readonly LooseContent[];
}

/** Loose contents as they are shown, without empty groups. */
export function contentGroups(loose: readonly LooseContent[]): ContentGroup[] {
  return GROUPS.flatMap(({ id, isTree, isOfDeleted, name }) => {
    const contents = loose.filter((one) => one.isTree === isTree && one.isOfDeleted === isOfDeleted);
    if (contents.length === 0) return [];
    const item: RetentionItem = {
      id,
      kind: isTree ? 'tree' : 'content',
      name,
      count: contents.length,
      bytes: contents.reduce((sum, { size }) => sum + size, 0),
      lastUsedAt: Math.round(contents.reduce((latest, { keptAt }) => Math.max(latest, keptAt), 0)),
      reason: isOfDeleted ? REASONS.ofDeleted : REASONS.loose,
    };
    return [{ item, contents }];
  });
}
