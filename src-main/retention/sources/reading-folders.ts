import { renameSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFolder } from '#core/files/remove-folder';
import type { RemovableItem, RetentionOptions, RetentionSource, SourceItems } from '../ports.ts';
import { asideIn } from './remove-by-move.ts';
import { namesInFolder, treeSize } from './tree-size.ts';

const NAME = /^[0-9a-f]{32}$/;

/** Layers of images that an earlier run laid out to be read and did not remove. In a run that reads images they are that run's. */
export function readingFolders({
  dataFolder,
  images,
}: Pick<RetentionOptions, 'dataFolder' | 'images'>): RetentionSource {
  const folder = join(dataFolder, 'images-read');
  const laidOut = async () => (await namesInFolder(folder)).filter((name) => NAME.test(name));
  const survey = async (): Promise<SourceItems> => {
    if (images.isReading()) return { removable: [], stays: [] };
    const found = (await laidOut()).map(async (name): Promise<RemovableItem[]> => {
      const stats = await lstat(join(folder, name)).catch(() => undefined);
      const one = { id: name, kind: 'reading', name: 'A layer of an image, laid out to be read' } as const;
      const reason = 'An earlier run of the app left it';
      const lastUsedAt = Math.round(stats?.ctimeMs ?? 0);
      return stats ? [{ ...one, bytes: await treeSize(join(folder, name)), lastUsedAt, reason }] : [];
    });
    return { removable: (await Promise.all(found)).flat(), stays: [] };
  };
  return {
    kind: 'reading',
    use: async () => ({ kind: 'reading', count: (await laidOut()).length, bytes: await treeSize(folder) }),
    survey,
    remove: async ({ id, lastUsedAt }) => {
      const stats = await lstat(join(folder, id)).catch(() => undefined);
      if (!stats || Math.round(stats.ctimeMs) !== lastUsedAt) return false;
      const aside = asideIn(folder);
      // In one step with the question, so that nobody begins to read images in between.
      if (images.isReading()) return false;
      renameSync(join(folder, id), aside);
      await removeFolder(aside);
      return true;
    },
  };
}
