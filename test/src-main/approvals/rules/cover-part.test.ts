import { describe, expect, test } from 'vitest';
import { whyNotCovered } from '../../../../src-main/approvals/rules/cover-part.ts';
import type { CommandRule } from '../../../../src-main/approvals/rules/match-arguments.ts';
import { lineFacts } from '../line-facts.ts';
import { command, REST } from '../policy-bench.ts';

/** The reason why the first part of a line, or another one, is not covered; undefined if it is. */
async function why(line: string, rule: CommandRule, part = 0): Promise<string | undefined> {
  return whyNotCovered(rule, part, await lineFacts(line), '/w');
}

const TEST = ['test'];

describe('what a rule does not name keeps it from covering a part', () => {
  test.each<[string, Partial<CommandRule>, string | undefined]>([
    ['npm test', {}, undefined],
    ['npm test 2>&1 > /dev/null', {}, undefined],
    ['npm test > out', {}, 'It is redirected (> out)'],
    ['npm test > out', { redirections: ['out'] }, undefined],
    ['npm test > /w/out', { redirections: ['out'] }, undefined],
    ['npm test > ../out', { redirections: ['out'] }, 'It is redirected (> ../out)'],
    ['npm test >&out', { redirections: [] }, 'It is redirected (>& out)'],
    ['npm test << x\ntext\nx', { redirections: ['<<text\n'] }, undefined],
    ['npm test << x\nother\nx', { redirections: ['<<text\n'] }, 'It is redirected (<<)'],
    ['npm test << x\nother\nx', { redirections: ['<<*'] }, 'It is redirected (<<)'],
    ['CI=1 npm test', {}, 'CI is set'],
    ['CI=1 npm test', { variables: ['CI=1'] }, undefined],
    ['CI=2 npm test', { variables: ['CI=1'] }, 'CI is set'],
    ['CI=2 npm test', { variables: ['CI'] }, undefined],
    ['CI+=1 npm test', { variables: ['CI', 'CI=1'] }, 'CI is set'],
    ['npm test', { cwd: 'sub' }, 'It may run in /w'],
    ['npm test a', {}, 'Other arguments'],
    ['pnpm test', {}, 'Another program'],
  ])('%s, by %j: %s', async (line, more, expected) => {
    expect(await why(line, command('npm', TEST, more))).toBe(expected);
  });

  test('a folder that the line may be in', async () => {
    expect(await why('cd .. && npm test', command('npm', TEST), 1)).toBe('It may run in /');
    expect(await why('cd "$x" && npm test', command('npm', TEST), 1)).toBe('The folder it runs in is not known');
    expect(await why('cd sub && npm test', command('npm', TEST, { cwd: '/w{,/sub}' }), 1)).toBeDefined();
    expect(await why('cd sub && npm test', command('npm', TEST, { cwd: '/w/**' }), 1)).toBeUndefined();
  });

  test.each<[string, Partial<CommandRule>, string | undefined]>([
    ['/elsewhere', {}, 'It may run in /elsewhere'],
    ['/w/other', {}, undefined],
    ['/elsewhere', { cwd: '/w{,/**}' }, 'It may run in /w'],
    ['/elsewhere', { cwd: '/w/**' }, 'It may run in /elsewhere'],
    ['/w/other', { cwd: '/w/**' }, undefined],
    ['/elsewhere', { cwd: 'link' }, undefined],
  ])('a folder that the line goes to by a link to %s, by %j: %s', async (real, more, expected) => {
    const facts = await lineFacts('cd link && npm test', { links: { '/w/link': real } });
    const there = { ...facts, folders: facts.folders.map((one) => (more.cwd === 'link' ? one?.slice(-1) : one)) };
    expect(whyNotCovered(command('npm', TEST, more), 1, there, '/w')).toBe(expected);
  });

  test('a workspace that is named by a link', async () => {
    const links = { '/w': '/real', '/w/sub': '/real/sub' };
    const facts = await lineFacts('cd sub && npm test', { links });
    expect(whyNotCovered(command('npm', TEST), 1, facts, '/w')).toBeUndefined();
  });
});

describe('a wrapper with nothing of its own is covered with what it runs', () => {
  test.each([
    ['nohup npm test', ['nohup']],
    ['nohup nice npm test', ['nice', 'nohup']],
    ['sudo npm test', ['sudo']],
  ])('%s', async (line, wrappers) => {
    expect(await why(line, command('npm', TEST, { wrappers }))).toBeUndefined();
  });

  test.each([
    ['nohup npm test', [], 'Another program'],
    ['nohup nice npm test', ['nohup'], 'Another program'],
    ['nohup npm test x', ['nohup'], 'Other arguments'],
    ['nice -n 5 npm test', ['nice'], 'Another program'],
    ['CI=1 nohup npm test', ['nohup'], 'CI is set'],
    ['nohup npm test > out', ['nohup'], 'It is redirected (> out)'],
  ])('but not %s by %j: %s', async (line, wrappers, expected) => {
    expect(await why(line, command('npm', TEST, { wrappers }))).toBe(expected);
  });

  test.each([
    ['xargs npm test', TEST],
    ['nohup xargs npm test', TEST],
    ['xargs nohup npm test', TEST],
    ['xargs npm test', [REST]],
  ])('nor what adds words that nobody has named: %s by %j', async (line, words) => {
    const rule = command('npm', words, { wrappers: ['xargs', 'nohup'] });
    expect(await why(line, rule)).toBe('it adds arguments from its input');
  });

  test('unless it has a rule of its own', async () => {
    expect(await why('xargs npm test', command('xargs', ['npm', 'test']))).toBeUndefined();
    expect(await why('xargs npm test', command('npm', TEST, { wrappers: ['xargs'] }), 1)).toBeUndefined();
  });
});

test.each(['alias', 'source', 'export', 'set'])('%s is covered by its words alone', async (program) => {
  expect(await why(`${program} x=y`, command(program, ['x=y']))).toBeUndefined();
  expect(await why(`${program} x=y`, command(program, [REST]))).toBeDefined();
});
