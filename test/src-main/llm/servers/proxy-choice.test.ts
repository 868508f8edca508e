import { describe, expect, test } from 'vitest';
import { isLoopback, proxyFor } from '../../../../src-main/llm/servers/proxy-choice.ts';

const PROXY = 'http://proxy.example:3128';
const choose = (url: string, environment: Record<string, string>) => proxyFor(new URL(url), environment);

test.each([
  ['https://api.example/v1', { HTTPS_PROXY: PROXY }, PROXY],
  ['https://api.example/v1', { https_proxy: PROXY, HTTPS_PROXY: 'http://other:1' }, PROXY],
  ['https://api.example/v1', { HTTP_PROXY: PROXY }, undefined],
  ['http://api.example/v1', { HTTP_PROXY: 'proxy.example:3128' }, PROXY],
  ['https://api.example/v1', { ALL_PROXY: PROXY }, PROXY],
  ['https://api.example/v1', { HTTPS_PROXY: ' ' }, undefined],
  ['https://api.example/v1', {}, undefined],
])('%s with %j goes through %s', (url, environment, proxy) => {
  expect(choose(url, environment as Record<string, string>)).toBe(proxy);
});

test.each(['localhost', 'LOCALHOST.', 'a.localhost', '127.0.0.1', '127.8.9.1', '[::1]', '0.0.0.0'])(
  'this machine as %s is never asked through a proxy',
  (host) => {
    expect(isLoopback(host)).toBe(true);
    expect(choose(`http://${host}:11434/v1`, { HTTP_PROXY: PROXY, ALL_PROXY: PROXY })).toBeUndefined();
  },
);

test.each(['127.0.0.1.example', 'localhost.example', '128.0.0.1', 'notlocalhost'])('%s is another machine', (host) => {
  expect(isLoopback(host)).toBe(false);
});

describe('NO_PROXY', () => {
  test.each([
    ['*', true],
    ['api.example', true],
    ['API.EXAMPLE', true],
    ['example', true],
    ['.example', true],
    ['*.example', true],
    ['other,  api.example', true],
    ['api.example:8443', true],
    ['api.example:443', false],
    ['pi.example', false],
    ['api.example.com', false],
    ['', false],
  ])('of %j exempts https://api.example:8443: %s', (entry, isExempt) => {
    const proxy = choose('https://api.example:8443/v1', { HTTPS_PROXY: PROXY, NO_PROXY: entry });
    expect(proxy).toBe(isExempt ? undefined : PROXY);
  });

  test.each([
    ['10.0.0.0/8', 'http://10.1.2.3/v1', true],
    ['10.0.0.0/8', 'http://11.1.2.3/v1', false],
    ['10.0.0.0/99', 'http://10.1.2.3/v1', false],
    ['10.0.0.0/0', 'http://11.1.2.3/v1', true],
    ['10.0.0.0/', 'http://11.1.2.3/v1', false],
    ['10.0.0.0/ ', 'http://10.0.0.0/v1', false],
    ['::/0', 'http://[fd12::1]/v1', true],
    ['10.1.2.3', 'http://10.1.2.3/v1', true],
    ['fd00::/8', 'http://[fd12::1]/v1', true],
    ['fd12::1', 'http://[fd12::1]/v1', true],
    ['10.0.0.0/8', 'http://ten.example/v1', false],
  ])('of %s exempts %s: %s', (entry, url, isExempt) => {
    expect(choose(url, { http_proxy: PROXY, no_proxy: entry })).toBe(isExempt ? undefined : PROXY);
  });
});

test.each(['2001:db8::1:2', '2001:DB8:0:0:0:0:1:2', '[2001:db8::1:2]', '[2001:db8::1:2]:443', '2001:db8::/32'])(
  'an IPv6 address is exempt however it is written (%s)',
  (no_proxy) => {
    const environment = { https_proxy: 'http://proxy:3128', no_proxy };
    expect(proxyFor(new URL('https://[2001:db8::1:2]/v1'), environment)).toBeUndefined();
    expect(proxyFor(new URL('https://[2001:db9::1]:2/v1'), environment)).toBe('http://proxy:3128');
  },
);
