import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { guardedFetch } from '../../../src-main/mcp/guarded-fetch.ts';

const EVENTS = { 'Content-Type': 'text/event-stream; charset=utf-8' };

async function textFrom(answer: (response: ServerResponse) => unknown, body: unknown): Promise<string> {
  const server = createServer((_, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const response = await guardedFetch(url, { method: 'POST', body: JSON.stringify(body) });
    return await response.text();
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('a stream that ends without an answer gets one that says so, for the id that was asked', async () => {
  const text = await textFrom((response) => response.writeHead(200, EVENTS).end(': hello\n\n'), { id: 'a"b' });
  const last = text.split('\n').find((line) => line.startsWith('data: '));
  expect(JSON.parse(last?.slice(6) ?? '')).toMatchObject({
    id: 'a"b',
    error: { message: expect.stringContaining('closed') },
  });
});

test('one that can be resumed, and one that nothing was asked on, are left as they are', async () => {
  const resumable = 'id: 1\r\ndata: \r\n\r\n';
  expect(await textFrom((response) => response.writeHead(200, EVENTS).end(resumable), { id: 1 })).toBe(resumable);
  expect(await textFrom((response) => response.writeHead(200, EVENTS).end(': x\n\n'), { method: 'x' })).toBe(': x\n\n');
});

test('an id in pieces is seen, and one inside of data is not taken for one', async () => {
  const inPieces = await textFrom(
    async (response) => {
      response.writeHead(200, EVENTS);
      for (const piece of [': x\n', 'i', 'd', ': 1\n\n']) {
        response.write(piece);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      response.end();
    },
    { id: 1 },
  );
  expect(inPieces).toBe(': x\nid: 1\n\n');
  const inData = await textFrom((response) => response.writeHead(200, EVENTS).end('data: id: 1\n\n'), { id: 1 });
  expect(inData).toContain('"error"');
});

test('events may be many together, but none alone may be longer than 16 MiB', async () => {
  const event = `data: ${'x'.repeat(1024 * 1024)}\n\n`;
  const many = await textFrom((response) => response.writeHead(200, EVENTS).end(event.repeat(20)), { id: 1 });
  expect(many.length).toBeGreaterThan(20 * 1024 * 1024);
  const long = `data: ${'x'.repeat(17 * 1024 * 1024)}\n\n`;
  const cut = await textFrom((response) => response.writeHead(200, EVENTS).end(long), { id: 1 });
  expect(cut.slice(-200)).toContain('longer than 16 MiB');
  const plain = (response: ServerResponse) => response.writeHead(200).end('x'.repeat(17 * 1024 * 1024));
  await expect(textFrom(plain, { id: 1 })).rejects.toThrow('longer than 16 MiB');
});
