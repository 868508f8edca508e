import { chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listenOnUnixSocket } from '#core/servers/unix-socket-server';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const closed = (server: ReturnType<typeof createServer>) =>
  new Promise<void>((resolve) => server.close(() => resolve()));

test('a socket is its owner’s alone, in a folder that is made for the owner alone', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'made', 'for', 'it', 'x.sock');
  const server = createServer();
  expect((await listenOnUnixSocket(server, path)).warnings).toEqual([]);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(join(folder.path, 'made'))).mode & 0o777).toBe(0o700);
  await closed(server);
  await expect(stat(path)).rejects.toThrow('ENOENT');
});

test('a folder that others can enter is used and named', async () => {
  await using folder = await temporaryFolder();
  await chmod(folder.path, 0o755);
  const server = createServer();
  const { warnings } = await listenOnUnixSocket(server, join(folder.path, 'x.sock'));
  expect(warnings).toEqual([`Others can enter the folder ${folder.path}; the socket in it is yours alone (mode 0600)`]);
  await closed(server);
});

test('a socket that nobody answers is replaced, one that is answered is not', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'x.sock');
  const dead = createServer();
  await listenOnUnixSocket(dead, path);
  // Its file stays, as after a crash.
  const name = join(folder.path, 'kept.sock');
  await rename(path, name);
  await closed(dead);
  const server = createServer((socket) => socket.on('error', () => {}).end('new'));
  await listenOnUnixSocket(server, name);
  await expect(listenOnUnixSocket(createServer(), name)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: `Another program listens at ${name}`,
  });
  const text = await new Promise((resolve) => connect(name).once('data', (data) => resolve(String(data))));
  expect(text).toBe('new');
  await closed(server);
});

test('what is no socket is never removed', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'notes.txt');
  await writeFile(file, 'mine');
  await expect(listenOnUnixSocket(createServer(), file)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await readFile(file, 'utf8')).toBe('mine');
  await mkdir(join(folder.path, 'sub'));
  await expect(listenOnUnixSocket(createServer(), join(folder.path, 'sub'))).rejects.toMatchObject({
    code: 'CONFLICT',
  });
});

test('too long a path is refused by name and bytes', async () => {
  const path = `/tmp/${'ä'.repeat(60)}`;
  await expect(listenOnUnixSocket(createServer(), path)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining(`${path} is too long: 125 bytes`),
  });
});

test.each(['x.sock', '', 'a\0b'])('%j is no absolute path', async (path) => {
  await expect(listenOnUnixSocket(createServer(), path)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});
