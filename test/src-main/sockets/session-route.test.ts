import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { ask, said, socketBox } from './socket-box.ts';

test('models, the session and stop', async () => {
  await using folder = await temporaryFolder();
  await using box = await socketBox({ folder: folder.path });
  const { path } = await box.start({ approvers: ['telegram:7'] });
  expect(JSON.parse((await ask(path, '/v1/models', { method: 'GET' })).text).data[0].id).toBe('session');
  const session = async (headers = {}) =>
    JSON.parse((await ask(path, '/v1/session', { method: 'GET', headers })).text) as object;
  const unsaid = { workspace: folder.path, state: 'idle', approvers: ['telegram:7'] };
  const main = `Socket: ${basename(folder.path)}`;
  expect(await session()).toEqual({ ...unsaid, title: main });
  expect(await session({ 'sigma-conversation': 'other' })).toEqual({ ...unsaid, title: 'Socket: other' });
  // It was asked for, and nothing else.
  expect(box.chat.sessions.size).toBe(0);
  await ask(path, '/v1/chat/completions', { body: said('x') });
  expect(await session()).toEqual({ ...unsaid, session: 's1', title: main });
  expect((await ask(path, '/v1/stop')).status).toBe(204);
  expect(box.chat.stopped).toEqual(['s1']);
});
