import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Change, Decision, Judgement, Question } from '#contract';
import { ReviewPane } from '../../../src-renderer/approvals/index.ts';
import { SETTLE_MS } from '../../../src-renderer/approvals/use-settled.ts';
import { apiOf, commandQuestion, Feed, renderPane } from '../../support/pane.tsx';

const judgement = (more: Partial<Judgement> = {}): Judgement => ({
  verdict: 'ask',
  tier: 'default',
  why: 'No rule covers it',
  parts: [
    { text: 'cat a.txt', verdict: 'allow', tier: 'preset', why: 'It only reads' },
    { text: 'tee b.txt', verdict: 'ask', tier: 'default', why: 'No rule covers it' },
  ],
  effects: {
    effects: [
      { kind: 'write', target: 'b.txt', isOutside: false },
      { kind: 'delete', target: '/etc/x', isOutside: true },
      { kind: 'write', target: undefined, isOutside: false },
    ],
    isKnown: false,
    unknown: ['a variable is expanded', 'a variable is expanded'],
  },
  sandbox: 'none',
  canBeAllowed: true,
  ...more,
});
const question = (more: Partial<Judgement> = {}, rest: Partial<Question> = {}) =>
  commandQuestion({ judgement: judgement(more), ...rest });

beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  await act(() => vi.runOnlyPendingTimersAsync());
  vi.useRealTimers();
});

const passed = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const card = () => within(screen.getByRole('article'));

async function setUp(asked: Question) {
  const waiting = new Feed<readonly Question[]>([asked]).open;
  const decided: Decision[] = [];
  const decide = async (answer: { decision: Decision }) => void decided.push(answer.decision);
  const api = apiOf({ approvals: { waiting, decide }, changes: { changed: new Feed<readonly Change[]>([]).open } });
  renderPane(api, <ReviewPane isVisible />);
  await passed(50);
  await passed(SETTLE_MS + 50);
  return { decided };
}

