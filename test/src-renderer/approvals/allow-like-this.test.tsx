import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Change, Decision, Judgement, Question, RuleProposal, RuleSubject } from '#contract';
import { Deferred } from '#core/async/deferred';
import { ReviewPane } from '../../../src-renderer/approvals/index.ts';
import { SETTLE_MS } from '../../../src-renderer/approvals/use-settled.ts';
import { PAUSE_MS } from '../../../src-renderer/approvals/use-tried-rules.ts';
import { apiOf, commandQuestion, Feed, failure, renderPane } from '../../support/pane.tsx';

const question = (more: Partial<Judgement> = {}) =>
  commandQuestion({
    judgement: {
      verdict: 'ask',
      tier: 'default',
      why: 'No rule covers it',
      parts: [],
      sandbox: 'none',
      canBeAllowed: true,
      ...more,
    },
  });

const command = (
  program: string,
  words: Extract<RuleSubject, { kind: 'command' }>['arguments'],
  wrappers: string[] = [],
) => ({
  kind: 'command' as const,
  program,
  arguments: words,
  wrappers,
  variables: [],
  redirections: [],
});
const rehearsal = {
  looked: 120,
  wouldAllow: 41,
  refused: 2,
  examples: [{ text: 'npm test', at: 0, decided: 'refuse' as const }],
};
const NOTHING = { looked: 0, wouldAllow: 0, refused: 0, examples: [] };
const proposals: readonly RuleProposal[] = [
  { rules: [{ subject: command('npm', ['test']), words: 'npm test, to the letter' }], rehearsal },
  { rules: [{ subject: command('npm', [{ any: 'rest' }]), words: 'npm with any arguments' }], rehearsal: NOTHING },
];
const TIMEOUT = { subject: command('timeout', ['5', 'npm', 'test']), words: 'timeout 5 npm test' };
const NPM = {
  subject: command('npm', ['test'], ['timeout']),
  words: 'npm test, also run by timeout',
  part: 'npm test',
};
const both: readonly RuleProposal[] = [{ rules: [TIMEOUT, NPM], rehearsal }];

beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  await act(() => vi.runOnlyPendingTimersAsync());
  vi.useRealTimers();
});

const passed = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const card = () => within(screen.getByRole('article'));

async function setUp(asked: Question, offered = proposals, written: () => Promise<void> = async () => {}) {
  const decisions: Decision[] = [];
  const saved: unknown[] = [];
  const rehearsed: unknown[] = [];
  const host = {
    refuseSave: undefined as Error | undefined,
    refuseAnswer: undefined as Error | undefined,
    covers: true,
  };
  const waiting = new Feed<readonly Question[]>([asked]);
  const api = apiOf({
    approvals: {
      waiting: waiting.open,
      decide: async ({ decision }: { decision: Decision }) => {
        if (host.refuseAnswer) throw host.refuseAnswer;
        decisions.push(decision);
      },
    },
    changes: { changed: new Feed<readonly Change[]>([]).open },
    rules: {
      propose: async () => offered,
      rehearse: async (input: unknown) => {
        rehearsed.push(input);
        return { ...NOTHING, looked: 9, wouldAllow: 3, covers: host.covers };
      },
      saveAll: async (input: unknown) => {
        if (host.refuseSave) throw host.refuseSave;
        saved.push(input);
        await written();
      },
      saveForSession: async (input: unknown) => void saved.push(input),
    },
  });
  renderPane(api, <ReviewPane isVisible />);
  await passed(50);
  await passed(SETTLE_MS + 50);
  return { decisions, saved, rehearsed, host, waiting };
}

async function openDialog() {
  fireEvent.click(card().getByRole('button', { name: 'Allow like this…' }));
  await passed(0);
  return within(screen.getByRole('dialog', { name: 'Allow like this' }));
}

async function press(dialog: Awaited<ReturnType<typeof openDialog>>, name: string) {
  await passed(SETTLE_MS + 50);
  fireEvent.click(dialog.getByRole('button', { name }));
  await passed(0);
}

