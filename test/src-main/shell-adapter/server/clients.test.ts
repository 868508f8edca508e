import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Deferred } from '#core/async/deferred';
import { Redactor } from '#core/secrets/redact';
import type { ServedClient } from '../../../../src-main/shell-adapter/server/client.ts';
import { ClientRecord } from '../../../../src-main/shell-adapter/server/client-record.ts';
import type { ClientSocket } from '../../../../src-main/shell-adapter/server/client-socket.ts';
import { type AdapterClientsOptions, ServedClients } from '../../../../src-main/shell-adapter/server/clients.ts';
import { KeyedQueue } from '../../../../src-main/shell-adapter/server/keyed-queue.ts';
import type { AdapterLog } from '../../../../src-main/shell-adapter/server/log/adapter-log.ts';
import { readEnvelope } from '../../../../src-main/shell-adapter/server/payloads.ts';
import { ClientRequests } from '../../../../src-main/shell-adapter/server/requests.ts';
import type { Shells } from '../../../../src-main/shell-adapter/shells/model.ts';

const log = { info: () => {}, warning: () => {}, error: () => {} } as unknown as AdapterLog;

function socketOf(auth: Readonly<Record<string, unknown>> = {}) {
  const sent: (readonly [event: string, payload: object])[] = [];
  let gone: (reason: string, isUnread?: boolean) => void = () => {};
  const socket: ClientSocket = {
    id: 's',
    address: '127.0.0.1',
    name: undefined,
    auth,
    isConnected: () => true,
    emit: (event, payload) => void sent.push([event, payload]),
    acknowledge: (callback, payload) => callback(payload),
    onEvent: () => {},
    onGone: (listener) => {
      gone = (reason, isUnread = false) => listener({ reason, isUnread });
    },
    cutOff: () => gone('cut off'),
  };
  return { socket, sent, leave: () => gone('left') };
}

function clientsWith(more: Partial<AdapterClientsOptions> = {}): ServedClients {
  return new ServedClients({
    adapterType: 'shell',
    log,
    newRecord: (id) =>
      new ClientRecord({ id, open: () => new Promise(() => {}), content: {} as never, redactor: new Redactor() }),
    newRecordId: () => 'record',
    forget: async () => {},
    onChanged: () => {},
    graceMs: 20,
    mayStay: () => false,
    statusMs: 60_000,
    ...more,
  });
}

test('nobody comes back as a client whose end has begun', async () => {
  const forgetting = new Deferred<void>();
  using clients = clientsWith({ forget: () => forgetting.promise });
  const client = clients.connect(socketOf().socket);
  const out = clients.shutOut();
  const back = clients.connect(socketOf({ resume: client.secret }).socket);
  forgetting.resolve();
  await out;
  expect(back).not.toBe(client);
  expect(clients.all).toEqual([back]);
});

test('a client that is away is kept for what it has open, and forgotten once there is nothing', async () => {
  let isBusy = true;
  const forgotten: ServedClient[] = [];
  using clients = clientsWith({ mayStay: () => isBusy, forget: async (client) => void forgotten.push(client) });
  const { socket, leave } = socketOf();
  const client = clients.connect(socket);
  leave();
  await pause(100);
  expect(clients.all).toEqual([client]);
  isBusy = false;
  await vi.waitFor(() => expect(clients.all).toEqual([]));
  expect(forgotten).toEqual([client]);
});

test('a clock that is set does not change how long a client may be away', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const day = 24 * 3_600_000;
  using clients = clientsWith({ mayStay: () => true, graceMs: 60_000 });
  const { socket, leave } = socketOf();
  const client = clients.connect(socket);
  leave();
  vi.setSystemTime(Date.now() + 2 * day);
  await vi.advanceTimersByTimeAsync(day / 2);
  expect(clients.all).toEqual([client]);
  vi.setSystemTime(Date.now() - 9 * day);
  await vi.advanceTimersByTimeAsync(day / 2 + 60_000);
  expect(clients.all).toEqual([]);
});

test('what is held for a client that is away is bounded in bytes', () => {
  using clients = clientsWith({ mayStay: () => true });
  const first = socketOf();
  const client = clients.connect(first.socket);
  first.leave();
  for (let count = 0; count < 5; count++) client.emit('big', { text: 'x'.repeat(10_000_000) });
  client.emit('small', {});
  const next = socketOf({ resume: client.secret });
  clients.connect(next.socket);
  expect(next.sent.map(([event]) => event)).toEqual(['adapter_status', 'big', 'big', 'big', 'small']);
});

test('a shell that opens after its client was shut out is closed, and was never handed out', async () => {
  const opened = new Deferred<{ readonly id: string }>();
  const closed: string[] = [];
  const shells = { open: () => opened.promise, close: async (id: string) => void closed.push(id) } as unknown as Shells;
  const requests = new ClientRequests({ shells, log, workspace: '/w' } as ConstructorParameters<
    typeof ClientRequests
  >[0]);
  using clients = clientsWith();
  const opening = requests.answer(clients.connect(socketOf().socket), 'open_session', {}, 'r');
  opening.catch(() => {});
  await clients.shutOut();
  opened.resolve({ id: 'shell' });
  await expect(opening).rejects.toMatchObject({ code: 'cancelled' });
  expect(closed).toEqual(['shell']);
});

test('what is stopped before its turn is over at once, is never begun, and lets nobody overtake', async () => {
  const turns = new KeyedQueue();
  const first = new Deferred<void>();
  const begun: string[] = [];
  const work = (name: string, until?: Promise<void>) => async () => {
    begun.push(name);
    await until;
    return name;
  };
  const { signal } = new AbortController();
  const stop = new AbortController();
  const running = turns.run('shell', signal, work('first', first.promise));
  const stopped = turns.run('shell', stop.signal, work('second'));
  stop.abort();
  await expect(stopped).rejects.toMatchObject({ code: 'cancelled' });
  expect(turns.waiting('shell')).toBe(0);
  const last = turns.run('shell', signal, work('third'));
  await pause(5);
  expect(begun).toEqual(['first']);
  first.resolve();
  expect(await Promise.all([running, last])).toEqual(['first', 'third']);
});

test('an internal id that every answer would repeat has a longest length', () => {
  const envelope = (id: unknown) => readEnvelope({ event_type: 'open_session', internal_request_id: id });
  expect(envelope({ a: ['x'.repeat(9000)] })).toMatchObject({ event_type: 'open_session' });
  let deep: unknown = [];
  for (let depth = 0; depth < 50_000; depth++) deep = [deep];
  for (const id of ['x'.repeat(10_000), deep]) {
    expect(() => envelope(id)).toThrow(
      expect.objectContaining({ code: 'invalid_request', message: expect.stringContaining('internal_request_id') }),
    );
  }
});
