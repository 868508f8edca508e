import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Question } from '#contract';
import { ConnectionLostError } from '../../../../src-renderer/api/connection-lost-error.ts';
import { ChangesView } from '../../../../src-renderer/changes/index.ts';
import { LayoutProvider } from '../../../../src-renderer/state/layout.tsx';
import { LayoutStore } from '../../../../src-renderer/state/layout-store.ts';
import { ChangesHost } from '../../../support/changes-host.ts';
import { apiOf, commandQuestion, Feed, failure, renderPane } from '../../../support/pane.tsx';
import { proposedChange, proposedDiff } from '../../../support/proposed-change.ts';

const NAMES = ['a.txt', 'b.txt'];
const fileAt = (index: number) => `/w/${NAMES[index]}`;
const proposals = NAMES.map((shownPath, index) =>
  proposedChange({ id: `p${index + 1}`, callId: `c${index + 1}`, path: fileAt(index), shownPath }),
);

function questionAbout(subject: Question['subject'], index: number, count: number): Question {
  return { ...commandQuestion({ subject }), id: `q${index + 1}`, group: { id: 'g', index, count } };
}

const changes = (count: number) =>
  NAMES.map((shownPath, index) =>
    questionAbout(
      {
        kind: 'change',
        proposal: `p${index + 1}`,
        path: fileAt(index),
        shownPath,
        isNew: false,
        addedLines: 3,
        removedLines: 3,
      },
      index,
      count,
    ),
  );

const deletion = questionAbout(
  {
    kind: 'delete',
    path: '/w/old',
    shownPath: 'old',
    recursive: true,
    files: 2,
    bytes: 12,
    sample: ['old/', 'old/y'],
  },
  2,
  3,
);

const newStore = () => new LayoutStore({ 'changes.look': { value: 'accessible', at: 0 } });

interface Setup {
  readonly store?: LayoutStore;
  readonly waiting?: readonly Question[];
}

async function open({ store = newStore(), waiting = changes(2) }: Setup = {}) {
  const answers: { question: string; decision: { verdict: string } }[][] = [];
  const diffs: string[] = [];
  const host = { failWith: undefined as Error | undefined };
  const questions = new Feed(waiting);
  const api = apiOf({
    approvals: {
      waiting: questions.open,
      decideAll: async (input: { answers: (typeof answers)[number] }) => {
        if (host.failWith) throw host.failWith;
        answers.push(input.answers);
      },
    },
    changes: {
      ...new ChangesHost(proposals).procedures,
      diff: async ({ id }: { id: string }) => {
        diffs.push(id);
        return proposedDiff(id);
      },
      isCurrent: async () => true,
    },
  });
  const page = renderPane(
    api,
    <LayoutProvider store={store}>
      <ChangesView isVisible />
    </LayoutProvider>,
  );
  await screen.findByRole('region', { name: /^Diff of/ });
  await screen.findByText(/ of \d decided$/);
  return { page, store, answers, host, questions, diffs };
}

const click = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const diffOf = (name: string) => screen.findByRole('region', { name: `Diff of ${name}` });
const ready = () =>
  waitFor(() => expect(screen.getByRole('button', { name: 'Reject all' }).hasAttribute('disabled')).toBe(false));
const keysOf = (store: LayoutStore) =>
  ['changes.draft.p1', 'changes.draft.p2', 'changes.decisions.p1', 'changes.decisions.p2', 'changes.held'].filter(
    (key) => store.get(key) !== undefined,
  );

/** Decides the first file: without its second hunk, and with a note. */
async function decideFirst() {
  await ready();
  await screen.findByRole('heading', { name: /^Hunk 2\b/ });
  click('Reject hunk 2');
  fireEvent.change(screen.getByRole('textbox', { name: 'Note to the model' }), { target: { value: 'Shorter' } });
  click('Apply accepted');
  await diffOf('b.txt');
  await ready();
}

