import { describe, expect, test } from 'vitest';
import { builtin } from '../../support/fake-console-api.ts';
import { assistant, started, tool } from './console-box.ts';

describe('a chat', () => {
  test('goes to the profile of the mode, and its reply is shown as it comes, its escapes by name', async () => {
    const { fake, session } = started();
    await using _ = session;
    await session.shows('work $');
    session.key('Tab');
    session.type(' hello \n');
    await expect.poll(() => fake.said('send')).toEqual([{ session: 's1', text: 'hello', profile: 'alpha' }]);
    fake.updates.emit({ kind: 'item', item: assistant('', { state: 'waiting' }) });
    fake.updates.emit({ kind: 'text', id: 'a1', text: '**Hi** there\nred: \x1b[31m\nand' });
    await session.shows(/Hi there\nred: <U\+001B>\[31m$/);
    fake.updates.emit({ kind: 'item', item: assistant('**Hi** there\nred: \x1b[31m\nand more') });
    fake.turn.set('done');
    await session.shows(/and more\nalpha >>> work\/$/);
    expect(session.written()).not.toContain('\x1b[31m\x1b');
  });

  test('refusals, failures, calls and notices are told', async () => {
    const { fake, session } = started();
    await using _ = session;
    await session.shows('work $');
    session.key('Tab');
    session.type('go\n');
    await expect.poll(() => fake.said('send').length).toBe(1);
    fake.updates.emit({ kind: 'item', item: tool({}) });
    fake.updates.emit({ kind: 'output', id: 'c1', text: 'line 1\nli' });
    fake.updates.emit({ kind: 'output', id: 'c1', text: 'ne 2' });
    fake.updates.emit({ kind: 'item', item: tool({ state: 'refused', result: 'because' }) });
    fake.updates.emit({ kind: 'item', item: assistant('', { refusal: 'I will not' }) });
    fake.updates.emit({ kind: 'item', item: assistant('', { id: 'a2', state: 'failed', note: 'status 500' }) });
    fake.updates.emit({ kind: 'item', item: { kind: 'notice', id: 'n', at: 0, level: 'info', text: 'compacted' } });
    fake.turn.set('failed');
    const text = await session.shows('compacted');
    expect(text).toContain('· execute_command\nline 1\nline 2\nexecute_command refused: because');
    expect(text).toContain('The model refused: I will not\nThe service failed: status 500\ncompacted');
  });

  async function inTurn() {
    const { fake, session } = started();
    await session.shows('work $');
    session.key('Tab');
    session.type('go\n');
    await expect.poll(() => fake.said('send').length).toBe(1);
    return { fake, session };
  }

  test('results of tools are printed, shortened, and how to see the rest; what failed is told as that', async () => {
    const { fake, session } = await inTurn();
    await using _ = session;
    const long = Array.from({ length: 30 }, (_, line) => `row ${line + 1}`).join('\n');
    const sent = '{"city":"Oslo"}';
    fake.updates.emit({
      kind: 'item',
      item: tool({ id: 'c1', tool: 'weather', state: 'done', sent, result: 'Sunny' }),
    });
    fake.updates.emit({ kind: 'item', item: tool({ id: 'c2', tool: 'rows', state: 'done', result: long }) });
    const thrown = '{"error":"kaboom\\u001b[31m"}';
    fake.updates.emit({ kind: 'item', item: tool({ id: 'c3', tool: 'p_echo', state: 'failed', result: thrown }) });
    const answered = '{"error":"no such city"}';
    fake.updates.emit({ kind: 'item', item: tool({ id: 'c4', tool: 'look', state: 'done', result: answered }) });
    const text = await session.shows('no such city');
    expect(text).toContain('· look\nlook answered with an error: no such city');
    expect(text).toContain('· weather {"city":"Oslo"}\nSunny\n· rows\nrow 1\n');
    expect(text).toContain('row 12\n… 18 more lines: show 2, or Ctrl+O for the last result\n');
    expect(text).toContain('· p_echo\np_echo failed: kaboom<U+001B>[31m');
    fake.turn.set('done');
    await session.shows(/work\/$/);
    session.type('half');
    fake.run = async (line) => builtin(`whole of ${line}`);
    session.key('\x0f');
    await session.shows(/whole of show\nalpha >>> half$/);
  });

  test('a filter that the guard took off is told with what the model was given; repairs are one line', async () => {
    const { fake, session } = await inTurn();
    await using _ = session;
    const notice = '"tail -2" was taken off "seq 5 | tail -2" and run on the whole output.';
    const split = { producer: 'seq 5', filter: 'tail -2', treatment: 'filtered', notice } as const;
    const command = { command: 'seq 5 | tail -2', cwd: '/', output: '', outputBytes: 0 };
    const repairs = [
      { rule: 'tool-alias', text: 'bash → execute_command' },
      { rule: 'command.cmd', text: 'cmd → command_line' },
    ];
    fake.updates.emit({ kind: 'item', item: tool({ command, repairs }) });
    fake.updates.emit({ kind: 'output', id: 'c1', text: '1\n2\n3\n4\n5\n' });
    const ended = { ...command, output: '4\n5\n', outputBytes: 4, exitCode: 0, stopReason: 'exit', split } as const;
    fake.updates.emit({ kind: 'item', item: tool({ state: 'done', command: ended, repairs }) });
    expect(await session.shows('The model was given')).toContain(
      `repaired: bash → execute_command; cmd → command_line\n· execute_command seq 5 | tail -2\n1\n2\n3\n4\n5\n${notice}\nThe model was given:\n4\n5`,
    );
  });

  test('what passes is said in the line below, and does not stay', async () => {
    const { fake, session } = await inTurn();
    await using _ = session;
    const note = 'Writing a call of p_echo (0 characters so far)';
    fake.updates.emit({ kind: 'item', item: assistant('', { state: 'waiting', note, isPassing: true }) });
    await session.shows(/alpha is answering, Ctrl\+C stops it\. Writing a call of p_echo/);
    fake.updates.emit({ kind: 'item', item: assistant('', { state: 'waiting', note: 'status 503, again in 2 s' }) });
    fake.updates.emit({ kind: 'item', item: assistant('Hello') });
    fake.turn.set('done');
    await session.shows(/alpha >>> go\nstatus 503, again in 2 s\nHello\nalpha >>> work\/$/);
  });

  test('output that came last is not lost; of a large one the end is shown, and that it is a part', async () => {
    const { fake, session } = await inTurn();
    await using _ = session;
    const command = { command: 'x', cwd: '/', exitCode: 0, stopReason: 'exit' } as const;
    const whole = { ...command, output: 'one\ntwo\nthree\n', outputBytes: 14 };
    fake.updates.emit({ kind: 'item', item: tool({}) });
    fake.updates.emit({ kind: 'output', id: 'c1', text: 'one\ntw' });
    fake.updates.emit({ kind: 'item', item: tool({ state: 'done', command: whole }) });
    await session.shows('one\ntwo\nthree\n');
    const large = { ...command, output: 'first\n[… left out …]\nlast\n', outputBytes: 5_000_000 };
    fake.updates.emit({ kind: 'item', item: tool({ id: 'c2' }) });
    fake.updates.emit({ kind: 'output', id: 'c2', text: 'first\nmore\n' });
    fake.updates.emit({ kind: 'item', item: tool({ id: 'c2', state: 'done', command: large }) });
    expect(await session.shows('a part of')).toContain(
      'first\nmore\n[…]\nfirst\n[… left out …]\nlast\n[a part of 5,000,000 bytes: show 2, or Ctrl+O for the last result]',
    );
  });

  test('a line typed while a turn runs waits in the host, and comes back by Ctrl+X', async () => {
    const { fake, session } = started();
    await using _ = session;
    await session.shows('work $');
    session.key('Tab');
    session.type('hello\n');
    await expect.poll(() => fake.said('send').length).toBe(1);
    session.type('and then\n');
    await expect.poll(() => fake.said('enqueue')).toEqual([{ session: 's1', text: 'and then', profile: 'alpha' }]);
    const waits = { id: 'm1', at: 0, text: 'and then', isCut: false, images: [] };
    fake.updates.emit({ kind: 'waiting', messages: [waits] });
    await session.shows(/Waits until the turn has ended, Ctrl\+X takes it back\n>>> and then/);
    session.key('Ctrl+X');
    await expect.poll(() => fake.said('withdraw')).toEqual([{ session: 's1', message: 'm1' }]);
    await session.shows(/alpha >>> the whole message$/);
    session.type(', changed');
    fake.updates.emit({ kind: 'waiting', messages: [] });
    fake.turn.set('done');
    // What is being typed goes on at the next prompt.
    await session.shows(/alpha >>> the whole message, changed$/);
    session.type('\n');
    await expect.poll(() => fake.said('send').length).toBe(2);
    expect(fake.said('send')[1]).toMatchObject({ text: 'the whole message, changed' });
    session.key('Ctrl+C');
    await expect.poll(() => fake.said('stop').length).toBe(1);
  });

  test('a message of somebody else that waits is told with its sender, and is not taken back here', async () => {
    const { fake, session } = started();
    await using _ = session;
    await session.shows('work $');
    await expect.poll(() => fake.updates.hasListeners).toBe(true);
    const from = { kind: 'channel', channel: 'telegram', person: '42', name: 'Anna' } as const;
    const waits = { id: 'm1', at: 0, text: 'look', isCut: false, images: [], from };
    fake.updates.emit({ kind: 'waiting', messages: [waits] });
    await session.shows(/Anna, Telegram: waits\n>>> look\nwork \$$/);
    session.key('Ctrl+X');
    await session.shows(/No message of yours waits\.\nwork \$$/);
    expect(fake.said('withdraw')).toEqual([]);
  });

  test('a line that the host does not take is the beginning of the next', async () => {
    const { fake, session } = started();
    await using _ = session;
    await session.shows('work $');
    session.key('Tab');
    session.type('hello\n');
    await expect.poll(() => fake.said('send').length).toBe(1);
    fake.enqueueFails = new Error('100 messages wait in this session already');
    session.type('keep me\n');
    await session.shows(/100 messages wait/);
    fake.turn.set('done');
    await session.shows(/alpha >>> keep me$/);
  });

  test('a message that cannot be sent stands in the line again', async () => {
    const { fake, session } = started();
    await using _ = session;
    await session.shows('work $');
    session.key('Tab');
    fake.send = () => {
      fake.turn.set('failed');
      throw new Error('The disk is full');
    };
    session.type('a long message\n');
    await session.shows(/The disk is full\nalpha >>> a long message$/);
  });

  test('Ctrl+C stops the turn', async () => {
    const { fake, session } = started();
    await using _ = session;
    await session.shows('work $');
    session.key('Tab');
    session.type('go\n');
    await expect.poll(() => fake.said('send').length).toBe(1);
    session.key('Ctrl+C');
    await expect.poll(() => fake.said('stop')).toEqual([{ session: 's1' }]);
    await session.shows(/alpha >>> work\/$/);
  });

  test('-debug tells the tokens of a completion, calls and compaction', async () => {
    const { fake, session } = started({ isDebug: true });
    await using _ = session;
    await session.shows('work $');
    await expect.poll(() => fake.events.hasListeners).toBe(true);
    const event = (type: string, data: Record<string, unknown>) =>
      fake.events.emit({ v: 1, id: type, at: 0, session: 's1', previous: '', type, data });
    event('llm.requested', { messages: 4 });
    event('llm.replied', { usage: { prompt: 10, completion: 5, total: 15 }, bytesPerToken: 3.251 });
    event('tool.called', { tool: 'read_file', arguments: { path: 'a\nb' } });
    await session.shows(
      '[4 messages; tokens: prompt 10, completion 5, total 15, 3.25 bytes per token]\n[call read_file: a b]',
    );
  });
});
