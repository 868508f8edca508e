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

test('a message that is too long ends it with an error, and not as if all were well', async () => {
  const input = new PassThrough();
  const output = new PassThrough();
  const ended = runBridge({ input, output, file: '/none/mcp.json', version: '1' });
  input.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  input.write(Buffer.alloc(16 * 1024 * 1024 + 1, 'a'));
  expect(await ended).toBe(1);
  output.end();
  const lines = (await output.setEncoding('utf8').toArray()).join('').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { jsonrpc: '2.0', id: 1, result: {} },
    { jsonrpc: '2.0', error: { code: -32_600, message: expect.stringContaining('longer than 16 MiB') } },
  ]);
});
