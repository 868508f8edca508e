import { expect, test } from 'vitest';
import { isLoopbackAddress, isLoopbackHost } from '#core/servers/loopback';

test.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.8.9.10', '::1', '[::1]'])('%s is this machine', (host) => {
  expect(isLoopbackHost(host)).toBe(true);
});

test.each([
  '127.0.0.1.example.org',
  '127.example.org',
  '127.1',
  'localhost.example.org',
  'localhost:80',
  '[::1]:80',
  '',
  '0.0.0.0',
  '::',
  '10.0.0.1',
  '::ffff:127.0.0.1',
  'localhost.',
])('%s is not known to be', (host) => {
  expect(isLoopbackHost(host)).toBe(false);
});

test('an address of a connection may be IPv4 within IPv6', () => {
  expect(['127.0.0.1', '::1', '::ffff:127.0.0.1'].map(isLoopbackAddress)).toEqual([true, true, true]);
  expect(['::ffff:10.0.0.1', '10.0.0.1', undefined].map(isLoopbackAddress)).toEqual([false, false, false]);
});
