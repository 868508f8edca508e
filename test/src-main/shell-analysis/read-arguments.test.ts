import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { optionTable, plainWords, readArguments } from '#shell-analysis';
import '../../support/seeded-properties.ts';

const TABLE = optionTable({ known: '-ab -n=number -c?=text --all --bytes=number --color?=text' });
const LONG = 'all,bytes:,color::,help,version';

/**
 * Parses the words with the system's own getopt: options with their values, then operands; undefined if it refuses
 * them.
 */
function asGetopt(words: readonly string[], inOrder: boolean): string | undefined {
  const short = `${inOrder ? '+' : ''}abn:c::`;
  const { status, stdout } = spawnSync('getopt', ['-u', '-o', short, '--long', LONG, '--', ...words], {
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim().replaceAll(/ +/g, ' ') : undefined;
}

function asRead(words: readonly string[], isInOrder: boolean): string | undefined {
  const read = readArguments(plainWords(words), TABLE, { isInOrder });
  if (read.some(({ type }) => type === 'unknown')) return undefined;
  const options = read.flatMap((one) => {
    if (one.type !== 'option') return [];
    return one.option.kind === '' ? [one.option.name] : [one.option.name, one.value ?? ''];
  });
  const operands = read.flatMap((one) => (one.type === 'operand' ? [one.word.text] : []));
  return [...options, '--', ...operands].join(' ').trim().replaceAll(/ +/g, ' ');
}

const word = fc.constantFrom(
  '-a',
  '-b',
  '-ab',
  '-n',
  '-n5',
  '-an',
  '-bn5',
  '-c',
  '-cx',
  '-ac',
  '-acx',
  '-',
  '--',
  'x',
  'y',
  '5',
  '-x',
  '-ax',
  '--all',
  '--bytes',
  '--bytes=5',
  '--color',
  '--color=x',
  '--all=x',
  '--none',
  '--none=x',
  '--bytes=a=b',
);

/** Whether util-linux's getopt is installed, which reports itself by this exit code; only it knows long options. */
const HAS_GETOPT = spawnSync('getopt', ['--test']).status === 4;

test.skipIf(!HAS_GETOPT).each([false, true])('words are read as getopt reads them; in order: %s', (isInOrder) => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
      expect(asRead(words, isInOrder), words.join(' ')).toBe(asGetopt(words, isInOrder));
    }),
    { numRuns: process.env.SIGMA_TEST_LONG === '1' ? 5000 : 40 },
  );
});
