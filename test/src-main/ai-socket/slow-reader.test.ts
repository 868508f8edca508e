import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openAiSocket } from '#ai-socket';
import { silentLogger as log } from '../../support/silent-logger.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const PIECES = 60;

test('whoever reads slowly leaves nothing behind that Node would warn of', async () => {
  await using folder = await temporaryFolder();
  const socketPath = join(folder.path, 'ai.sock');
  const relay = {
    model: 'm',
    whole: async () => '{}',
    stream: async function* () {
      for (let count = 0; count < PIECES; count++) yield `"${'x'.repeat(300_000)}"`;
    },
    [Symbol.asyncDispose]: async () => {},
  };
  await using _ = await openAiSocket({ path: socketPath, relay: relay as never, log, redact: (text) => text });
  const warnings: string[] = [];
  const onWarning = ({ message }: Error) => void warnings.push(message);
  process.on('warning', onWarning);
  const bytes = await new Promise<number>((resolve, reject) => {
    const asking = request({ socketPath, path: '/v1/chat/completions', method: 'POST', agent: false }, (response) => {
      let read = 0;
      response.on('data', (piece: Buffer) => {
        read += piece.length;
      });
      response.on('end', () => resolve(read)).on('error', reject);
    });
    asking.on('error', reject).end(JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }], stream: true }));
  });
  await pause(10);
  process.off('warning', onWarning);
  expect(bytes).toBeGreaterThan(PIECES * 300_000);
  expect(warnings).toEqual([]);
});
