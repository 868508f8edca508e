import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Change, Decision, Diff, Question } from '#contract';
import { Deferred } from '#core/async/deferred';
import { ChangesView } from '../../../src-renderer/changes/index.ts';
import { LayoutProvider } from '../../../src-renderer/state/layout.tsx';
import { LayoutStore } from '../../../src-renderer/state/layout-store.ts';
import { ChangesHost } from '../../support/changes-host.ts';
import { apiOf, commandQuestion, Feed, failure, renderPane } from '../../support/pane.tsx';
import { proposedChange, proposedDiff, replacedLine } from '../../support/proposed-change.ts';

const change = (overrides: Partial<Change> = {}) => proposedChange({ addedLines: 2, removedLines: 2, ...overrides });
const asked = commandQuestion({
  subject: {
    kind: 'change',
    proposal: 'p1',
    path: '/w/a.txt',
    shownPath: 'a.txt',
    isNew: false,
    addedLines: 2,
    removedLines: 2,
  },
});

interface Setup {
  readonly changes?: readonly Change[];
  readonly waiting?: readonly Question[];
  readonly diff?: Partial<Diff>;
}

async function setUp({ changes = [change()], waiting = [asked], diff = {} }: Setup = {}) {
  const list = new ChangesHost(changes);
  const decisions: Decision[] = [];
  const answers: unknown[] = [];
  const host = { failWith: undefined as Error | undefined, until: undefined as Promise<void> | undefined, diff };
  const api = apiOf({
    approvals: {
      waiting: new Feed(waiting).open,
      decide: async ({ decision }: { decision: Decision }) => {
        await host.until;
        if (host.failWith) throw host.failWith;
        decisions.push(decision);
      },
      decideAll: async (input: { answers: readonly unknown[] }) => {
        if (host.failWith) throw host.failWith;
        answers.push(input.answers);
      },
    },
    changes: {
      ...list.procedures,
      diff: async ({ id }: { id: string }) => proposedDiff(id, host.diff),
    },
  });
  // The list of lines: Monaco itself is walked in a real browser.
  const store = new LayoutStore({ 'changes.look': { value: 'accessible', at: 0 } });
  renderPane(
    api,
    <LayoutProvider store={store}>
      <ChangesView isVisible />
    </LayoutProvider>,
  );
  const region = await screen.findByRole('region', { name: /^Diff of/ });
  if (diff.noText === undefined) await within(region).findByRole('heading', { name: /^Hunk 1\b/ });
  return { list, decisions, answers, host, region };
}

const press = (region: HTMLElement, key: string) => fireEvent.keyDown(region, { key });
const pressed = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed');
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('by keyboard', () => {
  test('hunks are walked and rejected, the note is written, the rest is applied', async () => {
    const { region, decisions } = await setUp();
    press(region, 'ArrowDown');
    press(region, 'x');
    expect(pressed('Reject hunk 2')).toBe('true');
    expect(pressed('Accept hunk 2')).toBe('false');
    press(region, 'n');
    const note = screen.getByRole('textbox', { name: 'Note to the model' });
    expect(document.activeElement).toBe(note);
    fireEvent.change(note, { target: { value: 'Keep the second' } });
    fireEvent.keyDown(note, { key: 'Escape' });
    expect(document.activeElement).toBe(region);
    click('Apply accepted');
    await waitFor(() =>
      expect(decisions).toEqual([
        { verdict: 'allow', change: { revision: 4, accepted: [1, 3] }, note: 'Keep the second' },
      ]),
    );
  });

  test('N is the note and C a comment, between hunks and between lines, as the legend says', async () => {
    const { region } = await setUp();
    const legend = () => screen.getByLabelText('Keys').textContent;
    expect(legend()).toBe('Hunks: ↑ ↓ move Enter accept X reject L lines E edit C comment N note ← → file Esc list');
    press(region, 'l');
    expect(legend()).toBe(
      'Lines: ↑ ↓ move Enter accept X reject Space either E edit C comment N note ← → file Esc hunks',
    );
    press(region, 'n');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Note to the model' }));
    press(region, 'c');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Comment on / }));
  });

  test('Enter accepts again, and no key decides from the note', async () => {
    const { region } = await setUp();
    press(region, 'x');
    press(region, 'Enter');
    expect(pressed('Accept hunk 1')).toBe('true');
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'Note to the model' }), { key: 'x' });
    expect(pressed('Accept hunk 1')).toBe('true');
  });

  test('the arrows go to other files, Esc to the list', async () => {
    const { region } = await setUp({ changes: [change(), change({ id: 'p2', shownPath: 'b.txt', path: '/w/b.txt' })] });
    press(region, 'ArrowRight');
    await screen.findByRole('region', { name: 'Diff of b.txt' });
    press(region, 'ArrowLeft');
    await screen.findByRole('region', { name: 'Diff of a.txt' });
    press(region, 'Escape');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^a\.txt/ }));
  });
});

