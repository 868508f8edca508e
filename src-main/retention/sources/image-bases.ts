import { join } from 'node:path';
import type { RetainedItem } from '#contract';
import type { ImageBase, RemovableItem, RetentionOptions, RetentionSource, SourceItems } from '../ports.ts';
import { presenceOf } from './folder-presence.ts';
import { countFiles } from './tree-size.ts';

/**
 * Source of the records of what folders were opened from, kept for comparing snapshots: not needed when the folder is
 * gone.
 */
export function imageBaseRecords({
  dataFolder,
  images,
  openWorkspaces,
}: Pick<RetentionOptions, 'dataFolder' | 'images' | 'openWorkspaces'>): RetentionSource {
  const use = () => countFiles(join(dataFolder, 'open-images'), '.json');
  const survey = async (): Promise<SourceItems> => {
    const bases = await images.bases();
    const inUse = new Set([...(await images.openFolders()), ...openWorkspaces()]);
    const found = await Promise.all(bases.map((base) => surveyBase(base, inUse)));
    const unread = (await use()).count - bases.length;
    const name = unread === 1 ? 'One record of an opened image' : `${unread} records of opened images`;
    const damaged: RetainedItem = { kind: 'base', name, why: 'It cannot be read, so it is not known what needs it' };
    return {
      removable: found.flatMap(({ removable }) => removable),
      stays: [...found.flatMap(({ stays }) => stays), ...(unread > 0 ? [damaged] : [])],
    };
  };
  return {
    kind: 'base',
    use: async () => ({ kind: 'base', ...(await use()) }),
    survey,
    remove: async (one) => {
      const present = (await survey()).removable.find(({ id }) => id === one.id);
      if (present?.lastUsedAt !== one.lastUsedAt) return false;
      await images.forgetBase(one.id);
      return true;
    },
  };
}

async function surveyBase(base: ImageBase, inUse: ReadonlySet<string>): Promise<SourceItems> {
  const { folder, identity, bytes, writtenAt } = base;
  const presence = await presenceOf(folder, identity.split(':')[0]);
  if (inUse.has(folder) || presence.is === 'present') return { removable: [], stays: [] };
  const name = `What ${folder} was opened from`;
  if (presence.is === 'unknown') return { removable: [], stays: [{ kind: 'base', name, why: presence.why }] };
  const reason = 'The folder is gone';
  const removable: RemovableItem = { id: folder, kind: 'base', name, bytes, lastUsedAt: writtenAt, reason };
  return { removable: [removable], stays: [] };
}
