import { lstat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Branch, RetainedItem } from '#contract';
import type { RemovableItem, RetentionOptions, RetentionSource, SourceItems } from '../ports.ts';
import { namesInFolder, treeSize } from './tree-size.ts';
import { unknownBranches } from './unknown-branches.ts';

type DroppedBranchesOptions = Pick<RetentionOptions, 'dataFolder' | 'ledger' | 'branches'>;

/** Copies of workspaces: those that were dropped, and folders of those that no record knows. */
export function droppedBranches(options: DroppedBranchesOptions): RetentionSource {
  const { dataFolder, branches } = options;
  const trash = join(dataFolder, 'branches', 'trash');
  const unknown = unknownBranches(options);
  return {
    kind: 'branch',
    use: async () => {
      const folder = join(dataFolder, 'branches');
      const homes = [...(await namesInFolder(folder)), ...(await namesInFolder(trash))].filter(
        (name) => !name.includes('.'),
      );
      return { kind: 'branch', count: homes.filter((name) => name !== 'trash').length, bytes: await treeSize(folder) };
    },
    survey: async () => {
      const all = await branches.list();
      const found = await Promise.all(all.map((branch) => droppedOf(branch, all, trash)));
      const others = await unknown.survey(all);
      return {
        removable: [...found.flatMap(({ removable }) => removable), ...others.removable],
        stays: [...found.flatMap(({ stays }) => stays), ...others.stays],
      };
    },
    remove: async (one) => {
      const all = await branches.list();
      const branch = all.find(({ id }) => id === one.id);
      if (!branch) return await unknown.remove(one, all);
      const { removable } = await droppedOf(branch, all, trash);
      // Restored, or restored and dropped once more.
      if (removable[0]?.lastUsedAt !== one.lastUsedAt) return false;
      await branches.erase(one.id);
      return true;
    },
  };
}

/** A branch as retention sees it; nothing for one that is not dropped, or is in the trash without files. */
async function droppedOf(branch: Branch, all: readonly Branch[], trash: string): Promise<SourceItems> {
  const { id, set, isDropped } = branch;
  if (!isDropped) return { removable: [], stays: [] };
  const stats = await lstat(join(trash, id)).catch(() => undefined);
  const name = nameOf(branch);
  const sibling = all.find((one) => one.set === set && one.id !== id && !one.isDropped);
  if (sibling) {
    const why = `${nameOf(sibling)} of the same try is not dropped, and what it began with may be found in this one alone`;
    const staying: RetainedItem = { kind: 'branch', name, why };
    return { removable: [], stays: [staying] };
  }
  if (!stats) return { removable: [], stays: [] };
  const removable: RemovableItem = {
    id,
    kind: 'branch',
    name,
    bytes: await treeSize(join(trash, id)),
    // Moving a folder to the trash changes nothing of it but this time.
    lastUsedAt: Math.round(stats.ctimeMs),
    reason: 'This branch was dropped',
  };
  return { removable: [removable], stays: [] };
}

const nameOf = ({ workspace, profile, id }: Branch): string =>
  `Branch ${id} of ${basename(workspace)}${profile === undefined ? '' : ` (${profile})`}`;
