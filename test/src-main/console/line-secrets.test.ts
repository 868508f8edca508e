import { expect, test } from 'vitest';
import { attachSecretsIn, secretValuesIn } from '../../../src-main/console/line-secrets.ts';

test.each([
  ['MY_TOKEN=hush-hush curl x | cat', ['hush-hush']],
  ['cd x && MY_TOKEN=hush-hush make', ['hush-hush']],
  ['export MY_TOKEN="hush hush"; make', ['hush hush']],
  ["for x in 1; do API_KEY='$hush$' make; done", ['$hush$']],
  ['true && export MY_TOKEN="hush-hush', ['hush-hush']],
  ['attach mcp -env MY_TOKEN=hush-hush x', ['hush-hush']],
  ['A=1 B=2 make; echo $MY_TOKEN', []],
  ['DATABASE_URL=postgres://me:hush@db/x make', ['postgres://me:hush@db/x']],
  ['DATABASE_URL=postgres://me@db/x SITE=http://db:80/a@b make', []],
  ['MY_TOKEN=$OTHER_TOKEN make', []],
  ['MY_TOKEN="$(pass show x)" make', []],
  ["curl 'http://x/?api_key=abcdefgh'", []],
])('values of %s that are for no record: %j', (line, expected) => {
  expect(secretValuesIn(line)).toEqual(expected);
});

test.each([
  [['mcp', '-header', 'Authorization: Bearer hush-hush', 'x', 'https://x.example'], ['hush-hush']],
  [['mcp', '--header=X-Api-Key: hush-hush', 'x', 'https://x.example'], ['hush-hush']],
  [['mcp', '-header', 'X-Auth: hush-hush', 'x', 'https://x.example'], ['hush-hush']],
  [['mcp', '-header', 'Cookie: a=1; session=hush', 'x', 'https://x.example'], ['a=1; session=hush']],
  [['mcp', '-header', 'Authorization Bearer hush-hush', 'x', 'https://x.example'], ['hush-hush']],
  [
    ['mcp', '-header', 'X-Mode: plain', '-env', 'MY_TOKEN=hush', 'x', 'run', '--key=abc'],
    ['hush', 'abc'],
  ],
  [
    ['mcp', 'x', 'https://me:hush%20hush@x.example/mcp'],
    ['hush%20hush', 'hush hush'],
  ],
  [['mcp', 'x', `https://${'t'.repeat(20)}@x.example/mcp`], ['t'.repeat(20)]],
  [['mcp', 'x', 'npx', 'remote', 'https://x.example', '-H', 'Authorization: Bearer hush-hush'], ['hush-hush']],
  [['mcp', '-header', 'Authorization', 'x', 'https://me@x.example'], []],
])('secrets behind attach in %j: %j', (words, expected) => {
  expect(attachSecretsIn(words)).toEqual(expected);
});

test('a line of a megabyte takes no time', () => {
  const start = performance.now();
  for (const piece of ['a', 'A=', 'TOKEN="', "TOKEN='x"]) secretValuesIn(piece.repeat(1_000_000 / piece.length));
  expect(performance.now() - start).toBeLessThan(2000);
});
