import { mkdir, readdir, rename, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ContentHash } from '#contract';
import { removeKept, storedContent } from '#ledger';
import { temporaryLedger } from '../../../support/temporary-ledger.ts';

const DAY_MS = 86_400_000;
const never = () => false;

async function setUp() {
  const ledger = await temporaryLedger();
  const { content } = ledger;
  const hash = await content.keep(Buffer.from('bytes'));
  const placeOf = (of: ContentHash) => join(content.folder, of.slice(0, 2), of);
  const age = async (of: ContentHash, days = 3) => {
    const at = Date.now() / 1000 - (days * DAY_MS) / 1000;
    await utimes(placeOf(of), at, at);
  };
  await age(hash);
  const until = () => Date.now() - DAY_MS;
  return { ledger, content, hash, placeOf, age, until, [Symbol.asyncDispose]: () => ledger[Symbol.asyncDispose]() };
}

describe('kept bytes', () => {
  test('are listed with their size and when they were kept last', async () => {
    await using world = await setUp();
    const all = [];
    for await (const some of storedContent(world.content.folder)) all.push(...some);
    expect(all).toEqual([{ hash: world.hash, size: 5, keptAt: expect.any(Number) }]);
    expect(all[0]?.keptAt).toBeLessThan(world.until());
  });

  test.each(['keep', 'hasNow'] as const)('that are needed again are as good as new: %s', async (ask) => {
    await using world = await setUp();
    const { content, hash } = world;
    await (ask === 'keep' ? content.keep(Buffer.from('bytes'), { settle: 'later' }) : content.hasNow(hash));
    expect((await stat(world.placeOf(hash))).mtimeMs).toBeGreaterThan(world.until());
    expect(await removeKept(content.folder, hash, { until: world.until(), isNeeded: never })).toBeUndefined();
    expect((await content.read(hash)).toString()).toBe('bytes');
  });

  test('are removed when they are old and nobody needs them, and can be kept anew', async () => {
    await using world = await setUp();
    const { content, hash } = world;
    const remove = (isNeeded: () => boolean) => removeKept(content.folder, hash, { until: world.until(), isNeeded });
    expect(await remove(() => true)).toBeUndefined();
    expect(await content.has(hash)).toBe(true);
    expect(await remove(never)).toBe(5);
    expect({ has: await content.has(hash), hasNow: content.hasNow(hash) }).toEqual({ has: false, hasNow: false });
    expect(await remove(never)).toBeUndefined();
    await content.keep(Buffer.from('bytes'));
    expect((await content.read(hash)).toString()).toBe('bytes');
  });

  test('that a crash left moved aside can be read, are kept anew by who keeps them, and are back after a start', async () => {
    await using world = await setUp();
    const { content, hash, ledger } = world;
    const leaving = join(content.folder, 'leaving');
    await mkdir(leaving);
    await rename(world.placeOf(hash), join(leaving, hash));
    expect((await content.read(hash)).toString()).toBe('bytes');
    expect(content.hasNow(hash)).toBe(false);
    const again = await ledger.reopen();
    expect(await readdir(leaving)).toEqual([]);
    expect((await again.content.read(hash)).toString()).toBe('bytes');
  });
});
