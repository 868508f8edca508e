import { join } from 'node:path';
import type { RetainedItem } from '#contract';
import type { RetentionOptions, RetentionSource } from '../ports.ts';
import { countFiles } from './tree-size.ts';

/** The name in the data folder of the record of a deleted session. */
export const trashName = (session: string): string => `ledger/trash/${session}.jsonl`;

/** Records of deleted sessions: they lie in the trash of the ledger until they are restored or erased. */
export function deletedSessions({
  dataFolder,
  ledger,
  eraseSession,
  branches,
}: Pick<RetentionOptions, 'dataFolder' | 'ledger' | 'eraseSession' | 'branches'>): RetentionSource {
  return {
    kind: 'session',
    use: async () => ({ kind: 'session', ...(await countFiles(join(dataFolder, 'ledger', 'trash'), '.jsonl')) }),
    survey: async () => {
      const inUse = await sessionsOfBranches(branches);
      const named = (await ledger.trash()).map((one) => ({ ...one, name: nameOf(one) }));
      const stays = named
        .filter(({ id }) => inUse.has(id))
        .map(({ name }): RetainedItem => {
          return { kind: 'session', name, why: 'A branch that is not dropped is worked in by it' };
        });
      const removable = named
        .filter(({ id }) => !inUse.has(id))
        .map(({ id, name, bytes, deletedAt }) => ({
          kind: 'session' as const,
          reason: 'You deleted this session',
          id,
          name,
          bytes,
          lastUsedAt: deletedAt,
        }));
      return { removable, stays };
    },
    remove: async ({ id, lastUsedAt }) => {
      const [present] = await ledger.trash(id);
      // Restored, or restored and deleted once more.
      if (present?.deletedAt !== lastUsedAt || (await sessionsOfBranches(branches)).has(id)) return false;
      await eraseSession(id);
      return true;
    },
  };
}

const nameOf = ({ title, id }: { readonly title: string | undefined; readonly id: string }): string => title ?? id;

async function sessionsOfBranches(branches: RetentionOptions['branches']): Promise<ReadonlySet<string>> {
  const kept = (await branches.list()).filter(({ isDropped }) => !isDropped);
  return new Set(kept.flatMap(({ session }) => session ?? []));
}
