import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFile, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { AnyLedgerEvent } from '#contract';
import type { SessionLedger } from '#ledger';
import { arrayOf } from '../../support/array-of.ts';
import { temporaryLedger } from '../../support/temporary-ledger.ts';

const run = promisify(execFile);

async function textsOf(session: SessionLedger, backward = false): Promise<unknown[]> {
  const texts: unknown[] = [];
  for await (const event of session.read({ backward })) texts.push(event.data.text);
  return texts;
}

describe('a session', () => {
  test('gives back what was appended, in order', async () => {
    await using ledger = await temporaryLedger();
    const session = await ledger.session('one');

    const first = await session.append('message.user', { text: 'hello' });
    await session.append('message.user', { text: 'again' }, { cause: first.id, turn: 't1' });

    const events = await arrayOf(session.read());
    expect(events.map(({ type, data, cause, turn }) => ({ type, data, cause, turn }))).toEqual([
      { type: 'message.user', data: { text: 'hello' }, cause: undefined, turn: undefined },
      { type: 'message.user', data: { text: 'again' }, cause: first.id, turn: 't1' },
    ]);
  });

  test('is a private file of JSON lines, each with the hash of the line before', async () => {
    await using ledger = await temporaryLedger();
    const session = await ledger.session('one');
    for (const text of ['a', 'b', 'line\nbreak \u2028 ü']) await session.append('message.user', { text });

    const file = join(ledger.folder, 'sessions', 'one.jsonl');
    const lines = (await readFile(file, 'utf8')).split('\n');
    expect(lines.pop()).toBe('');
    expect(lines).toHaveLength(3);
    const hashes = lines.map((line) => createHash('sha256').update(line).digest('hex'));
    expect(lines.map((line) => JSON.parse(line).previous)).toEqual(['', hashes[0], hashes[1]]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(ledger.folder, 'sessions'))).mode & 0o777).toBe(0o700);
  });

  test('says the id of an event before it is on disk, and writes what comes in one turn of the loop at once', async () => {
    await using ledger = await temporaryLedger();
    const session = await ledger.session('one');
    const decided = session.add('message.user', { text: 'first' });
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
    const called = session.add('message.user', { text: 'second' }, { cause: decided.id });
    await decided.onDisk;

    const lines = (await readFile(join(ledger.folder, 'sessions', 'one.jsonl'), 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).id)).toEqual([decided.id, called.id]);
    expect(await called.onDisk).toMatchObject({ id: called.id, cause: decided.id });
  });

  test('continues after a restart, and the ids still sort', async () => {
    await using ledger = await temporaryLedger();
    await (await ledger.session('one')).append('message.user', { text: 'before' });
    const session = await (await ledger.reopen()).session('one');
    await session.append('message.user', { text: 'after' });

    expect(await textsOf(session)).toEqual(['before', 'after']);
    expect(await textsOf(session, true)).toEqual(['after', 'before']);
    const ids = (await arrayOf(session.read())).map((event) => event.id);
    expect(ids).toEqual([...ids].sort());
    expect(ledger.warnings).toEqual([]);
  });

  test('tells listeners of an event once it is on disk, and a failing listener harms nothing', async () => {
    await using ledger = await temporaryLedger();
    const heard: AnyLedgerEvent[] = [];
    ledger.onAppended(() => {
      throw new Error('listener is broken');
    });
    ledger.onAppended((event) => heard.push(event));
    const event = await (await ledger.session('one')).append('message.user', { text: 'x' });
    expect(heard).toEqual([event]);
  });

  test('never goes back in time when the clock does', async () => {
    let clock = 5000;
    await using ledger = await temporaryLedger({ now: () => clock });
    const session = await ledger.session('one');
    await session.append('message.user', { text: 'a' });
    clock = 1000;
    const later = await session.append('message.user', { text: 'b' });
    expect(later.at).toBe(5000);
    const afterRestart = await (await ledger.reopen()).session('one');
    expect((await afterRestart.append('message.user', { text: 'c' })).at).toBe(5001);
  });

  test('refuses data that is not what its type says, and goes on', async () => {
    await using ledger = await temporaryLedger();
    const session = await ledger.session('one');
    // @ts-expect-error: a bug in a caller
    await expect(session.append('message.user', { txt: 'typo' })).rejects.toThrow(/text/);
    await session.append('message.user', { text: 'fine' });
    expect(await textsOf(session)).toEqual(['fine']);
  });

  test('blanks secrets before they reach the disk', async () => {
    await using ledger = await temporaryLedger();
    ledger.redactor.add('correct-horse-battery');
    const session = await ledger.session('one');
    await session.append('tool.called', {
      callId: 'c',
      tool: 't',
      arguments: { deep: [{ text: 'key correct-horse-battery and sk-abcdefghijklmnopqrstuvwx' }] },
    });
    const text = await readFile(join(ledger.folder, 'sessions', 'one.jsonl'), 'utf8');
    expect(text).not.toContain('correct-horse');
    expect(text).not.toContain('sk-abc');
    expect(text).toContain('key [secret removed] and [secret removed]');
  });

  test('keeps events of unknown types', async () => {
    await using ledger = await temporaryLedger();
    const event = { v: 1, id: 'x', at: 1, session: 'one', previous: '', type: 'moon.landed', data: { n: 1 } };
    await writeFile(join(ledger.folder, 'sessions', 'one.jsonl'), `${JSON.stringify(event)}\n`);
    const session = await ledger.session('one');
    await session.append('message.user', { text: 'next' });
    expect((await arrayOf(session.read())).map(({ type }) => type)).toEqual(['moon.landed', 'message.user']);
  });

  test('is the same object for the same id, and a bad id is refused', async () => {
    await using ledger = await temporaryLedger();
    const [one, two] = await Promise.all([ledger.session('one'), ledger.session('one')]);
    expect(one).toBe(two);
    await expect(ledger.session('../../etc/passwd')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  const each = process.env.SIGMA_TEST_LONG === '1' ? 100 : 20;
  test(`keeps order and chain through ${100 * each} appends of concurrent callers`, async () => {
    await using ledger = await temporaryLedger();
    const session = await ledger.session('busy');
    const caller = async (name: number) => {
      for (let n = 0; n < each; n++) await session.append('message.user', { text: `${name}:${n}` });
    };
    await Promise.all(Array.from({ length: 100 }, (_, name) => caller(name)));

    const lines = (await readFile(join(ledger.folder, 'sessions', 'busy.jsonl'), 'utf8')).trimEnd().split('\n');
    expect(lines).toHaveLength(100 * each);
    const next = new Map<string, number>();
    let previous = '';
    for (const line of lines) {
      const event: AnyLedgerEvent = JSON.parse(line);
      expect(event.previous).toBe(previous);
      previous = createHash('sha256').update(line).digest('hex');
      const [name = '', n] = String(event.data.text).split(':');
      expect(Number(n)).toBe(next.get(name) ?? 0);
      next.set(name, Number(n) + 1);
    }
  });
});

describe('the end of a file that a crash left behind', () => {
  test.each([
    ['a half line', '{"v":1,"id":"x","at'],
    ['a whole line without its newline', '{"v":1}'],
    ['a line that is no JSON', '{"v":1,"id\n'],
    ['zeros', '\0'.repeat(4096)],
  ])('%s is moved aside with a warning, and the next event follows', async (_name, torn) => {
    await using ledger = await temporaryLedger();
    await (await ledger.session('one')).append('message.user', { text: 'whole' });
    const file = join(ledger.folder, 'sessions', 'one.jsonl');
    await appendFile(file, torn);

    const session = await (await ledger.reopen()).session('one');
    await session.append('message.user', { text: 'next' });

    expect(await textsOf(session)).toEqual(['whole', 'next']);
    expect(ledger.warnings).toEqual([expect.stringContaining('one.jsonl.torn-')]);
    const aside = (await readdir(join(ledger.folder, 'sessions'))).filter((name) => name.includes('.torn-'));
    expect(await readFile(join(ledger.folder, 'sessions', aside[0] ?? ''), 'utf8')).toBe(torn);
    expect(await (await ledger.reopen()).sessions()).toEqual(['one']);
  });

  test('a bad line in the middle loses only that line, and is told', async () => {
    await using ledger = await temporaryLedger();
    await (await ledger.session('one')).append('message.user', { text: 'first' });
    await appendFile(join(ledger.folder, 'sessions', 'one.jsonl'), 'garbage\n{"v":1,"type":"half"}\n');
    const session = await (await ledger.reopen()).session('one');
    await session.append('message.user', { text: 'last' });

    const problems: string[] = [];
    const events = await arrayOf(session.read({ onProblem: (text) => problems.push(text) }));
    expect(events.map((event) => event.data.text)).toEqual(['first', 'last']);
    expect(problems).toEqual([
      expect.stringMatching(/line 2 is not JSON/),
      expect.stringMatching(/line 3 is not an event/),
    ]);
  });

  test('a session that a newer Sigma Shell continued is read, not continued', async () => {
    await using ledger = await temporaryLedger();
    await (await ledger.session('one')).append('message.user', { text: 'old' });
    const file = join(ledger.folder, 'sessions', 'one.jsonl');
    await appendFile(file, '{"v":2,"new":"shape"}\n');
    const before = await readFile(file, 'utf8');

    const session = await (await ledger.reopen()).session('one');
    await expect(session.append('message.user', { text: 'no' })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringMatching(/newer Sigma Shell \(format 2/),
    });
    expect(await textsOf(session)).toEqual(['old']);
    expect(await readFile(file, 'utf8')).toBe(before);
  });

  test('a file that an editor replaced meanwhile is continued where it now ends', async () => {
    await using ledger = await temporaryLedger();
    const session = await ledger.session('one');
    await session.append('message.user', { text: 'first' });
    const file = join(ledger.folder, 'sessions', 'one.jsonl');
    await run('sh', ['-c', 'cp "$1" "$1.new" && mv "$1.new" "$1" && tail -n 1 "$1" >> "$1"', 'sh', file]);
    await session.append('message.user', { text: 'last' });
    expect(await textsOf(session)).toEqual(['first', 'first', 'last']);
  });
});

describe('the trash', () => {
  test('takes a session and gives it back', async () => {
    await using ledger = await temporaryLedger();
    const session = await ledger.session('one');
    await session.append('message.user', { text: 'kept' });

    await ledger.remove('one');
    expect(await ledger.sessions()).toEqual([]);
    await expect(session.append('message.user', { text: 'late' })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(ledger.session('one')).rejects.toMatchObject({ code: 'NOT_FOUND' });

    await ledger.restore('one');
    expect(await textsOf(await ledger.session('one'))).toEqual(['kept']);
    expect(await ledger.sessions()).toEqual(['one']);
  });

  test('says what it holds, newest deletion first, with the last title, and lets one go for good', async () => {
    await using ledger = await temporaryLedger();
    const created = { title: 'New session', workspace: '/w', app: '1' };
    for (const id of ['one', 'two']) await (await ledger.session(id)).append('session.created', created);
    await (await ledger.session('one')).append('session.renamed', { title: 'Greeting' });
    expect(await ledger.trash()).toEqual([]);
    await ledger.remove('two');
    await new Promise((resolve) => setTimeout(resolve, 20));
    await ledger.remove('one');
    await writeFile(join(ledger.folder, 'trash', 'broken.jsonl'), 'no event\n');
    await writeFile(join(ledger.folder, 'trash', 'notes.txt'), 'not ours');

    const trash = await ledger.trash();
    expect(trash.map(({ id, title }) => [id, title])).toEqual([
      ['broken', undefined],
      ['one', 'Greeting'],
      ['two', 'New session'],
    ]);
    expect(trash[1]?.bytes).toBeGreaterThan(200);
    expect(Math.abs((trash[1]?.deletedAt ?? 0) - Date.now())).toBeLessThan(10_000);

    await ledger.erase('one');
    expect((await ledger.trash()).map(({ id }) => id)).toEqual(['broken', 'two']);
    await expect(ledger.restore('one')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(ledger.erase('one')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('does not let go what is not in it', async () => {
    await using ledger = await temporaryLedger();
    await (await ledger.session('one')).append('message.user', { text: 'kept' });
    await expect(ledger.erase('one')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await textsOf(await ledger.session('one'))).toEqual(['kept']);
  });

  test('says what is missing or in the way', async () => {
    await using ledger = await temporaryLedger();
    await expect(ledger.remove('none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(ledger.restore('none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await (await ledger.session('one')).append('message.user', { text: 'a' });
    await writeFile(join(ledger.folder, 'trash', 'one.jsonl'), '');
    await expect(ledger.remove('one')).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(ledger.restore('one')).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await textsOf(await ledger.session('one'))).toEqual(['a']);
  });
});
