import { expect, test } from 'vitest';
import { createGate, isAuthorised } from '../../../../src-main/shell-adapter/server/gate.ts';

const HERE = '127.0.0.1';
const origins = { isAny: true, listed: ['http://localhost:3000'] };
const gate = (token?: string, host = HERE) => createGate({ host, origins, token: () => token });
const caller = (headers: Record<string, string>, remoteAddress = HERE) => ({
  url: '/socket.io/',
  headers: { host: 'localhost:8087', ...headers },
  rawHeaders: [],
  socket: { remoteAddress },
});

test.each([
  ['a native program', {}, true],
  ['by address', { host: '127.0.0.1:8087' }, true],
  ['by IPv6', { host: '[::1]:8087' }, true],
  ['a listed page', { origin: 'http://localhost:3000' }, true],
  ['another page', { origin: 'http://localhost:3001' }, false],
  ['a sandboxed page', { origin: 'null' }, false],
  ['another name', { host: 'evil.example:8087' }, false],
  ['a name that only begins so', { host: 'localhost.evil.example' }, false],
  ['no name', { host: '' }, false],
])('without a token, %s', (_, headers, isIn) => {
  expect(gate()(caller(headers)) === undefined).toBe(isIn);
});

test('other machines need that there is a token, and * lets pages in only with one', () => {
  expect(gate(undefined, '0.0.0.0')(caller({ host: '192.168.0.7:1' }, '192.168.0.9'))?.text).toContain('token');
  expect(gate('t', '0.0.0.0')(caller({ host: '192.168.0.7:1' }, '192.168.0.9'))).toBeUndefined();
  expect(gate('t')(caller({ origin: 'http://any.example' }))).toBeUndefined();
});

test('a token is taken from auth or as Bearer, whole and exact', () => {
  const known = (auth: Record<string, unknown>, authorization?: string) =>
    isAuthorised({ auth, headers: authorization === undefined ? {} : { authorization } }, 'right-token');
  expect(known({ token: 'right-token' })).toBe(true);
  expect(known({}, 'Bearer right-token')).toBe(true);
  expect([known({}), known({ token: 'right' }), known({ token: ['right-token'] }), known({}, 'right-token')]).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
