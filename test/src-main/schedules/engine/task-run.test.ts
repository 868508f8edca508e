import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LedgerEventData } from '#contract';
import { AppError } from '#core/app-error';
import { Deferred } from '#core/async/deferred';
import { type RunPorts, TaskRun } from '../../../../src-main/schedules/engine/task-run.ts';
import type { TaskPlan } from '../../../../src-main/schedules/tasks/plans.ts';
import { temporaryLedger } from '../../../support/temporary-ledger.ts';
import { FakeChat } from '../support/fake-chat.ts';
import { FakeClock } from '../support/fake-clock.ts';

const MAIN = 'main';

let ledger: Awaited<ReturnType<typeof temporaryLedger>>;
let chat: FakeChat;
/** Events that were recorded in the workspace. */
let recorded: { readonly type: string; readonly data: unknown }[];
beforeEach(async () => {
  ledger = await temporaryLedger();
  chat = new FakeChat(ledger);
  recorded = [];
});
afterEach(() => ledger[Symbol.asyncDispose]());

function runOf(settings: Partial<TaskPlan['source']['settings']> = {}, ports: Partial<RunPorts> = {}): TaskRun {
  const workspace = { path: '/w', name: 'w', tasks: [] };
  const source = {
    name: 'Daily',
    folder: 'daily',
    file: 'f',
    description: '',
    text: 'Say it.',
    hash: 'h',
    settings: { conversation: 'own', budget: {}, approvals: 'wait', ...settings },
  } as const;
  const plan: TaskPlan = { id: { workspace: '/w', folder: 'daily' }, workspace, source };
  return new TaskRun(plan, { id: 'run', by: 'person' }, {
    chat,
    clock: new FakeClock('2026-05-04T08:00:00Z'),
    mainSession: async () => MAIN,
    heldBefore: () => undefined,
    branches: { create: async () => ({ branch: 'b', session: 's-b' }), end: async () => {} },
    onChanged: () => {},
    onUnrecorded: () => {},
    records: {
      append: async (_workspace: string, type: string, data: unknown) => void recorded.push({ type, data }),
      onAppended: ledger.onAppended,
    },
    ...ports,
  } as unknown as RunPorts);
}

const ends = () => recorded.filter(({ type }) => type === 'schedule.ended').map(({ data }) => data);
const sent = async (count = 1) => {
  await vi.waitFor(() => expect(chat.sent).toHaveLength(count));
  return chat.sent[count - 1] as NonNullable<(typeof chat.sent)[number]>;
};

test('a run that ends well is told with its answer, and once', async () => {
  const run = runOf();
  const going = run.go();
  const message = await sent();
  await message.reply('# All is well');
  await message.end('done', '# All is well');
  expect(await going).toMatchObject({ state: 'done', line: 'All is well', tokens: 10, turn: message.turn });
  expect(ends()).toHaveLength(1);
});

test('a stop while its message is on its way to the queue takes the message back', async () => {
  const [asked, go] = [new Deferred<void>(), new Deferred<void>()];
  const enqueue = chat.enqueue.bind(chat);
  chat.enqueue = async (...given) => {
    asked.resolve();
    await go.promise;
    return await enqueue(...given);
  };
  chat.isQuick = false;
  const run = runOf();
  const going = run.go();
  await asked.promise;
  await run.end('interrupted', 'Sigma Shell was ended while it ran');
  go.resolve();
  expect(await going).toMatchObject({ state: 'interrupted' });
  expect(chat.withdrawn).toEqual(chat.sent.map(({ message }) => message));
});

test('a stop before its turn has begun takes the message back, and stops nobody else', async () => {
  chat.isQuick = false;
  const run = runOf({ conversation: 'main' });
  const going = run.go();
  const { message } = await sent();
  await vi.waitFor(async () => {
    await run.end('stopped', 'You stopped it');
    expect(chat.withdrawn).toEqual([message]);
  });
  expect(await going).toMatchObject({ state: 'stopped', line: 'You stopped it' });
  expect(chat.stopped).toEqual([]);
});