describe('“Allow like this…”', () => {
  test('that is cancelled while the rule is being saved does not allow this one, and says what was saved', async () => {
    let write = () => {};
    const { decisions, saved } = await setUp(question(), proposals, () => new Promise((resolve) => (write = resolve)));
    const dialog = await openDialog();
    await press(dialog, 'Save the rule and allow');
    expect(saved).toHaveLength(1);
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await passed(0);
    expect(screen.queryByRole('dialog')).toBeNull();
    write();
    await passed(0);
    expect(decisions).toEqual([]);
    expect(card().getByRole('status').textContent).toContain('waits for your answer');
  });

  test('is not there where no rule could cover it', async () => {
    await setUp(question({ canBeAllowed: false }));
    expect(card().queryByRole('button', { name: 'Allow like this…' })).toBeNull();
  });

  test('offers rules, the narrowest chosen, each with what it would have allowed', async () => {
    await setUp(question());
    const dialog = await openDialog();
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'npm test, to the letter' }).checked).toBe(true);
    expect(dialog.getByText('It would have allowed 41 of 120 past calls, 2 of which you refused.')).toBeTruthy();
    expect(dialog.getByText('No earlier command to test this rule on.')).toBeTruthy();
    expect(dialog.getByRole('list', { name: 'Examples from your past' }).textContent).toContain('you refused it');
  });

  test('keeps the rule where it was chosen for, and allows this one', async () => {
    const { decisions, saved } = await setUp(question());
    const dialog = await openDialog();
    fireEvent.click(dialog.getByRole('radio', { name: 'npm with any arguments' }));
    fireEvent.click(dialog.getByRole('radio', { name: 'Everywhere' }));
    await passed(SETTLE_MS + 50);
    fireEvent.click(dialog.getByRole('button', { name: 'Save the rule and allow' }));
    await passed(0);
    expect(saved).toEqual([
      { scope: 'user', workspace: '/home/me', rules: [{ verdict: 'allow', subject: proposals[1]?.rules[0]?.subject }] },
    ]);
    expect(decisions).toEqual([{ verdict: 'allow' }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('keeps the rule for this session only, where that was chosen', async () => {
    const { decisions, saved } = await setUp(question());
    const dialog = await openDialog();
    fireEvent.click(dialog.getByRole('radio', { name: 'This session only' }));
    await press(dialog, 'Save the rule and allow');
    const rules = [{ verdict: 'allow', subject: proposals[0]?.rules[0]?.subject }];
    expect(saved).toEqual([{ session: expect.any(String), workspace: '/home/me', rules }]);
    expect(decisions).toEqual([{ verdict: 'allow' }]);
  });

  test('ignores clicks for 300 ms after it has opened', async () => {
    const { saved } = await setUp(question());
    const dialog = await openDialog();
    fireEvent.click(dialog.getByRole('button', { name: 'Save the rule and allow' }));
    await passed(0);
    expect(saved).toEqual([]);
  });

  test('allows nothing when the rule cannot be kept, and says why', async () => {
    const { decisions, host } = await setUp(question());
    host.refuseSave = failure('DENIED', 'A ban cannot be lifted');
    const dialog = await openDialog();
    await passed(SETTLE_MS + 50);
    fireEvent.click(dialog.getByRole('button', { name: 'Save the rule and allow' }));
    await passed(0);
    expect(dialog.getByRole('alert').textContent).toContain('A ban cannot be lifted');
    expect(decisions).toEqual([]);
  });

  test('says so where there is no rule', async () => {
    await setUp(question(), []);
    const dialog = await openDialog();
    expect(dialog.getByText(/No rule could cover this/)).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Save the rule and allow' }).getAttribute('aria-disabled')).toBe('true');
  });

  test('is not for a command that is being edited', async () => {
    await setUp(question());
    fireEvent.click(card().getByRole('button', { name: 'Edit' }));
    fireEvent.click(card().getByRole('button', { name: 'Allow like this…' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a proposal of several rules', () => {
  test('is kept as a whole', async () => {
    const { saved, decisions, rehearsed } = await setUp(question(), both);
    const dialog = await openDialog();
    expect(dialog.getByRole('list', { name: 'Rules of this proposal' }).textContent).toContain('for npm test');
    await press(dialog, 'Save the rules and allow');
    const rules = [TIMEOUT, NPM].map(({ subject }) => ({ verdict: 'allow', subject }));
    expect(saved).toEqual([{ scope: 'workspace', workspace: '/home/me', rules }]);
    expect(decisions).toEqual([{ verdict: 'allow' }]);
    expect(rehearsed).toEqual([]);
  });

  test('can be kept without some of them, which is rehearsed anew, and says what it does not do then', async () => {
    const { saved, rehearsed, host } = await setUp(question(), both);
    host.covers = false;
    const dialog = await openDialog();
    fireEvent.click(dialog.getByRole('checkbox', { name: 'timeout 5 npm test' }));
    await press(dialog, 'Save the rule and allow');
    expect(saved).toEqual([]);
    await passed(PAUSE_MS);
    expect(rehearsed).toEqual([{ subject: NPM.subject, beside: [], question: question().id }]);
    expect(dialog.getByText('It would have allowed 3 of 9 past calls, none of which you refused.')).toBeTruthy();
    expect(dialog.getByText(/This covers only a part of it/)).toBeTruthy();
    await press(dialog, 'Save the rule and allow');
    expect(saved).toEqual([
      { scope: 'workspace', workspace: '/home/me', rules: [{ verdict: 'allow', subject: NPM.subject }] },
    ]);
  });

  test('saves nothing when all are left out', async () => {
    const { saved } = await setUp(question(), both);
    const dialog = await openDialog();
    for (const box of dialog.getAllByRole('checkbox')) fireEvent.click(box);
    expect(dialog.getByText(/All are left out/)).toBeTruthy();
    await press(dialog, 'Save the rule and allow');
    expect(saved).toEqual([]);
  });
});

describe('a proposed rule', () => {
  test('can be edited; what it would have allowed is looked up anew before it can be kept', async () => {
    const { saved, rehearsed } = await setUp(question());
    const dialog = await openDialog();
    await press(dialog, 'Edit the rule npm test, to the letter');
    fireEvent.change(dialog.getByRole('textbox', { name: 'Arguments, one a line' }), { target: { value: 'test\n*' } });
    await press(dialog, 'Save the rule and allow');
    expect(saved).toEqual([]);
    await passed(PAUSE_MS);
    const subject = command('npm', ['test', { any: 'word' }]);
    expect(rehearsed).toEqual([{ subject, beside: [], question: question().id }]);
    await press(dialog, 'Save the rule and allow');
    expect(saved).toEqual([{ scope: 'workspace', workspace: '/home/me', rules: [{ verdict: 'allow', subject }] }]);
  });

  test('cannot be kept while what is written is no rule', async () => {
    const { saved } = await setUp(question());
    const dialog = await openDialog();
    await press(dialog, 'Edit the rule npm test, to the letter');
    fireEvent.change(dialog.getByRole('textbox', { name: 'Program' }), { target: { value: '' } });
    await press(dialog, 'Save the rule and allow');
    expect(dialog.getByText('Name a program, such as npm')).toBeTruthy();
    expect(saved).toEqual([]);
  });

  test('is again as it was proposed when what was edited is taken back', async () => {
    const { saved } = await setUp(question());
    const dialog = await openDialog();
    await press(dialog, 'Edit the rule npm test, to the letter');
    fireEvent.change(dialog.getByRole('textbox', { name: 'Program' }), { target: { value: 'make' } });
    await press(dialog, 'Take back what was edited of npm test, to the letter');
    await press(dialog, 'Save the rule and allow');
    expect(saved).toMatchObject([{ rules: [{ subject: { program: 'npm' } }] }]);
  });
});

describe('a rule that is saved slowly', () => {
  async function saveSlowly() {
    const writing = new Deferred<void>();
    const shown = await setUp(question(), proposals, () => writing.promise);
    const dialog = await openDialog();
    await press(dialog, 'Save the rule and allow');
    expect(shown.saved).toHaveLength(1);
    return { ...shown, writing };
  }

  test('still allows this one where its card has moved meanwhile', async () => {
    const { waiting, writing, decisions } = await saveSlowly();
    waiting.push([commandQuestion({ id: 'q0' }), question()]);
    await passed(50);
    writing.resolve();
    await passed(0);
    expect(decisions).toEqual([{ verdict: 'allow' }]);
  });

  test('is said to be saved where its question is gone by then', async () => {
    const { waiting, writing, host } = await saveSlowly();
    host.refuseAnswer = failure('NOT_FOUND', 'No question waits.');
    waiting.push([]);
    await passed(50);
    writing.resolve();
    await passed(0);
    const told = screen.getByRole('alert').textContent;
    expect(told).toContain('The rule was saved.');
    expect(told).toContain('already answered or withdrawn');
  });

  test('and could not be is said not to be saved, also where its question is gone by then', async () => {
    const { waiting, writing } = await saveSlowly();
    waiting.push([]);
    await passed(50);
    writing.reject(failure('UNAVAILABLE', 'The disk is full'));
    await passed(0);
    expect(screen.getByRole('alert').textContent).toContain(
      'Nothing was saved, and nothing was allowed: The disk is full',
    );
  });
});
