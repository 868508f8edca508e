import { expect, onTestFinished, test, vi } from 'vitest';
import type { AnyLedgerEvent, Branch, LedgerEventData, RunBudget, TurnProgress } from '#contract';
import { Emitter } from '#core/async/emitter';
import { LiveValue } from '#core/async/streams';
import { type TryPorts, type TryRequest, TryRun } from '../../../../src-main/branches/try/try-run.ts';

const SESSION = 'session-1';
const TURN = 'turn-1';
const STARTED: TurnProgress = { kind: 'started', turn: TURN };
const DONE: TurnProgress = { kind: 'ended', outcome: 'done', text: 'All is well' };

const branch: Branch = {
  id: 'b1',
  set: 's1',
  workspace: '/work',
  folder: '/data/b1',
  state: 'running',
  line: '',
  profile: 'fast',
  isDropped: false,
  isKept: false,
  createdAt: 0,
  changedWhileCopied: [],
  remarks: [],
  taken: 0,
};

type Reply = Partial<LedgerEventData<'llm.replied'>>;

/** A run whose model is the test: `tell` is its progress, `reply` what is recorded of it. */
function tried({ budget = {}, test }: { readonly budget?: RunBudget; readonly test?: string } = {}) {
  const appended = new Emitter<AnyLedgerEvent>();
  const progress = new TransformStream<TurnProgress, TurnProgress>(undefined, { highWaterMark: 100 });
  const writer = progress.writable.getWriter();
  const keysWanted = new LiveValue<readonly { readonly profile: string }[]>([]);
  const changes: Partial<Branch>[] = [];
  const ends: LedgerEventData<'branch.ended'>[] = [];
  const stopped: string[] = [];
  const tests: { readonly command: string; readonly end: (exitCode: number) => void }[] = [];
  const chat: TryPorts['chat'] = {
    create: async () => ({ id: SESSION }),
    permissionOf: async () => 'ask',
    enqueue: async () => ({ message: 'm1' }),
    follow: async function* () {
      yield* progress.readable;
    },
    withdraw: async () => {},
    stop: async (session) => void stopped.push(session),
  };
  const ports: TryPorts = {
    chat,
    keysWanted,
    onChanged: (change) => void changes.push(change),
    records: { onAppended: appended.subscribe },
    onEnded: async (ended) => void ends.push(ended),
    runTest: (_, command) => new Promise((resolve) => tests.push({ command, end: resolve })),
  };
  const request: TryRequest = { branch, session: SESSION, message: 'm1', budget, test };
  const run = new TryRun(request, ports);
  const over = run.go();
  return {
    run,
    over,
    keysWanted,
    changes,
    ends,
    stopped,
    tests,
    /** Resolves when what was told is taken. */
    tell: async (...all: TurnProgress[]) => {
      for (const one of all) await writer.write(one);
      await new Promise((resolve) => setImmediate(resolve));
    },
    close: () => writer.close(),
    reply: (reply: Reply, turn = TURN) =>
      appended.emit({
        v: 1,
        id: 'e',
        at: 0,
        session: SESSION,
        turn,
        previous: '',
        type: 'llm.replied',
        data: { model: 'test', text: '', durationMs: 1, finish: 'stop', calls: [], ...reply },
      } as AnyLedgerEvent),
  };
}

const usage = (total: number) => ({ prompt: 0, completion: total, total });
const asked = (question: string, title = 'Run a command: rm x'): TurnProgress => ({
  kind: 'asked',
  question,
  callId: 'c',
  tool: 'execute_command',
  title,
  why: 'It asks',
});

test('a reply that is recorded before its turn is told counts', async () => {
  const it = tried({ budget: { tokens: 50 } });
  it.reply({ usage: usage(40), cost: 0.25, text: 'First words' });
  it.reply({ usage: usage(1000) }, 'another turn');
  await it.tell(STARTED);
  expect(it.stopped).toEqual([]);
  it.reply({ usage: usage(20), cost: 0.25 });
  expect(it.stopped).toEqual([SESSION]);
  await it.tell({ kind: 'ended', outcome: 'cancelled', text: '' });
  await it.over;
  expect(it.ends).toMatchObject([{ state: 'over-budget', turn: TURN, tokens: 60, cost: 0.5 }]);
});

test('a budget that is used up before its turn is told ends it', async () => {
  const it = tried({ budget: { tokens: 50 } });
  it.reply({ usage: usage(60) });
  await it.tell(STARTED);
  expect(it.stopped).toEqual([SESSION]);
  await it.tell({ kind: 'ended', outcome: 'cancelled', text: '' });
  await it.over;
  expect(it.ends).toMatchObject([{ state: 'over-budget', tokens: 60 }]);
});

