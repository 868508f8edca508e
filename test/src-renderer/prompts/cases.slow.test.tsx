import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CaseResult, PromptCase } from '#contract';
import { LayoutStore } from '../../../src-renderer/state/layout-store.ts';
import { show } from './show-prompts.tsx';

const one: PromptCase = {
  id: 'c1',
  name: 'greeting',
  args: '{}',
  variables: {},
  results: [],
  expected: [{ role: 'user', content: 'Hi' }],
  savedAt: 1_760_000_000_000,
};
const path = '/data/prompts/cases/demo.json';

test('a case that reads an existing variable offers to add its value', async () => {
  const completed: unknown[] = [];
  const failed: CaseResult = {
    id: 'c1',
    name: 'greeting',
    expected: one.expected,
    state: 'failed',
    message: 'undefined variables: vscode.frameworks',
    missing: ['vscode.frameworks'],
  };
  const user = show({
    cases: async () => ({ cases: [one], unreadable: [], path }),
    runCases: async () => [completed.length === 0 ? failed : { ...failed, state: 'same', missing: undefined }],
    completeCase: async (input: unknown) => {
      completed.push(input);
      return one;
    },
  });
  await user.click(await screen.findByRole('tab', { name: /Cases/ }));
  await screen.findByText('The template reads vscode.frameworks, which this case does not have.');
  await user.click(screen.getByRole('button', { name: 'Add the current value' }));
  await screen.findByText('All 1 the same');
  expect(completed).toMatchObject([{ id: 'demo.hello', case: 'c1' }]);
});

test('cases that cannot be read are named beside those that work', async () => {
  const unreadable = [{ name: 'odd', message: 'args: expected string, received number' }];
  const user = show({ cases: async () => ({ cases: [one], unreadable, path }), runCases: async () => [] });
  await user.click(await screen.findByRole('tab', { name: /Cases/ }));
  const said = (await screen.findByText('One case cannot be read')).closest('[role]') as HTMLElement;
  expect(said.textContent).toContain('odd: args: expected string');
  expect(said.textContent).toContain(path);
  expect(within(screen.getByRole('list', { name: 'Cases' })).getByText('greeting')).toBeTruthy();
});

test('a list that cannot be read any more is not shown as it was', async () => {
  let isBroken = false;
  const user = show({
    cases: async () => {
      if (isBroken) throw new Error('The cases of demo.hello cannot be read');
      return { cases: [one], unreadable: [], path };
    },
    runCases: async () => [],
    removeCase: async () => {
      isBroken = true;
    },
  });
  await user.click(await screen.findByRole('tab', { name: /Cases/ }));
  await user.click(await screen.findByRole('button', { name: 'Delete the case greeting' }));
  await screen.findByText('The cases of demo.hello cannot be read');
  expect(screen.queryByText('greeting')).toBeNull();
});

test('a case is not asked for by key while its arguments are no JSON', async () => {
  const layout = (args: string) => new LayoutStore({ 'prompts.args.demo.hello': { value: args, at: 0 } });
  const press = () => fireEvent.keyDown(document.body, { key: 'F8' });
  show({}, {}, layout('{"who":'));
  await screen.findByRole('button', { name: 'Save as case' });
  press();
  expect(screen.queryByRole('dialog')).toBeNull();
  cleanup();
  show({}, {}, layout('{}'));
  await screen.findByRole('button', { name: 'Save as case' });
  press();
  expect(await screen.findByRole('dialog', { name: 'Save as case' })).toBeTruthy();
});

test('a case that was not run yet is not said to be the same, and one that is gone is not counted', async () => {
  let all = [one, { ...one, id: 'c2', name: 'farewell' }];
  let isBroken = false;
  const changed = { name: 'greeting', expected: one.expected, actual: [], message: undefined };
  const user = show({
    cases: async () => ({ cases: all, unreadable: [], path }),
    runCases: async () => {
      if (isBroken) throw new Error('The engine is gone');
      return [
        { ...changed, id: 'c1', state: 'changed' },
        { ...changed, id: 'c2', state: 'same' },
      ];
    },
    removeCase: async () => {
      all = [
        { ...one, id: 'c2', name: 'farewell' },
        { ...one, id: 'c3', name: 'later' },
      ];
    },
  });
  await user.click(await screen.findByRole('tab', { name: /Cases/ }));
  await screen.findByText('1 changed of 2');
  isBroken = true;
  await user.click(screen.getByRole('button', { name: 'Delete the case greeting' }));
  expect(await screen.findByText('1 to run of 2')).toBeTruthy();
  expect(screen.getByRole('tab', { name: 'Cases (2)' })).toBeTruthy();
});

test('the name of a case that is refused stays in its field, to be asked for again', async () => {
  const asked: string[] = [];
  const user = show({
    saveCase: async ({ name }: { readonly name: string }) => {
      asked.push(name);
      if (asked.length === 1) throw new Error('The file of the cases cannot be read');
      return one;
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Save as case' }));
  await user.type(await screen.findByLabelText('Name of the case'), 'a long greeting{Enter}');
  const dialog = screen.getByRole('dialog', { name: 'Save as case' });
  await within(dialog).findByText('The file of the cases cannot be read');
  expect(screen.getByLabelText('Name of the case')).toHaveProperty('value', 'a long greeting');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked).toEqual(['a long greeting', 'a long greeting']);
});
