import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FlagKind, parseGoFlags } from '#app/start/go-flags';

const FLAGS: Readonly<Record<string, FlagKind>> = {
  dir: 'text',
  profile: 'text',
  debug: 'switch',
  v: 'switch',
  resume: 'optional',
};

const read = (...args: string[]) => parseGoFlags(args, FLAGS);

test.each([[['-dir', 'a b']], [['--dir', 'a b']], [['-dir=a b']], [['--dir=a b']]])(
  '%j: one dash and two are alike, a value is the next word or follows the sign',
  (args) => {
    expect(read(...args)).toMatchObject({ rest: [], wantsHelp: false });
    expect(read(...args).values.get('dir')).toEqual(['a b']);
  },
);

test.each([
  [['-resume'], ['']],
  [['-resume', '-debug'], ['']],
  [['--resume', 'abc', '-debug'], ['abc']],
  [['-resume=abc'], ['abc']],
])('%j: an optional value is the next word that is no flag', (args, values) => {
  expect(read(...args).values.get('resume')).toEqual(values);
  expect(read(...args)).toMatchObject({ rest: [] });
});

test('a flag given again keeps every value in order', () => {
  expect(read('-profile', 'B', '-profile=A', '--profile', 'B').values.get('profile')).toEqual(['B', 'A', 'B']);
});

test('a comma is part of a name', () => {
  expect(read('-profile', 'A,B').values.get('profile')).toEqual(['A,B']);
});

test('a value may be empty, hold a sign, or look like a flag', () => {
  expect(read('-dir=', '-profile', '-v', '-profile=a=b').values).toEqual(
    new Map([
      ['dir', ['']],
      ['profile', ['-v', 'a=b']],
    ]),
  );
});

test.each([
  ['-debug', 'true'],
  ['-debug=1', 'true'],
  ['-debug=T', 'true'],
  ['-debug=true', 'true'],
  ['--debug=false', 'false'],
  ['-debug=0', 'false'],
])('%s: a switch is %s, and takes no separate word', (arg, value) => {
  const flags = read(arg, 'false');
  expect(flags.values.get('debug')).toEqual([value]);
  expect(flags.rest).toEqual(['false']);
});

test.each([
  [
    ['script', '-v'],
    ['script', '-v'],
  ],
  [['--', '-v'], ['-v']],
  [
    ['-', '-v'],
    ['-', '-v'],
  ],
  [
    ['-debug', 'x', '-dir', 'y'],
    ['x', '-dir', 'y'],
  ],
  [[''], ['']],
])('%j: nothing is a flag after the first word that is none', (args, rest) => {
  const flags = read(...args);
  expect(flags.rest).toEqual(rest);
  expect(flags.values.has('v')).toBe(false);
  expect(flags.problem).toBeUndefined();
});

test.each([['-h'], ['-help'], ['--help']])('%s asks for the usage', (arg) => {
  expect(read(arg)).toMatchObject({ wantsHelp: true });
});

test('a flag of that name is one, though', () => {
  expect(parseGoFlags(['-h'], { h: 'switch' })).toMatchObject({ wantsHelp: false });
});

describe('a wrong command line names what is wrong', () => {
  test.each([
    [['-x'], 'There is no flag -x'],
    [['--colour=red'], 'There is no flag --colour'],
    [['-vdebug'], 'There is no flag -vdebug'],
    [['-toString'], 'There is no flag -toString'],
    [['-dir'], 'The flag -dir needs a value'],
    [['-debug=maybe'], '-debug is on or off, not "maybe"'],
    [['---dir', 'x'], '---dir is not a flag'],
    [['-=x'], '-=x is not a flag'],
  ])('%j', (args, problem) => {
    expect(read(...args).problem).toContain(problem);
  });
});

test('among switches of another program ours are found', () => {
  const args = ['--inspect=0', '-r', '/loader.js', '.', '-dir', 'x', '---odd', '--no-sandbox', '-profile=p', '-debug'];
  const flags = parseGoFlags(args, FLAGS, { overlooksUnknown: true });
  expect(Object.fromEntries(flags.values)).toEqual({ dir: ['x'], profile: ['p'], debug: ['true'] });
  expect(flags.problem).toBeUndefined();
});

test('no word is lost and nothing is thrown, whatever the words are', () => {
  const word = fc.oneof(fc.constantFrom('-dir', '--profile', '-v', '-debug=0', '--', '-', '-x', 'a'), fc.string());
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), (args) => {
      const flags = parseGoFlags(args, FLAGS);
      expect(args.slice(args.length - flags.rest.length)).toEqual(flags.rest);
      expect(parseGoFlags(args, FLAGS)).toEqual(flags);
    }),
  );
});
