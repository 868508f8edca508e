import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { becomeHost, type HostLock } from '#app/start/host-lock';
import { askToOpen } from '#app/start/host-socket';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

async function firstIn(folder: string): Promise<HostLock> {
  const lock = await becomeHost(folder);
  if (lock.kind !== 'first') throw new Error('Somebody else holds it');
  return lock;
}

/** Returns what comes back on the host's socket until it is closed. */
async function said(path: string, ...pieces: readonly string[]): Promise<string> {
  const socket = connect(path).setEncoding('utf8');
  socket.on('error', () => {});
  for (const piece of pieces) {
    await new Promise<void>((resolve) => socket.write(piece, () => resolve()));
  }
  let text = '';
  socket.on('data', (chunk: string) => {
    text += chunk;
  });
  await new Promise((resolve) => socket.once('close', resolve));
  return text;
}

/** A host of a version that knew `open` and `join` alone. */
async function olderHost(path: string) {
  const requests: string[] = [];
  const server = createServer((socket: Socket) => {
    socket.on('error', () => {});
    socket.once('data', (chunk) => {
      const [request = ''] = chunk.toString('utf8').split('\n');
      requests.push(request);
      if (request === 'open') socket.end(`${JSON.stringify({ pid: 7, workspace: '/w' })}\n`);
      else socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return { requests, [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

describe('the folder of a second start', () => {
  test.each([
    ['with odd characters', "/a folder/with 'quotes' and \n a line"],
    ['as long as a path can be', `/${'x'.repeat(4000)}`],
  ])('reaches the host whole, %s', async (_, path) => {
    await using folder = await temporaryFolder();
    await using first = await firstIn(folder.path);
    first.onSecondStart(async (asked) => ({ pid: 1, workspace: '/w', takesFolders: true, folder: asked ?? '' }));
    expect(await becomeHost(folder.path, path)).toMatchObject({ kind: 'second', opened: { folder: path } });
  });

  test('is not told to a start that names none', async () => {
    await using folder = await temporaryFolder();
    await using first = await firstIn(folder.path);
    first.onSecondStart((asked) => ({ pid: 1, workspace: `${asked}` }));
    expect(await becomeHost(folder.path)).toMatchObject({ opened: { workspace: 'undefined' } });
  });

  test('waits for a host that is still starting', async () => {
    await using folder = await temporaryFolder();
    await using first = await firstIn(folder.path);
    const second = becomeHost(folder.path, '/other');
    await said(join(folder.path, 'host.sock'), 'not a request\n');
    first.onSecondStart((asked) => ({ pid: 1, workspace: '/w', folder: asked ?? '' }));
    expect(await second).toMatchObject({ opened: { folder: '/other' } });
  });
});

describe('hosts and starts of different versions', () => {
  test('an older host opens itself alone, and its answer names no folder', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'host.sock');
    await using host = await olderHost(path);
    const answer = await askToOpen(path, 5000, '/other');
    expect(answer).toEqual({ pid: 7, workspace: '/w' });
    expect(host.requests).toEqual(['open-folder', 'open']);
  });

  test('an older start, which sends its request alone, is answered', async () => {
    await using folder = await temporaryFolder();
    await using first = await firstIn(folder.path);
    first.onSecondStart((asked) => ({ pid: 1, workspace: '/w', ...(asked !== undefined && { folder: asked }) }));
    expect(JSON.parse(await said(join(folder.path, 'host.sock'), 'open\n'))).toEqual({ pid: 1, workspace: '/w' });
  });
});

test.each([
  ['no JSON', 'open-folder\n{"folder"\n'],
  ['no folder', 'open-folder\n{}\n'],
  ['an empty folder', 'open-folder\n{"folder":""}\n'],
  ['more than a path can be', `open-folder\n${'x'.repeat(70_000)}`],
  ['a first line without an end', 'open-folder, and more of it'],
])('%s is hung up on, and nothing is opened', async (_, text) => {
  await using folder = await temporaryFolder();
  await using first = await firstIn(folder.path);
  const opened: unknown[] = [];
  first.onSecondStart((asked) => {
    opened.push(asked);
    return { pid: 1, workspace: '/w' };
  });
  expect(await said(join(folder.path, 'host.sock'), text)).toBe('');
  expect(opened).toEqual([]);
});

test('a request that comes in pieces is put together', async () => {
  await using folder = await temporaryFolder();
  await using first = await firstIn(folder.path);
  first.onSecondStart((asked) => ({ pid: 1, workspace: '/w', folder: asked ?? '' }));
  const answer = await said(join(folder.path, 'host.sock'), 'open-', 'folder\n{"fol', 'der":"/o"}', '\n');
  expect(JSON.parse(answer)).toMatchObject({ folder: '/o' });
});
