import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { ask, said, socketBox } from './socket-box.ts';

test('whoever is named no longer while a socket is being opened may not answer over it', async () => {
  await using folder = await temporaryFolder();
  await using box = await socketBox({ folder: folder.path });
  await box.sockets.nameApprovers(folder.path, ['telegram:1']);
  const starting = box.start();
  // It is on its way to the system.
  for (let turn = 0; turn < 30; turn++) await Promise.resolve();
  expect(box.sockets.state.value).toEqual([]);
  await box.sockets.nameApprovers(folder.path, ['telegram:2']);
  const { path } = await starting;
  expect(box.sockets.state.value).toMatchObject([{ path, approvers: ['telegram:2'] }]);
  await ask(path, '/v1/chat/completions', { body: said('Hi') });
  expect(box.chat.attendance.get('s1')).toEqual({ kind: 'channel', approvers: ['telegram:2'] });
});
