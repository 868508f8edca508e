import { expect, test } from 'vitest';
import type { Judgement, Rule } from '#contract';
import { createRiskClassifier } from '../../../../src-main/approvals/risk/classify.ts';
import { judge } from '../../../../src-main/shell-adapter/confirmation/judge.ts';
import type { Classification, ConfirmationSettings } from '../../../../src-main/shell-adapter/confirmation/model.ts';

const WORKSPACE = '/nowhere/workspace';
const SETTINGS: ConfirmationSettings = { mode: 'risky', allow: [], deny: [], timeoutMs: 1, approver: 'user' };

const rule = (program: string, runs: 'box' | 'network' | 'outside'): Rule => ({
  id: program,
  verdict: 'allow',
  at: 0,
  subject: {
    ...{ kind: 'command', program, arguments: [{ any: 'rest' }], wrappers: [], variables: [], redirections: [] },
    runs,
  },
});

const RULES = [rule('deploy', 'outside'), rule('build', 'box'), rule('load', 'network')];

/** Where a line runs by the policy and these settings. */
async function placeOf(
  command: string,
  settings: Partial<ConfirmationSettings> = {},
  more: { readonly isInBoxAlone?: boolean } = {},
) {
  const classify = createRiskClassifier({
    rules: () => ({ user: RULES, workspace: [] }),
    home: '/home/x',
    own: () => [],
  });
  const all = { ...SETTINGS, ...settings };
  return await judge(
    async (line, cwd, lists) => await classify({ command: line, cwd, lists, workspace: WORKSPACE, hasBox: true }),
    {
      ...{ command, cwd: WORKSPACE, settings: all, isRemembered: false },
      ...more,
    },
  );
}

test.each([
  ['what is safe by itself stays in the box', 'mkdir x; echo a > x/b', 'allowed', 'workspace'],
  ['a rule lets its line out', 'deploy prod', 'allowed', 'none'],
  ['a rule for the box keeps it there', 'build all', 'allowed', 'workspace'],
  ['a rule for the network', 'load it', 'allowed', 'network'],
  ['what a rule covers in part stays in the box', 'deploy prod; mkdir x', 'allowed', 'workspace'],
  ['what is asked about says where it would run', 'touch /srv/x', 'ask', 'none'],
  ['what sends needs the network', 'curl https://example.com', 'ask', 'network'],
  ['what nobody knows has to do with the box', 'surprise', 'ask', 'workspace'],
])('%s: %s', async (_, command, verdict, runs) => {
  expect(await placeOf(command)).toMatchObject({ verdict, place: { runs } });
});

test('by a setting a line runs where it has to', async () => {
  expect(await placeOf('touch /srv/x', { mode: 'off' })).toMatchObject({
    verdict: 'allowed',
    by: 'off',
    place: { runs: 'none' },
  });
  expect(await placeOf('surprise', { mode: 'off' })).toMatchObject({
    verdict: 'allowed',
    place: { runs: 'workspace' },
  });
  expect(await placeOf('surprise x', { allow: ['surprise'] })).toMatchObject({
    ...{ verdict: 'allowed', by: 'allow-list', place: { runs: 'workspace' } },
  });
});

test('what is allowed may change the protected files that it names, and nobody else may', async () => {
  expect((await placeOf('echo x > package.json')).place).toMatchObject({
    ...{ runs: 'workspace', writes: [`${WORKSPACE}/package.json`] },
  });
  expect((await placeOf('mkdir x')).place).toEqual({ runs: 'workspace' });
});

test('in a folder that is there in the box alone, a line runs in the box, and its question says so', async () => {
  const { place, judgement } = await placeOf('touch /srv/x', {}, { isInBoxAlone: true });
  expect(place.runs).toBe('workspace');
  expect(judgement).toMatchObject({ sandbox: 'workspace' } satisfies Partial<Judgement>);
  expect(judgement).not.toHaveProperty('leavesBox');
});

test('without a judgement a line runs in the box', async () => {
  const safe: Classification = { verdict: 'safe', reasons: [] };
  const judged = await judge(async () => safe, { command: 'x', cwd: '/', settings: SETTINGS, isRemembered: false });
  expect(judged.place).toEqual({ runs: 'workspace' });
});
