import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SocketMemory } from '../../../src-main/sockets/socket-memory.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const TOO_LONG = 'x'.repeat(20_000_000);

test('a conversation that could not be written down is not there, and nothing later is refused for it', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'sockets.json');
  const memory = new SocketMemory(file, silentLogger);
  const place = { workspace: '/w', socket: '/s' };
  await memory.keep({ workspace: '/w', path: '/s', approve: 'wait', approvers: [] });
  await memory.remember({ ...place, key: 'a', session: 'first' });

  const refused = { code: 'UNAVAILABLE' };
  await expect(memory.remember({ ...place, key: TOO_LONG, session: 'second' })).rejects.toMatchObject(refused);
  await expect(memory.remember({ ...place, key: 'a', session: TOO_LONG })).rejects.toMatchObject(refused);

  expect(memory.count(place)).toBe(1);
  expect(memory.sessionOf({ ...place, key: 'a' })).toBe('first');
  await memory.drop('/s');
  const next = new SocketMemory(file, silentLogger);
  await next.load();
  expect(next.sockets).toEqual([]);
  expect(next.sessionOf({ ...place, key: 'a' })).toBe('first');
});
