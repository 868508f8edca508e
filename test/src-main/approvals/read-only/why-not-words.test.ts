import { describe, expect, test } from 'vitest';
import { type ProgramDeclaration, plainWords } from '#shell-analysis';
import { PathJudge } from '../../../../src-main/approvals/read-only/path-judge.ts';
import { whyNotOperands, whyNotWords } from '../../../../src-main/approvals/read-only/why-not-words.ts';

const readerAt = () =>
  new PathJudge({
    roots: ['/w'],
    cwds: ['/w'],
    realpath: (path: string) => path,
    isFile: () => true,
    names: () => undefined,
    text: () => undefined,
  });

/** A program that searches below folders for a pattern. */
const SEARCH: ProgramDeclaration = {
  options: { proven: '-n -e=text -f=read --max=count', unsure: '-o=write' },
  operands: 'text read*',
  standIns: ['-e', '-f'],
  below: () => ({ isFollowing: false }),
  readsOnly: true,
};

function why(line: string, declared: ProgramDeclaration = SEARCH) {
  const pathJudge = readerAt();
  const objection = whyNotWords(declared, line === '' ? [] : line.split(' '), pathJudge);
  return { objection, below: pathJudge.below.map(({ folder }) => folder) };
}

describe('what a program reads is looked at', () => {
  test.each<[string, readonly string[]]>([
    ['x', ['/w/.']],
    ['x a', ['/w/a']],
    ['-n x a b', ['/w/a', '/w/b']],
    ['-e x a', ['/w/a']],
    ['-f patterns', ['/w/.']],
    ['-e x -- a', ['/w/a']],
  ])('%s: %j', (line, below) => {
    expect(why(line)).toEqual({ objection: undefined, below });
  });
});

describe('it is not proven to only read with', () => {
  test.each([
    ['x /etc', "'/etc' lies outside the workspace"],
    ['-e x ../a', "'../a' lies outside the workspace"],
    ['-f /etc/x', "'/etc/x' lies outside the workspace"],
    ['x .env', "'.env' may hold credentials"],
    ['-o out x', 'the option -o is not known to read only'],
    ['-z x', 'the option -z is not known to read only'],
    ['-e', 'the option -e lacks its value'],
    ['', 'an operand is missing'],
  ])('%s: %s', (line, reason) => {
    expect(why(line).objection).toContain(reason);
  });

  test('a program of which it is not declared', () => {
    expect(why('x', {}).objection).toBe('it is not on the list of programs that only read');
  });
});

test.each([
  ['a b', 'text read', undefined],
  ['a', 'text read', 'an operand is missing'],
  ['a b c', 'text read', "'c' is one operand too many to be sure that it only reads"],
  ['a b', 'read write', "'b' is one operand too many to be sure that it only reads"],
  ['a', 'read write', undefined],
  ['a b c', 'read*', undefined],
  ['a /b c', 'read*', "'/b' lies outside the workspace"],
])('operands %s of the kinds %s: %s', (line, kinds, reason) => {
  const found = whyNotOperands(plainWords(line.split(' ')), kinds, { pathJudge: readerAt() });
  if (reason === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(reason);
});

test('a value of a kind of its own is judged by who asks', () => {
  const checks = { text: (value: string) => (value === 'b' ? 'not b' : undefined) };
  const judging = { pathJudge: readerAt(), checks };
  expect(whyNotOperands(plainWords(['a']), 'text', judging)).toBeUndefined();
  expect(whyNotOperands(plainWords(['b']), 'text', judging)).toBe('not b');
  expect(whyNotOperands(plainWords(['__proto__']), 'text', judging)).toBeUndefined();
});
