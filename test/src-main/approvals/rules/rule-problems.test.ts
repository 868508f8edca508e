import { describe, expect, test } from 'vitest';
import type { RuleSubject } from '#contract';
import { whyRuleIsWrong } from '../../../../src-main/approvals/rules/rule-problems.ts';

type CommandSubject = Extract<RuleSubject, { kind: 'command' }>;

const ALONE = { arguments: [], wrappers: [], variables: [], redirections: [] };
const command = (more: Partial<CommandSubject>) =>
  ({ ...ALONE, kind: 'command', program: 'npm', ...more }) as CommandSubject;
const file = (path: string) => ({ kind: 'file', access: 'write', path }) as RuleSubject;

describe('a rule about a program', () => {
  test.each<[string, 'allow' | 'deny', Partial<CommandSubject>, RegExp | undefined]>([
    ['names one, with words', 'allow', { arguments: ['run', { any: 'rest' }] }, undefined],
    ['cannot have its arguments in the name', 'allow', { program: 'npm run' }, /"npm run" is no program/],
    ['cannot have a blank beside it', 'allow', { program: ' npm' }, /is no program/],
    ['ends with any further words', 'allow', { arguments: [{ any: 'rest' }, 'x'] }, /Nothing can follow/],
    ['denies by the letter', 'deny', { arguments: ['publish', { any: 'word' }] }, undefined],
    ['does not deny by a type of word', 'deny', { arguments: [{ any: 'path' }] }, /A rule that denies takes words/],
    ['names variables by their names', 'allow', { variables: ['NODE_ENV=test', 'CI'] }, undefined],
    ['does not take others', 'allow', { variables: ['1A'] }, /"1A" is no name of a variable/],
    ['denies it wherever it stands', 'deny', { cwd: '/work' }, /denies it whatever runs it/],
    ['denies it whatever is around', 'deny', { wrappers: ['sudo'] }, /denies it whatever runs it/],
    ['allows it in a folder', 'allow', { cwd: '/work' }, undefined],
    ['takes no folder that cannot be', 'allow', { cwd: '~/work' }, /write the home folder out/],
    ['may take a text as its input', 'allow', { redirections: ['<<{a}'] }, undefined],
    ['takes no redirection to a place that cannot be', 'allow', { redirections: ['../out'] }, /leaves its folder/],
  ])('%s', (_, verdict, more, why) => {
    const said = whyRuleIsWrong({ verdict, subject: command(more) });
    if (why === undefined) expect(said).toBeUndefined();
    else expect(said).toMatch(why);
  });
});

describe('a rule about files', () => {
  test.each([
    ['src/**', undefined],
    ['/etc/hosts', undefined],
    ['/', undefined],
    ['~/notes', /write the home folder out, as in \/home\/me\/notes/],
    ['src/../x', /leaves its folder/],
    ['src/{a,b}', /only \*, \? and \*\* stand for names/],
    ['src/', /for all in it write src\/\*\*/],
    ['a//b', /has an empty name in it/],
  ])('%s', (path, why) => {
    const said = whyRuleIsWrong({ verdict: 'allow', subject: file(path) });
    if (why === undefined) expect(said).toBeUndefined();
    else expect(said).toMatch(why);
  });
});

test('a rule about a tool may always apply', () => {
  expect(
    whyRuleIsWrong({ verdict: 'deny', subject: { kind: 'tool', tool: 'mcp__x__y' } as RuleSubject }),
  ).toBeUndefined();
});
