import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Rule, RulesState } from '#contract';
import { RulesPane } from '../../../../src-renderer/settings/rules/rules-pane.tsx';
import { apiOf, Feed, renderPane } from '../../../support/pane.tsx';

const rule = (program: string, at: number): Rule => ({
  id: program,
  verdict: 'allow',
  subject: { kind: 'command', program, arguments: [], wrappers: [], variables: [], redirections: [] },
  at,
});
const state = (...user: readonly Rule[]): RulesState => ({
  file: '/data/rules.yaml',
  user: [...user],
  workspace: [],
  problems: [],
  builtIn: [],
  sandbox: { works: true },
  mode: 'ask',
});

test('where a rule is removed, the rule in its place has the focus; without one, the way to a new one', async () => {
  const user = userEvent.setup();
  const [make, ls] = [rule('make', 2), rule('ls', 1)];
  const rules = new Feed<RulesState>(state(make, ls));
  const left = [state(ls), state()];
  const remove = async () => void rules.push(left.shift() ?? state());
  renderPane(
    apiOf({ rules: { changed: rules.open, remove } }),
    <RulesPane isVisible={true} section={undefined} asked={0} />,
  );
  const removeFirst = async () => {
    const [first] = await screen.findAllByRole('button', { name: /^Remove the rule/ });
    if (first) await user.click(first);
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove this rule?' }));
    await user.click(dialog.getByRole('button', { name: 'Remove it' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await act(async () => await new Promise((resolve) => setTimeout(resolve)));
  };
  await removeFirst();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Edit the rule ls/ }));
  await removeFirst();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'New rule' }));
});
