import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Change, Diff, Hunk, Question } from '#contract';
import { ChangesView } from '../../../../src-renderer/changes/index.ts';
import { ActionsProvider } from '../../../../src-renderer/state/actions.tsx';
import { LayoutProvider } from '../../../../src-renderer/state/layout.tsx';
import { LayoutStore } from '../../../../src-renderer/state/layout-store.ts';
import { ChangesHost } from '../../../support/changes-host.ts';
import { apiOf, commandQuestion, Feed, renderPane } from '../../../support/pane.tsx';
import { proposedChange, replacedLine } from '../../../support/proposed-change.ts';
import { scrolledElements } from '../../../support/scrolled-elements.ts';

const change = (name: string, overrides: Partial<Change> = {}) =>
  proposedChange({ id: `p-${name}`, path: `/w/${name}`, shownPath: name, callId: `c-${name}`, ...overrides });
const questionOf = ({ id, path, shownPath }: Change): Question =>
  commandQuestion({
    id: `q-${id}`,
    subject: { kind: 'change', proposal: id, path, shownPath, isNew: false, addedLines: 1, removedLines: 1 },
  });

async function setUp(
  changes: readonly Change[],
  hunks: readonly Hunk[] = [replacedLine(1), replacedLine(2), replacedLine(3)],
) {
  const list = new ChangesHost(changes);
  const file = { isCurrent: true };
  const api = apiOf({
    approvals: { waiting: new Feed(changes.map(questionOf)).open, decide: async () => {} },
    changes: {
      ...list.procedures,
      diff: async ({ id }: { id: string }): Promise<Diff> => {
        const { path, shownPath } = changes.find((one) => one.id === id) ?? change('a.txt');
        const texts = { original: 'old', proposed: 'new', lineEnding: 'lf' as const, warnings: [] };
        return { id, path, shownPath, revision: 1, hunks: [...hunks], ...texts };
      },
      isCurrent: async () => file.isCurrent,
      renew: async () => {
        file.isCurrent = true;
      },
    },
  });
  // The list of lines: Monaco itself is walked in a real browser.
  const store = new LayoutStore({});
  store.set('changes.look', 'accessible');
  const scrolled = scrolledElements();
  renderPane(
    api,
    <LayoutProvider store={store}>
      <ActionsProvider keymap={{}}>
        <ChangesView isVisible />
      </ActionsProvider>
    </LayoutProvider>,
  );
  const region = await screen.findByRole('region', { name: /^Diff of/ });
  await within(region).findByRole('heading', { name: /^Hunk 1/ });
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Apply accepted' }).disabled).toBe(false),
  );
  return { list, region, scrolled, file };
}

const said = () => document.querySelector('.announcements')?.textContent ?? '';
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('after an answer', () => {
  test('the next change that waits is shown, with the focus', async () => {
    await setUp([change('a.txt'), change('b.txt')]);
    screen.getByRole('button', { name: 'Apply accepted' }).focus();
    click('Apply accepted');
    const next = await screen.findByRole('region', { name: 'Diff of b.txt' });
    await waitFor(() => expect(document.activeElement).toBe(next));
  });

  test('the list has the focus when nothing else waits, also once the proposal is gone from it', async () => {
    const { list } = await setUp([change('a.txt')]);
    click('Reject all');
    await waitFor(() => expect(document.activeElement?.textContent).toContain('a.txt'));
    act(() => list.push([change('a.txt', { id: 'e1', state: 'rejected' })]));
    await waitFor(() => expect(screen.getByText(/refused; nothing was written/)).toBeTruthy());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Turn: / })));
  });

  test('the list has the focus as soon as it is there again, where nothing is in it for a moment', async () => {
    const { list } = await setUp([change('a.txt')]);
    click('Apply accepted');
    await waitFor(() => expect(document.activeElement?.textContent).toContain('a.txt'));
    act(() => list.push([]));
    await screen.findByText('No file has been changed yet');
    act(() => list.push([change('a.txt', { id: 'e1', state: 'applied', canUndo: true })]));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Turn: / })));
  });

  test('it says what was applied, and leads back to it while another change is shown', async () => {
    const { list } = await setUp([change('a.txt'), change('b.txt')]);
    click('Reject hunk 2');
    click('Apply accepted');
    expect(await screen.findByText('Applied 2 of 3 hunks to a.txt.')).toBeTruthy();
    act(() => list.push([change('b.txt'), change('a.txt', { id: 'e1', state: 'applied', canUndo: true })]));
    expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy();
    click('Show');
    expect(await screen.findByRole('region', { name: 'Diff of a.txt' })).toBeTruthy();
  });
});

