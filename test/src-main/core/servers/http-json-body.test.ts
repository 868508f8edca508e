import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { readJsonBody } from '#core/servers/http-json-body';
import { HttpRefusal } from '#core/servers/http-refusal';

/** Returns the answer of a server that accepts 100 bytes to a body. */
async function read(body: string | Buffer, headers: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const server = createServer(async (request, response) => {
    const answer = await readJsonBody(request, 100).catch((error: unknown) =>
      error instanceof HttpRefusal ? [error.status, error.message, error.code] : String(error),
    );
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await new Promise((resolve, reject) => {
      const asking = httpRequest({ host: '127.0.0.1', port, method: 'POST', headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (more: string) => {
          text += more;
        });
        response.on('end', () => resolve(JSON.parse(text)));
      });
      asking.on('error', reject);
      asking.end(body);
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('a JSON object is taken, up to the last byte that it may have', async () => {
  expect(await read('{"a":[1,"ü"]}')).toEqual({ a: [1, 'ü'] });
  const most = JSON.stringify({ a: 'x'.repeat(92) });
  expect(most).toHaveLength(100);
  expect(await read(most)).toEqual(JSON.parse(most));
  expect(await read(most, { 'transfer-encoding': 'chunked' })).toEqual(JSON.parse(most));
});

test.each(['', '{half', '[1]', '"text"', 'null', Buffer.from([0x22, 0xff, 0x22])])('%j is no body', async (body) => {
  expect(await read(body)).toEqual([400, 'Invalid JSON body', 'invalid_json']);
});

test('what is too large is refused, whether or not it says so at once', async () => {
  const large = JSON.stringify({ a: 'x'.repeat(93) });
  const refused = [413, 'The body is larger than 100 bytes', 'body_too_large'];
  expect(await read(large)).toEqual(refused);
  expect(await read(large, { 'transfer-encoding': 'chunked' })).toEqual(refused);
});
