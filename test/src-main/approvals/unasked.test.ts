import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allow, command, deny, type Given, policyBench, REST } from './policy-bench.ts';

const NEVER = 'never: it is asked in every mode';
const BOX: Given = { hasBox: true };

test.each<readonly [string, Given, string, string]>([
  [
    'make',
    BOX,
    'No rule allows "make", and make is not on the list',
    'in the mode Workspace, in the box, or by a rule',
  ],
  ['make', {}, 'No rule allows "make", and make is not on the list', 'by a rule'],
  ['make; make', BOX, 'No rule allows "make", and make is not', 'in the mode Workspace, in the box, or by a rule'],
  ['X=$(date) make "$X"', BOX, 'No rule allows "make"', 'in the mode Workspace, in the box'],
  ['npm install x', { ...BOX, mode: 'workspace' }, 'It needs the network, which the box has not', 'by a rule'],
  ['touch /srv/x', BOX, 'It would write /srv/x, outside the workspace', NEVER],
  ['git stash drop', { ...BOX, mode: 'workspace' }, 'git stash drop throws away', NEVER],
  ['git push', BOX, 'git sends data to another machine', 'by a rule that names it'],
  ['X=$(date) make "$X"', {}, 'No rule allows "make"', 'not as it is written: no rule can name all of it'],
])('%s says what kept it from running unasked, and what would let it', async (line, given, kept, would) => {
  await using bench = await policyBench();
  const { unasked } = await bench.line(line, given);
  expect([unasked?.kept.slice(0, kept.length), unasked?.would]).toEqual([kept, would]);
});

test('files, tools and rules that may deny have theirs; what runs or is denied has none', async () => {
  await using bench = await policyBench();
  const file = join(bench.workspace, 'src', 'a.ts');
  expect((await bench.file('change', file)).unasked?.would).toBe('in the mode Edits allowed, or by a rule');
  expect((await bench.file('delete', join(bench.workspace, 'package.json'))).unasked?.would).toBe(NEVER);
  expect((await bench.call('weather', {})).unasked?.would).toBe('by a rule');
  const maybe = await bench.line('make "$X"', { user: [deny(command('make', ['x']))] });
  expect(maybe.unasked?.would).toBe('only where the rule that may deny it is changed');
  expect((await bench.line('make', { user: [allow(command('make', [REST]))] })).unasked).toBeUndefined();
  expect((await bench.line('rm -rf /')).unasked).toBeUndefined();
});
