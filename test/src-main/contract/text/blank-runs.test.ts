import { expect, test } from 'vitest';
import { blankRunsIn } from '#contract/blank-runs';
import { cpuMsOf } from '../../../support/time-taken.ts';

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
  const took = cpuMsOf(() => {
    expect([...blankRunsIn(`${' '.repeat(79)}\n`.repeat(4000))]).toEqual([]);
    expect([...blankRunsIn(' '.repeat(100_000))]).toEqual([]);
  });
  expect(took).toBeLessThan(1000);
});
