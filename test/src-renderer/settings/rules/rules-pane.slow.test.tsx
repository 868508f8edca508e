import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Judgement, RepairCount, Rule, RulesState } from '#contract';
import { RepairsPane } from '../../../../src-renderer/settings/rules/repairs-pane.tsx';
import { RulesPane } from '../../../../src-renderer/settings/rules/rules-pane.tsx';
import { apiOf, Feed, failure, renderPane } from '../../../support/pane.tsx';

const rule = (id: string, verdict: Rule['verdict'], program: string): Rule => ({
  id,
  verdict,
  subject: {
    kind: 'command',
    program,
    arguments: ['test', { any: 'rest' }],
    wrappers: [],
    variables: [],
    redirections: [],
  },
  at: 1000,
});
const rulesState = (more: Partial<RulesState> = {}): RulesState => ({
  file: '/data/rules.yaml',
  user: [rule('u1', 'deny', 'curl')],
  workspace: [rule('w1', 'allow', 'npm')],
  problems: [],
  builtIn: [
    { tier: 'ban', name: 'fork bomb', words: 'Programs without end' },
    { tier: 'preset', name: 'reading', words: 'Reading goes' },
  ],
  sandbox: { works: true, program: '/usr/bin/bwrap' },
  mode: 'ask',
  ...more,
});
const judgement: Judgement = {
  verdict: 'ask',
  tier: 'user-deny',
  rule: 'u1',
  why: 'A part of it is denied',
  parts: [{ text: 'curl x', verdict: 'deny', tier: 'user-deny', rule: 'u1', why: 'Your rule forbids it' }],
  effects: { effects: [{ kind: 'send', target: 'x', isOutside: true }], isKnown: true, unknown: [] },
  sandbox: 'none',
  canBeAllowed: false,
};

async function setUp(state = rulesState()) {
  const calls: [string, unknown][] = [];
  const host = { failWith: undefined as Error | undefined };
  const call =
    <T,>(name: string, answer: T) =>
    async (input: unknown) => {
      calls.push([name, input]);
      if (host.failWith) throw host.failWith;
      return answer;
    };
  const api = apiOf({
    rules: {
      changed: new Feed(state).open,
      save: call('save', undefined),
      remove: call('remove', undefined),
      test: call('test', judgement),
      rehearse: call('rehearse', { looked: 9, wouldAllow: 4, refused: 1, examples: [] }),
    },
  });
  renderPane(api, <RulesPane isVisible section={undefined} asked={0} />);
  await screen.findByRole('region', { name: 'Your rules' });
  return { calls, host };
}

