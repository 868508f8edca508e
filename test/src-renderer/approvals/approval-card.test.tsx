import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Change, Decision, Diff, Question } from '#contract';
import { ReviewPane } from '../../../src-renderer/approvals/index.ts';
import { SETTLE_MS } from '../../../src-renderer/approvals/use-settled.ts';
import { focusReview } from '../../../src-renderer/state/review-focus.ts';
import { apiOf, commandQuestion, Feed, failure, renderPane } from '../../support/pane.tsx';

const diff: Diff = {
  id: 'p1',
  path: '/home/me/a.txt',
  shownPath: 'a.txt',
  revision: 3,
  original: 'old\n',
  proposed: 'new\n',
  lineEnding: 'lf',
  warnings: [],
  hunks: [
    {
      number: 1,
      oldStart: 1,
      oldCount: 1,
      newStart: 1,
      newCount: 1,
      lines: [
        { kind: 'removed', text: 'old', oldLine: 1 },
        { kind: 'added', text: 'new', newLine: 1 },
      ],
    },
  ],
};

const changeQuestion = (overrides: Partial<Question> = {}): Question =>
  commandQuestion({
    id: 'q2',
    tool: 'edit_file',
    subject: {
      kind: 'change',
      proposal: 'p1',
      path: '/home/me/a.txt',
      shownPath: 'a.txt',
      isNew: false,
      addedLines: 1,
      removedLines: 1,
    },
    ...overrides,
  });

beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  // What is still to be announced is, so that the next test hears only its own.
  await act(() => vi.runAllTimersAsync());
  vi.useRealTimers();
});

async function setUp(questions: readonly Question[]) {
  const waiting = new Feed<readonly Question[]>(questions);
  const decisions: { question: string; decision: Decision }[] = [];
  const host = { failWith: undefined as Error | undefined, diff };
  const changed = new Feed<readonly Change[]>([]);
  const api = apiOf({
    approvals: {
      waiting: waiting.open,
      decide: async (answer: { question: string; decision: Decision }) => {
        decisions.push(answer);
        if (host.failWith) throw host.failWith;
      },
    },
    changes: { diff: async () => host.diff, changed: changed.open },
  });
  renderPane(api, <ReviewPane isVisible />);
  await passed(0);
  return { waiting, decisions, host, changed };
}

const passed = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const card = (name: string | RegExp = /./) => within(screen.getByRole('article', { name }));
const button = (name: string) => card().getByRole('button', { name });

async function show(waiting: Feed<readonly Question[]>, questions: readonly Question[]): Promise<void> {
  waiting.push(questions);
  await passed(50);
}

describe('a card that has just appeared', () => {
  test('ignores clicks for 300 ms, then acts', async () => {
    const { decisions } = await setUp([commandQuestion()]);
    fireEvent.click(button('Allow once'));
    await passed(SETTLE_MS - 20);
    fireEvent.click(button('Allow once'));
    fireEvent.click(button('Refuse'));
    expect(decisions).toEqual([]);
    expect(button('Allow once').getAttribute('aria-disabled')).toBe('true');
    await passed(50);
    expect(button('Allow once').getAttribute('aria-disabled')).toBe('false');
    fireEvent.click(button('Allow once'));
    expect(decisions).toEqual([{ question: 'q1', decision: { verdict: 'allow' } }]);
  });

  test('never takes the focus, and no key elsewhere answers it', async () => {
    const field = document.body.appendChild(document.createElement('textarea'));
    field.focus();
    const { decisions } = await setUp([commandQuestion()]);
    await passed(1000);
    for (const key of ['Enter', 'y', 'a', ' ']) fireEvent.keyDown(field, { key });
    expect(document.activeElement).toBe(field);
    expect(decisions).toEqual([]);
    field.remove();
  });

  test('takes the focus when somebody asks for it', async () => {
    await setUp([commandQuestion()]);
    act(() => focusReview('q1'));
    await passed(0);
    expect(document.activeElement).toBe(screen.getByRole('article'));
  });
});

