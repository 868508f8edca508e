import { expect, test } from 'vitest';
import { Deferred } from '#core/async/deferred';
import type { Ledger, SessionLedger } from '#ledger';
import { ChangeHistory } from '../../../../src-main/files/history/change-history.ts';
import { silentLogger } from '../../../support/silent-logger.ts';
import { temporaryLedger } from '../../../support/temporary-ledger.ts';

const FILE = { path: '/w/a', change: 'modified', origin: 'command', addedLines: 1, removedLines: 0 } as const;

/** A ledger whose records are read up to their first event until `go` is called. */
function slowly(ledger: Ledger) {
  const [begun, go] = [new Deferred<void>(), new Deferred<void>()];
  async function* read(session: SessionLedger) {
    let isFirst = true;
    for await (const event of session.read()) {
      yield event;
      if (isFirst) begun.resolve();
      if (isFirst) await go.promise;
      isFirst = false;
    }
  }
  const slow = {
    onAppended: ledger.onAppended,
    sessions: () => ledger.sessions(),
    session: async (id: string) => {
      const session = await ledger.session(id);
      return { read: () => read(session) };
    },
  } as unknown as Ledger;
  return { slow, begun: begun.promise, go: () => go.resolve() };
}

test('what is recorded while a session is read is the newest of it', async () => {
  await using ledger = await temporaryLedger();
  const session = await ledger.session('s');
  const { id } = await session.append('file.changed', FILE, { turn: 't' });
  const { id: other } = await session.append('file.changed', { ...FILE, path: '/w/b' }, { turn: 't' });
  await session.append('change.undone', { change: id, path: '/w/a', forced: false });
  await session.append('change.redone', { change: id, path: '/w/a', forced: false });
  const { slow, begun, go } = slowly(ledger);
  using history = new ChangeHistory(slow, silentLogger);
  const reading = history.refresh();
  await begun;
  await session.append('change.undone', { change: id, path: '/w/a', forced: false });
  const { id: late } = await session.append('file.changed', { ...FILE, path: '/w/c' }, { turn: 't' });
  go();
  await reading;
  const found = history.inTurn('s', 't').map((change) => [change.id, change.state]);
  expect(found).toEqual([
    [id, 'undone'],
    [other, 'applied'],
    [late, 'applied'],
  ]);
});

test('a look for new sessions does not take ever longer with how many there are', async () => {
  const files = Array.from({ length: 8000 }, (_, at) => `01KBZ${String(at).padStart(21, '0')}.jsonl`);
  const ledger = {
    onAppended: () => () => {},
    sessions: async () => files.map((file) => file.slice(0, -'.jsonl'.length)),
    session: async () => ({ read: async function* () {} }),
  } as unknown as Ledger;
  using history = new ChangeHistory(ledger, silentLogger);
  await history.refresh();
  // Each file of a turn whose lines are counted is looked for once.
  const before = process.cpuUsage();
  for (let file = 0; file < 5; file++) await history.find('none');
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(1000);
});

test('a write that an earlier run did not end is told as that, also where the clock was set back since', async () => {
  const ahead = () => Date.now() + 86_400_000;
  await using ledger = await temporaryLedger({ now: ahead });
  const session = await ledger.session('s');
  await session.append('file.changed', { ...FILE, origin: 'tool', callId: 'killed' }, { turn: 't' });
  using history = new ChangeHistory(ledger, silentLogger);
  await history.refresh();
  expect(history.inTurn('s', 't').map(({ state }) => state)).toEqual(['interrupted']);

  await session.append('file.changed', { ...FILE, path: '/w/b', origin: 'tool', callId: 'runs' }, { turn: 't' });
  expect(history.inTurn('s', 't').map(({ state }) => state)).toEqual(['interrupted', 'applied']);
});

test('a record that could not be read for once is read the next time', async () => {
  await using ledger = await temporaryLedger();
  const session = await ledger.session('s');
  await session.append('file.changed', FILE, { turn: 't' });
  let isFailing = true;
  const failing = {
    onAppended: ledger.onAppended,
    sessions: () => ledger.sessions(),
    session: async (id: string) => {
      if (isFailing) throw new Error('EMFILE: too many open files');
      return await ledger.session(id);
    },
  } as unknown as Ledger;
  using history = new ChangeHistory(failing, silentLogger);
  let told = 0;
  history.onChanged(() => {
    told += 1;
  });
  for (let times = 0; times < 3; times += 1) await history.refresh();
  expect(history.inTurn('s', 't')).toEqual([]);
  // What could be read of it is news once: whoever looks again then would be told for ever.
  expect(told).toBe(1);
  isFailing = false;
  await history.refresh();
  expect(history.inTurn('s', 't')).toHaveLength(1);
});
