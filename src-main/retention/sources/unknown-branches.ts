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
    const live = (await ledger.sessions()).filter((id) => id.startsWith('workspace-'));
    const deleted = (await ledger.trash()).map(({ id }) => id);
    const told = (text: string) => ids.some((branch) => text.includes(branch));
    return (
      (await tellingRecord('record', recordFiles('sessions', live), (text) => ids.some(isToldOf(text)))) ??
      (await tellingRecord('deleted record', recordFiles('trash', deleted), told))
    );
  };

  const recordFiles = (place: string, ids: readonly string[]): ReadonlyMap<string, string> =>
    new Map(ids.map((id) => [id, join(dataFolder, 'ledger', place, `${id}.jsonl`)]));

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

/** Names the first of the records that tells of a branch, or cannot be read. */
async function tellingRecord(
  kind: string,
  files: ReadonlyMap<string, string>,
  tells: (text: string) => boolean,
): Promise<string | undefined> {
  for (const [id, file] of files) {
    try {
      if (tells(await readFile(file, 'latin1'))) return `The ${kind} ${id} tells of it`;
    } catch (error) {
      return `The ${kind} ${id} cannot be read: ${messageOf(error)}`;
    }
  }
  return undefined;
}

/** Whether a workspace's record has events of a branch, and none that it was erased: the line of its making may be damaged. */
function isToldOf(text: string): (branch: string) => boolean {
  const lines = text.split('\n');
  return (branch) => {
    const own = lines.filter((line) => line.includes(`"branch":"${branch}"`));
    return own.length > 0 && !own.some((line) => line.includes('"branch.erased"'));
  };
}
