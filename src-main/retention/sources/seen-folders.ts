import { open, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isPlainObject } from '#contract/plain-object';
import { realOrSame } from '#core/files/real-path';
import type { RemovableItem, RetentionOptions, RetentionSource, SourceItems } from '../ports.ts';
import { presenceOf } from './folder-presence.ts';
import { countFiles, namesInFolder } from './tree-size.ts';

const ENDING = '.fingerprints';
/** A path has at most 4096 bytes, and each may take six as JSON. */
const HEADER_BYTES = 32 * 1024;

/** Source of the last states of workspaces, which make their next look quick: not needed when the folder is gone. */
export function seenFolders({
  dataFolder,
  openWorkspaces,
}: Pick<RetentionOptions, 'dataFolder' | 'openWorkspaces'>): RetentionSource {
  const folder = join(dataFolder, 'ledger', 'trees');
  const look = async (file: string, inUse: ReadonlySet<string>): Promise<SourceItems> => {
    const path = join(folder, file);
    const [stats, root] = await Promise.all([stat(path).catch(() => undefined), rootIn(path).catch(() => undefined)]);
    if (!stats) return { removable: [], stays: [] };
    if (root === undefined) {
      const why = 'It cannot be read, so it is not known what needs it';
      return { removable: [], stays: [{ kind: 'seen', name: path, why }] };
    }
    const presence = await presenceOf(root);
    if (inUse.has(root) || presence.is === 'present') return { removable: [], stays: [] };
    const name = `What ${root} looked like last`;
    if (presence.is === 'unknown') return { removable: [], stays: [{ kind: 'seen', name, why: presence.why }] };
    const [lastUsedAt, reason] = [Math.round(stats.mtimeMs), 'The folder is gone'];
    const removable: RemovableItem = { id: file, kind: 'seen', name, bytes: stats.size, lastUsedAt, reason };
    return { removable: [removable], stays: [] };
  };
  const inUse = async () => {
    const open = openWorkspaces();
    return new Set([...open, ...(await Promise.all(open.map((path) => realOrSame(path))))]);
  };
  return {
    kind: 'seen',
    use: async () => ({ kind: 'seen', ...(await countFiles(folder, ENDING)) }),
    survey: async () => {
      const files = (await namesInFolder(folder)).filter((name) => name.endsWith(ENDING));
      const used = await inUse();
      const found = await Promise.all(files.map((file) => look(file, used)));
      return { removable: found.flatMap(({ removable }) => removable), stays: found.flatMap(({ stays }) => stays) };
    },
    remove: async (one) => {
      const { removable } = await look(one.id, await inUse());
      if (removable[0]?.lastUsedAt !== one.lastUsedAt) return false;
      await unlink(join(folder, one.id));
      return true;
    },
  };
}

/** The folder that the first line names. @throws file system errors */
async function rootIn(path: string): Promise<string | undefined> {
  await using file = await open(path, 'r');
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
  const [first = ''] = buffer.toString('utf8', 0, bytesRead).split('\n');
  const header: unknown = JSON.parse(first);
  return isPlainObject(header) && typeof header.root === 'string' ? header.root : undefined;
}
