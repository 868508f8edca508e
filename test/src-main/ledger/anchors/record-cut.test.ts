import { appendFile, cp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { describe, expect, test, vi } from 'vitest';
import type { AnyLedgerEvent } from '#contract';
import { createActivity, type Ledger } from '#ledger';
import { arrayOf } from '../../../support/array-of.ts';
import { silentLogger } from '../../../support/silent-logger.ts';
import { type TemporaryLedger, temporaryLedger } from '../../../support/temporary-ledger.ts';

/** A record as Sigma Shell wrote it before there were anchors. */
const OLDER_RECORD = resolve(import.meta.dirname, '../../../fixtures/ledger/record-without-anchor.jsonl');
const AT = Date.parse('2026-03-07T12:05:00Z');

const fileOf = (ledger: TemporaryLedger, session = 'one') => join(ledger.folder, 'sessions', `${session}.jsonl`);
const anchorOf = (ledger: TemporaryLedger, session = 'one') => join(ledger.folder, 'heads', `${session}.json`);

/** Fifteen events, closed and with its anchor on disk. */
async function written(events = 15, session = 'one'): Promise<TemporaryLedger> {
  const ledger = await temporaryLedger({ now: () => AT });
  await say(ledger, events, session);
  return ledger;
}

async function say(ledger: Ledger, events: number, session = 'one'): Promise<void> {
  const file = await ledger.session(session);
  for (let n = 1; n <= events; n++) await file.append('message.user', { text: `${session} ${n}` });
}

async function verify(ledger: Ledger, session = 'one') {
  const { router } = createActivity({ ledger, log: silentLogger });
  return await createRouterClient(router, { context: { reportBug() {} } }).verify({ session });
}

async function textsOf(ledger: Ledger, session = 'one'): Promise<unknown[]> {
  const events: AnyLedgerEvent[] = await arrayOf((await ledger.session(session)).read());
  return events.map(({ type, data }) => (type === 'message.user' ? data.text : type));
}

async function changeLines(file: string, change: (lines: string[]) => readonly string[]): Promise<void> {
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  const left = change(lines);
  await writeFile(file, left.map((line) => `${line}\n`).join(''));
}

const CUT_12 =
  'This record was cut: 12 of 15 events are left. It was whole at 2026-03-07 12:05 UTC. What is left is shown.';

describe('a record that lost lines at its end', () => {
  test.each([
    [1, 'This record was cut: 14 of 15 events are left.'],
    [3, 'This record was cut: 12 of 15 events are left.'],
    [14, 'This record was cut: 1 of 15 events are left.'],
    [15, 'This record was emptied: all 15 events are gone.'],
  ])('%i of 15 is named by Verify and at the opening, and what is left can be read', async (lost, sentence) => {
    await using ledger = await written();
    const before = await textsOf(ledger);
    await ledger.reopen();
    await changeLines(fileOf(ledger), (lines) => lines.slice(0, 15 - lost));

    const again = await ledger.reopen();
    expect(await textsOf(again)).toEqual(before.slice(0, 15 - lost));
    expect(ledger.warnings).toEqual([expect.stringContaining(`Session one: ${sentence}`)]);
    const { events, problems } = await verify(again);
    expect(events).toBe(15 - lost);
    expect(problems).toEqual([expect.stringContaining(sentence)]);
    expect((await (await again.session('one')).checkAnchor()).cut).toMatchObject({
      left: 15 - lost,
      events: 15,
      at: AT,
    });
  });

  test('goes on with an event that says so, and Verify and the next start still name it', async () => {
    await using ledger = await written();
    const before = await textsOf(ledger);
    await ledger.reopen();
    const whole = await readFile(fileOf(ledger));
    await changeLines(fileOf(ledger), (lines) => lines.slice(0, 12));

    const session = await (await ledger.reopen()).session('one');
    expect((await session.append('message.user', { text: 'next' })).data).toEqual({ text: 'next' });

    const last = await ledger.reopen();
    expect(await textsOf(last)).toEqual([...before.slice(0, 12), 'record.cut', 'next']);
    const events = await arrayOf((await last.session('one')).read());
    expect(events[12]?.data).toEqual({
      how: 'shortened',
      left: 12,
      events: 15,
      hash: events[12]?.data.hash,
      at: AT,
    });
    const times = events.map(({ at, id }) => `${at} ${id}`);
    expect(times).toEqual([...times].sort());
    expect(await verify(last)).toEqual({ events: 14, problems: [`Line 13 says what was lost before it. ${CUT_12}`] });
    expect((await (await last.session('one')).checkAnchor()).cut).toBeUndefined();
    expect(ledger.warnings).toHaveLength(1);

    // A cut that takes the event away that said so is the next one.
    await ledger.reopen();
    await writeFile(fileOf(ledger), whole.subarray(0, (await readFile(fileOf(ledger))).indexOf('"record.cut"') - 300));
    expect((await verify(await ledger.reopen())).problems[0]).toMatch(
      /^This record was cut: \d+ of 14 events are left\./,
    );
  });

  test('is whole again when the file is put back before anything was written', async () => {
    await using ledger = await written();
    await ledger.reopen();
    const whole = await readFile(fileOf(ledger));
    await truncate(fileOf(ledger), 0);
    const again = await ledger.reopen();
    expect((await verify(again)).problems).toHaveLength(1);
    await writeFile(fileOf(ledger), whole);

    expect(await verify(again)).toEqual({ events: 15, problems: [] });
    await say(again, 1);
    expect(await verify(await ledger.reopen())).toEqual({ events: 16, problems: [] });
  });

  test.each([
    ['before this run wrote to it', false],
    ['after this run wrote to it', true],
  ])('while the app runs, %s, is named and goes on', async (_when, hasWritten) => {
    await using ledger = await written();
    const again = await ledger.reopen();
    await again.session('one');
    if (hasWritten) await say(again, 1);
    const expected = hasWritten ? 16 : 15;
    await changeLines(fileOf(ledger), (lines) => lines.slice(0, 10));

    const sentence = `This record was cut: 10 of ${expected} events are left.`;
    expect((await verify(again)).problems).toEqual([expect.stringContaining(sentence)]);
    await say(again, 1);
    expect((await textsOf(again)).slice(9)).toEqual(['one 10', 'record.cut', 'one 1']);
    expect((await verify(await ledger.reopen())).problems).toEqual([expect.stringContaining(sentence)]);
  });

  test('and half a line has that half moved aside, and is named all the same', async () => {
    await using ledger = await written();
    await ledger.reopen();
    await truncate(fileOf(ledger), (await readFile(fileOf(ledger))).length - 20);
    const again = await ledger.reopen();
    expect(await textsOf(again)).toHaveLength(14);
    expect(ledger.warnings).toEqual([
      expect.stringContaining('one.jsonl.torn-'),
      expect.stringContaining('14 of 15 events are left'),
    ]);
  });
});

describe('a record that is another', () => {
  test.each([
    ['shorter', 5],
    ['longer', 20],
  ])("is exchanged when it is another session's, %s", async (_what, events) => {
    await using ledger = await written();
    await say(ledger, events, 'two');
    await ledger.reopen();
    await cp(fileOf(ledger, 'two'), fileOf(ledger));
    const again = await ledger.reopen();

    const { problems } = await verify(again);
    expect(problems[0]).toBe(
      'This record was exchanged: event 15, written at 2026-03-07 12:05 UTC, is not in it. What is in it now is shown.',
    );
    expect(problems[1]).toBe('Line 1 belongs to session two');
    expect((await verify(again, 'two')).problems).toEqual([]);
    await say(again, 1);
    expect((await textsOf(again)).at(-2)).toBe('record.cut');
  });

  test('is exchanged when its end was written anew', async () => {
    await using ledger = await written();
    await ledger.reopen();
    await changeLines(fileOf(ledger), (lines) => lines.with(14, (lines[14] ?? '').replace('one 15', 'one 99')));
    expect((await verify(await ledger.reopen())).problems).toEqual([expect.stringContaining('event 15, written at')]);
  });

  test('a line changed in the middle is for the chain to tell, and no cut', async () => {
    await using ledger = await written();
    await ledger.reopen();
    await changeLines(fileOf(ledger), (lines) => lines.with(4, (lines[4] ?? '').replace('one 5', 'one 500')));
    expect((await verify(await ledger.reopen())).problems).toEqual([expect.stringMatching(/^Line 6 does not follow/)]);
    expect(ledger.warnings).toEqual([]);
  });

  test('a line removed in the middle is a cut, and the chain tells where', async () => {
    await using ledger = await written();
    await ledger.reopen();
    await changeLines(fileOf(ledger), (lines) => lines.toSpliced(4, 1));
    expect((await verify(await ledger.reopen())).problems).toEqual([
      expect.stringContaining('14 of 15 events are left'),
      expect.stringMatching(/^Line 5 does not follow/),
    ]);
  });
});

describe('a record whose file is gone', () => {
  test('is listed, named, and goes on', async () => {
    await using ledger = await written();
    await ledger.reopen();
    await rm(fileOf(ledger));

    const again = await ledger.reopen();
    expect(await again.sessions()).toEqual(['one']);
    expect(await textsOf(again)).toEqual([]);
    const sentence = 'This record is missing: its file is gone, with 15 events. It was there at 2026-03-07 12:05 UTC.';
    expect(await verify(again)).toEqual({ events: 0, problems: [sentence] });
    await say(again, 1);
    expect(await textsOf(again)).toEqual(['record.cut', 'one 1']);
    expect((await verify(await ledger.reopen())).problems).toEqual([
      `Line 1 says what was lost before it. ${sentence}`,
    ]);
  });

  test('can be removed, restored and erased', async () => {
    await using ledger = await written();
    await ledger.reopen();
    await rm(fileOf(ledger));
    const again = await ledger.reopen();
    await again.remove('one');
    expect(await again.sessions()).toEqual([]);
    await again.restore('one');
    expect((await verify(again)).problems).toEqual([expect.stringContaining('This record was emptied')]);
    await again.remove('one');
    await again.erase('one');
    expect(await (await ledger.reopen()).sessions()).toEqual([]);
  });

  test('is not missing when it was removed, nor when it was erased', async () => {
    await using ledger = await written();
    await ledger.remove('one');
    expect(await (await ledger.reopen()).sessions()).toEqual([]);
    const again = await ledger.reopen();
    await again.restore('one');
    expect(await verify(again)).toEqual({ events: 15, problems: [] });

    await again.remove('one');
    await again.erase('one');
    expect(await readdir(join(ledger.folder, 'heads'))).toEqual([]);
    const last = await ledger.reopen();
    expect(await last.sessions()).toEqual([]);
    await say(last, 2);
    expect(await verify(last)).toEqual({ events: 2, problems: [] });
  });

  test('cut in the trash is named when it is restored', async () => {
    await using ledger = await written();
    await ledger.remove('one');
    await changeLines(join(ledger.folder, 'trash', 'one.jsonl'), (lines) => lines.slice(0, 3));
    await ledger.restore('one');
    expect((await verify(ledger)).problems).toEqual([expect.stringContaining('3 of 15 events are left')]);
  });
});

describe('an anchor', () => {
  test('is given to a record of before at its first opening, without a word', async () => {
    await using ledger = await temporaryLedger();
    await cp(OLDER_RECORD, fileOf(ledger, 'older'));
    expect((await verify(ledger, 'older')).problems).toEqual([]);
    const again = await ledger.reopen();
    expect(ledger.warnings).toEqual([]);
    expect(JSON.parse(await readFile(anchorOf(ledger, 'older'), 'utf8'))).toMatchObject({ v: 1, events: 4 });

    await again.session('older');
    await changeLines(fileOf(ledger, 'older'), (lines) => lines.slice(0, 2));
    expect((await verify(await ledger.reopen(), 'older')).problems).toEqual([
      expect.stringContaining('2 of 4 events are left'),
    ]);
  });

  test('an empty record that never had one is read, and Verify says that nobody knows', async () => {
    await using ledger = await temporaryLedger();
    await writeFile(fileOf(ledger), '');
    expect(await verify(ledger)).toEqual({
      events: 0,
      problems: ['The record is empty: whether it ever had events is not known'],
    });
    await say(ledger, 1);
    expect(await verify(ledger)).toEqual({ events: 1, problems: [] });
  });

  test('that is older than its record, as after a crash, is no problem', async () => {
    await using ledger = await written(3);
    await ledger.reopen();
    const old = await readFile(anchorOf(ledger));
    await say(await ledger.reopen(), 4);
    await ledger.reopen();
    await writeFile(anchorOf(ledger), old);
    await appendFile(fileOf(ledger), '{"v":1,"id":"half');

    const again = await ledger.reopen();
    expect(await verify(again)).toEqual({ events: 7, problems: [] });
    expect(ledger.warnings).toEqual([expect.stringContaining('.torn-')]);
    await ledger.reopen();
    expect(JSON.parse(await readFile(anchorOf(ledger), 'utf8'))).toMatchObject({ events: 7 });
  });

  test.each([
    ['torn', (text: string) => text.slice(0, 40)],
    ['emptied', () => ''],
    ['changed', (text: string) => text.replace('"events":15', '"events":16')],
    ["another session's", (text: string) => text.replace('"session":"one"', '"session":"two"')],
  ])('that is %s is said to be damaged, and calls no record cut', async (_what, damage) => {
    await using ledger = await written();
    await ledger.reopen();
    await writeFile(anchorOf(ledger), damage(await readFile(anchorOf(ledger), 'utf8')));

    const again = await ledger.reopen();
    expect(await verify(again)).toEqual({
      events: 15,
      problems: ['Its anchor is damaged: whether the record was cut is not known'],
    });
    expect(ledger.warnings).toEqual([expect.stringMatching(/^The anchor of session one is damaged/)]);
    await say(again, 1);
    expect(await textsOf(again)).not.toContain('record.cut');
    expect(await verify(await ledger.reopen())).toEqual({ events: 16, problems: [] });
    expect((await readdir(join(ledger.folder, 'heads'))).filter((name) => name.includes('.broken-'))).toHaveLength(1);
    expect(await ledger.sessions()).toEqual(['one']);
  });

  test('that cannot be written stays as it was, and no append fails for it', async () => {
    await using ledger = await written(2);
    const again = await ledger.reopen();
    await rm(join(ledger.folder, 'heads'), { recursive: true });
    await writeFile(join(ledger.folder, 'heads'), 'no folder');
    await say(again, 3);
    expect((await verify(again)).problems).toEqual([]);
    await rm(join(ledger.folder, 'heads'));
    expect(await verify(await ledger.reopen())).toEqual({ events: 5, problems: [] });
  });

  test('is written after the events by itself, and at the end', async () => {
    await using ledger = await written(50);
    const anchored = async () => JSON.parse(await readFile(anchorOf(ledger), 'utf8'));
    await vi.waitFor(async () => expect(await anchored()).toMatchObject({ v: 1, session: 'one', events: 50, at: AT }));
    await say(ledger, 5);
    await ledger.reopen();
    expect(await anchored()).toMatchObject({ events: 55 });
  });
});
