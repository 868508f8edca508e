// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what bash expands stands in these lines
import { describe, expect, test } from 'vitest';
import { analyseSafely } from '#shell-analysis';
import { Targets } from '../../../../src-main/approvals/bans/targets.ts';

const OPTIONS = {
  workspace: '/home/me/wiki',
  home: '/home/me',
  cwd: '/home/me/wiki',
  ownFiles: ['/home/me/data', '/home/me/.phishell.yaml'],
  realpath: (path: string) =>
    path.startsWith('/home/me/wiki/link/') ? path.replace('/home/me/wiki/link', '/etc') : undefined,
};

const targetsOf = async (line: string) => new Targets(await analyseSafely(line), OPTIONS);

/** Absolute paths that the last word of a line may be. */
async function lastPaths(line: string): Promise<string[]> {
  const targets = await targetsOf(line);
  const index = targets.analysis.parts.length - 1;
  const word = targets.part(index)?.words.at(-1);
  return word === undefined ? [] : targets.paths(word, index);
}

describe('paths that a word may be, in the folders where its command may run', () => {
  test.each<[string, string[]]>([
    ['rm a', ['/home/me/wiki/a']],
    ['rm ./a/../b//c/', ['/home/me/wiki/b/c']],
    ['rm /', ['/']],
    ['rm //', ['/']],
    ['rm ../../..', ['/']],
    ['rm ""', []],
    ["rm 'a b'", ['/home/me/wiki/a b']],
    ['rm ~/x', ['/home/me/x']],
    ['rm ~root/x', ['/root/x']],
    ['rm {a,b}', ['/home/me/wiki/a', '/home/me/wiki/b']],
    ['rm "$HOME"/x', ['/home/me/x']],
    ['rm $unset/x', ['/x']],
    ['rm ${unset:-y}/x', ['/home/me/wiki/y/x']],
    ['x=1; rm $x', ['/home/me/wiki/1']],
    ['x=1; x=2; rm $x', ['/home/me/wiki/1', '/home/me/wiki/2']],
    ['export x=/y; rm $x', ['/y']],
    ['for x in a ~; do rm $x; done', ['/home/me/wiki/a', '/home/me']],
    ['rm link/x', ['/home/me/wiki/link/x', '/etc/x']],
    ['rm *.o', ['/home/me/wiki/*.o']],
    ['cd sub && rm a', ['/home/me/wiki/sub/a']],
    ['cd && rm a', ['/home/me/a']],
    ['cd -- /tmp; rm a', ['/tmp/a']],
    ['cd -P -- /tmp; rm a', ['/tmp/a']],
    ['cd -- && rm a', ['/home/me/a']],
    ['(cd /tmp); rm a', ['/home/me/wiki/a', '/tmp/a']],
    ['cd /tmp | true; rm a', ['/home/me/wiki/a', '/tmp/a']],
    ['if true; then cd /tmp; fi; rm a', ['/tmp/a']],
    ['pushd /tmp; rm a', ['/tmp/a']],
  ])('%s', async (line, paths) => {
    expect(await lastPaths(line)).toEqual(paths);
  });
});

test.each([
  ['/', 'the root folder'],
  ['/etc', '/etc'],
  ['/home', '/home'],
  ['/home/me', 'the home folder'],
  ['/home/me/wiki', 'the workspace'],
  ['/home/me/wiki/.git', "the workspace's .git"],
  ['/home/me/wiki/*', 'the workspace'],
  ['/home/me/wiki/.[!.]*', 'the workspace'],
  ['/home/me/wiki/.gi?', "the workspace's .git"],
  ['/home/me/w*', 'the workspace'],
  ['/e*', '/etc'],
  ['/?*', 'the root folder'],
  ['/home/me/wiki/build', undefined],
  ['/home/me/wiki/.github', undefined],
  ['/home/me/wiki2', undefined],
  ['/home/me/wiki/*.o', undefined],
  ['/etc/hosts', undefined],
  ['/tmp', undefined],
])('deleting %s with all in it takes along: %s', async (path, name) => {
  expect((await targetsOf('ls')).protects(path)?.name).toBe(name);
});

test.each([
  ['/', true],
  ['/usr', true],
  ['/*', true],
  ['/u*', true],
  ['/usr/*', true],
  ['/usr/share', false],
  ['/home/me', false],
  ['/usr2', false],
])('%s is a folder of the system: %s', async (path, isSystem) => {
  expect((await targetsOf('ls')).isSystemRoot(path)).toBe(isSystem);
});

test('ours is what is named and what lies in it, and no neighbour', async () => {
  const targets = await targetsOf('ls');
  expect(targets.hasOwn).toBe(true);
  expect(
    ['/home/me/data', '/home/me/data/rules.yaml', '/home/me/.phishell.yaml'].every((one) => targets.isOwn(one)),
  ).toBe(true);
  expect(['/home/me/data2', '/home/me', '/home/me/.phishell.yaml.old'].some((one) => targets.isOwn(one))).toBe(false);
});

test('a part that is not there has no words, and runs where the line begins', async () => {
  const targets = await targetsOf('ls');
  expect(targets.part(3)).toBeUndefined();
  expect(targets.resolve('a', 3)).toEqual(['/home/me/wiki/a']);
});
