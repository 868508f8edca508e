import { truncate, unlink, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { TreeWatch } from '#ledger';
import { watchedFolder } from '../../../support/watched-folder.ts';

/** Takes a while to be read, and no room. */
const LARGE_BYTES = 400_000_000;

async function largeAndSmall() {
  const world = await watchedFolder({ firstWaitMs: 1 });
  await world.write('small', 'x');
  await world.write('large', '');
  await truncate(world.inside('large'), LARGE_BYTES);
  return world;
}

/** Resolves when everything is kept. */
async function ready({ state }: TreeWatch): Promise<void> {
  if (state.value.phase === 'ready') return;
  await new Promise<void>((resolve) => {
    const stop = state.onChanged(({ phase }) => {
      if (phase !== 'ready') return;
      stop();
      resolve();
    });
  });
}

test('a call that comes before all is kept does not wait for it, and names what is not kept yet', async () => {
  await using world = await largeAndSmall();
  const { before, changes } = await world.during(async () => {
    await unlink(world.inside('large'));
    await unlink(world.inside('small'));
  });
  expect(before.pending).toContain('large is not kept yet');
  expect(before.notWatched).toEqual(expect.arrayContaining([...before.pending]));
  const [large] = changes;
  expect(large).toMatchObject({ change: 'deleted', path: world.inside('large'), before: { size: LARGE_BYTES } });
  expect(large?.before).toMatchObject({ notKept: expect.stringMatching(/before it could be kept|not kept yet/) });
});

test('what is kept while a call runs counts, as long as the call has not touched it', async () => {
  await using world = await largeAndSmall();
  const { changes } = await world.during(async () => {
    await ready(world.watch);
    await writeFile(world.inside('large'), 'new');
  });
  expect(changes).toMatchObject([{ change: 'modified', before: { size: LARGE_BYTES }, after: { size: 3 } }]);
  expect(changes[0]?.before?.notKept).toBeUndefined();
  expect(await world.ledger.content.has(changes[0]?.before?.hash ?? '')).toBe(true);
});

test('what is kept in the background from the start is there when the first call comes', async () => {
  await using world = await largeAndSmall();
  expect(world.watch.state.value).toEqual({ phase: 'unknown', notKept: [] });
  world.watch.warm();
  await ready(world.watch);
  const { before, changes } = await world.during(() => unlink(world.inside('large')));
  expect(before.notWatched).toEqual([]);
  expect(changes[0]?.before?.hash).toBeDefined();
});
