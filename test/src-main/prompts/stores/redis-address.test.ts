import { expect, test } from 'vitest';
import { PromptSettings } from '#contract';
import { parseRedisAddress, shownAddress, shownRedisText } from '../../../../src-main/prompts/stores/redis-address.ts';

test.each([
  ['127.0.0.1:6380', { host: '127.0.0.1', port: 6380 }, '127.0.0.1:6380'],
  ['cache', { host: 'cache', port: 6379 }, 'cache:6379'],
  [':7000', { host: '127.0.0.1', port: 7000 }, '127.0.0.1:7000'],
  ['[::1]:6379', { host: '::1', port: 6379 }, '[::1]:6379'],
  ['/run/redis.sock', { path: '/run/redis.sock' }, '/run/redis.sock'],
  ['unix:///run/redis.sock', { path: '/run/redis.sock' }, '/run/redis.sock'],
  ['redis://cache:6390/3', { host: 'cache', port: 6390, db: 3 }, 'cache:6390'],
  [
    'rediss://me:p%40ss@cache',
    { host: 'cache', port: 6379, tls: {}, username: 'me', password: 'p@ss' },
    'rediss://cache:6379',
  ],
])('%s is an address of Redis, shown without what is secret', (text, expected, shown) => {
  expect(parseRedisAddress(text)).toEqual(expected);
  expect(shownAddress(parseRedisAddress(text))).toBe(shown);
});

test.each(['', 'a b', 'host:99999', 'http://host', 'redis://', 'redis://:sesame@', 'host:1:2', 'redis://h/x'])(
  '%j is refused, and not repeated',
  (text) => {
    const parse = () => parseRedisAddress(text);
    expect(parse).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }));
    expect(parse).not.toThrow('sesame');
  },
);

test('settings do not hold a password in the address', () => {
  const isFine = (addr: string) => PromptSettings.safeParse({ redis: { addr } }).success;
  expect(['redis://:pw@h', 'redis://u:p/w@h:1', 'u:pw@h'].map(isFine)).toEqual([false, false, false]);
  expect(['127.0.0.1:6379', 'redis://u@h:1/2', '/run/r.sock', '[::1]:6379'].map(isFine)).toEqual([
    true,
    true,
    true,
    true,
  ]);
});

test.each(['redis://:hunter2@localhost:99999', 'me:hunter2@host', 'redis://:hunter2@', 'redis://:hunter2@host:1'])(
  '%s is shown without its password, usable or not',
  (text) => {
    expect(shownRedisText(text)).not.toContain('hunter2');
    expect(shownRedisText(text)).not.toBe('');
  },
);
