import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { describe, expect, test } from 'vitest';
import type { AnyLedgerEvent, LedgerEventData } from '#contract';
import { createActivity } from '#ledger';
import { queryEvents } from '../../../src-main/ledger/query-events.ts';
import { arrayOf } from '../../support/array-of.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import { temporaryLedger } from '../../support/temporary-ledger.ts';

async function setUp() {
  let clock = 1_000_000;
  const ledger = await temporaryLedger({ now: () => clock++ });
  const { router, ...activity } = createActivity({ ledger, redactor: ledger.redactor, log: silentLogger });
  const bugs: unknown[] = [];
  const api = createRouterClient(router, { context: { reportBug: (error) => bugs.push(error) } });
  return {
    ledger,
    api,
    bugs,
    say: async (session: string, text: string) =>
      await (await ledger.session(session)).append('message.user', { text }),
    texts: async (query: Parameters<typeof api.query>[0]) => {
      const { events, more } = await api.query(query);
      return { texts: events.map((event) => event.data.text), more };
    },
    [Symbol.asyncDispose]: async () => {
      await activity[Symbol.asyncDispose]();
      await ledger[Symbol.asyncDispose]();
    },
  };
}

const COMMAND: LedgerEventData<'command.ran'> = {
  command: 'make',
  cwd: '/w',
  exitCode: 0,
  stopReason: 'exit',
  durationMs: 5,
  limits: { timeoutMs: 1000, maxOutputBytes: 1000 },
  output: 'short',
  outputBytes: 5,
  notWatched: [],
};

