import { createRouterClient } from '@orpc/server';
import { expect, test } from 'vitest';
import { createApprovals } from '#approvals';
import type { Question } from '#contract';
import { AppError } from '#core/app-error';
import { commandSubject } from '../../support/plain-tool.ts';
import { silentLogger } from '../../support/silent-logger.ts';

function setUp(check?: (question: Question) => void) {
  const approvals = createApprovals({ log: silentLogger, ...(check && { check }) });
  const api = createRouterClient(approvals.router, { context: { reportBug: () => {} } });
  return { approvals, api };
}

function question(id: string, subject: Question['subject'] = commandSubject('ls')): Question {
  const place = { session: 's', sessionTitle: 'S', callId: 'c', tool: 't', at: 1, workspace: '/w', isOutside: false };
  return { id, ...place, subject, why: 'because', warnings: [], repairs: [], sent: '{}' };
}

const never = new AbortController().signal;

test('questions wait in the order they were asked, and each answer goes to its own', async () => {
  const { approvals, api } = setUp();
  const first = approvals.ask(question('a'), never);
  const second = approvals.ask(question('b'), never);
  expect(approvals.waiting.value.map(({ id }) => id)).toEqual(['a', 'b']);

  await api.decide({ question: 'b', decision: { verdict: 'refuse', reason: 'no' } });
  expect(approvals.waiting.value.map(({ id }) => id)).toEqual(['a']);
  await api.decide({ question: 'a', decision: { verdict: 'allow', note: 'fine' } });

  expect(await first).toEqual({ verdict: 'allow', note: 'fine' });
  expect(await second).toEqual({ verdict: 'refuse', reason: 'no' });
  expect(approvals.waiting.value).toEqual([]);
});

test('every question is announced once it waits', async () => {
  const { approvals } = setUp();
  const heard: string[] = [];
  approvals.onAsked(({ id }) => heard.push(`${id} of ${approvals.waiting.value.length}`));

  void approvals.ask(question('a'), never);
  void approvals.ask(question('b'), never);

  expect(heard).toEqual(['a of 1', 'b of 2']);
});

test('a question answered before cannot be answered again', async () => {
  const { approvals, api } = setUp();
  void approvals.ask(question('a'), never);
  await api.decide({ question: 'a', decision: { verdict: 'allow' } });

  await expect(api.decide({ question: 'a', decision: { verdict: 'refuse' } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('several questions are answered as one, or none of them', async () => {
  const { approvals, api } = setUp();
  const answers = ['a', 'b'].map((id) => approvals.ask(question(id), never));
  const both = [
    { question: 'a', decision: { verdict: 'allow' as const } },
    { question: 'b', decision: { verdict: 'refuse' as const } },
  ];

  for (const wrong of [
    [...both, { question: 'gone', decision: { verdict: 'refuse' as const } }],
    [...both, ...both.slice(0, 1)],
    [...both.slice(0, 1), { question: 'b', decision: { verdict: 'allow' as const, form: {} } }],
  ]) {
    await expect(api.decideAll({ answers: wrong })).rejects.toMatchObject({ code: expect.any(String) });
    expect(approvals.waiting.value).toHaveLength(2);
  }
  await api.decideAll({ answers: both });

  expect(await Promise.all(answers)).toEqual([{ verdict: 'allow' }, { verdict: 'refuse' }]);
});

test('an abort withdraws the question with its reason', async () => {
  const { approvals, api } = setUp();
  const stop = new AbortController();
  const asked = approvals.ask(question('a'), stop.signal);
  const reason = new AppError('CANCELLED', 'The person stopped the turn');
  stop.abort(reason);

  await expect(asked).rejects.toBe(reason);
  expect(approvals.waiting.value).toEqual([]);
  await expect(api.decide({ question: 'a', decision: { verdict: 'allow' } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('a question whose asker has stopped already never waits', async () => {
  const { approvals } = setUp();
  const heard: string[] = [];
  approvals.onAsked(({ id }) => heard.push(id));

  await expect(approvals.ask(question('a'), AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');

  expect(heard).toEqual([]);
});

test('the end of the app withdraws everything and takes no more', async () => {
  const { approvals } = setUp();
  const asked = [approvals.ask(question('a'), never), approvals.ask(question('b'), never)];
  const settled = Promise.allSettled(asked);
  await approvals[Symbol.asyncDispose]();
  await approvals[Symbol.asyncDispose]();

  expect((await settled).map((one) => one.status)).toEqual(['rejected', 'rejected']);
  await expect(approvals.ask(question('c'), never)).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(approvals.waiting.value).toEqual([]);
});

test.each([
  ['a command for a question about something else', { verdict: 'allow', command: 'ls' }, { kind: 'rounds', used: 2 }],
  ['an empty command', { verdict: 'allow', command: ' ' }, commandSubject('ls')],
  ['hunks for a command', { verdict: 'allow', change: { revision: 1, accepted: [1] } }, commandSubject('ls')],
] as const)('%s is refused, and the question still waits', async (_, decision, subject) => {
  const { approvals, api } = setUp();
  void approvals.ask(question('a', subject), never);
  const answer = 'change' in decision ? { ...decision, change: { revision: 1, accepted: [1] } } : decision;

  await expect(api.decide({ question: 'a', decision: answer })).rejects.toMatchObject({ code: 'INVALID_INPUT' });

  expect(approvals.waiting.value).toHaveLength(1);
});

test('an answer to what has been revised meanwhile is a conflict, and the question still waits', async () => {
  const { approvals, api } = setUp(() => {
    throw new AppError('CONFLICT', 'The change was revised');
  });
  void approvals.ask(question('a'), never);

  await expect(api.decide({ question: 'a', decision: { verdict: 'allow' } })).rejects.toMatchObject({
    code: 'CONFLICT',
  });

  expect(approvals.waiting.value).toHaveLength(1);
});

test('who looks later still sees what waits, and then every change', async () => {
  const { approvals, api } = setUp();
  void approvals.ask(question('a'), never);
  const seen = (await api.waiting())[Symbol.asyncIterator]();

  expect((await seen.next()).value).toMatchObject([{ id: 'a' }]);
  await api.decide({ question: 'a', decision: { verdict: 'allow' } });
  expect((await seen.next()).value).toEqual([]);
  await seen.return?.();
});

const form = (): Question['subject'] => ({
  kind: 'form',
  server: 'srv',
  message: 'How many?',
  schema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
});

test('a form that is not filled in as it asks stays open, and says what is wrong', async () => {
  const { approvals, api } = setUp();
  const asked = approvals.ask(question('a', form()), never);
  const decision = { verdict: 'allow', form: { n: 'three' } } as const;
  await expect(api.decide({ question: 'a', decision })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    data: { advice: 'n: must be integer' },
  });
  await expect(api.decide({ question: 'a', decision: { verdict: 'allow' } })).rejects.toMatchObject({
    data: { advice: expect.stringContaining('"n" is missing') },
  });
  await api.decide({ question: 'a', decision: { verdict: 'allow', form: { n: 3 } } });
  expect(await asked).toEqual({ verdict: 'allow', form: { n: 3 } });
});

test('values of a form answer nothing else than a form', async () => {
  const { approvals, api } = setUp();
  void approvals.ask(question('a'), never);
  await expect(api.decide({ question: 'a', decision: { verdict: 'allow', form: {} } })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  });
});
