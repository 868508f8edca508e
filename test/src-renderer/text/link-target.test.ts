import { expect, test } from 'vitest';
import { linkTarget, namesAnotherHost } from '../../../src-renderer/text/link-target.ts';

test('only http, https and mailto are opened', () => {
  expect(['http://a.b', 'https://a.b/c?d', 'mailto:a@b.c'].map((text) => linkTarget(text)?.host)).toEqual([
    'a.b',
    'a.b',
    'b.c',
  ]);
  const others = ['javascript:alert(1)', 'file:///etc/passwd', 'vscode://x', 'data:text/html,x', 'a.b', ''];
  expect(others.map(linkTarget)).toEqual(others.map(() => undefined));
});

test.each([
  ['https://good.example', 'https://evil.example/x', true],
  ['good.example', 'https://evil.example/', true],
  ['sign in at www.good.example/login', 'https://evil.example/', true],
  ['https://good.example@evil.example', 'https://evil.example/', false],
  ['good.example:8080', 'https://good.example/', true],
  ['good。example', 'https://evil.example/', true],
  ['раypal.com', 'https://paypal.com/', true],
  ['https://README.md', 'https://evil.example/', true],
  ['the docs', 'https://evil.example/', false],
  ['WWW.Good.example/a', 'https://good.example/b', false],
  ['README.md, version 1.2.3', 'https://github.com/a/b', false],
])('the words %j name another host than %s: %s', (words, address, isOther) => {
  const target = linkTarget(address);

  expect(target && namesAnotherHost(words, target)).toBe(isOther);
});

test('a host with letters that look like others, and a user name before it, are warned of', () => {
  expect(linkTarget('https://раypal.com/')).toMatchObject({
    host: 'xn--ypal-43d9g.com',
    warning: expect.stringContaining('beyond a–z'),
  });
  expect(linkTarget('https://good.example@evil.example/')?.warning).toContain('user name');
});
