import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createChannels } from '#channels';
import { Redactor } from '#core/secrets/redact';
import { createKeychain } from '#keychain';
import { secretsIn } from '../../../../src-main/app/keychain-secrets.ts';
import { silentLogger } from '../../../support/silent-logger.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const pause = () => new Promise((resolve) => setImmediate(resolve));

test('channels of which one has no token, and another one may not read its own, ask for them once each', async () => {
  await using folder = await temporaryFolder();
  const reads: string[] = [];
  await using keychain = await createKeychain({
    file: join(folder.path, 'keys'),
    choice: { current: () => 'system', choose: async () => {} },
    redactor: new Redactor(),
    log: silentLogger,
    openEntry: async (_, account) => ({
      getPassword: async () => {
        reads.push(account);
        await pause();
        if (account === 'channel-denied') throw new Error('the user denied it');
        return null;
      },
      setPassword: async () => {},
      deleteCredential: async () => true,
    }),
  });
  const entry = (id: string) => ({
    id,
    kind: 'telegram',
    workspace: '/w',
    isOn: true,
    allowed: [],
    approvers: [],
    streams: false,
    conversations: {},
  });
  const file = join(folder.path, 'channels.json');
  await writeFile(file, JSON.stringify({ v: 1, channels: [entry('denied'), entry('absent')] }));
  const options = {
    file,
    secrets: secretsIn(keychain),
    socketOf: () => undefined,
    attend: async () => {},
    log: silentLogger,
  };
  await using channels = createChannels(options);
  await channels.start();
  for (let turns = 0; turns < 300; turns++) await pause();
  expect(channels.state.value.map(({ state }) => state)).toEqual(['failed', 'failed']);
  const most = reads.length;
  for (let turns = 0; turns < 300; turns++) await pause();
  expect(reads.length).toBe(most);
  expect(reads.toSorted()).toEqual(['channel-absent', 'channel-denied']);
});
