import { expect, test } from 'vitest';
import { blankRunsIn } from '#contract/blank-runs';

test('runs that push text out of sight are told with their length; what ends a text or indents it is none', () => {
  const across = `ls${' '.repeat(500)}; touch x`;
  expect([...blankRunsIn(across)]).toEqual([{ index: 2, length: 500, words: '500 blanks' }]);
  expect([...blankRunsIn(`a${'\u3000\t'.repeat(50)}b`)]).toMatchObject([{ words: '100 blanks' }]);
  expect([...blankRunsIn(`a${'  \n'.repeat(40)}  b`)]).toMatchObject([{ index: 1, words: '40 line ends' }]);
  for (const plain of [`a${' '.repeat(500)}`, `a${'\n'.repeat(500)}`, `\n${' '.repeat(40)}a`, 'a\n\n\nb']) {
    expect([...blankRunsIn(plain)]).toEqual([]);
  }
});

test('a long text of blanks takes no time', () => {
  const startedAt = performance.now();
  expect([...blankRunsIn(`${' '.repeat(79)}\n`.repeat(20_000))]).toEqual([]);
  expect([...blankRunsIn(' '.repeat(200_000))]).toEqual([]);
  expect(performance.now() - startedAt).toBeLessThan(1000);
});
