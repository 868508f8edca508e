import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { argumentsIn } from '../../../src-main/mcp/call-request.ts';
import { guardedFetch } from '../../../src-main/mcp/guarded-fetch.ts';
import { LineTransport } from '../../../src-main/mcp/line-transport.ts';

const WRITTEN =
  '{"id":1234567890123456789,"of":[-12345678901234567890,1e400,0.5,9007199254740992],"text":"1e400 1234567890123456789"}';

const messageWith = (written: string) => ({
  jsonrpc: '2.0' as const,
  id: 1,
  method: 'tools/call',
  params: { name: 'look', arguments: argumentsIn(written) },
});
const sent = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"look","arguments":${WRITTEN}}}`;

test('a program is sent whole numbers with all their digits', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const transport = new LineTransport({
    input,
    output,
    onBadLine: () => {},
    onClose: () => {},
    onBroken: () => {},
    parse: () => messageWith('{}'),
  });
  await transport.send(messageWith(WRITTEN));
  output.end();
  expect(await text(output)).toBe(`${sent}\n`);
});

test('a server that is reached by HTTP is sent whole numbers with all their digits', async () => {
  const server = createServer(async (request, response) => void response.end(await text(request)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const response = await guardedFetch(url, { method: 'POST', body: JSON.stringify(messageWith(WRITTEN)) });
    expect(await response.text()).toBe(sent);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('what is no object is refused as before', () => {
  expect(argumentsIn(' ')).toEqual({});
  expect(() => argumentsIn('[12345678901234567890]')).toThrow('must be an object');
  expect(() => argumentsIn('{"a":12345678901234567890')).toThrow('not JSON');
});
