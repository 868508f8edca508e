import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { socketBox } from './socket-box.ts';

test('a socket says that its workspace is restricted as long as that is so', async () => {
  await using folder = await temporaryFolder();
  await using box = await socketBox({ folder: folder.path, isTrusted: false });
  const restricted = () => box.sockets.state.value.map((socket) => socket.restricted !== undefined);
  expect(await box.start()).toMatchObject({ restricted: expect.stringContaining('is restricted') });
  box.trust(true);
  await expect.poll(restricted).toEqual([false]);
  box.trust(false);
  await expect.poll(restricted).toEqual([true]);
});

test('a workspace that is trusted while its socket begins is not said to be restricted', async () => {
  await using folder = await temporaryFolder();
  await using box = await socketBox({ folder: folder.path, isTrusted: false });
  const starting = box.start();
  await setImmediate();
  box.trust(true);
  expect((await starting).restricted).toBeUndefined();
});
