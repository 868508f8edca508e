import { describe, expect, test } from 'vitest';
import { globsIn, wordsIn } from '../../../src-main/approvals/look-at-words.ts';
import type { DiskAccess } from '../../../src-main/approvals/read-only/path-judge.ts';
import { lineFacts } from './line-facts.ts';

const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  '/w': ['a.txt', 'b.txt', '-rf.md', 'package.json', '.env', 'sub', 'out.lnk', 'many'],
  '/w/sub': ['c.txt', '.hidden', 'package.json'],
  '/w/many': Array.from({ length: 501 }, (_, at) => `n${at}`),
};
const disk: DiskAccess = {
  realpath: (path) => (path.endsWith('.lnk') ? '/etc/passwd' : path),
  isFile: () => true,
  names: (folder) => FOLDERS[folder.replace(/\/$/, '')],
  text: () => undefined,
};

async function globs(line: string) {
  const { analysis, folders } = await lineFacts(line);
  return globsIn(analysis, folders, { workspace: '/w', disk });
}

describe('a pattern of file names stands for', () => {
  test.each([
    ['*.txt', 'plain'],
    ['?.txt', 'plain'],
    ['sub/*.txt', 'plain'],
    ['s*/c.txt', 'plain'],
    ['none*', 'plain'],
    ['*.json', 'code'],
    ['sub/pack*', 'code'],
    ['*.md', undefined],
    ['*', undefined],
    ['.e*', undefined],
    ['.*', undefined],
    ['sub/.*', undefined],
    ['sub/.?', undefined],
    ['sub/.h*', 'plain'],
    ['*.lnk', undefined],
    ['many/*', undefined],
    ['../*', undefined],
    ['sub/../*.txt', undefined],
    ['**', undefined],
    ['/w/*.txt', undefined],
    [`${'a'.repeat(1001)}*`, undefined],
  ])('%s: %s', async (pattern, kind) => {
    expect((await globs(`rm ${pattern}`))?.[`/w/${pattern}`]).toBe(kind);
  });
});

test('it is looked up in each folder in which it may stand, and in the words of loops', async () => {
  expect(await globs('cd sub; rm *.txt')).toEqual({ '/w/*.txt': 'plain', '/w/sub/*.txt': 'plain' });
  expect(await globs('for f in *.txt; do rm "$f"; done')).toEqual({ '/w/*.txt': 'plain' });
  expect(await globs('rm a "*.txt"')).toBeUndefined();
});

test('of many patterns the first are looked up, and nothing is known of the others', async () => {
  const names = Array.from({ length: 30 }, (_, at) => `x${at}*`);
  expect(Object.keys((await globs(`rm ${names.join(' ')}`)) ?? {})).toHaveLength(20);
});

describe('words and values that may be paths are followed', () => {
  test.each<[string, string[]]>([
    ['cat a b', ['/w/a', '/w/b']],
    ['cat /etc/x ../y', ['/etc/x', '/w/../y']],
    ['tar --file=x -C sub', ['/w/x', '/w/sub']],
    ['dd of=x', ['/w/of=x', '/w/x']],
    ['make =x', ['/w/=x']],
    ['cat -x ""', []],
    ['cat $x *.ts', []],
    [`cat ${'a'.repeat(4096)}`, []],
    ['cd sub; cat a', ['/w/sub', '/w/a', '/w/sub/a']],
    ['for f in a b; do cat "$f"; done', ['/w/a', '/w/b']],
  ])('%s', async (line, paths) => {
    const { analysis, folders } = await lineFacts(line);
    expect([...wordsIn(analysis, folders)]).toEqual(paths);
  });

  test('none of a line with too many', async () => {
    const { analysis, folders } = await lineFacts(`cat ${'a '.repeat(1600)}`);
    expect(wordsIn(analysis, folders).size).toBe(0);
  });
});