test('a message that cannot be taken back yet does not stop what is before it', async () => {
  chat.isQuick = false;
  chat.withdraw = async () => {
    throw new AppError('UNAVAILABLE', 'It cannot be recorded');
  };
  const run = runOf({ conversation: 'main' });
  const going = run.go();
  const message = await sent();
  await new Promise((resolve) => setImmediate(resolve));
  await run.end('stopped', 'You stopped it');
  expect(chat.stopped).toEqual([]);
  await chat.begin(message);
  expect(await going).toMatchObject({ state: 'stopped' });
  expect(chat.stopped).toEqual([MAIN]);
});

test('a stop of a run that has just ended stops nothing in a conversation it shares', async () => {
  const recording = new Deferred<void>();
  const append = async (_: string, type: string) => {
    if (type === 'schedule.ended') await recording.promise;
  };
  const records = { append, onAppended: ledger.onAppended } as unknown as RunPorts['records'];
  const run = runOf({ conversation: 'main' }, { records });
  const going = run.go();
  const message = await sent();
  await message.end('done', 'Well');
  await vi.waitFor(() => expect(chat.stopped).toEqual([]));
  await new Promise((resolve) => setTimeout(resolve, 20));
  await run.end('stopped', 'You stopped it');
  recording.resolve();
  expect(await going).toMatchObject({ state: 'done' });
  expect(chat.stopped).toEqual([]);
});

test('a stop in its turn ends that turn, and what it answered is kept', async () => {
  const run = runOf();
  const going = run.go();
  const message = await sent();
  await message.reply('Half');
  await vi.waitFor(async () => {
    await run.end('stopped', 'You stopped it');
    expect(chat.stopped).toEqual([message.session]);
  });
  expect(await going).toMatchObject({ state: 'stopped', line: 'You stopped it', turn: message.turn });
});

test('in a conversation that is shared, others are answered as before when it is over, however it ends', async () => {
  for (const outcome of ['done', 'failed', 'cancelled'] as const) {
    const going = runOf({ conversation: 'main', approvals: 'refuse' }).go();
    const message = await sent(chat.sent.length + 1);
    await vi.waitFor(() => expect(chat.attendances.at(-1)?.attendance.kind).toBe('unattended'));
    await message.end(outcome, '');
    await going;
    expect(chat.attendances.at(-1)).toEqual({ session: MAIN, attendance: { kind: 'attended' } });
  }
});

test('what cannot be begun is told as failed, and a stop in the meantime as that', async () => {
  const mainSession = async () => {
    throw new AppError('UNAVAILABLE', 'It is closed');
  };
  expect(await runOf({ conversation: 'main' }, { mainSession }).go()).toMatchObject({
    state: 'failed',
    line: 'It is closed',
  });
  expect(recorded.map(({ type }) => type)).toEqual(['schedule.started', 'schedule.ended']);
  expect(ends()[0]).not.toHaveProperty('session' satisfies keyof LedgerEventData<'schedule.started'>);

  const run = runOf();
  await run.end('stopped', 'You stopped it');
  expect(await run.go()).toMatchObject({ state: 'stopped' });
  expect(chat.sent).toEqual([]);
});

test('several questions at once are waited for until the last is answered', async () => {
  const states: unknown[] = [];
  const going = runOf({}, { onChanged: (_, { state }) => void (state && states.push(state)) }).go();
  const message = await sent();
  for (const question of ['a', 'b'])
    message.tell({ kind: 'asked', question, title: question, callId: question } as never);
  for (const question of ['a', 'a', 'b']) message.tell({ kind: 'answered', question } as never);
  await message.end('done', 'Well');
  await going;
  expect(states).toEqual(['waiting', 'waiting', 'running']);
});
