import { expect, test } from 'vitest';
import { secretValuesIn } from '../../../src-main/console/line-secrets.ts';

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

test('a line of a megabyte takes no time', () => {
  const start = performance.now();
  for (const piece of ['a', 'A=', 'TOKEN="', "TOKEN='x"]) secretValuesIn(piece.repeat(1_000_000 / piece.length));
  expect(performance.now() - start).toBeLessThan(2000);
});