describe('files of one reply', () => {
  const group = (index: number) => ({ id: 'g', index, count: 2 });
  const second = { ...asked, id: 'q2', group: group(1), subject: { ...asked.subject, proposal: 'p2' } } as Question;
  const both = {
    changes: [change(), change({ id: 'p2', shownPath: 'b.txt', path: '/w/b.txt' })],
    waiting: [{ ...asked, group: group(0) }, second],
  };

  test('are decided one after the other and sent as one answer', async () => {
    const { region, decisions, answers } = await setUp(both);
    expect(screen.getByText('0 of 2 decided')).toBeTruthy();
    press(region, 'x');
    click('Apply accepted');
    await screen.findByRole('region', { name: 'Diff of b.txt' });
    expect(screen.getByText('1 of 2 decided')).toBeTruthy();
    expect([decisions, answers]).toEqual([[], []]);
    await screen.findByText(/The last of 2 changes of this reply/);
    click('Reject all');
    await waitFor(() =>
      expect(answers).toEqual([
        [
          { question: asked.id, decision: { verdict: 'allow', change: { revision: 4, accepted: [2, 3] } } },
          { question: 'q2', decision: { verdict: 'refuse' } },
        ],
      ]),
    );
    expect(decisions).toEqual([]);
  });

  test('can be decided again until the last one is decided', async () => {
    const { answers } = await setUp(both);
    click('Reject all');
    await screen.findByRole('region', { name: 'Diff of b.txt' });
    fireEvent.click(screen.getByRole('button', { name: /^a\.txt/ }));
    fireEvent.click(await screen.findByRole('button', { name: 'Decide again' }));
    expect(await screen.findByRole('button', { name: 'Apply accepted' })).toBeTruthy();
    expect(screen.getByText('0 of 2 decided')).toBeTruthy();
    expect(answers).toEqual([]);
  });

  test('that cannot be applied are decided again, with the reason', async () => {
    const { host, answers } = await setUp(both);
    host.failWith = failure('CONFLICT', 'The change of a.txt has been revised');
    click('Apply accepted');
    await screen.findByRole('region', { name: 'Diff of b.txt' });
    await screen.findByText(/The last of 2/);
    click('Apply accepted');
    expect(await screen.findByText(/Nothing was written: The change of a\.txt has been revised/)).toBeTruthy();
    await screen.findByText('0 of 2 decided');
    expect(answers).toEqual([]);
  });
});

