import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Decision, LayoutEntries, Question } from '#contract';
import { ReviewPane } from '../../../src-renderer/approvals/index.ts';
import { LayoutProvider } from '../../../src-renderer/state/layout.tsx';
import { LayoutStore } from '../../../src-renderer/state/layout-store.ts';
import { apiOf, commandQuestion, Feed, renderPane } from '../../support/pane.tsx';

/** The pane of a host that waits for answers; `store` is what a page before left. */
function showReview(store: LayoutStore) {
  const waiting = new Feed<readonly Question[]>([commandQuestion(), commandQuestion({ id: 'q9' })]);
  const decisions: Decision[] = [];
  const decide = async ({ decision }: { decision: Decision }) => void decisions.push(decision);
  const view = renderPane(
    apiOf({ approvals: { waiting: waiting.open, decide } }),
    <LayoutProvider store={store}>
      <ReviewPane isVisible />
    </LayoutProvider>,
  );
  return { waiting, decisions, view };
}

const notes = () => screen.findAllByRole<HTMLTextAreaElement>('textbox', { name: 'Reason or note for the model' });
const edit = async () => fireEvent.click((await screen.findAllByRole('button', { name: 'Edit' }))[0] as HTMLElement);
const command = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Edited command' });

test('what is written on a card is there again after a reload, each on its own card', async () => {
  const store = new LayoutStore();
  const { view } = showReview(store);
  const [first, other] = await notes();
  fireEvent.change(first as HTMLElement, { target: { value: 'Not on a Friday' } });
  expect(other?.value).toBe('');
  await edit();
  fireEvent.change(command(), { target: { value: 'npm test -- --quick' } });
  view.unmount();

  const { waiting } = showReview(store);
  expect((await notes()).map(({ value }) => value)).toEqual(['Not on a Friday', '']);
  await edit();
  expect(command().value).toBe('npm test -- --quick');
  waiting.push([commandQuestion({ id: 'q9' })]);
  await waitFor(() => expect(store.get('approvals.written.q1')).toBeUndefined());
});

test('what two windows write on two cards is there at the next start', async () => {
  const host: Record<string, LayoutEntries[string]> = {};
  const save = async (changes: LayoutEntries) => void Object.assign(host, changes);
  const stores = [new LayoutStore({}, save), new LayoutStore({}, save)];
  for (const [index, store] of stores.entries()) {
    const { view } = showReview(store);
    fireEvent.change((await notes())[index] as HTMLElement, { target: { value: `Note ${index}` } });
    store.flush();
    view.unmount();
  }
  showReview(new LayoutStore(host));
  expect((await notes()).map(({ value }) => value)).toEqual(['Note 0', 'Note 1']);
});

test('a card with an edit that is kept says so, and that it is the command of the model that it shows', async () => {
  const { view } = showReview(new LayoutStore());
  const kept = () => screen.queryByText(/Your edited command is kept/);
  await edit();
  expect(kept()).toBeNull();
  const original = command().value;
  fireEvent.change(command(), { target: { value: 'npm test -- --quick' } });
  expect(kept()).toBeNull();
  await edit();
  expect(kept()).not.toBeNull();
  await edit();
  fireEvent.change(command(), { target: { value: original } });
  await edit();
  expect(kept()).toBeNull();
  view.unmount();
});

test('values that a server asks for are there after a reload', async () => {
  const schema = { type: 'object', properties: { project: { type: 'string' } } };
  const asked = commandQuestion({ subject: { kind: 'form', server: 'tickets', message: 'Which?', schema } });
  const store = new LayoutStore();
  const open = () =>
    renderPane(
      apiOf({ approvals: { waiting: new Feed<readonly Question[]>([asked]).open } }),
      <LayoutProvider store={store}>
        <ReviewPane isVisible />
      </LayoutProvider>,
    );
  const page = open();
  fireEvent.change(await screen.findByRole('textbox', { name: 'project' }), { target: { value: 'sigma' } });
  page.unmount();
  open();
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'project' })).value).toBe('sigma');
});