describe('what is decided about a file of a reply', () => {
  test('is there again after a reload, and is sent with the rest', async () => {
    const first = await open();
    await decideFirst();
    first.page.unmount();

    const { answers } = await open({ store: first.store });
    expect(screen.getByText('1 of 2 decided')).toBeTruthy();
    expect(screen.getByRole('button', { name: /^a\.txt/ }).textContent).toContain('decided');
    click(/^b\.txt/);
    await diffOf('b.txt');
    await ready();
    click('Reject all');
    await waitFor(() =>
      expect(answers).toEqual([
        [
          {
            question: 'q1',
            decision: { verdict: 'allow', change: { revision: 4, accepted: [1, 3] }, note: 'Shorter' },
          },
          { question: 'q2', decision: { verdict: 'refuse' } },
        ],
      ]),
    );
  });

  test('can be decided again after a reload, with what was written', async () => {
    const first = await open();
    await decideFirst();
    first.page.unmount();

    await open({ store: first.store });
    click(/^a\.txt/);
    await diffOf('a.txt');
    fireEvent.click(await screen.findByRole('button', { name: 'Decide again' }));
    expect(await screen.findByDisplayValue('Shorter')).toBeTruthy();
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Reject hunk 2' }).getAttribute('aria-pressed')).toBe('true'),
    );
    expect(screen.getByText('0 of 2 decided')).toBeTruthy();
  });

  test('is taken back by another decision, or another comment', async () => {
    await open();
    await decideFirst();
    click(/^a\.txt/);
    await diffOf('a.txt');
    await screen.findByText(
      /Decided: 2 of 3 hunks of a\.txt\. Nothing is written until the other change of this reply is decided/,
    );
    click('Reject hunk 1');
    await screen.findByText('0 of 2 decided');
    click('Apply accepted');
    await screen.findByText('1 of 2 decided');
    click(/^a\.txt/);
    fireEvent.keyDown(await diffOf('a.txt'), { key: 'c' });
    expect(screen.getByText('1 of 2 decided')).toBeTruthy();
    fireEvent.change(screen.getByRole('textbox', { name: /^Comment on/ }), { target: { value: 'Why?' } });
    await screen.findByText('0 of 2 decided');
  });

  test('is kept no longer once it is sent', async () => {
    const { store, answers } = await open();
    await decideFirst();
    click('Reject hunk 1');
    fireEvent.change(screen.getByRole('textbox', { name: 'Note to the model' }), { target: { value: 'Why?' } });
    expect(keysOf(store)).toHaveLength(5);
    click('Apply accepted');
    await waitFor(() => expect(answers).toHaveLength(1));
    await waitFor(() => expect(keysOf(store)).toEqual([]));
  });

  test('stays written where it could not be sent', async () => {
    const { store, host } = await open();
    host.failWith = failure('CONFLICT', 'The change of a.txt has been revised');
    await decideFirst();
    click('Apply accepted');
    await screen.findByText(/Nothing was written/);
    expect(store.get('changes.held')).toBeUndefined();
    expect(keysOf(store)).toEqual(['changes.draft.p1', 'changes.decisions.p1']);
  });

  test('is not said to be unwritten where the connection was lost before an answer came', async () => {
    const { host } = await open();
    host.failWith = new ConnectionLostError();
    await decideFirst();
    click('Apply accepted');
    await screen.findByText(/^The connection to Sigma Shell was lost before an answer came/);
    expect(screen.queryByText(/Nothing was written/)).toBeNull();
  });

  test('is forgotten when its question is gone', async () => {
    const { store, questions } = await open();
    await decideFirst();
    questions.push([]);
    await waitFor(() => expect(keysOf(store)).toEqual([]));
  });
});

describe('a deletion', () => {
  const withDeletion = { waiting: [...changes(3), deletion] };

  test('is listed, shown and decided with the files of its reply', async () => {
    const { answers } = await open(withDeletion);
    const list = screen.getByRole('list', { name: 'Proposed changes' });
    expect(
      within(list)
        .getAllByRole('button')
        .map((row) => row.getAttribute('title')),
    ).toEqual(['/w/a.txt', '/w/b.txt', '/w/old']);
    expect(screen.getByText('3 to review')).toBeTruthy();
    click(/^old/);
    const region = await diffOf('old');
    expect(region.textContent).toContain('2 files and folders, 12 B');
    expect(within(region).getByRole('list', { name: 'What would be deleted' }).textContent).toContain('old/y');
    await ready();
    fireEvent.change(screen.getByRole('textbox', { name: 'Note to the model' }), { target: { value: 'Fine' } });
    click('Apply accepted');
    await diffOf('a.txt');
    for (const name of ['b.txt', undefined]) {
      await ready();
      click('Apply accepted');
      if (name !== undefined) await diffOf(name);
    }
    await waitFor(() => expect(answers).toHaveLength(1));
    expect(answers[0]?.[2]).toEqual({ question: 'q3', decision: { verdict: 'allow', note: 'Fine' } });
  });

  test('is left by Escape, and the arrows lead to the files beside it', async () => {
    await open(withDeletion);
    click(/^old/);
    fireEvent.keyDown(await diffOf('old'), { key: 'ArrowLeft' });
    const beside = await diffOf('b.txt');
    beside.focus();
    fireEvent.keyDown(beside, { key: 'ArrowRight' });
    const region = await diffOf('old');
    expect(document.activeElement).toBe(region);
    fireEvent.keyDown(region, { key: 'Escape' });
    expect(document.activeElement?.getAttribute('title')).toBe('/w/old');
  });

  test('says what to beware of before it is allowed', async () => {
    const warned: Question = {
      ...deletion,
      isOutside: true,
      warnings: [{ level: 'danger', text: 'old/big.iso is not kept and cannot be brought back' }],
      notWatched: ['old/node_modules is not watched'],
    };
    await open({ waiting: [...changes(3), warned] });
    click(/^old/);
    const { textContent } = await diffOf('old');
    expect(textContent).toContain('It is outside the workspace.');
    expect(textContent).toContain('old/big.iso is not kept and cannot be brought back');
    expect(textContent).toContain('old/node_modules is not watched');
  });

  test('is not asked for as a diff, also once its question is gone', async () => {
    const { questions, diffs } = await open(withDeletion);
    click(/^old/);
    await diffOf('old');
    questions.push(changes(3));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Diff of old' })).toBeNull());
    expect(diffs).toContain('p1');
    expect(diffs).not.toContain(deletion.id);
  });

  test('that stands alone is answered by its card', async () => {
    const alone: Question = { ...deletion, group: undefined };
    await open({ waiting: [...changes(2), alone] });
    expect(screen.queryByRole('button', { name: /^old/ })).toBeNull();
  });
});