const names = (calls: readonly [string, unknown][]) => calls.map(([name]) => name);
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('the rules', () => {
  test('are in words, with verdict and origin, those of the workspace first', async () => {
    await setUp();
    const rows = within(screen.getByRole('list', { name: 'Rules' })).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Allownpm test ‹further words that are safe›This workspace/),
      expect.stringMatching(/^Denycurl test ‹any further words›Everywhere/),
    ]);
  });

  test('can be removed, after a question', async () => {
    const { calls } = await setUp();
    fireEvent.click(screen.getByRole('button', { name: /^Remove the rule curl/ }));
    const asked = await dialog('Remove this rule?');
    expect(calls).toEqual([]);
    fireEvent.click(asked.getByRole('button', { name: 'Remove it' }));
    await waitFor(() => expect(calls).toEqual([['remove', { scope: 'user', id: 'u1' }]]));
  });

  test('that allow are rehearsed before they are saved', async () => {
    const { calls } = await setUp();
    fireEvent.click(screen.getByRole('button', { name: 'New rule' }));
    const form = await dialog('New rule');
    fireEvent.change(form.getByLabelText('Program'), { target: { value: 'make' } });
    fireEvent.click(form.getByRole('button', { name: 'Rehearse on the past' }));
    expect(await form.findByText('It would have allowed 4 of 9 past calls, 1 of which you refused.')).toBeTruthy();
    expect(names(calls)).toEqual(['rehearse']);
    fireEvent.click(form.getByRole('button', { name: 'Save the rule' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.at(-1)).toEqual([
      'save',
      { scope: 'workspace', rule: { verdict: 'allow', subject: expect.objectContaining({ program: 'make' }) } },
    ]);
  });

  test('that were changed after their rehearsal are rehearsed again', async () => {
    await setUp();
    fireEvent.click(screen.getByRole('button', { name: 'New rule' }));
    const form = await dialog('New rule');
    fireEvent.change(form.getByLabelText('Program'), { target: { value: 'make' } });
    fireEvent.click(form.getByRole('button', { name: 'Rehearse on the past' }));
    await form.findByRole('button', { name: 'Save the rule' });
    fireEvent.change(form.getByLabelText('Program'), { target: { value: 'ninja' } });
    expect(form.getByRole('button', { name: 'Rehearse on the past' })).toBeTruthy();
    expect(form.queryByText(/It would have allowed/)).toBeNull();
  });

  test('that deny are saved at once', async () => {
    const { calls } = await setUp();
    fireEvent.click(screen.getByRole('button', { name: 'New rule' }));
    const form = await dialog('New rule');
    fireEvent.change(form.getByLabelText('Verdict'), { target: { value: 'deny' } });
    fireEvent.change(form.getByLabelText('Program'), { target: { value: 'curl' } });
    fireEvent.click(form.getByRole('button', { name: 'Save the rule' }));
    await waitFor(() => expect(names(calls)).toEqual(['save']));
  });

  test('say what is wrong in which field, and what the host refuses, and keep what was typed', async () => {
    const { calls, host } = await setUp();
    fireEvent.click(screen.getByRole('button', { name: 'New rule' }));
    const form = await dialog('New rule');
    fireEvent.click(form.getByRole('button', { name: 'Rehearse on the past' }));
    const program = form.getByLabelText<HTMLInputElement>('Program');
    expect(program.getAttribute('aria-invalid')).toBe('true');
    expect(calls).toEqual([]);
    host.failWith = failure('INVALID_INPUT', 'It could never count');
    fireEvent.change(program, { target: { value: 'rm' } });
    fireEvent.click(form.getByRole('button', { name: 'Rehearse on the past' }));
    expect(await form.findByText('It could never count')).toBeTruthy();
    expect(program.value).toBe('rm');
  });

  test('whose file is broken are not written over, and the line is named', async () => {
    await setUp(rulesState({ problems: [{ path: 'user.0', line: 3, message: 'is no rule' }] }));
    expect(screen.getByRole('alert').textContent).toContain('Line 3user.0is no rule');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'New rule' }).disabled).toBe(true);
  });

  test('stand beside what is built in, in the words of the host', async () => {
    await setUp();
    const banned = within(screen.getByRole('list', { name: 'Always refused' })).getAllByRole('listitem');
    expect(banned.map(({ textContent }) => textContent)).toEqual(['Programs without end.']);
    expect(screen.getByRole('list', { name: 'Read-only preset' }).textContent).toBe('Reading goes.');
  });

  test('stand beside the sandbox that is in use, or why there is none', async () => {
    await setUp(rulesState({ sandbox: { works: false, why: 'Install the package bubblewrap.' } }));
    expect(screen.getByRole('alert').textContent).toContain('Install the package bubblewrap.');
  });
});

test('the tester says what would be decided, by which rule, for which part, and what it would do', async () => {
  const { calls } = await setUp();
  const tester = within(screen.getByRole('region', { name: 'Would this be allowed?' }));
  fireEvent.change(tester.getByLabelText('Command'), { target: { value: 'curl x' } });
  fireEvent.change(tester.getByLabelText('In a session that is set to'), { target: { value: 'edits' } });
  fireEvent.click(tester.getByRole('button', { name: 'Test' }));
  const answer = await tester.findByRole('status', { name: 'Answer' });
  expect(calls).toEqual([['test', { trial: { kind: 'command', command: 'curl x' }, mode: 'edits' }]]);
  expect(answer.textContent).toContain('A part of it is denied');
  expect(answer.textContent).toContain('Decided by your rule: curl test ‹any further words›');
  expect(answer.textContent).toContain('Denied: Your rule forbids it');
  expect(answer.textContent).toContain('sends to x');
});

describe('repairs', () => {
  const counts: readonly RepairCount[] = [{ rule: 'path.file_path', model: 'tiny', count: 12, last: 1000 }];

  test('are counted by rule and model, each with its switch', async () => {
    const calls: unknown[] = [];
    const api = apiOf({
      guard: { counts: new Feed(counts).open, setRule: async (input: unknown) => void calls.push(input) },
    });
    renderPane(api, <RepairsPane />);
    const row = within(await screen.findByRole('row', { name: /path\.file_path/ }));
    expect(row.getByText('12')).toBeTruthy();
    expect(row.getByText('tiny')).toBeTruthy();
    fireEvent.click(row.getByRole('checkbox', { name: 'Repair path.file_path' }));
    await waitFor(() => expect(calls).toEqual([{ rule: 'path.file_path', enabled: false }]));
  });
});