test.each<[string, RunBudget, Reply, readonly string[]]>([
  ['of tokens', { tokens: 50 }, {}, [SESSION]],
  ['of dollars', { cost: 1 }, {}, [SESSION]],
  ['of time', { seconds: 60 }, {}, []],
  ['of tokens, and was broken off', { tokens: 50 }, { error: { code: 'x', message: 'y', retryable: true } }, []],
])(
  'a reply whose server does not say what it used ends a budget that cannot be watched: %s',
  async (_, budget, reply, stopped) => {
    const it = tried({ budget });
    await it.tell(STARTED);
    it.reply(reply);
    expect(it.stopped).toEqual(stopped);
    await it.tell({ kind: 'ended', outcome: 'cancelled', text: '' });
    await it.over;
    const line = expect.stringContaining('does not say what it uses');
    expect(it.ends).toMatchObject([stopped.length > 0 ? { state: 'over-budget', line } : { state: 'stopped' }]);
  },
);

test('what the end of a turn says of its use counts where replies were not heard', async () => {
  const it = tried();
  await it.tell(STARTED, { ...DONE, usage: usage(70), cost: 0.75 });
  await it.over;
  expect(it.ends).toMatchObject([{ state: 'done', tokens: 70, cost: 0.75 }]);
});

test('a turn that goes on after an answer waits for the key that was asked for meanwhile', async () => {
  const it = tried();
  await it.tell(STARTED, asked('q'));
  it.keysWanted.set([{ profile: 'fast' }]);
  await it.tell({ kind: 'answered', question: 'q', verdict: 'allow' });
  expect(it.changes.at(-1)).toEqual({ state: 'waiting', line: 'Its server asks for a key' });
  it.keysWanted.set([]);
  expect(it.changes.at(-1)).toEqual({ state: 'running', line: '' });
  await it.tell(DONE);
  await it.over;
});

test('a test that runs is not said to be the turn when the key comes', async () => {
  const it = tried({ test: 'npm test' });
  await it.tell(STARTED);
  it.keysWanted.set([{ profile: 'fast' }]);
  await it.tell({ kind: 'ended', outcome: 'cancelled', text: '' });
  it.keysWanted.set([]);
  expect(it.changes.at(-1)).toEqual({ state: 'testing', line: 'Runs npm test' });
  it.tests[0]?.end(0);
  await it.over;
  expect(it.ends).toMatchObject([{ state: 'stopped', test: { command: 'npm test', exitCode: 0 } }]);
});

test('a message that was withdrawn, and a turn that the app ended first, leave nothing to test', async () => {
  const withdrawn = tried({ test: 'npm test' });
  await withdrawn.tell({ kind: 'withdrawn', reason: 'Its profile is gone' });
  const cut = tried({ test: 'npm test' });
  await cut.tell(STARTED);
  await cut.close();
  await Promise.all([withdrawn.over, cut.over]);
  expect([withdrawn.tests, cut.tests]).toEqual([[], []]);
  expect(withdrawn.ends).toMatchObject([{ state: 'stopped', line: 'Its profile is gone' }]);
  expect(cut.ends).toMatchObject([{ state: 'interrupted' }]);
});

test('a budget of more time than a timer holds is not over at once', async () => {
  const it = tried({ budget: { seconds: 100 * 24 * 3600 } });
  await it.tell(STARTED);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(it.stopped).toEqual([]);
  await it.tell(DONE);
  await it.over;
  expect(it.ends).toMatchObject([{ state: 'done' }]);
});

test.each([
  ['forward', 3600_000],
  ['back', -3600_000],
])('a budget of time is not over, nor longer, where the clock is set %s', async (_, byMs) => {
  const it = tried({ budget: { seconds: 0.05 } });
  const from = performance.now();
  await it.tell(STARTED);
  const { now } = Date;
  onTestFinished(() => {
    Date.now = now;
  });
  Date.now = () => now() + byMs;
  await it.tell(asked('q'), { kind: 'answered', question: 'q', verdict: 'allow' });
  await vi.waitFor(() => expect(it.stopped).toEqual([SESSION]), { interval: 2 });
  expect(performance.now() - from).toBeGreaterThan(45);
  await it.tell({ kind: 'ended', outcome: 'cancelled', text: '' });
  await it.over;
  expect(it.ends).toMatchObject([{ state: 'over-budget' }]);
});

test('a branch whose model refused says in which words', async () => {
  const it = tried();
  await it.tell(STARTED, { kind: 'ended', outcome: 'refused', text: 'I cannot help with that.' });
  await it.over;
  expect(it.ends).toMatchObject([{ state: 'failed', line: 'I cannot help with that.' }]);
});

test('a long question has its beginning on the card', async () => {
  const it = tried();
  await it.tell(STARTED, asked('q', 'x'.repeat(5000)));
  expect(it.changes.at(-1)).toEqual({ state: 'waiting', line: `${'x'.repeat(400)}…` });
  await it.tell(DONE);
  await it.over;
});