describe('the answer', () => {
  test('with nothing accepted is a refusal with the note as its reason', async () => {
    const { decisions } = await setUp();
    for (const number of [1, 2, 3]) click(`Reject hunk ${number}`);
    fireEvent.change(screen.getByRole('textbox', { name: 'Note to the model' }), { target: { value: 'No' } });
    click('Apply accepted');
    await waitFor(() => expect(decisions).toEqual([{ verdict: 'refuse', reason: 'No' }]));
  });

  test('with a note that is longer than can be sent is kept, and says by how much it is', async () => {
    const { decisions } = await setUp();
    const note = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note to the model' });
    fireEvent.change(note, { target: { value: 'n'.repeat(10_001) } });
    click('Apply accepted');
    expect((await screen.findByRole('alert')).textContent).toContain('The note is 10,001 characters long');
    expect([decisions, note.value.length]).toEqual([[], 10_001]);
  });

  test('"Reject all" refuses', async () => {
    const { decisions } = await setUp();
    click('Reject all');
    await waitFor(() => expect(decisions).toEqual([{ verdict: 'refuse' }]));
  });

  test('of a change without text is all or nothing', async () => {
    const { decisions } = await setUp({ diff: { noText: 'The file is binary.', hunks: [] } });
    expect(await screen.findByText('The file is binary.')).toBeTruthy();
    click('Apply accepted');
    await waitFor(() => expect(decisions).toEqual([{ verdict: 'allow' }]));
  });

  test('of a change without text that is one hunk follows what was decided about it', async () => {
    const { decisions } = await setUp({
      diff: { noText: 'The file is binary.', hunks: [{ ...replacedLine(1), lines: [] }] },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Reject hunk 1' }));
    click('Apply accepted');
    await waitFor(() => expect(decisions).toEqual([{ verdict: 'refuse' }]));
  });

  test('that comes too late says so, and the decisions stay', async () => {
    const { host } = await setUp();
    click('Reject hunk 1');
    host.failWith = failure('CONFLICT', 'The proposal was revised.');
    click('Apply accepted');
    expect((await screen.findByRole('alert')).textContent).toContain('It changed in the meantime');
    expect(pressed('Reject hunk 1')).toBe('true');
  });

  test('waits until the change is asked about', async () => {
    await setUp({ waiting: [] });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Apply accepted' }).disabled).toBe(true);
  });
});

describe('what is on the screen', () => {
  const three = ['a', 'b', 'c'].map((name, at) =>
    change({ id: `p${at + 1}`, callId: `c${at + 1}`, path: `/w/${name}.txt`, shownPath: `${name}.txt` }),
  );
  const row = (name: RegExp) => screen.getByRole('button', { name });

  test('stays there when the answer to another change comes late', async () => {
    const { host, decisions } = await setUp({ changes: three });
    const answered = new Deferred<void>();
    host.until = answered.promise;
    click('Apply accepted');
    fireEvent.click(row(/^c\.txt/));
    const shown = await screen.findByRole('region', { name: 'Diff of c.txt' });
    const note = within(shown).getByRole('textbox', { name: 'Note to the model' });
    note.focus();
    await act(async () => answered.resolve());
    await waitFor(() => expect(decisions).toHaveLength(1));
    expect(screen.getByRole('region', { name: 'Diff of c.txt' })).toBeTruthy();
    expect(document.activeElement).toBe(note);
  });

  test('stays there when it is answered elsewhere: what came of it, not the next that waits', async () => {
    const { list } = await setUp({ changes: three });
    fireEvent.click(row(/^b\.txt/));
    await screen.findByRole('region', { name: 'Diff of b.txt' });
    const [first, second, third] = three as [Change, Change, Change];
    const now = [first, third, { ...second, id: 'e2', state: 'applied', canUndo: true } as Change];
    act(() => list.push(now));
    expect((await screen.findAllByRole('button', { name: 'Undo' })).length).toBeGreaterThan(0);
    act(() => list.push([...now]));
    act(() => list.push([...now]));
    await act(async () => await new Promise((resolve) => setTimeout(resolve, 50)));
    expect(screen.getByRole('region', { name: 'Diff of b.txt' })).toBeTruthy();
  });

  test('stays there also where it was the first and nobody chose it', async () => {
    const { list } = await setUp({ changes: three });
    expect(screen.getByRole('region', { name: 'Diff of a.txt' })).toBeTruthy();
    const [first, second, third] = three as [Change, Change, Change];
    act(() => list.push([second, third, { ...first, id: 'e1', state: 'applied', canUndo: true }]));
    expect((await screen.findAllByRole('button', { name: 'Undo' })).length).toBeGreaterThan(0);
    await act(async () => await new Promise((resolve) => setTimeout(resolve, 50)));
    expect(screen.getByRole('region', { name: 'Diff of a.txt' })).toBeTruthy();
  });
});

test('a file that changed meanwhile is shown anew, with the decisions that still fit', async () => {
  const { list, host } = await setUp();
  click('Reject hunk 2');
  host.diff = { revision: 5, original: 'old, changed', hunks: [replacedLine(1), { ...replacedLine(2), number: 2 }] };
  act(() => list.push([change({ addedLines: 9 })]));
  expect((await screen.findByRole('alert')).textContent).toContain('The file changed meanwhile');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Accept hunk 3' })).toBeNull());
  expect(pressed('Reject hunk 2')).toBe('true');
});

test('the lines are words and marks as well as colours', async () => {
  const { region } = await setUp();
  const lines = within(within(region).getByRole('list', { name: 'Lines of hunk 2' })).getAllByRole('listitem');
  expect(lines.map((line) => line.textContent)).toEqual(['20−removed line 20: old 2', '20+added line 20: new 2']);
});

test('of very many hunks one is there at a time, with the way to its neighbours', async () => {
  const { decisions } = await setUp({
    diff: { hunks: Array.from({ length: 150 }, (_, index) => replacedLine(index + 1)) },
  });
  expect(await screen.findByText('Hunk 1 of 150')).toBeTruthy();
  const strip = within(screen.getByRole('list', { name: 'Hunks' }));
  expect(strip.getAllByRole('listitem')).toHaveLength(1);
  click('Next hunk');
  expect(screen.getByText('Hunk 2 of 150')).toBeTruthy();
  fireEvent.click(strip.getByRole('button', { name: 'Reject hunk 2' }));
  click('Previous hunk');
  click('Previous hunk');
  expect(screen.getByText('Hunk 1 of 150')).toBeTruthy();
  // The end was never in view, also not while nothing was drawn yet.
  click('Apply accepted');
  expect(screen.getAllByText('Look at the end of the diff first').length).toBeGreaterThan(0);
  expect(decisions).toEqual([]);
  const lines = screen.getByLabelText('Lines of the diff');
  lines.scrollTop = 1_000_000;
  fireEvent.scroll(lines);
  click('Apply accepted');
  await waitFor(() => expect(JSON.stringify(decisions[0])).toContain('"accepted":[1,3,4'));
});

describe('after applying', () => {
  const applied = change({ id: 'e1', state: 'applied', canUndo: true });

  test('what came of the proposal takes its place and can be undone', async () => {
    const { list } = await setUp();
    act(() => list.push([applied]));
    expect((await screen.findAllByRole('button', { name: 'Undo' })).length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Accept hunk 1' })).toBeNull();
  });

  test('who else may have made it is said', async () => {
    const shared = 'Made while another command ran in this workspace: npm test';
    await setUp({ changes: [{ ...applied, origin: 'command', shared }] });
    expect(screen.getByText(shared)).toBeTruthy();
  });

  test('bytes that were not kept cannot be undone, and it says so', async () => {
    await setUp({ changes: [{ ...applied, canUndo: false }] });
    expect(screen.getByText(/cannot be undone/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });
});

test('with nothing changed yet there is something to do', async () => {
  const api = apiOf({ changes: new ChangesHost([]).procedures });
  renderPane(api, <ChangesView isVisible />);
  expect(await screen.findByRole('button', { name: 'Ask for a change' })).toBeTruthy();
});
