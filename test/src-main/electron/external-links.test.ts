import { describe, expect, test } from 'vitest';
import { externalAddress, isOwnPage } from '../../../src-main/electron/external-links.ts';

describe('an address leaves the app normalised', () => {
  test.each([
    ['https://example.com', 'https://example.com/'],
    ['http://127.0.0.1:8080/x?y#z', 'http://127.0.0.1:8080/x?y#z'],
    ['HTTPS://EXAMPLE.com/A', 'https://example.com/A'],
    ['mailto:a@b.c', 'mailto:a@b.c'],
    ['mailto:a@b.c?subject=Hi&body=x%0Ay', 'mailto:a@b.c?subject=Hi&body=x%0Ay'],
    ['https://xn--pple-43d.com', 'https://xn--pple-43d.com/'],
    ['https://аpple.com', 'https://xn--pple-43d.com/'],
    [`https://example.com/${'a'.repeat(1500)}`, `https://example.com/${'a'.repeat(1500)}`],
  ])('%s', (text, address) => {
    expect(externalAddress(text)).toBe(address);
  });
});

describe('what is no plain web address stays', () => {
  test.each([
    'file:///etc/passwd',
    'mailto:a@b.c,d@e.f',
    'mailto:a@b.c%2Cd%40e.f',
    'mailto:a@b.c?to=d@e.f',
    'mailto:a@b.c?subject=Hi&BCC=d@e.f',
    'mailto:a@b.c?attach=/home/me/.ssh/id_ed25519',
    'mailto:%ff@b.c',
    'mailto:',
    'ms-msdt:/id',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:app://sigma/x',
    'app://sigma/index.html',
    'smb://host/share',
    'ssh://host',
    '\thttps://x\n',
    ' https://example.com',
    'https://exa mple.com',
    'https://example.com/\u0000',
    'https://example.com/\u009b',
    'https://bank.example@evil.example',
    'https://user:pass@example.com',
    `https://${'a'.repeat(3000)}.com`,
    'https://',
    'example.com',
    '',
  ])('%j', (text) => {
    expect(externalAddress(text)).toBeUndefined();
  });
});

test.each([
  ['app://sigma/index.html', true],
  ['app://sigma/', true],
  ['app://sigma/index.html#x', true],
  ['app://sigma/other.html', false],
  ['app://sigma.evil/index.html', false],
  ['app://evil/index.html', false],
  ['https://app/sigma', false],
  ['https://sigma/index.html', false],
  ['file:///index.html', false],
  ['about:blank', false],
  ['', false],
])('%j is our page: %s', (text, isOurs) => {
  expect(isOwnPage(text)).toBe(isOurs);
});
