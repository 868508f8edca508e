import { expect, test } from 'vitest';
import {
  isInPrivateTemp,
  isOfReading,
  isRewriting,
  isWider,
  neededBy,
  neededUnasked,
  packageWrites,
  protectedWrites,
  reachingBox,
  showingBox,
  widest,
} from '../../../../src-main/approvals/decide/needed-place.ts';
import { lineFacts } from '../line-facts.ts';

test.each([
  ['touch a', 'workspace', 'workspace'],
  ['frobnicate --all', 'workspace', 'workspace'],
  ['cp a /tmp/b', 'workspace', 'workspace'],
  ['cp a /var/tmp/x/y', 'workspace', 'workspace'],
  ['cp a /dev/null', 'workspace', 'workspace'],
  ['cp a /tmp', 'none', 'none'],
  ['cp a /tmp/../etc/x', 'none', 'none'],
  ['cp a /tmpx/b', 'none', 'none'],
  ['cp a ../b', 'none', 'none'],
  ['cp a ./x/../../b', 'none', 'none'],
  ['touch /w2/a', 'none', 'none'],
  ['cp a /tmp/link/b', 'none', 'none'],
  ['rm link', 'none', 'none'],
  ['curl https://example.org', 'network', 'network'],
  ['curl http://localhost:3000', 'network', 'workspace'],
  ['curl http://localhost:3000 https://example.org', 'network', 'network'],
  ['curl http://localhost.example.org', 'network', 'network'],
  ['npm install', 'network', 'network'],
  ['npm test', 'workspace', 'workspace'],
  ['yarn', 'network', 'network'],
  ['/usr/bin/npm ci', 'network', 'network'],
  ['git status', 'workspace', 'workspace'],
  ['git push', 'none', 'none'],
  ['git -C sub push', 'none', 'none'],
  ['git -c alias.x=push x', 'none', 'none'],
  ['git clone https://example.org/x', 'network', 'network'],
  ['ssh host', 'none', 'none'],
  ['docker ps', 'none', 'none'],
  ['/usr/bin/docker ps', 'none', 'none'],
  ['kill 1', 'none', 'workspace'],
  ['ps aux', 'none', 'workspace'],
  ['terraform plan', 'none', 'workspace'],
  ['terraform apply', 'none', 'none'],
])('%s needs %s, and %s where nobody is asked', async (line, place, unasked) => {
  const facts = await lineFacts(line, { links: { '/tmp/link/b': '/etc/b', '/w/link': '/etc' } });
  expect([neededBy(0, facts, '/w', []), neededUnasked(0, facts, '/w')]).toEqual([place, unasked]);
});

test('a part in a folder outside runs outside; one that may be there does, too', async () => {
  const facts = await lineFacts('cd /; ls');
  expect(neededBy(1, facts, '/w', [])).toBe('none');
});

test.each([
  ['outside the workspace', 'none'],
  ['other rights', 'none'],
  ['credentials', 'none'],
  ['files of Sigma Shell', 'none'],
  ['files that run code', 'workspace'],
  ['sending data', 'workspace'],
  ['another', 'workspace'],
])('a question about %s leads to %s', async (rule, place) => {
  expect(neededBy(0, await lineFacts('touch a'), '/w', ['another', rule])).toBe(place);
});

test('the widest of places is the one that they have in common', () => {
  expect(widest([])).toBe('read-only');
  expect(widest(['workspace', 'none', 'network'])).toBe('none');
  expect(widest(['read-only', 'network', 'workspace'])).toBe('network');
  expect([isWider('none', 'network'), isWider('workspace', 'workspace'), isWider('read-only', 'none')]).toEqual([
    true,
    false,
    false,
  ]);
});

test('what is not known is in no private /tmp', async () => {
  const facts = await lineFacts('cp a "$x"');
  const write = facts.analysis.effects.find(({ kind }) => kind === 'write');
  expect(write && isInPrivateTemp(write, facts, '/w')).toBe(false);
});

test('what sees or reaches the box alone is named once', async () => {
  const facts = await lineFacts('ps; ps aux; pgrep x; curl localhost:1; curl localhost:2; curl example.org');
  expect(showingBox(facts.analysis.parts)).toEqual(['ps', 'pgrep']);
  expect(reachingBox(facts)).toEqual(['curl']);
});

test('protected files that a line changes are named, of the workspace alone', async () => {
  const facts = await lineFacts(
    'touch package.json ./package.json src/a.ts /etc/package.json; cat Makefile > .git/config',
  );
  expect(protectedWrites(facts, '/w')).toEqual(['/w/package.json', '/w/.git/config']);
  expect(packageWrites(await lineFacts('npm test'), '/w')).toEqual([]);
  expect(packageWrites(await lineFacts('npm install; npm ci'), '/w')).toContain('/w/package.json');
  expect(
    packageWrites(await lineFacts('cd /etc && npm install'), '/w').filter((one) => !one.startsWith('/w/')),
  ).toEqual([]);
});

test.each([
  ['git status', false],
  ['git commit -m x', false],
  ['git', false],
  ['git --version', false],
  ['git checkout x', true],
  ['git -C sub switch x', true],
  ['git stash pop', true],
  ['git my-alias', true],
  ['git $x', true],
  ['git -c alias.s=checkout s', true],
  ["git -c 'alias.s=!rm x' s", true],
  ['/usr/bin/git reset --hard', true],
  ['find . -exec git {} +', true],
  ['gitk', false],
])('%s may put other versions of files in their place: %s', async (line, isSo) => {
  const { analysis } = await lineFacts(line);
  expect(analysis.parts.some(isRewriting)).toBe(isSo);
});

test('a line that was not read to its end is not settled by the box', () => {
  expect(['too-long', 'incomplete', 'unreadable'] as const).toSatisfy(
    (codes: readonly Parameters<typeof isOfReading>[0][]) => codes.every(isOfReading),
  );
  expect(isOfReading('glob')).toBe(false);
});