describe('a query', () => {
  test('answers newest first over all sessions, and pages without gap or repetition', async () => {
    await using world = await setUp();
    for (let n = 0; n < 25; n++) await world.say(n % 3 === 0 ? 'one' : 'two', `m${n}`);

    const seen: unknown[] = [];
    let before: { at: number; id: string } | undefined;
    for (let page = 0; page < 10; page++) {
      const { events, more } = await world.api.query({ limit: 7, ...(before && { before }) });
      seen.push(...events.map((event) => event.data.text));
      before = events.at(-1);
      if (!more) break;
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, n) => `m${24 - n}`));
  });

  test('pages through events of the same millisecond', async () => {
    await using ledger = await temporaryLedger({ now: () => 77 });
    const api = createRouterClient(createActivity({ ledger, log: silentLogger }).router, {
      context: { reportBug() {} },
    });
    const session = await ledger.session('one');
    await Promise.all(Array.from({ length: 9 }, (_, n) => session.append('message.user', { text: String(n) })));
    const first = await api.query({ limit: 5 });
    const second = await api.query({ limit: 5, before: first.events.at(-1) ?? { at: 0, id: 'x' } });
    expect([...first.events, ...second.events].map((event) => event.data.text).join('')).toBe('876543210');
    expect(second.more).toBe(false);
  });

  test('filters by session, type and tool', async () => {
    await using world = await setUp();
    const session = await world.ledger.session('one');
    await world.say('two', 'elsewhere');
    await session.append('tool.called', { callId: 'c', tool: 'read_file', arguments: {} });
    await session.append('tool.called', { callId: 'd', tool: 'edit_file', arguments: {} });
    await session.append('command.ran', COMMAND);

    const types = async (query: Parameters<typeof world.api.query>[0]) =>
      (await world.api.query(query)).events.map(({ type, data }) => `${type} ${data.tool ?? ''}`.trim());
    expect(await types({ session: 'one', types: ['command.ran'] })).toEqual(['command.ran']);
    expect(await types({ tool: 'read_file' })).toEqual(['tool.called read_file']);
    expect(await types({ session: 'two' })).toEqual(['message.user']);
    await expect(world.api.query({ session: 'three' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('finds words with accents, however they are written', async () => {
    await using world = await setUp();
    await world.say('one', 'Gru\u0308ße aus Köln');
    for (const text of ['grüße', 'gru\u0308ße', 'ko\u0308ln', 'KÖLN'])
      expect((await world.texts({ text })).texts).toHaveLength(1);
  });

  test('finds events in which every word occurs, in any case and order', async () => {
    await using world = await setUp();
    await world.say('one', 'Fix the PARSER of dates');
    await world.say('one', 'parser only');
    expect((await world.texts({ text: 'dates parser' })).texts).toEqual(['Fix the PARSER of dates']);
    expect((await world.texts({ text: '  PARSER ' })).texts).toEqual(['parser only', 'Fix the PARSER of dates']);
    expect((await world.texts({ text: 'message.user dates' })).texts).toHaveLength(1);
    expect((await world.texts({ text: 'absent' })).texts).toEqual([]);
  });

  test('searches kept output too, also across its pieces', async () => {
    await using world = await setUp();
    const filler = 'x'.repeat(1024 * 1024 - 3);
    const hash = await world.ledger.content.keep(Buffer.from(`${filler}needle in the hay`));
    const session = await world.ledger.session('one');
    await session.append('command.ran', { ...COMMAND, spool: { hash, bytes: filler.length, complete: true } });
    await session.append('command.ran', { ...COMMAND, spool: { hash: 'f'.repeat(64), bytes: 1, complete: true } });

    expect((await world.api.query({ text: 'NEEDLE make' })).events).toHaveLength(1);
    expect((await world.api.query({ text: 'needle absent' })).events).toEqual([]);
    expect(world.bugs).toEqual([]);
  });

  test('stops searching kept output at its limit and says so', async () => {
    await using world = await setUp();
    const session = await world.ledger.session('one');
    for (let n = 0; n < 3; n++) {
      const hash = await world.ledger.content.keep(Buffer.alloc(30 * 1024 * 1024, String(n)));
      await session.append('command.ran', { ...COMMAND, spool: { hash, bytes: 1, complete: true } });
    }
    expect((await world.api.query({ text: 'absent' })).warnings).toEqual([
      expect.stringMatching(/first 64 MB of kept output.*1 outputs not/),
    ]);
  });

  test('tells of lines that could not be read', async () => {
    await using world = await setUp();
    await world.say('one', 'a');
    await appendFile(join(world.ledger.folder, 'sessions', 'one.jsonl'), 'garbage\n');
    await world.say('one', 'b');
    const { events, warnings } = await world.api.query({});
    expect(events.map((event) => event.data.text)).toEqual(['b', 'a']);
    // The broken line was the last when the file was continued, so it was moved aside.
    expect(warnings).toEqual([]);
    await writeFile(join(world.ledger.folder, 'sessions', 'two.jsonl'), 'garbage\n{"v":1}\n');
    expect((await world.api.query({ session: 'two' })).warnings).toHaveLength(2);
  });
});

test('a query goes on where a session is deleted while others are read', async () => {
  await using world = await setUp();
  for (const id of ['one', 'two']) await world.say(id, `said in ${id}`);
  const ids = await world.ledger.sessions();
  await world.ledger.remove('one');
  const { events } = await queryEvents(world.ledger, { limit: 10 }, ids);
  expect(events.map(({ session }) => session)).toEqual(['two']);
});

const exported = async (world: Awaited<ReturnType<typeof setUp>>, format: 'json' | 'markdown', session?: string) =>
  (await arrayOf(await world.api.exported({ format, session }))).join('');

test('a record that cannot be read is named, and the others are found and exported', async () => {
  await using world = await setUp();
  for (const id of ['one', 'three']) await world.say(id, `said in ${id}`);
  await mkdir(join(world.ledger.folder, 'sessions', 'two.jsonl'));
  const { events, warnings } = await world.api.query({});
  expect(events.map(({ session }) => session)).toEqual(['three', 'one']);
  expect(warnings).toEqual([expect.stringMatching(/^The record of session two cannot be read: .*EISDIR/)]);

  const json = JSON.parse(await exported(world, 'json'));
  expect(json).toMatchObject([
    { session: 'one' },
    { session: 'three' },
    { unreadable: { session: 'two', problem: expect.stringContaining('EISDIR') } },
  ]);
  const markdown = await exported(world, 'markdown');
  expect(markdown).toMatch(
    /# Session `two`\n\n## The record cannot be read\n\n```\nThe record of session two cannot be read: EISDIR/,
  );
  expect(markdown).toContain('said in three');
});

describe('a chain', () => {
  test('leads from an effect back to what started it, and forward to all it led to', async () => {
    await using world = await setUp();
    const session = await world.ledger.session('one');
    const say = async (text: string, cause?: AnyLedgerEvent) =>
      await session.append('message.user', { text }, { cause: cause?.id });
    const prompt = await say('prompt');
    const reply = await say('reply', prompt);
    await say('unrelated');
    const decision = await say('decision', reply);
    const effect = await say('effect', decision);
    await say('sibling', reply);
    await say('snapshot', effect);

    const chain = await world.api.chain({ session: 'one', id: decision.id });
    expect(chain.causes.map((event) => event.data.text)).toEqual(['prompt', 'reply', 'decision']);
    expect(chain.effects.map((event) => event.data.text)).toEqual(['effect', 'snapshot']);
    await expect(world.api.chain({ session: 'one', id: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(world.api.chain({ session: 'none', id: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('kept content', () => {
  test('comes in pieces that never cut a character', async () => {
    await using world = await setUp();
    const text = 'aä€😀'.repeat(50);
    const hash = await world.ledger.content.keep(Buffer.from(text));
    for (const limit of [1, 4, 5, 6, 7, 11, 1000]) {
      let joined = '';
      for (let offset: number | undefined = 0; offset !== undefined; ) {
        const piece: { text: string; bytes: number; nextOffset?: number | undefined } = await world.api.content({
          hash,
          offset,
          limit,
        });
        expect(piece.bytes).toBe(Buffer.byteLength(text));
        joined += piece.text;
        offset = piece.nextOffset;
      }
      expect(joined).toBe(text);
    }
  });

  test('that is no text is shown with replacements, and what is not kept is not found', async () => {
    await using world = await setUp();
    const hash = await world.ledger.content.keep(Buffer.from([0x80, 0x80, 0x80, 0x80, 0x80, 0x80]));
    expect((await world.api.content({ hash, limit: 4 })).text).toContain('\uFFFD');
    await expect(world.api.content({ hash: '0'.repeat(64) })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('an export', () => {
  test('as JSON holds the very lines of the files', async () => {
    await using world = await setUp();
    await world.say('one', 'a "quoted" \u2028 line');
    await world.say('one', 'b');
    await world.say('two', 'c');
    const text = await exported(world, 'json');
    const one = (await readFile(join(world.ledger.folder, 'sessions', 'one.jsonl'), 'utf8')).trimEnd().split('\n');
    expect(text).toContain(`[\n${one.join(',\n')},\n`);
    expect(JSON.parse(text).map((event: AnyLedgerEvent) => event.data.text)).toEqual([
      'a "quoted" \u2028 line',
      'b',
      'c',
    ]);
    expect(JSON.parse(await exported(world, 'json', 'two'))).toHaveLength(1);
  });

  test.each(['json', 'markdown'] as const)('as %s goes on where a session is deleted meanwhile', async (format) => {
    await using world = await setUp();
    await world.say('one', 'x'.repeat(200_000));
    for (const id of ['three', 'two']) await world.say(id, `said in ${id}`);
    const pieces = (await world.api.exported({ format }))[Symbol.asyncIterator]();
    let text = '';
    for (let piece = await pieces.next(); piece.done !== true; piece = await pieces.next()) {
      if (text === '') await world.ledger.remove('three');
      text += piece.value;
    }
    expect(text).toContain('said in two');
    expect(text).not.toContain('said in three');
  });

  test('of nothing is an empty array', async () => {
    await using world = await setUp();
    expect(JSON.parse(await exported(world, 'json'))).toEqual([]);
  });

  test('as Markdown says what could not be read, as that as JSON does', async () => {
    await using world = await setUp();
    for (const text of ['a', 'b']) await world.say('one', text);
    const file = join(world.ledger.folder, 'sessions', 'one.jsonl');
    const [first, second] = (await readFile(file, 'utf8')).trimEnd().split('\n');
    await writeFile(file, `${first}\n## Message\n${second}\n`);
    await using ledger = await world.ledger.reopen();
    const { router } = createActivity({ ledger, log: silentLogger });
    const api = createRouterClient(router, { context: { reportBug() {} } });

    const markdown = (await arrayOf(await api.exported({ format: 'markdown', session: 'one' }))).join('');
    expect(markdown).toContain('\n## Line 2 cannot be read\n\nIt is not JSON:\n\n```\n## Message\n```\n');
    expect(markdown.match(/^## .*/gm)).toEqual(['## Message', '## Line 2 cannot be read', '## Message', '## Message']);
  });

  test('as Markdown cannot be broken out of by what was said or printed', async () => {
    await using world = await setUp();
    const evil =
      'x\n```\n# Fake heading\n````\n<img src="http://evil.example/x">\n![p](http://evil.example/y)\u001b[2J\u202e';
    await world.say('one', evil);
    await (await world.ledger.session('one')).append('command.ran', { ...COMMAND, command: evil, output: evil });
    const text = await exported(world, 'markdown', 'one');

    expect(text).not.toContain('\u001b');
    expect(text).not.toContain('\u202e');
    expect(text).toContain('␛[2J[U+202E]');
    const outside: string[] = [];
    let fence = '';
    for (const line of text.split('\n')) {
      const ticks = /^(`{3,})/.exec(line)?.[1] ?? '';
      if (fence !== '' && ticks.length >= fence.length && line === ticks) fence = '';
      else if (fence === '' && ticks !== '') fence = ticks;
      else if (fence === '') outside.push(line);
    }
    expect(fence).toBe('');
    const headings = outside.filter((line) => line.startsWith('#'));
    expect(headings).toEqual(['# Session `one`', '## Message', '## Command ran']);
    expect(outside.filter((line) => /(?<!\\)<img|!\[/.test(line))).toEqual([]);
  });
});

describe('verification', () => {
  test('finds nothing in a healthy session', async () => {
    await using world = await setUp();
    for (let n = 0; n < 5; n++) await world.say('one', `m${n}`);
    expect(await world.api.verify({ session: 'one' })).toEqual({ events: 5, problems: [] });
  });

  test.each([
    ['changed', (lines: string[]) => lines.with(1, lines[1]?.replace('m1', 'mX') ?? ''), 'Line 3 does not follow'],
    ['removed', (lines: string[]) => lines.toSpliced(1, 1), 'Line 2 does not follow'],
    ['put in', (lines: string[]) => lines.toSpliced(1, 0, lines[3] ?? ''), 'Line 2 does not follow'],
    ['broken', (lines: string[]) => lines.with(1, 'garbage'), 'Line 2 is not JSON'],
  ])('finds a line that was %s', async (_what, meddle, problem) => {
    await using world = await setUp();
    for (let n = 0; n < 5; n++) await world.say('one', `m${n}`);
    const file = join(world.ledger.folder, 'sessions', 'one.jsonl');
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    await writeFile(file, `${meddle(lines).join('\n')}\n`);
    const ledger = await world.ledger.reopen();
    const api = createRouterClient(createActivity({ ledger, log: silentLogger }).router, {
      context: { reportBug() {} },
    });
    expect((await api.verify({ session: 'one' })).problems.join()).toContain(problem);
  });

  test('says that a record cannot be read', async () => {
    await using world = await setUp();
    await mkdir(join(world.ledger.folder, 'sessions', 'two.jsonl'));
    const { problems } = await world.api.verify({ session: 'two' });
    expect(problems).toEqual([expect.stringMatching(/^The record of session two cannot be read: .*EISDIR/)]);
  });

  test('of a session that is not there fails', async () => {
    await using world = await setUp();
    await expect(world.api.verify({ session: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

test('appended events are streamed from the moment of asking, until the reader or the app ends', async () => {
  await using world = await setUp();
  await world.say('one', 'before');
  const stream = await world.api.appended();
  const first = stream.next();
  await world.say('one', 'after');
  expect((await first).value).toMatchObject({ data: { text: 'after' } });
  await stream.return?.(undefined);
});

test('kept bytes are shown with keys masked, also where a piece cuts one', async () => {
  await using world = await setUp();
  world.ledger.redactor.addKey('phi-0123456789');
  const hash = await world.ledger.content.keep(Buffer.from('é phi-0123456789 end\n'));
  expect(await world.api.content({ hash })).toEqual({ text: `é ${'*'.repeat(14)} end\n`, bytes: 22 });
  const first = await world.api.content({ hash, limit: 8 });
  const { text } = await world.api.content({ hash, offset: first.nextOffset ?? 0 });
  expect(first.text + text).toBe(`é ${'*'.repeat(14)} end\n`);
});
