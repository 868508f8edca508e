import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { acquireLock, type FileLock, type ForeignLock } from '#app/start/file-lock';
import { becomeHost, becomeHostOrJoin, type HostLock, joinHost } from '#app/start/host-lock';
import { processIdentity, processState } from '#app/start/process-identity';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

/** The number of a process that has ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

const request = (path: string) => ({ path, socket: 'unused', answers: async () => false });

async function firstOf(folder: string): Promise<HostLock> {
  const lock = await becomeHost(folder);
  if (lock.kind !== 'first') throw new Error('Somebody else holds it');
  return lock;
}

describe('identity of a process', () => {
  test('this process is alive', () => {
    expect(processState(processIdentity(process.pid))).toBe(process.platform === 'linux' ? 'alive' : 'unknown');
  });

  test('an ended process is dead', () => {
    expect(processState({ pid: deadPid() })).toBe('dead');
  });

  test.runIf(process.platform === 'linux')('a process that took over a number is not the one before it (Linux)', () => {
    expect(processState({ pid: process.pid, started: 'another boot:1' })).toBe('dead');
  });
});

describe('the lock file', () => {
  test('is held by one, released, and then free', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'host.lock');

    const first = await acquireLock(request(path));
    const second = await acquireLock(request(path));
    expect([first.kind, second.kind]).toEqual(['held', 'elsewhere']);
    await (first as FileLock).release();
    const third = await acquireLock(request(path));
    expect(third.kind).toBe('held');
  });

  test.each([
    ['a process that has ended', () => ({ pid: deadPid(), nonce: 'abc', socket: 'x' })],
    [
      'a process whose number was taken over',
      () => ({ pid: process.pid, started: 'before', nonce: 'abc', socket: 'x' }),
    ],
    ['nobody who can be read', () => ({ pid: 'torn' })],
  ])('left behind by %s is taken over by exactly one of forty that start at once', async (_, holder) => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'host.lock');
    await writeFile(path, JSON.stringify(holder()));

    const results = await Promise.all(Array.from({ length: 40 }, () => acquireLock(request(path))));

    const kinds = results.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'held')).toHaveLength(1);
    const holders = new Set(
      results.filter((one): one is ForeignLock => one.kind === 'elsewhere').map((one) => one.holder.nonce),
    );
    expect(holders.size).toBe(1);
    expect(await readdir(folder.path)).toEqual(['host.lock']);
  });

  test('left behind with a take-over that died half way is still taken over', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'host.lock');
    const dead = { pid: deadPid(), nonce: 'abc', socket: 'x' };
    await writeFile(path, JSON.stringify(dead));
    await writeFile(`${path}.abc`, JSON.stringify({ ...dead, nonce: 'def' }));

    expect((await acquireLock(request(path))).kind).toBe('held');
    expect(await readdir(folder.path)).toEqual(['host.lock']);
  });
});

describe('one host per data folder', () => {
  test('a second start is answered by the first', async () => {
    await using folder = await temporaryFolder();
    await using first = await firstOf(join(folder.path, 'data'));
    const second = becomeHost(join(folder.path, 'data'));
    const opened = { pid: 4711, workspace: '/w', address: 'http://127.0.0.1:1/?code=x' };

    first.onSecondStart(() => opened);

    expect(await second).toEqual({ kind: 'second', opened });
  });

  test('after the first has ended the next is first again', async () => {
    await using folder = await temporaryFolder();
    const first = await firstOf(folder.path);
    await first[Symbol.asyncDispose]();

    await using next = await firstOf(folder.path);

    expect(next.kind).toBe('first');
  });

  test('a start while the host is closing takes its place', async () => {
    await using folder = await temporaryFolder();
    const first = await firstOf(folder.path);
    first.onSecondStart(() => ({ pid: 1, workspace: '/w' }));
    first.stopAnswering();
    const second = becomeHost(folder.path);
    const joining = becomeHostOrJoin(folder.path);
    await delay(150);

    await first[Symbol.asyncDispose]();

    await using taken = (await Promise.race([second, joining])) as HostLock;
    taken.onSecondStart(() => ({ pid: 2, workspace: '/w' }));
    taken.onJoin((socket) => socket.destroy());
    expect(taken.kind).toBe('first');
    expect((await Promise.all([second, joining])).map(({ kind }) => kind)).toContain('first');
  });

  test('what a dead host left behind, socket included, does not keep the next from starting', async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'host.lock'), JSON.stringify({ pid: deadPid(), nonce: 'a', socket: 'x' }));
    await writeFile(join(folder.path, 'host.sock'), '');

    await using first = await firstOf(folder.path);

    expect(first.kind).toBe('first');
  });

  test('a host in another container, whose number no process has here, is asked, and not taken for dead', async () => {
    await using folder = await temporaryFolder();
    await using first = await firstOf(folder.path);
    const path = join(folder.path, 'host.lock');
    const lock = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(path, JSON.stringify({ ...lock, pid: deadPid() }));
    const opened = { pid: 1, workspace: '/w' };
    first.onSecondStart(() => opened);

    const second = await becomeHost(folder.path);

    expect(second).toMatchObject({ kind: 'second', opened });
  });

  test('a command for the host that runs joins it also while it starts, and takes its place neither then nor at its end', async () => {
    await using folder = await temporaryFolder();
    expect(await joinHost(folder.path)).toBeUndefined();
    const first = await firstOf(folder.path);
    const joining = joinHost(folder.path);
    first.onJoin((socket) => void socket.on('data', () => {}));
    const joined = await joining;
    expect(joined).toMatchObject({ kind: 'joined', pid: process.pid });
    joined?.socket.destroy();

    first.stopAnswering();
    const late = joinHost(folder.path);
    await delay(150);
    await first[Symbol.asyncDispose]();
    expect(await late).toBeUndefined();
    expect(await readdir(folder.path)).toEqual(['logs']);
  });

  test('folder, lock and socket are for the person alone', async () => {
    await using folder = await temporaryFolder();
    const data = join(folder.path, 'data');
    await mkdir(data, { mode: 0o755 });
    await using _lock = await firstOf(data);

    const modes = await Promise.all([data, join(data, 'host.lock'), join(data, 'host.sock')].map((path) => stat(path)));
    expect(modes.map(({ mode }) => (mode & 0o777).toString(8))).toEqual(['700', '600', '600']);
  });

  test('a data path too long for a socket gets a short one, removed at the end', async () => {
    await using folder = await temporaryFolder();
    const data = join(folder.path, 'x'.repeat(120));
    const first = await firstOf(data);
    first.onSecondStart(() => ({ pid: 1, workspace: '/w' }));
    const { socket } = JSON.parse(await readFile(join(data, 'host.lock'), 'utf8'));

    expect((await becomeHost(data)).kind).toBe('second');
    await first[Symbol.asyncDispose]();
    await expect(stat(join(socket, '..'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('a data folder that is called as the folder of a short socket keeps all that is in it', async () => {
    await using folder = await temporaryFolder();
    const data = join(folder.path, 'sigma-backup');
    const first = await firstOf(data);
    await writeFile(join(data, 'settings.yaml'), 'a: 1\n');

    await first[Symbol.asyncDispose]();

    expect((await readdir(data)).sort()).toEqual(['logs', 'settings.yaml']);
  });

  test('a second start that goes away without listening does not disturb the first', async () => {
    await using folder = await temporaryFolder();
    await using first = await firstOf(folder.path);
    const socket = connect(join(folder.path, 'host.sock'));
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.destroy();
    first.onSecondStart(() => ({ pid: 1, workspace: '/w' }));

    expect((await becomeHost(folder.path)).kind).toBe('second');
  });

  test('a data folder that cannot be made is named, with what to do', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'file');
    await writeFile(file, '');
    await chmod(file, 0o600);

    await expect(becomeHost(join(file, 'data'))).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringMatching(/file.data cannot be written[\s\S]*SIGMA_DATA/),
    });
  });

  test('a data folder that can hold no socket is named, and not locked', async () => {
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, 'host.sock'));

    await expect(becomeHost(folder.path)).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringContaining(`${folder.path} cannot be written`),
    });
    expect((await readdir(folder.path)).sort()).toEqual(['host.sock', 'logs']);
  });

  test('a data folder that can hold no lock is named', async () => {
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, 'host.lock'));

    await expect(becomeHost(folder.path)).rejects.toMatchObject({ message: expect.stringContaining('SIGMA_DATA') });
  });
});
