import { expect, test } from 'vitest';
import type { ReplacedFilesFinder } from '#approvals';
import type { Judgement, Rule } from '#contract';
import { createRiskClassifier } from '../../../../src-main/approvals/risk/classify.ts';
import { judgeCommand } from '../../../../src-main/shell-adapter/confirmation/judge.ts';
import type { Classification, ConfirmationSettings } from '../../../../src-main/shell-adapter/confirmation/model.ts';

const WORKSPACE = '/nowhere/workspace';
const SETTINGS: ConfirmationSettings = { mode: 'risky', allow: [], deny: [], timeoutMs: 1, approver: 'user' };

const rule = (program: string, runs: 'box' | 'network' | 'outside'): Rule => ({
  id: program,
  verdict: 'allow',
  at: 0,
  subject: {
    kind: 'command',
    program,
    arguments: [{ any: 'rest' }],
    wrappers: [],
    variables: [],
    redirections: [],
    runs,
  },
});

const RULES = [rule('deploy', 'outside'), rule('build', 'box'), rule('load', 'network')];

interface Given {
  readonly isInBoxAlone?: boolean;
  readonly hasBox?: boolean;
  readonly foresee?: ReplacedFilesFinder;
}

/** Determines the place of a line by the policy and these settings. */
async function placeOf(
  command: string,
  settings: Partial<ConfirmationSettings> = {},
  { hasBox = true, foresee, ...more }: Given = {},
) {
  const classify = createRiskClassifier({
    rules: () => ({ user: RULES, workspace: [] }),
    home: '/home/x',
    own: () => [],
    foresee,
  });
  const all = { ...SETTINGS, ...settings };
  return await judgeCommand(
    async (line, cwd, lists, mode) => await classify({ command: line, cwd, lists, mode, workspace: WORKSPACE, hasBox }),
    {
      command,
      cwd: WORKSPACE,
      settings: all,
      isRemembered: false,
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
    verdict: 'allowed',
    by: 'allow-list',
    place: { runs: 'workspace' },
  });
});

test('what is allowed may change the protected files that it names, and nobody else may', async () => {
  expect((await placeOf('echo x > package.json')).place).toMatchObject({
    runs: 'workspace',
    writes: [`${WORKSPACE}/package.json`],
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
  const judged = await judgeCommand(async () => safe, {
    command: 'x',
    cwd: '/',
    settings: SETTINGS,
    isRemembered: false,
  });
  expect(judged.place).toEqual({ runs: 'workspace' });
});

const CODE = ['npm test', 'make', 'python3 script.py', './build.sh', 'surprise', 'cd src && npm run build'];

test.each(CODE)(
  'in the mode Workspace %s runs in the box without a question, and asks in every other',
  async (line) => {
    expect(await placeOf(line, { mode: 'workspace' })).toMatchObject({
      verdict: 'allowed',
      by: 'mode',
      place: { runs: 'workspace', isUnread: true },
    });
    expect(await placeOf(line)).toMatchObject({ verdict: 'ask' });
  },
);

test.each([
  ['leaving the box', 'touch /srv/x', 'ask', 'none'],
  ['sending', 'npm test; curl https://example.com', 'ask', 'network'],
  ['what loads packages', 'npm install left-pad', 'ask', 'network'],
  ['other rights', 'sudo make', 'ask', 'none'],
  ['what git keeps to come back to', 'git stash drop', 'ask', 'workspace'],
  ['files that run code', 'echo x > package.json', 'ask', 'workspace'],
  ['a line that cannot be read to its end', 'make "', 'ask', 'workspace'],
  ['a ban', 'rm -rf /', 'denied', 'none'],
  ['a rule that lets its line out', 'deploy prod', 'allowed', 'none'],
  ['what is safe by itself', 'mkdir x', 'allowed', 'workspace'],
])('the mode Workspace changes nothing of %s: %s', async (_, line, verdict, runs) => {
  expect(await placeOf(line, { mode: 'workspace' })).toMatchObject({ verdict, place: { runs } });
  expect(await placeOf(line)).toMatchObject({ verdict, place: { runs } });
});

test('in the mode Workspace a question names only what keeps the line from running there', async () => {
  const { reasons } = await placeOf('npm test; git push', { mode: 'workspace' });
  expect(reasons).toHaveLength(1);
  expect(reasons[0]).not.toContain('npm');
});

test('in the mode Workspace the lists of the file count as ever', async () => {
  const mode = 'workspace';
  expect(await placeOf('npm test', { mode, deny: ['npm test'] })).toMatchObject({ verdict: 'denied', by: 'deny-list' });
  expect(await placeOf('curl https://example.com', { mode, allow: ['curl'] })).toMatchObject({
    verdict: 'allowed',
    by: 'allow-list',
    place: { runs: 'network' },
  });
});

test('in the mode Workspace protected files that git would replace are asked about first', async () => {
  const foresee = async () => ({ part: 0, paths: [`${WORKSPACE}/package.json`], isSure: true });
  expect(await placeOf('git switch other', { mode: 'workspace' })).toMatchObject({ verdict: 'allowed', by: 'mode' });
  expect(await placeOf('git switch other', { mode: 'workspace' }, { foresee })).toMatchObject({
    verdict: 'ask',
    reasons: [expect.stringContaining('package.json')],
    place: { runs: 'workspace', writes: [`${WORKSPACE}/package.json`] },
  });
});

test('where no box works the mode Workspace lets nothing more run', async () => {
  for (const line of CODE) {
    expect(await placeOf(line, { mode: 'workspace' }, { hasBox: false })).toMatchObject({ verdict: 'ask' });
  }
  expect(await placeOf('mkdir x', { mode: 'workspace' }, { hasBox: false })).toMatchObject({ verdict: 'allowed' });
});