describe('a hunk that is reached by key', () => {
  test('is brought into view and announced with its decision', async () => {
    const { region, scrolled } = await setUp([change('a.txt')]);
    await waitFor(() => expect(document.querySelector('[data-hunk="2"]')).not.toBeNull());
    fireEvent.keyDown(region, { key: 'x' });
    fireEvent.keyDown(region, { key: 'ArrowDown' });
    await waitFor(() => expect(said()).toContain('Hunk 2 of 3: line 20, 1 added, 1 removed, accepted'), {
      timeout: 4000,
    });
    await waitFor(() => expect(scrolled.some((element) => element.textContent?.startsWith('Hunk 2'))).toBe(true));
  });

  test('can be reached with F7 and Shift+F7 from anywhere in the view, the note included', async () => {
    await setUp([change('a.txt')]);
    const note = screen.getByRole('textbox', { name: 'Note to the model' });
    const current = () => document.querySelector('section[data-current] h3')?.textContent;
    fireEvent.keyDown(note, { key: 'F7' });
    expect(current()).toContain('Hunk 2');
    fireEvent.keyDown(note, { key: 'F7', shiftKey: true });
    expect(current()).toContain('Hunk 1');
  });
});

describe('find in the list of lines', () => {
  test('goes through the lines that match; Esc puts the focus back', async () => {
    const { region } = await setUp([change('a.txt')]);
    region.focus();
    fireEvent.keyDown(region, { key: 'f', ctrlKey: true });
    const field = await screen.findByRole('searchbox', { name: 'Find in the diff' });
    expect(document.activeElement).toBe(field);
    fireEvent.change(field, { target: { value: 'NEW' } });
    expect(await screen.findByText('1 of 3 lines')).toBeTruthy();
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(document.querySelector('[data-found]')?.textContent).toContain('new 2');
    fireEvent.keyDown(field, { key: 'Enter', shiftKey: true });
    fireEvent.keyDown(field, { key: 'Enter', shiftKey: true });
    expect(document.querySelector('[data-found]')?.textContent).toContain('new 3');
    fireEvent.keyDown(field, { key: 'Escape' });
    expect(document.activeElement).toBe(region);
    expect(screen.queryByRole('searchbox', { name: 'Find in the diff' })).toBeNull();
  });
});

test('a file that changes while it is reviewed is told at once, and the change can be shown against it', async () => {
  const { file } = await setUp([change('a.txt')]);
  file.isCurrent = false;
  expect((await screen.findByRole('alert', {}, { timeout: 4000 })).textContent).toContain('has changed on disk');
  click('Show against the present file');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('a long hunk is drawn piece by piece, and as far as what is looked for', async () => {
  const lines = Array.from({ length: 1200 }, (_, index) => ({
    kind: 'added' as const,
    text: `line ${index + 1};`,
    newLine: index + 1,
  }));
  const { region } = await setUp([change('a.txt')], [{ ...replacedLine(1), newCount: 1200, lines }]);
  const drawn = () => region.querySelectorAll('[data-hunk] ol li').length;
  expect(drawn()).toBe(500);
  fireEvent.click(screen.getByText('Show 500 more lines of hunk 1'));
  expect(drawn()).toBe(1000);
  fireEvent.keyDown(region, { key: 'f', ctrlKey: true });
  fireEvent.change(await screen.findByRole('searchbox', { name: 'Find in the diff' }), {
    target: { value: 'line 1100;' },
  });
  await waitFor(() => expect(document.querySelector('[data-found]')?.textContent).toContain('line 1100;'));
});
