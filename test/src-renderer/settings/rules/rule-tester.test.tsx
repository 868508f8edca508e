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
