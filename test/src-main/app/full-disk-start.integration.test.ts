import { rmSync, writeFileSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockDataFolder } from '#app/start/data-folder-lock';
import { becomeHost } from '#app/start/host-lock';
import { canMount, mountedFolder } from '../../support/mounted-folder.ts';
import { plainApp } from '../../support/plain-app.ts';

/** Takes every byte that is left. */
function fill(folder: string): void {
  for (const size of [1024 * 1024, 1024]) {
    for (let n = 0; ; n++) {
      try {
        writeFileSync(join(folder, `fill-${size}-${n}`), Buffer.alloc(size));
      } catch {
        break;
      }
    }
  }
}

async function firstOf<T>(stream: AsyncIterable<T>, isWanted: (value: T) => boolean): Promise<T> {
  for await (const value of stream) if (isWanted(value)) return value;
  throw new Error('The stream ended');
}

test.skipIf(!canMount('ext4'))(
  'on a full disk the app starts, shows its history, says what to do, and pretends to record nothing (skipped where it cannot be mounted)',
  async () => {
    using disk = mountedFolder('ext4', 48);
    const data = join(disk.path, 'data');
    for (const name of ['home', 'workspace', 'data']) await mkdir(join(disk.path, name));
    const before = await becomeHost(data);
    if (before.kind !== 'first') throw new Error('Somebody else holds it');
    const kept = await plainApp(disk.path).then(async (one) => {
      await using app = one;
      return await app.api.sessions.create({ title: 'Kept' });
    });
    await before[Symbol.asyncDispose]();
    fill(disk.path);

    const lock = await becomeHost(data);
    if (lock.kind !== 'first') throw new Error('Somebody else holds it');
    await using _ = lock;
    await using app = await plainApp(disk.path);

    const request = { socket: join(data, 'host.sock'), answers: async () => true };
    expect(await lockDataFolder(data, request)).toMatchObject({ kind: 'elsewhere', holder: { pid: process.pid } });
    const notices = await firstOf(await app.api.app.notices(), (all) => all.length > 0);
    expect(notices).toMatchObject([
      { level: 'error', title: 'The disk is full', text: expect.stringContaining('Free some space') },
    ]);
    const sessions = await firstOf(await app.api.sessions.changed(), (all) => all.length > 0);
    expect(sessions).toMatchObject([{ id: kept.id, title: 'Kept' }]);
    await expect(app.api.sessions.create({ title: 'Lost' })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('ENOSPC'),
    });
    expect(await firstOf(await app.api.sessions.changed(), () => true)).toHaveLength(1);
    expect((await readdir(data)).filter((name) => name.includes('candidate'))).toEqual([]);

    for (const name of await readdir(disk.path)) if (name.startsWith('fill-')) rmSync(join(disk.path, name));
    expect(await app.api.sessions.create({ title: 'Again' })).toMatchObject({ title: 'Again' });
  },
);
