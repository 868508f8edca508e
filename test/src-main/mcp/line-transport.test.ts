import { PassThrough } from 'node:stream';
import { JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';
import { LineTransport } from '../../../src-main/mcp/line-transport.ts';

async function reading() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const broken: string[] = [];
  const messages: unknown[] = [];
  const bad: string[] = [];
  const transport = new LineTransport({
    input,
    output,
    onBadLine: (shown) => void bad.push(shown),
    onClose: () => {},
    parse: (value) => JSONRPCMessageSchema.parse(value),
    onBroken: (why) => broken.push(why),
  });
  transport.onmessage = (message) => void messages.push(message);
  await transport.start();
  return { input, broken, messages, bad };
}

const notice = (length: number) => ({
  jsonrpc: '2.0',
  method: 'notifications/message',
  params: { data: 'x'.repeat(length) },
});

test('notices that come in one line count with its bytes once', async () => {
  const { input, broken, messages } = await reading();
  input.write(`${JSON.stringify(Array.from({ length: 100 }, () => notice(10_000)))}\n`);
  await new Promise((resolve) => setImmediate(resolve));
  expect(broken).toEqual([]);
  expect(messages).toHaveLength(100);
});

test('many of them are a flood all the same', async () => {
  const { input, broken } = await reading();
  for (let count = 0; count < 8; count++) {
    input.write(`${JSON.stringify([notice(5_000_000), notice(5_000_000)])}\n`);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(broken).toEqual(['it floods its output with what nobody asked for']);
});

test('what is no message takes no other of its line with it, and is told of once', async () => {
  const { input, messages, bad } = await reading();
  const answer = { jsonrpc: '2.0', id: 1, result: {} };
  input.write(`${JSON.stringify([{ id: 0 }, answer, 'banner'])}\n`);
  input.write('no JSON\n[]\n');
  await new Promise((resolve) => setImmediate(resolve));
  expect(messages).toEqual([answer]);
  expect(bad).toEqual([JSON.stringify([{ id: 0 }, answer, 'banner']), 'no JSON']);
});
