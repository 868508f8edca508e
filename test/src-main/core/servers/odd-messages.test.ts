import { expect, test } from 'vitest';
import { OddMessages } from '../../../../src-main/core/servers/odd-messages.ts';

const request = (payload: object, more: object = {}) => JSON.stringify({ i: '1', p: payload, ...more });

test.each([
  [undefined, 'binary data'],
  [{ i: '1', p: { u: '/a' } }, 'binary data'],
  ['', 'not JSON'],
  ['null', 'no object'],
  ['[]', 'no object'],
  ['{}', 'no id'],
  ['{"i":1}', 'no id'],
  ['{"i":"1"}', 'no request'],
  [request({}), 'no path'],
  [request({ u: 'http://[' }), 'no path'],
  [request({ u: '/a', m: 1 }), 'no method'],
  [request({ u: '/a', h: { a: {} } }), 'odd headers'],
  [request({ u: '/a', h: { 'Content-Type': 'multipart/form-data' } }), 'a body that is not JSON'],
  [request({ u: '/a' }, { t: 3 }), 'an unknown type'],
])('%j is odd: %s', (message, kind) => {
  const logged: unknown[] = [];

  expect(new OddMessages({ warn: (_, fields) => logged.push(fields) }).read(message)).toBeUndefined();

  expect(logged).toEqual([{ kind, count: 1 }]);
});

test('requests and their ends are messages of the wire', () => {
  const odd = new OddMessages({ warn: () => expect.unreachable() });

  expect(odd.read(request({ u: '/app/running', b: { json: {} } }))).toEqual({ id: '1', isAbort: false });
  expect(odd.read('{"i":"1","t":4}')).toEqual({ id: '1', isAbort: true });
});
