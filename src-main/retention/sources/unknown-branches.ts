import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Branch, BranchId, type RetainedItem } from '#contract';
import { messageOf } from '#core/app-error';
import { lostRecords } from '../content/lost-records.ts';
import type { RemovableItem, RetentionOptions, SourceItems } from '../ports.ts';
import { removeByMove } from './remove-by-move.ts';
import { namesInFolder, treeSize } from './tree-size.ts';

/** Folders of branches of which no record tells, as a crash leaves them while one is erased. */
export function unknownBranches({ dataFolder, ledger }: Pick<RetentionOptions, 'dataFolder' | 'ledger'>) {
  const folder = join(dataFolder, 'branches');
  const trash = join(folder, 'trash');

  const unknownIn = async (at: string, known: ReadonlySet<string>): Promise<RemovableItem[]> => {
    const ids = (await namesInFolder(at)).filter(
      (id) => id !== 'trash' && BranchId.safeParse(id).success && !known.has(id),
    );
    const found = await Promise.all(
      ids.map(async (id): Promise<RemovableItem[]> => {
        const stats = await lstat(join(at, id)).catch(() => undefined);
        if (!stats?.isDirectory()) return [];
        const [name, lastUsedAt] = [`Folder of the branch ${id}`, Math.round(stats.ctimeMs)];
        const reason = 'No record tells of this branch any more';
        return [{ id: join(at, id), kind: 'branch', name, bytes: await treeSize(join(at, id)), lastUsedAt, reason }];
      }),
    );
    return found.flat();
  };

  const survey = async (all: readonly Branch[]): Promise<SourceItems> => {
    const removable = [folder, trash].map((at) => unknownIn(at, new Set(all.map(({ id }) => id))));
    const found = (await Promise.all(removable)).flat();
    if (found.length === 0) return { removable: [], stays: [] };
    const why = await whyUnsure(found.map(({ id }) => id.slice(id.lastIndexOf('/') + 1)));
    if (why === undefined) return { removable: found, stays: [] };
    return { removable: [], stays: found.map(({ name }): RetainedItem => ({ kind: 'branch', name, why })) };
  };

  /** Explains why it is unknown whether a record mentions one of them. */
  const whyUnsure = async (ids: readonly string[]): Promise<string | undefined> => {
    const [lost] = await lostRecords(ledger);
    if (lost !== undefined) return lost;
    for (const { id } of await ledger.trash()) {
      try {
        const text = await readFile(join(dataFolder, 'ledger', 'trash', `${id}.jsonl`), 'latin1');
        if (ids.some((branch) => text.includes(branch))) return `The deleted record ${id} tells of it`;
      } catch (error) {
        return `The deleted record ${id} cannot be read: ${messageOf(error)}`;
      }
    }
    return undefined;
  };

  return {
    survey,
    /** @returns false if a record tells of it by now, or it is another folder */
    remove: async (one: RemovableItem, all: readonly Branch[]): Promise<boolean> => {
      const present = (await survey(all)).removable.find(({ id }) => id === one.id);
      if (present?.lastUsedAt !== one.lastUsedAt) return false;
      await removeByMove(one.id, folder);
      return true;
    },
  };
}
