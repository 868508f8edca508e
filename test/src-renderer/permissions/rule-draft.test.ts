import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Rule } from '#contract';
import { NEW_RULE, ruleDraft, subjectOf, trialOf } from '../../../src-renderer/permissions/rule-draft.ts';

const command = (more: object) => subjectOf({ ...NEW_RULE, program: 'npm', ...more });

describe('a rule that is being written', () => {
  test('has its arguments to the letter, one a line, and stars for any words', () => {
    expect(command({ arguments: 'run\nhello world\n*\n**' }).subject).toMatchObject({
      program: 'npm',
      arguments: ['run', 'hello world', { any: 'word' }, { any: 'rest' }],
    });
  });

  test('can mean a star, or a backslash', () => {
    expect(command({ arguments: '\\*\n\\\\x\n*.ts' }).subject).toMatchObject({ arguments: ['*', '\\x', '*.ts'] });
  });

  test.each([
    [{ program: ' ' }, 'program', 'Name a program'],
    [{ program: 'npm test' }, 'program', 'One program only'],
    [{ arguments: 'run\n**\nx' }, 'arguments', 'Line 2'],
    [{ variables: 'NODE_ENV\nA B' }, 'variables', '“A B” is no name'],
    [{ kind: 'file' }, 'path', 'Name a file'],
    [{ kind: 'tool', provider: 'p' }, 'tool', 'Name its tool'],
    [{ kind: 'tool', provider: 'p', tool: 't', values: 'city Oslo' }, 'values', '“city Oslo” is not written'],
  ] as const)('says what is wrong, and where: %o', (more, field, words) => {
    const { subject, problems } = command(more);
    expect(subject).toBeUndefined();
    expect(problems[field]).toContain(words);
  });

  test.each<Rule['subject']>([
    {
      kind: 'command',
      program: 'git',
      arguments: ['log', '*', '**', '\\', { any: 'word' }, { any: 'rest' }],
      wrappers: ['sudo'],
      variables: ['A'],
      redirections: ['out/*'],
      cwd: 'src',
    },
    {
      kind: 'command',
      program: 'git',
      arguments: [
        'commit',
        '-m',
        'Two lines\n\nof words',
        'x\ry',
        ' a',
        'b\t',
        '',
        '\u00a0',
        { options: ['x\ny', ' z'] },
      ],
      wrappers: [],
      variables: [],
      redirections: [],
    },
    { kind: 'file', access: 'delete', path: 'tmp/**' },
    { kind: 'tool', provider: 'weather', tool: 'get', arguments: { 'place.city': 'Oslo = x' } },
    {
      kind: 'command',
      program: '/opt/My App/run "x"',
      arguments: [{ glob: 'a\nb' }, { glob: '"a\\nb"' }, { glob: ' a ' }],
      wrappers: ['my sudo'],
      variables: ['A=1\nB=2', 'C=x ', 'D="y"'],
      redirections: ['out \n/*', '"quoted"', '"a\\nb"'],
      cwd: ' src',
    },
    { kind: 'file', access: 'write', path: 'two\nlines ' },
    {
      kind: 'tool',
      provider: 'p ',
      tool: 't',
      arguments: { text: 'one\ntwo = 2', 'a=b': ' c', '"q"': '"v"', '"q=r"': '', 'x ': '"a\\nb"' },
    },
    { kind: 'tool', provider: 'p', tool: 't', arguments: { a: 'x\u2028y', 'b=': 'x\u2029y' } },
  ])('is the same after it was opened and saved unchanged: $kind', (subject) => {
    expect(subjectOf(ruleDraft({ id: 'r', verdict: 'allow', subject, at: 0 }, 'user')).subject).toEqual(subject);
  });
});

test('any text of a rule is the same after it was opened and saved unchanged', () => {
  const parts = fc.array(fc.constantFrom('a', ' ', '\n', '"', '\\', '=', 'n', '<', '>', '\u00a0', '\u2028'), {
    minLength: 1,
    maxLength: 8,
  });
  const text = parts.map((all) => all.join(''));
  const command = { kind: 'command' as const, wrappers: [], variables: [] };
  fc.assert(
    fc.property(text, text, (one, other) => {
      const subjects: Rule['subject'][] = [
        { ...command, program: `/${one}`, arguments: [{ glob: other }], redirections: [one, other], cwd: other },
        { kind: 'tool', provider: one, tool: other, arguments: { [one]: other } },
      ];
      for (const subject of subjects) {
        expect(subjectOf(ruleDraft({ id: 'r', verdict: 'allow', subject, at: 0 }, 'user')).subject).toEqual(subject);
      }
    }),
  );
});

describe('a trial', () => {
  test('is there once it is said what to try', () => {
    expect(trialOf({ ...NEW_RULE, command: '  ' })).toBeUndefined();
    expect(trialOf({ ...NEW_RULE, command: 'ls', cwd: 'src' })).toEqual({ kind: 'command', command: 'ls', cwd: 'src' });
    expect(trialOf({ ...NEW_RULE, kind: 'file', path: 'a', command: '' })).toEqual({
      kind: 'file',
      access: 'write',
      path: 'a',
    });
    expect(trialOf({ ...NEW_RULE, kind: 'tool', provider: 'p', command: '' })).toBeUndefined();
  });
});
