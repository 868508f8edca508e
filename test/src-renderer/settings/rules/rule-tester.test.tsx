import { act, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Judgement, RulesState } from '#contract';
import { Deferred } from '#core/async/deferred';
import { RuleTester } from '../../../../src-renderer/settings/rules/rule-tester.tsx';
import { apiOf, renderPane } from '../../../support/pane.tsx';

const allowed: Judgement = {
  verdict: 'allow',
  tier: 'user-allow',
  canBeAllowed: true,
  why: 'A rule of yours',
  parts: [],
  sandbox: 'workspace',
};
const state = { mode: 'ask', workspace: [], user: [] } as unknown as RulesState;

test('the answer about one command is not shown for another that was typed meanwhile', async () => {
  const answered = new Deferred<Judgement>();
  renderPane(apiOf({ rules: { test: () => answered.promise } }), <RuleTester state={state} workspace="/srv/agent" />);
  const field = screen.getByLabelText('Command');
  fireEvent.change(field, { target: { value: 'ls' } });
  fireEvent.click(screen.getByRole('button', { name: 'Test' }));
  fireEvent.change(field, { target: { value: 'rm -rf .' } });
  await act(async () => answered.resolve(allowed));
  expect(screen.queryByRole('status', { name: 'Answer' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Test' }));
  expect(await screen.findByRole('status', { name: 'Answer' })).toBeTruthy();
});

test('a command of several lines is tried as it is, with Enter', async () => {
  const tried: unknown[] = [];
  const judge = async ({ trial }: { trial: unknown }) => {
    tried.push(trial);
    return allowed;
  };
  renderPane(apiOf({ rules: { test: judge } }), <RuleTester state={state} workspace="/srv/agent" />);
  const user = userEvent.setup();
  await user.click(screen.getByLabelText('Command'));
  await user.paste('echo a\nrm b');
  await user.keyboard('{Enter}');
  expect(tried).toEqual([{ kind: 'command', command: 'echo a\nrm b' }]);
});

test('Enter tries another command while the answer about the one before is on its way', async () => {
  const answers: Deferred<Judgement>[] = [];
  const judge = () => {
    const answer = new Deferred<Judgement>();
    answers.push(answer);
    return answer.promise;
  };
  renderPane(apiOf({ rules: { test: judge } }), <RuleTester state={state} workspace="/srv/agent" />);
  const field = screen.getByLabelText('Command');
  fireEvent.change(field, { target: { value: 'ls' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  fireEvent.change(field, { target: { value: 'rm -rf .' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(answers).toHaveLength(2);
  await act(async () => answers[1]?.resolve({ ...allowed, why: 'About the second' }));
  await act(async () => answers[0]?.reject(new Error('About the first')));
  expect((await screen.findByRole('status', { name: 'Answer' })).textContent).toContain('About the second');
  expect(screen.queryByText('About the first')).toBeNull();
});

test('an answer that other rules gave is not shown once they have changed', async () => {
  const tester = (rules: RulesState) => <RuleTester state={rules} workspace="/srv/agent" />;
  const { rerender } = renderPane(apiOf({ rules: { test: async () => allowed } }), tester(state));
  const field = screen.getByLabelText('Command');
  fireEvent.change(field, { target: { value: 'npm test' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await screen.findByRole('status', { name: 'Answer' });
  rerender(tester({ ...state, mode: 'workspace' }));
  expect(screen.queryByRole('status', { name: 'Answer' })).not.toBeNull();
  const user: RulesState['user'] = [
    { id: 'r', verdict: 'deny', subject: { kind: 'file', access: 'read', path: 'a' }, at: 1 },
  ];
  rerender(tester({ ...state, user }));
  expect(screen.queryByRole('status', { name: 'Answer' })).toBeNull();
  expect(screen.getByText(/rules have changed since/)).toBeTruthy();
});
