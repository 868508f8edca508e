import { describe, expect, test } from 'vitest';
import type { WordType } from '#contract';
import { acceptOpen, isWordType, operandType } from '../../../../src-main/approvals/rules/open-words.ts';
import type { Form } from '../../../../src-main/approvals/rules/program-form.ts';
import type { GivenText } from '../../../../src-main/approvals/rules/word-types.ts';
import { lineFacts } from '../line-facts.ts';

interface Open {
  /** Number of words that the rule names. */
  readonly named?: number;
  readonly types?: readonly WordType[];
  readonly isOfScript?: boolean;
  readonly runs?: 'box';
}

/** Indexes of the words that are accepted as options, where all behind those that are named is open; `no` if it is not. */
async function accepted(line: string, { named = 0, types, isOfScript = false, runs }: Open = {}) {
  const [program = '', ...texts] = line.split(' ').map((text) => text.replace("''", ''));
  const words = texts.map((text): GivenText => ({ kind: /[*?]/.test(text) ? 'glob' : 'literal', text }));
  const open = new Map(words.slice(named).map((_, at) => [named + at, undefined] as const));
  const given = { program, words, open, rest: named, restTypes: types, isOfScript, runs };
  const facts = await lineFacts('true', { globs: { '/w/*.txt': 'plain' } });
  const found = acceptOpen(given, { part: 0, facts, workspace: '/w' });
  return found === undefined ? 'no' : [...found];
}

test('nothing that is open needs nothing of the table', async () => {
  expect(await accepted('frobnicate --force', { named: 1 })).toEqual([]);
});

describe('of a program that is not known, and of a script, no option is open', () => {
  test.each([
    ['frobnicate a b/c', {}, []],
    ['frobnicate -x', {}, 'no'],
    ['frobnicate --', {}, 'no'],
    ["frobnicate ''", {}, 'no'],
    ['frobnicate *.txt', {}, 'no'],
    ['frobnicate *.txt', { types: ['path'] }, []],
    ['frobnicate ../x', { types: ['path'] }, 'no'],
    ['frobnicate 12 x', { types: ['number'] }, 'no'],
    ['frobnicate 12 x', { types: ['number', 'name'] }, []],
    ['frobnicate 12', { types: [] }, 'no'],
    ['python3 x.py a', { named: 1, isOfScript: true, types: ['word'] }, []],
    ['python3 x.py -c', { named: 1, isOfScript: true, types: ['word'] }, 'no'],
  ] satisfies [string, Open, unknown][])('%s %j', async (line, open, expected) => {
    expect(await accepted(line, open)).toEqual(expected);
  });
});

describe('of one that is, what the table has in that place', () => {
  test.each([
    ['head -n 5 a', {}, [0, 1]],
    ['head -n5 -q a', {}, [0, 1]],
    ['head -n x a', {}, 'no'],
    ['head -n -5 a', {}, 'no'],
    ['head -n', {}, 'no'],
    ['head -5 a', {}, [0]],
    ['head a -n 5', { types: [] }, 'no'],
    ['head -n 5', { types: [] }, [0, 1]],
    ['head -- -n', {}, 'no'],
    ['head /etc/passwd', {}, 'no'],
    ['sort -u a', {}, [0]],
    ['sort -uo a b', {}, 'no'],
    ['sort -T /tmp a', {}, 'no'],
    ['sort --key=2 a', {}, [0]],
    ['sort --key= a', {}, 'no'],
    ['grep x a', {}, []],
    ['grep -r x', {}, 'no'],
    ['grep -f a b', {}, 'no'],
    ['git stash', { types: [] }, 'no'],
    ['git stash drop', { named: 1, types: [] }, 'no'],
    ['git --no-pager log', {}, 'no'],
    ['git show :x', { named: 1 }, 'no'],
    ['tsc -p x', { runs: 'box' }, [0, 1]],
    ['tsc -p x', {}, 'no'],
  ] satisfies [string, Open, unknown][])('%s %j', async (line, open, expected) => {
    expect(await accepted(line, open)).toEqual(expected);
  });
});

test('an option whose value is its next word is open as a whole, or not at all', async () => {
  expect(await accepted('head -n 5 a', { named: 1 })).toEqual([0, 1]);
  expect(await accepted('sort -o a b', { named: 1 })).toBe('no');
});

test('beside an option that stays as written, free text does, too', () => {
  const form: Form = { declared: {}, operands: ['word', 'path'], hasMore: true, isReading: true, isBoxed: false };
  expect([0, 1, 5].map((position) => operandType(form, position, false))).toEqual(['word', 'path', 'path']);
  expect([0, 1].map((position) => operandType(form, position, true))).toEqual(['exact', 'path']);
  expect(operandType({ ...form, hasMore: false }, 2, false)).toBeUndefined();
});

test.each([
  ['word', true],
  ['path', true],
  ['exact', false],
  ['branch', false],
  ['a|b', false],
  ['', false],
  ['constructor', false],
])('%j is a type that a rule can have: %s', (type, isSo) => {
  expect(isWordType(type)).toBe(isSo);
});
