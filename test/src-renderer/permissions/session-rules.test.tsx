import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Rule } from '#contract';
import { ConnectionLostError } from '../../../src-renderer/api/connection-lost-error.ts';
import { PermissionMenu } from '../../../src-renderer/permissions/permission-menu.tsx';
import { apiOf, Feed, renderPane } from '../../support/pane.tsx';

const RULE: Rule = {
  id: 'r1',
  at: Date.UTC(2026, 10, 23),
  verdict: 'allow',
  subject: {
    kind: 'command',
    program: 'npm',
    arguments: ['test'],
    wrappers: [],
    variables: [],
    redirections: [],
    runs: 'box',
  },
};

function setUp(rules: readonly Rule[], remove: (input: unknown) => Promise<void> = async () => {}) {
  const feed = new Feed<readonly Rule[]>(rules);
  const api = apiOf({
    rules: {
      ofSession: feed.open,
      removeFromSession: async (input: unknown) => {
        await remove(input);
        feed.push([]);
      },
    },
  });
  renderPane(
    api,
    <PermissionMenu mode="ask" onChoose={() => {}} session="s1" trigger={<button type="button">Mode</button>} />,
  );
}

async function openRules() {
  fireEvent.keyDown(screen.getByRole('button', { name: 'Mode' }), { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Rules of this session…' }));
  return await screen.findByRole('dialog', { name: 'Rules of this session' });
}

test('the rules of a session are listed from the menu of its mode, and removed there', async () => {
  const removed: unknown[] = [];
  setUp([RULE], async (input) => void removed.push(input));
  const dialog = await openRules();
  expect((await within(dialog).findByRole('listitem')).textContent).toContain('npm test');

  fireEvent.click(within(dialog).getByRole('button', { name: /^Remove the rule npm test/ }));
  expect(await within(dialog).findByText('No rule of this session')).toBeTruthy();
  expect(removed).toEqual([{ session: 's1', id: 'r1' }]);
});

test('a rule that cannot be removed stays, with the reason', async () => {
  setUp([RULE], async () => {
    throw new Error('the record is full');
  });
  const dialog = await openRules();
  fireEvent.click(await within(dialog).findByRole('button', { name: /^Remove the rule/ }));
  expect((await within(dialog).findByText(/The rule was not removed/)).textContent).toContain('the record is full');
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(1);
});

test('after a lost connection it is not said that a rule was not removed, as it may have been', async () => {
  setUp([RULE], async () => {
    throw new ConnectionLostError();
  });
  const dialog = await openRules();
  fireEvent.click(await within(dialog).findByRole('button', { name: /^Remove the rule/ }));
  expect((await within(dialog).findByRole('alert')).textContent).toMatch(/^The connection to Sigma Shell was lost/);
});

test('a rule is removed once by a double click, and can be tried again after a failure', async () => {
  const asked: unknown[] = [];
  setUp([RULE], async (input) => {
    asked.push(input);
    if (asked.length === 1) throw new Error('the record is full');
  });
  const dialog = await openRules();
  const remove = await within(dialog).findByRole('button', { name: /^Remove the rule/ });
  fireEvent.click(remove);
  fireEvent.click(remove);
  await within(dialog).findByText(/the record is full/);
  expect(asked).toHaveLength(1);
  fireEvent.click(remove);
  expect(await within(dialog).findByText('No rule of this session')).toBeTruthy();
  expect(asked).toHaveLength(2);
});
