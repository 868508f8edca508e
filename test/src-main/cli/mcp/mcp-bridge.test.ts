import { PassThrough, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { runBridge } from '../../../../src-main/cli/mcp/mcp-bridge.ts';

test('a client that does not read is waited for once, however much is written', async () => {
  const input = new PassThrough();
  // Takes the first bytes and never asks for more.
  const output = new Writable({ highWaterMark: 1, write: () => {} });
  const ended = runBridge({ input, output, file: '/none/mcp.json', version: '1' });
  input.end('{\n'.repeat(20));
  await ended;
  expect([output.writableLength > 20, output.listenerCount('drain')]).toEqual([true, 1]);
});
