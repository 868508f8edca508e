import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { Deferred } from '#core/async/deferred';
import { createConfirmations } from '../../../../src-main/shell-adapter/confirmation/create-confirmations.ts';
import type {
  AskPerson,
  Classification,
  ConfirmationDecision,
  ConfirmationRequest,
  ConfirmationSettings,
  ConfirmationsOptions,
  RequiredConfirmation,
} from '../../../../src-main/shell-adapter/confirmation/model.ts';

const SETTINGS: ConfirmationSettings = { mode: 'risky', allow: [], deny: [], timeoutMs: 60_000, approver: 'client' };
const JUDGED: Readonly<Record<string, Classification>> = {
  ls: { verdict: 'safe', reasons: [] },
  'rm x': { verdict: 'risky', reasons: ['rm deletes x'] },
  'rm y': { verdict: 'risky', reasons: ['rm deletes y'] },
  'rm -rf /': { verdict: 'deny', reasons: ['It would delete the whole machine'] },
};

function bench(settings: Partial<ConfirmationSettings> = {}, more: Partial<ConfirmationsOptions> = {}) {
  const decisions: ConfirmationDecision[] = [];
  const required: RequiredConfirmation[] = [];
  const confirmations = createConfirmations({
    classify: async (command) => JUDGED[command] ?? { verdict: 'risky', reasons: ['unknown'] },
    askPerson: () => new Promise(() => {}),
    settings: () => ({ ...SETTINGS, ...settings }),
    onDecision: (decision) => void decisions.push(decision),
    ...more,
  });
  const pass = (command: string, given: Partial<ConfirmationRequest> = {}) => {
    const passing = confirmations.pass({
      owner: 'client',
      record: 'record',
      callId: 'call',
      shell: 'shell',
      command,
      cwd: '/w',
      signal: new AbortController().signal,
      onRequired: (one) => required.push(one),
      ...given,
    });
    passing.catch(() => {});
    return passing;
  };
  const asked = async (count = 1): Promise<RequiredConfirmation> => {
    await vi.waitFor(() => expect(required.length).toBeGreaterThanOrEqual(count));
    return required[count - 1] as RequiredConfirmation;
  };
  return { confirmations, decisions, required, pass, asked };
}

test.each(['allow-list', 'deny-list', 'rule'] as const)('what decided is recorded: %s', async (by) => {
  const verdict = by === 'deny-list' ? 'deny' : 'safe';
  const { pass, decisions } = bench({}, { classify: async () => ({ verdict, reasons: [], by }) });

  await pass('make').catch(() => {});

  expect(decisions).toMatchObject([{ verdict: verdict === 'deny' ? 'denied' : 'allowed', by }]);
});

test('what is safe runs at once, and it is told', async () => {
  const { pass, required, decisions } = bench();

  await pass('ls');

  expect(required).toEqual([]);
  expect(decisions).toMatchObject([{ verdict: 'allowed', by: 'safe', command: 'ls', owner: 'client', shell: 'shell' }]);
});

test('what is risky waits, and runs once the client has confirmed it', async () => {
  const { confirmations, pass, asked, decisions } = bench();
  const passing = pass('rm x');
  const { confirmation_id, ...said } = await asked();

  expect(said).toMatchObject({ command: 'rm x', cwd: '/w', session_id: 'shell', reasons: ['rm deletes x'] });
  expect(said.expires_at).toBeGreaterThan(Date.now() + 50_000);
  expect(decisions).toEqual([]);
  confirmations.answer('client', { confirmation_id, approved: true });
  await passing;

  expect(decisions).toMatchObject([{ verdict: 'allowed', by: 'client', confirmation: confirmation_id }]);
});

test('a refusal carries its reason, and nothing is run', async () => {
  const { confirmations, pass, asked, decisions } = bench();
  const passing = pass('rm x');
  const { confirmation_id } = await asked();
  confirmations.answer('client', { confirmation_id, approved: false, reason: 'x is needed' });

  await expect(passing).rejects.toMatchObject({
    code: 'confirmation_denied',
    message: expect.stringContaining('x is needed'),
  });
  expect(decisions).toMatchObject([{ verdict: 'denied', by: 'client', said: 'x is needed' }]);
});

test('a confirmation can be used once, by whom it was sent to, and while it waits', async () => {
  const { confirmations, pass, asked } = bench();
  const passing = pass('rm x');
  const { confirmation_id } = await asked();
  const answer = (owner: string, id: string) => () =>
    confirmations.answer(owner, { confirmation_id: id, approved: true });
  const invalid = expect.objectContaining({ code: 'invalid_request' });

  expect(answer('client', 'made-up')).toThrow(invalid);
  expect(answer('another', confirmation_id)).toThrow(invalid);
  answer('client', confirmation_id)();
  await passing;
  expect(answer('client', confirmation_id)).toThrow(invalid);
});

test('each command that waits has a question of its own: the answer to one is none to another', async () => {
  const { confirmations, pass, asked, decisions } = bench();
  const first = pass('rm x');
  const second = pass('rm y', { shell: 'other' });
  await asked(2);
  const ids = [await asked(1), await asked(2)].map(({ confirmation_id }) => confirmation_id);
  expect(new Set(ids).size).toBe(2);
  const of = (command: string, all: RequiredConfirmation[]) =>
    all.find((one) => one.command === command)?.confirmation_id ?? '';
  const all = [await asked(1), await asked(2)];

  confirmations.answer('client', { confirmation_id: of('rm y', all), approved: true });
  await second;
  expect(decisions).toMatchObject([{ command: 'rm y', verdict: 'allowed' }]);
  confirmations.answer('client', { confirmation_id: of('rm x', all), approved: false });
  await expect(first).rejects.toMatchObject({ code: 'confirmation_denied' });
});

