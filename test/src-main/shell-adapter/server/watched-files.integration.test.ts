import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { LedgerEventData } from '#contract';
import { undoChange } from '#ledger';
import { type AdapterBoxOptions, adapterBox } from '../../../support/adapter-box.ts';
import { adapterClient } from '../../../support/adapter-client.ts';
import { boxState } from '../../../support/boxed-shells.ts';

const CLIENT = 'Shell Adapter client 127.0.0.1';

async function setUp(options: AdapterBoxOptions = {}) {
  const box = await adapterBox(options);
  await writeFile(join(box.workspace, 'b.txt'), 'old');
  await mkdir(join(box.workspace, 'node_modules'));
  const client = adapterClient(await box.start());
  const changes = async () =>
    (await box.events())
      .filter(({ type }) => type === 'file.changed')
      .map(({ id, cause, data }) => {
        const change = data as LedgerEventData<'file.changed'>;
        return { ...change, id, cause, name: relative(box.workspace, change.path) };
      });
  return {
    box,
    client,
    changes,
    run: (command: string, session?: unknown) =>
      client.ask('execute_command', { command, ...(session !== undefined && { session_id: session }) }),
    [Symbol.asyncDispose]: async () => {
      await client[Symbol.asyncDispose]();
      await box[Symbol.asyncDispose]();
    },
  };
}

test.each(['of its own', 'in a session'])(
  'what a command changes %s is on the client’s record, and comes back',
  async (where) => {
    await using it = await setUp();
    const { session_id: session } = where === 'in a session' ? await it.client.ask('open_session', {}) : {};
    await it.run('echo new > b.txt; mkdir made; truncate -s 0 made/c.txt', session);

    const events = await it.box.events();
    const called = events.find(({ type }) => type === 'tool.called');
    const changes = await it.changes();
    expect(changes.map(({ name, change, origin, by, cause }) => [name, change, origin, by, cause])).toEqual([
      ['b.txt', 'modified', 'client', [CLIENT], called?.id],
      ['made', 'created', 'client', [CLIENT], called?.id],
      ['made/c.txt', 'created', 'client', [CLIENT], called?.id],
    ]);
    expect(events.find(({ type }) => type === 'command.ran')?.data.notWatched).toEqual([
      expect.stringContaining('node_modules'),
    ]);
    await undoChange(it.box.ledger, { session: 'client-1', event: changes[0]?.id ?? '', force: false });
    expect(await readFile(join(it.box.workspace, 'b.txt'), 'utf8')).toBe('old');
  },
);

test('what a job in a shell writes after its command has ended is found, and the client named', async () => {
  await using it = await setUp();
  const { session_id: session } = await it.client.ask('open_session', {});
  const found = new Promise<void>((resolve) => {
    it.box.ledger.onAppended(({ type, data }) => {
      if (type === 'file.changed' && data.origin === 'unknown') resolve();
    });
  });
  await it.run(
    '(until [ -e node_modules/go ]; do sleep 0.02; done; echo late > b.txt; touch node_modules/done) &',
    session,
  );
  expect(await it.changes()).toEqual([]);
  // By nobody's command: no call is open while the job writes.
  await writeFile(join(it.box.workspace, 'node_modules', 'go'), '');
  const isDone = () =>
    access(join(it.box.workspace, 'node_modules', 'done')).then(
      () => true,
      () => false,
    );
  while (!(await isDone())) await delay(10);
  await it.run('true');
  await found;
  expect(await it.changes()).toMatchObject([{ name: 'b.txt', origin: 'unknown', by: [CLIENT] }]);
});

test('commands that run at once name each other', async () => {
  await using it = await setUp();
  const waiting = it.run('until [ -e node_modules/go ]; do sleep 0.02; done');
  await it.run('touch node_modules/go');
  await waiting;
  const alongside = (await it.box.events())
    .filter(({ type }) => type === 'command.ran')
    .map(({ data }) => data.alongside);
  expect(alongside).toEqual(
    expect.arrayContaining([['touch node_modules/go'], ['until [ -e node_modules/go ]; do sleep 0.02; done']]),
  );
});

test.each(boxState.works ? [true, false] : [false])(
  'what a command left behind writes nothing once it is answered, and what it wrote is recorded (in the box: %s)',
  async (hasBoxes) => {
    await using it = await setUp({ hasBoxes });
    const writing = 'while :; do echo x >> package.json; echo y >> note.txt; done';
    const wait = 'until [ -s note.txt ] && [ -s package.json ]; do sleep 0.01; done';
    const answer = await it.run(`(setsid bash -c '${writing}' >/dev/null 2>&1 &); ${wait}; echo answered`);
    const note = await readFile(join(it.box.workspace, 'note.txt'), 'utf8');
    expect(answer).toMatchObject({ stdout: 'answered', exit_code: 0 });
    await delay(300);
    expect(await readFile(join(it.box.workspace, 'note.txt'), 'utf8')).toBe(note);
    const [changed] = (await it.changes()).filter(({ name }) => name === 'note.txt');
    expect(changed?.after).toMatchObject({ size: note.length });
    expect((await it.changes()).some(({ name }) => name === 'package.json')).toBe(true);
    const stands = access(join(it.box.workspace, 'package.json')).then(
      () => true,
      () => false,
    );
    expect(await stands).toBe(!hasBoxes);
    if (hasBoxes) expect(answer.stderr).toContain('the changes of package.json were taken back');
  },
);
