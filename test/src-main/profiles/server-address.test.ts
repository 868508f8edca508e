import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { listenOnUnixSocket, MAX_SOCKET_PATH_BYTES } from '../../../src-main/core/servers/unix-socket-server.ts';
import { socketProblem } from '../../../src-main/profiles/server-address.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('a socket that this system can open is no problem, and one byte more is, by the same limit', async () => {
  await using temporary = await temporaryFolder();
  const folder = temporary.path;
  const fits = `${folder}/${'s'.repeat(MAX_SOCKET_PATH_BYTES - folder.length - 1)}`;
  const server = createServer();
  await listenOnUnixSocket(server, fits);
  server.close();
  expect(socketProblem(`unix:${fits}`)).toBeUndefined();
  const of = `${MAX_SOCKET_PATH_BYTES + 1} bytes of ${MAX_SOCKET_PATH_BYTES}`;
  expect(socketProblem(`unix:${fits}s`)).toContain(of);
  await expect(listenOnUnixSocket(createServer(), `${fits}s`)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});