test('what nobody confirms in time expires, and its id with it', async () => {
  const { confirmations, pass, asked, decisions } = bench({ timeoutMs: 30 });
  const passing = pass('rm x');
  const { confirmation_id } = await asked();

  await expect(passing).rejects.toMatchObject({ code: 'confirmation_expired' });
  expect(() => confirmations.answer('client', { confirmation_id, approved: true })).toThrow('expired');
  expect(decisions).toMatchObject([{ verdict: 'expired', by: 'time' }]);
});

test('what is remembered is the exact text in that session, until the session is gone', async () => {
  const { confirmations, pass, asked, required, decisions } = bench();
  const passing = pass('rm x');
  confirmations.answer('client', {
    confirmation_id: (await asked()).confirmation_id,
    approved: true,
    remember: 'session',
  });
  await passing;

  await pass('rm x');
  expect(required).toHaveLength(1);
  expect(decisions.at(-1)).toMatchObject({ by: 'remembered', verdict: 'allowed' });
  for (const [command, given] of [
    ['rm x ', {}],
    ['rm x', { shell: 'other' }],
    ['rm x', { shell: undefined }],
  ] as const) {
    void pass(command, given);
  }
  await asked(4);
  confirmations.forgetShell('shell');
  void pass('rm x');
  await asked(5);
});

test('what is denied is denied at once, in every mode, and never remembered away', async () => {
  for (const mode of ['off', 'risky', 'all'] as const) {
    const { pass, required, decisions } = bench({ mode });

    await expect(pass('rm -rf /')).rejects.toMatchObject({
      code: 'confirmation_denied',
      message: expect.stringContaining('whole machine'),
    });
    expect(required).toEqual([]);
    expect(decisions).toMatchObject([{ verdict: 'denied', by: 'rule' }]);
  }
});

test('mode off asks about nothing, mode all about everything', async () => {
  const off = bench({ mode: 'off' });
  await off.pass('rm x');
  expect(off.decisions).toMatchObject([{ verdict: 'allowed', by: 'off', reasons: ['rm deletes x'] }]);

  const all = bench({ mode: 'all' });
  void all.pass('ls');
  expect((await all.asked()).reasons).toEqual(['Every command is asked about']);
});

test('where the person answers, the client cannot, and what the person says counts', async () => {
  const answer = new Deferred<Awaited<ReturnType<AskPerson>>>();
  const questions: Parameters<AskPerson>[0][] = [];
  const { confirmations, pass, asked, decisions } = bench(
    { approver: 'user' },
    {
      askPerson: (question) => {
        questions.push(question);
        return answer.promise;
      },
    },
  );
  const passing = pass('rm x');
  const { confirmation_id } = await asked();

  expect(questions).toMatchObject([
    { command: 'rm x', cwd: '/w', reasons: ['rm deletes x'], confirmation: confirmation_id },
  ]);
  expect(() => confirmations.answer('client', { confirmation_id, approved: true })).toThrow('cannot answer for itself');
  answer.resolve({ approved: false, reason: 'not today' });
  await expect(passing).rejects.toMatchObject({
    code: 'confirmation_denied',
    message: expect.stringContaining('not today'),
  });
  expect(decisions).toMatchObject([{ verdict: 'denied', by: 'user', said: 'not today' }]);
});

test("the person's question is withdrawn when its time is over or the command is cancelled", async () => {
  const signals: AbortSignal[] = [];
  const askPerson: AskPerson = (_, signal) => {
    signals.push(signal);
    return new Promise(() => {});
  };
  const stop = new AbortController();
  const cancelled = bench({ approver: 'user' }, { askPerson });
  const passing = cancelled.pass('rm x', { signal: stop.signal });
  await cancelled.asked();
  expect(signals[0]?.aborted).toBe(false);
  stop.abort(new Error('the client cancelled it'));

  await expect(passing).rejects.toMatchObject({ code: 'cancelled' });
  expect(signals[0]?.aborted).toBe(true);
  expect(cancelled.decisions).toMatchObject([{ verdict: 'withdrawn', by: 'stop' }]);
});

test('a client that goes takes its questions with it, and a stop of the adapter all', async () => {
  const { confirmations, pass, asked } = bench();
  const gone = pass('rm x', { owner: 'first' });
  const left = pass('rm y', { owner: 'second', shell: 'other' });
  await asked(2);
  confirmations.forgetOwner('first');

  await expect(gone).rejects.toMatchObject({ code: 'cancelled' });
  await confirmations[Symbol.asyncDispose]();
  await expect(left).rejects.toMatchObject({ code: 'adapter_stopping' });
});

test('what cannot be judged is asked about, and what cannot be recorded does not run', async () => {
  const unjudged = bench({}, { classify: () => Promise.reject(new Error('no parser')) });
  void unjudged.pass('ls');
  expect((await unjudged.asked()).reasons).toEqual(['It could not be judged: no parser']);

  const unrecorded = bench({}, { onDecision: () => Promise.reject(new Error('disk full')) });
  await expect(unrecorded.pass('ls')).rejects.toThrow('disk full');
});

test('an answer that comes after the end changes nothing', async () => {
  const late = new Deferred<Awaited<ReturnType<AskPerson>>>();
  const { pass, asked, decisions } = bench({ approver: 'user', timeoutMs: 20 }, { askPerson: () => late.promise });
  const passing = pass('rm x');
  await asked();

  await expect(passing).rejects.toMatchObject({ code: 'confirmation_expired' });
  late.resolve({ approved: true, remember: true });
  await pause(5);
  expect(decisions).toHaveLength(1);
});
