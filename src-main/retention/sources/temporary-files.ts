import { lstat, unlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { removeFolder } from '#core/files/remove-folder';
import { isLeftTemporary } from '#core/files/temporary-name';
import { referringFiles } from '../content/referring-files.ts';
import { DAY_MS } from '../plan/choose.ts';
import type { RemovableItem, RetentionOptions, RetentionSource } from '../ports.ts';
import { isAside } from './remove-by-move.ts';
import { namesInFolder, treeSize } from './tree-size.ts';

/** Pattern of the name that kept bytes have until they are complete. */
const INCOMING = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Folders in which what is removed is moved aside first. */
const ASIDE_IN = ['branches', 'images-read'] as const;

/** Files that a process was writing, or folders that it was removing, when it was ended. */
export function temporaryFiles({
  dataFolder,
  now = Date.now,
}: Pick<RetentionOptions, 'dataFolder' | 'now'>): RetentionSource {
  const found = async (): Promise<RemovableItem[]> => {
    const files = (await referringFiles(dataFolder, () => {})).filter(({ name }) => isLeftTemporary(basename(name)));
    const incoming = join(dataFolder, 'ledger', 'content', 'incoming');
    const half = (await namesInFolder(incoming))
      .filter((name) => INCOMING.test(name))
      .map((name) => join(incoming, name));
    const left = await Promise.all([...files.map(({ path }) => path), ...(await asides())].map(removable));
    // What was written to lately may be of another thread of this process.
    const old = (await Promise.all(half.map(removable))).filter((one) => (one?.lastUsedAt ?? 0) < now() - DAY_MS);
    return [...left, ...old].filter((one) => one !== undefined);
  };
  const asides = async () => {
    const names = ASIDE_IN.map(async (folder) => {
      const at = join(dataFolder, folder);
      return (await namesInFolder(at)).filter(isAside).map((name) => join(at, name));
    });
    return (await Promise.all(names)).flat();
  };
  return {
    kind: 'temporary',
    use: async () => {
      const all = await found();
      return { kind: 'temporary', count: all.length, bytes: all.reduce((sum, { bytes }) => sum + bytes, 0) };
    },
    survey: async () => ({ removable: await found(), stays: [] }),
    remove: async ({ id, lastUsedAt }) => {
      const present = await removable(id);
      if (present?.lastUsedAt !== lastUsedAt) return false;
      await (isAside(basename(id)) ? removeFolder(id) : unlink(id));
      return true;
    },
  };
}

async function removable(path: string): Promise<RemovableItem | undefined> {
  const stats = await lstat(path).catch(() => undefined);
  if (!stats) return undefined;
  const [bytes, lastUsedAt] = [await treeSize(path), Math.round(stats.mtimeMs)];
  const reason = 'The process that wrote or removed it has ended';
  return { id: path, kind: 'temporary', name: basename(path), bytes, lastUsedAt, reason };
}