test('a reason that is longer than can be sent stays whole, and the card says by how much it is', async () => {
  const { decisions } = await setUp([commandQuestion()]);
  await passed(SETTLE_MS);
  const reason = card().getByRole<HTMLTextAreaElement>('textbox', { name: /Reason or note/ });
  expect(reason.maxLength).toBe(-1);
  fireEvent.change(reason, { target: { value: 'r'.repeat(10_001) } });
  fireEvent.click(button('Refuse'));
  await passed(0);
  expect(decisions).toEqual([]);
  expect(card().getByRole('alert').textContent).toContain('10,001 characters long');
  fireEvent.change(reason, { target: { value: 'r'.repeat(10_000) } });
  fireEvent.click(button('Refuse'));
  expect(decisions).toMatchObject([{ decision: { reason: 'r'.repeat(10_000) } }]);
});

test('a card names what of the call will not be on the record', async () => {
  const notWatched = ['node_modules is not watched', 'src/big.bin is not kept yet'];
  await setUp([commandQuestion({ notWatched })]);
  const list = card('Run a command?').getByRole('list', { name: 'Not recorded' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(notWatched.map((text) => `Cannot be undone: ${text}`));
});

test('a card that another one pushed down ignores clicks for 300 ms again', async () => {
  const { waiting, decisions } = await setUp([commandQuestion({ session: 'other' })]);
  await passed(1000);
  const earlier = commandQuestion({ id: 'q0', subject: { kind: 'rounds', used: 25 } });
  await show(waiting, [earlier, commandQuestion({ session: 'other' })]);
  const pushed = card('Run a command?');
  fireEvent.click(pushed.getByRole('button', { name: 'Allow once' }));
  expect(decisions).toEqual([]);
  await passed(SETTLE_MS);
  fireEvent.click(pushed.getByRole('button', { name: 'Allow once' }));
  expect(decisions).toHaveLength(1);
});

test('a card that another one was added under goes on acting', async () => {
  const { waiting, decisions } = await setUp([commandQuestion()]);
  await passed(1000);
  await show(waiting, [commandQuestion(), commandQuestion({ id: 'q9', subject: { kind: 'rounds', used: 25 } })]);
  fireEvent.click(card('Run a command?').getByRole('button', { name: 'Allow once' }));
  expect(decisions).toHaveLength(1);
});

describe('a text longer than its block', () => {
  test('is allowed only once its end was in view', async () => {
    const { decisions } = await setUp([]);
    const heights = vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(900);
    const shown = vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(280);
    const long = await setUp([commandQuestion()]);
    await passed(1000);
    expect(button('Allow once').getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(button('Allow once'));
    expect(long.decisions).toEqual([]);

    const block = card().getByRole('group', { name: 'Command' });
    block.scrollTop = 620;
    fireEvent.scroll(block);
    await passed(0);
    fireEvent.click(button('Allow once'));
    expect(long.decisions).toHaveLength(1);
    expect(decisions).toEqual([]);
    heights.mockRestore();
    shown.mockRestore();
  });

  test('can be refused unseen', async () => {
    const heights = vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(900);
    const { decisions } = await setUp([commandQuestion()]);
    await passed(1000);
    fireEvent.click(button('Refuse'));
    expect(decisions).toEqual([{ question: 'q1', decision: { verdict: 'refuse' } }]);
    heights.mockRestore();
  });
});

describe('answers', () => {
  test('an edited command runs in place of the model’s', async () => {
    const { decisions } = await setUp([commandQuestion()]);
    await passed(1000);
    fireEvent.click(button('Edit'));
    fireEvent.change(card().getByRole('textbox', { name: 'Edited command' }), { target: { value: 'npm test -- one' } });
    fireEvent.click(button('Allow edited'));
    expect(decisions[0]?.decision).toEqual({ verdict: 'allow', command: 'npm test -- one' });
  });

  test('an emptied command cannot be allowed', async () => {
    const { decisions } = await setUp([commandQuestion()]);
    await passed(1000);
    fireEvent.click(button('Edit'));
    fireEvent.change(card().getByRole('textbox', { name: 'Edited command' }), { target: { value: '  ' } });
    fireEvent.click(button('Allow edited'));
    expect(decisions).toEqual([]);
  });

  test('the reason of a refusal is told to the model', async () => {
    const { decisions } = await setUp([commandQuestion()]);
    await passed(1000);
    fireEvent.change(card().getByRole('textbox', { name: /reason/i }), { target: { value: ' Not on Fridays ' } });
    fireEvent.click(button('Refuse'));
    expect(decisions[0]?.decision).toEqual({ verdict: 'refuse', reason: 'Not on Fridays' });
  });

  test('a change is allowed as the revision that was shown, with all its hunks', async () => {
    const { decisions } = await setUp([changeQuestion()]);
    await passed(1000);
    await vi.waitFor(() => expect(card().getByText('added line 1:')).toBeTruthy());
    fireEvent.click(button('Allow once'));
    expect(decisions[0]?.decision).toEqual({ verdict: 'allow', change: { revision: 3, accepted: [1] } });
  });

  test('a change that was revised elsewhere is shown again and allowed as it is now', async () => {
    const { host, changed, decisions } = await setUp([changeQuestion()]);
    await passed(1000);
    host.diff = { ...diff, revision: 4, hunks: [] };
    changed.push([]);
    await passed(1000);
    expect(card().queryByText('added line 1:')).toBeNull();
    fireEvent.click(button('Allow once'));
    expect(decisions[0]?.decision).toEqual({ verdict: 'allow', change: { revision: 4, accepted: [] } });
  });

  test('a failure stays on the card and the card stays', async () => {
    const { host } = await setUp([commandQuestion()]);
    await passed(1000);
    host.failWith = failure('CONFLICT', 'The change was revised.', 'Look at it again.');
    fireEvent.click(button('Allow once'));
    await passed(0);
    expect(card().getByRole('alert').textContent).toContain('The change was revised. Look at it again.');
  });

  test('a second click while the first is on its way sends nothing', async () => {
    const { decisions } = await setUp([commandQuestion()]);
    await passed(1000);
    fireEvent.click(button('Allow once'));
    fireEvent.click(button('Refuse'));
    expect(decisions).toHaveLength(1);
  });
});

describe('what is shown', () => {
  test('hidden characters are drawn, and the worst warning comes first', async () => {
    const subject = { ...commandQuestion().subject, command: 'rm \u202e-rf' } as Question['subject'];
    const warnings = [
      { level: 'note', text: 'mild' },
      { level: 'danger', text: 'worst' },
    ] as const;
    await setUp([commandQuestion({ subject, warnings: [...warnings], isOutside: true })]);
    expect(card().getByRole('group', { name: 'Command' }).textContent).not.toContain('\u202e');
    const list = within(card().getByRole('list', { name: 'Warnings' })).getAllByRole('listitem');
    expect(list.map((item) => item.textContent)).toEqual(['Danger: worst', 'Note: mild']);
    expect(card().getByText('Outside the workspace.')).toBeTruthy();
  });
});

describe('a question that was answered elsewhere', () => {
  test('goes, is announced, and hands its focus to the pane', async () => {
    const { waiting } = await setUp([commandQuestion()]);
    await passed(1000);
    button('Refuse').focus();
    await show(waiting, []);
    expect(screen.queryByRole('article')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Review' }));
    await passed(5000);
    expect(document.querySelector('[aria-live="polite"]')?.textContent).toContain('No longer waiting: run a command');
  });

  test('leaves the focus alone when that was elsewhere', async () => {
    const field = document.body.appendChild(document.createElement('textarea'));
    const { waiting } = await setUp([commandQuestion()]);
    field.focus();
    await show(waiting, []);
    expect(document.activeElement).toBe(field);
    field.remove();
  });
});

test('what a client of the Shell Adapter asks for cannot be edited, and the note goes to the client', async () => {
  await setUp([commandQuestion({ isExact: true })]);
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
  expect(screen.getByRole('textbox', { name: 'Reason or note for the client' })).toBeTruthy();
});

test('a reason that is a warning already is not said twice', async () => {
  const why = 'rm deletes build';
  await setUp([commandQuestion({ why, warnings: [{ level: 'caution', text: why }] })]);
  expect(screen.getAllByText(new RegExp(why))).toHaveLength(1);
});
