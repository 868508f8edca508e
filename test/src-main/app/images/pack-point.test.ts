import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type PointPackerOptions, pointPacker } from '#app/images/pack-point';
import type { ContentStore, Ledger } from '#ledger';
import { arrayOf } from '../../../support/array-of.ts';
import { silentLogger } from '../../../support/silent-logger.ts';
import { watchedFolder } from '../../../support/watched-folder.ts';

test('whoever leaves while the folder of a message is laid out need not wait for the rest of it', async () => {
  await using world = await watchedFolder();
  for (const name of ['a', 'b', 'c']) await world.write(name, name);
  const saved = await world.watch.saved(await world.watch.before('test'));
  const session = await world.ledger.session('one');
  const { id: message } = await session.append('message.user', { text: 'hello' });
  await session.append('point.taken', { at: 'before', root: world.path, snapshot: saved?.snapshot ?? '' });
  const leaving = new AbortController();
  const { content: kept, dataFolder } = world.ledger;
  let copied = 0;
  const content: Pick<ContentStore, 'copyTo' | 'hasNow' | 'readNow'> = {
    copyTo: async (hash, target) => {
      copied += 1;
      leaving.abort(new Error('left'));
      await kept.copyTo(hash, target);
    },
    hasNow: (hash) => kept.hasNow(hash),
    readNow: (hash) => kept.readNow(hash),
  };
  const ledger = { content, session: (id: string) => world.ledger.session(id) } as unknown as Ledger;
  const images = {
    pack: () => {
      throw new Error('It was packed');
    },
  } as unknown as PointPackerOptions['images'];
  const pack = pointPacker({ ledger, dataFolder, log: silentLogger, images });

  const packing = arrayOf(pack({ session: 'one', message, image: join(dataFolder, 'then.squashfs') }, leaving.signal));

  await expect(packing).rejects.toThrow('left');
  expect(copied).toBe(1);
  expect(await readdir(join(dataFolder, 'packing'))).toEqual([]);
});