describe('the card of a command', () => {
  test('has every part with its verdict and why', async () => {
    await setUp(question());
    const parts = within(card().getByRole('list', { name: 'Parts of the command' })).getAllByRole('listitem');
    expect(parts.map(({ textContent }) => textContent)).toEqual([
      'cat a.txtAllowed: It only reads',
      'tee b.txtAsked: No rule covers it',
    ]);
  });

  test('says one reason for many parts once', async () => {
    const asked = { verdict: 'ask', tier: 'always-ask', why: 'It sends data' } as const;
    const parts = [
      { ...asked, text: 'git push' },
      { ...asked, text: 'scp a b:' },
      { text: 'ls', verdict: 'allow', tier: 'preset', why: 'It only reads' } as const,
      { ...asked, text: 'git push' },
    ];
    await setUp(question({ parts }));
    const items = within(card().getByRole('list', { name: 'Parts of the command' })).getAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'git pushscp a b:Asked: It sends data',
      'lsAllowed: It only reads',
    ]);
  });

  test('of many parts shows those that change something first, and folds the rest', async () => {
    const asked = (text: string, more: object = {}) => ({
      text,
      verdict: 'ask' as const,
      tier: 'default' as const,
      why: `No rule allows "${text}"`,
      ...more,
    });
    const parts = [asked('seq 1 20'), asked('sleep 1'), asked('echo line'), asked('rm -f a', { does: ['delete'] })];
    await setUp(question({ parts }));
    const open = card().getByRole('list', { name: 'Parts of the command' });
    expect(open.textContent).toBe('rm -f aAsked: No rule allows "rm -f a"');
    expect(card().getByText('3 more parts: nothing known to be changed').closest('details')?.open).toBe(false);
    // Effects are said before the parts that have them.
    expect(card().getByRole('list', { name: 'Effects' }).compareDocumentPosition(open)).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
  });

  test('says once for which session and workspace, with paths from there on', async () => {
    await setUp(
      question({}, { subject: { ...commandQuestion().subject, cwd: '/home/me/src' } as Question['subject'] }),
    );
    const { textContent } = screen.getByRole('article');
    expect(textContent).toContain('ForGreeting, in me/');
    expect(textContent).toContain('Foldersrc');
    expect(textContent).not.toContain('/home/me');
  });

  test('says what kept it from running unasked, and what would let it', async () => {
    await setUp(question({ unasked: { kept: 'No rule allows "make", since …', would: 'in the mode Workspace' } }));
    expect(card().getByText('Why').nextElementSibling?.textContent).toBe('No rule allows "make", since …');
    expect(card().getByText('Without asking').nextElementSibling?.textContent).toBe('in the mode Workspace');
  });

  test('says a reason that stands with a part no second time', async () => {
    await setUp(question({ unasked: { kept: 'No rule covers it', would: 'by a rule' } }));
    expect(card().getAllByText(/No rule covers it/)).toHaveLength(1);
  });

  test('has its effects, the gravest first, and whether it may do more', async () => {
    await setUp(question());
    const effects = within(card().getByRole('list', { name: 'Effects' })).getAllByRole('listitem');
    expect(effects.map(({ textContent }) => textContent)).toEqual([
      'deletes /etc/x (outside the workspace)',
      'writes b.txt, what is known only when it runs',
      'may do more: a variable is expanded',
    ]);
  });

  test('says that it does nothing to files only where that is proven', async () => {
    await setUp(question({ effects: { effects: [], isKnown: true, unknown: [] } }));
    expect(card().getByRole('list', { name: 'Effects' }).textContent).toBe('neither reads nor writes a file');
  });

  test('has who decided that it is asked, by which rule, and the sandbox it will run in', async () => {
    await setUp(question({ tier: 'always-ask', rule: 'credentials', sandbox: 'read-only' }));
    const { textContent } = screen.getByRole('article');
    expect(textContent).toContain('a built-in question that no rule or mode skips (credentials)');
    expect(textContent).toContain('read-only box: no writing');
  });

  test('says where it would run, and can be run outside the box once', async () => {
    const { decided } = await setUp(
      question({ sandbox: 'workspace', boxWrites: ['/work/package.json'] }, { workspace: '/work' }),
    );
    expect(screen.getByRole('article').textContent).toContain('package.json, which the box protects otherwise');
    fireEvent.click(card().getByRole('button', { name: 'Run outside once' }));
    await passed(50);
    expect(decided).toEqual([{ verdict: 'allow', outside: true }]);
  });

  test('has the kept output of an earlier run, which can be used in place of a second one', async () => {
    const kept = { at: Date.now() - 180_000, durationMs: 42_000, outputBytes: 12_300, isOfWorkspace: true };
    const { decided } = await setUp(question({}, { kept }));
    expect(card().getByText('Kept output').nextElementSibling?.textContent).toBe(
      'of 3 minutes ago (12 kB, took 42 s); nothing watched has changed since',
    );
    fireEvent.click(card().getByRole('button', { name: 'Use kept output' }));
    await passed(50);
    expect(decided).toEqual([{ verdict: 'allow', useKept: true }]);
  });

  test('that leaves the box says so on its button, and has no second one', async () => {
    await setUp(question({ sandbox: 'none', leavesBox: true }));
    expect(card().getByRole('button', { name: 'Allow once outside the box' })).toBeTruthy();
    expect(card().queryByRole('button', { name: 'Run outside once' })).toBeNull();
  });

  test('has what the guard changed, with what the model wrote struck through', async () => {
    await setUp(question({}, { repairs: [{ rule: 'r', text: 'cmd → command_line' }] }));
    expect(card().getByRole('deletion').textContent).toBe('cmd');
  });

  test('makes hidden characters in a part or an effect visible', async () => {
    const parts = [{ text: 'cat \u202egpj', verdict: 'ask', tier: 'default', why: 'x' }] as const;
    await setUp(question({ parts: [...parts] }));
    expect(card().getAllByRole('img', { name: /U\+202E/ }).length).toBeGreaterThan(0);
  });
});

test('says every limit the command will run in', async () => {
  const limits = {
    timeoutMs: 120_000,
    maxOutputBytes: 50_000_000,
    memoryBytes: 2 ** 32,
    diskBytes: 10 * 2 ** 30,
    processes: 1000,
  };
  await setUp(question({}, { subject: { kind: 'command', command: 'npm test', cwd: '/home/me', limits } }));
  expect(card().getByText('Limits').nextElementSibling?.textContent).toBe(
    'Time 2 min · CPU not limited · Memory 4 GiB · Output 50 MB · 1,000 processes · Disk 10 GiB',
  );
});
