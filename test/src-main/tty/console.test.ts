import { describe, expect, test } from 'vitest';
import type { ConversationItem, Judgement, RuleSubject, SessionSummary } from '../../../src-main/contract/index.ts';
import { builtin, FakeConsoleApi } from '../../support/fake-console-api.ts';
import { phiSession } from '../../support/phi-session.ts';

type Starting = Pick<Parameters<typeof phiSession>[0], 'settleMs' | 'isDebug' | 'version' | 'resume' | 'workspace'>;

function started(options: Starting = {}, fake = new FakeConsoleApi()) {
  return { fake, session: phiSession({ api: fake.api, ...options }) };
}

const assistant = (
  text: string,
  more: Partial<Extract<ConversationItem, { kind: 'assistant' }>> = {},
): ConversationItem => ({
  kind: 'assistant',
  id: 'a1',
  at: 0,
  text,
  model: 'm',
  state: 'complete',
  canRetry: false,
  ...more,
});

const tool = (more: Partial<Extract<ConversationItem, { kind: 'tool' }>>): ConversationItem => ({
  kind: 'tool',
  id: 'c1',
  at: 0,
  callId: 'c1',
  tool: 'execute_command',
  state: 'running',
  sent: '{}',
  repairs: [],
  changes: [],
  ...more,
});

const COMMAND = {
  kind: 'command',
  command: 'ls -l',
  cwd: '/home/me/work',
  limits: { timeoutMs: 1, maxOutputBytes: 1 },
} as const;

describe('the prompt and the modes', () => {
  test('Tab on an empty line goes from Shell through the profiles and back; with text it completes', async () => {
    const { fake, session } = started();
    await using _ = session;
    await session.shows(/^work \$$/);
    session.key('Tab');
    await session.shows(/^alpha >>> work\/$/);
    session.key('Tab');
    await session.shows(/^beta >>> work\/$/);
    session.key('Tab');
    await session.shows(/^work \$$/);
    fake.completions = [{ text: 'README.md', kind: 'file' }];
    fake.from = 4;
    session.type('cat READ\t');
    await session.shows(/^work \$ cat README\.md$/);
    session.key('Enter');
    await session.shows('ran cat README.md');
    expect(fake.said('complete')).toMatchObject([{ mode: 'shell', text: 'cat READ', cursor: 8 }]);
  });

  test('the demo is the last mode while it is on, and answers without a profile', async () => {
    const { fake, session } = started();
    await using _ = session;
    fake.profiles.set({ isDemo: true });
    await session.shows(/^work \$$/);
    for (const prompt of ['alpha >>> work/', 'beta >>> work/', 'demo >>> work/']) {
      session.key('Tab');
      await session.shows(prompt);
    }
    session.type('hello\n');
    await expect.poll(() => fake.said('send')).toEqual([{ session: 's1', text: 'hello' }]);
    fake.turn.set('done');
    session.key('Tab');
    await session.shows(/work \$$/);
  });

  test('a greeting names the version, the modes and the keys to know', async () => {
    const { session } = started({ version: '1.2.3' });
    await using _ = session;
    expect(await session.shows(/work \$$/)).toMatch(
      /^Sigma Shell 1\.2\.3\n.*alpha, beta.*help.*Ctrl\+D[\s\S]*\nwork \$$/,
    );
  });

  test('a hundred lines leave nothing behind that Node would warn of', async () => {
    const warnings: string[] = [];
    const onWarning = ({ message }: Error) => void warnings.push(message);
    process.on('warning', onWarning);
    const { fake, session } = started();
    await using _ = session;
    await session.shows('work $');
    for (let count = 0; count < 100; count++) session.type(`echo ${count}\n`);
    await session.shows(/^ran echo 99$/m);
    expect(fake.said('run')).toHaveLength(100);
    // Warnings come in a later turn of the loop.
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });

  test('a terminal that becomes narrower and wider again shows the line being typed once', async () => {
    const { session } = started();
    await using _ = session;
    await session.shows('work $');
    const line = 'a line that goes on and on, over more than one row of the terminal, 漢字 and so on until it is long';
    session.type(line);
    await session.shows('it is long');
    for (const columns of [40, 23, 100, 31, 80]) {
      session.resize({ columns, rows: 24 });
      await expect.poll(async () => (await session.screen()).replace(/\n/g, '')).toBe(`work $ ${line}`);
    }
  });

  test('why a reply is waited for is told once', async () => {
    const { fake, session } = started();
    await using _ = session;
    await session.shows('work $');
    const waiting = assistant('', { state: 'waiting', note: 'Nothing answers; trying again in 2 s' });
    for (let count = 0; count < 2; count++) fake.updates.emit({ kind: 'item', item: waiting });
    fake.updates.emit({ kind: 'item', item: assistant('Here I am', {}) });
    expect(await session.shows('Here I am')).toBe('Nothing answers; trying again in 2 s\nHere I am\nwork $');
  });

  test('what is pasted runs only when the person says so, and its last line end is left out', async () => {
    const { fake, session } = started();
    await using _ = session;
    await session.shows('work $');
    session.paste('echo one\necho two\n');
    await session.shows(/^work \$ echo one\necho two$/);
    expect(fake.said('run')).toEqual([]);
    session.type(' three\n');
    await expect.poll(() => fake.said('run')).toMatchObject([{ line: 'echo one\necho two three' }]);
  });

  test('what goes on is said below the text while it takes a while, and not once there is a prompt', async () => {
    const { fake, session } = started();
    await using _ = session;
    await session.shows('work $');
    session.key('Tab');
    session.type('hello\n');
    await session.shows(/^alpha >>> hello\nalpha is answering, Ctrl\+C stops it$/);
    fake.updates.emit({ kind: 'item', item: assistant('Hi there\n', { state: 'streaming' }) });
    await session.shows(/^alpha >>> hello\nHi there\nalpha is answering, Ctrl\+C stops it$/);
    fake.turn.set('done');
    await session.shows(/^alpha >>> hello\nHi there\nalpha >>> work\/$/);
  });

  test('the hint of a chat prompt goes with the first key', async () => {
    const { session } = started();
    await using _ = session;
    await session.shows(/^work \$$/);
    session.key('Tab');
    await session.shows(/^alpha >>> work\/$/);
    session.type('h');
    await session.shows(/^alpha >>> h$/);
  });

  test('several candidates are listed when there is nothing more in common', async () => {
    const { fake, session } = started();
    await using _ = session;
    await session.shows('work $');
    fake.completions = [
      { text: 'abc1', kind: 'file' },
      { text: 'abc2', kind: 'file' },
    ];
    session.type('a\t');
    await session.shows(/^work \$ abc$/m);
    session.type('\t');
    await session.shows(/^abc1 {2}abc2\nwork \$ abc$/);
  });

  test('Ctrl+C abandons the line, Ctrl+D ends only on an empty one, and the terminal is given back', async () => {
    const { fake, session } = started();
    await session.shows('work $');
    expect(session.isRaw()).toBe(true);
    session.type('half a li');
    session.key('Ctrl+D');
    session.key('Ctrl+C');
    await session.shows(/^work \$ half a li\nwork \$$/);
    session.key('Ctrl+D');
    expect(await session.exitCode).toBe(0);
    expect(session.isRaw()).toBe(false);
    expect(session.written().endsWith('\x1b[?2004l')).toBe(true);
    expect(fake.said('run')).toEqual([]);
  });

  test('blank lines do nothing; a hang-up ends it', async () => {
    const { fake, session } = started();
    await session.shows('work $');
    session.type('   \n\n');
    session.hangUp();
    expect(await session.exitCode).toBe(0);
    expect(fake.said('run')).toEqual([]);
  });

  test('a line of the history is found by Ctrl+R and by the arrows', async () => {
    const { fake, session } = started();
    await using _ = session;
    fake.history = ['make test', 'git push', 'make all'];
    await session.shows('work $');
    session.key('Enter');
    session.key('Ctrl+C');
    session.key('Ctrl+R');
    session.type('make');
    await session.shows(/\(search\) make: make test$/);
    session.key('Ctrl+R');
    await session.shows(/\(search\) make: make all$/);
    session.key('Enter');
    await session.shows('ran make all');
    session.key('Up');
    session.key('Up');
    await session.shows(/work \$ git push$/);
  });

  test('Ctrl+L clears the screen; what is typed then is there once, a long line too', async () => {
    const { session } = started();
    await using _ = session;
    await session.shows('work $');
    session.type('one\n');
    await session.shows('ran one');
    const long = `echo ${'x'.repeat(100)}`;
    session.type(long);
    session.key('\x0c');
    await session.shows(/^work \$ echo x+\nx+$/);
    session.type('y\n');
    await session.shows(/^work \$ echo x+\nx+y\nran echo x+\nx+y\nwork \$$/);
  });
});

describe('Shell mode', () => {
  test('a built-in answers in its way; what goes wrong is told with its advice', async () => {
    const { fake, session } = started();
    await using _ = session;
    fake.run = async (line) => {
      if (line === 'help') return builtin('# Commands\n- `push` **now**', { isMarkdown: true });
      if (line === 'kill 1') return builtin('there is no provider 1', { isOk: false });
      if (line === 'evil') return builtin('a\x1b[31mb');
      throw new Error('a | is an empty command');
    };
    await session.shows('work $');
    session.type('help\n');
    await session.shows('Commands\n• push now');
    session.type('kill 1\n');
    await session.shows('there is no provider 1');
    session.type('evil\n');
    await session.shows('a<U+001B>[31mb');
    session.type('a |\n');
    await session.shows('a | is an empty command');
  });

  test('a program has the terminal to itself: keys, Ctrl+C and sizes reach it, and its screen is left behind it', async () => {
    const { fake, session } = started();
    await using _ = session;
    fake.run = async () => ({ kind: 'block', block: 'b1', terminal: 't1' });
    await session.shows('work $');
    session.type('vim x\n');
    await expect.poll(() => fake.output.hasListeners).toBe(true);
    fake.output.emit({ kind: 'replay', data: '', attachment: 'at', columns: 80, rows: 24 });
    fake.output.emit({ kind: 'data', data: '\x1b[?1049h\x1b[?25lfull screen' });
    await session.shows('full screen');
    session.type('ä:q\n');
    session.key('Ctrl+C');
    session.resize({ columns: 100, rows: 30 });
    fake.output.emit({ kind: 'exit', exitCode: 3 });
    await session.shows(/^work \$ vim x\n\[exit code 3\]\nwork \$$/);
    expect(
      fake
        .said('write')
        .map((input) => (input as { data: string }).data)
        .join(''),
    ).toBe('ä:q\r\x03');
    expect(fake.said('resize')).toEqual([{ id: 't1', columns: 100, rows: 30 }]);
    expect(fake.said('acknowledge')).toMatchObject([{ characters: 0 }, { attachment: 'at', characters: 25 }]);
    expect(session.written()).toContain('\x1b[?25h');
  });

  test('output without a last newline leaves the prompt on a line of its own', async () => {
    const { fake, session } = started();
    await using _ = session;
    fake.run = async () => ({ kind: 'block', block: 'b1', terminal: 't1' });
    await session.shows('work $');
    session.type('printf x\n');
    await expect.poll(() => fake.output.hasListeners).toBe(true);
    fake.output.emit({ kind: 'data', data: '\x1b[1mxyz\x1b[0m' });
    fake.output.emit({ kind: 'exit', exitCode: 0 });
    await session.shows(/^work \$ printf x\nxyz\nwork \$$/);
  });

  test('a screen that is shown anew, its cursor moved below the text, gets no empty line', async () => {
    const { fake, session } = started();
    await using _ = session;
    fake.run = async () => ({ kind: 'block', block: 'b1', terminal: 't1' });
    await session.shows('work $');
    session.type('echo still\n');
    await expect.poll(() => fake.output.hasListeners).toBe(true);
    fake.output.emit({ kind: 'replay', data: 'still\x1b[1B\x1b[5D', attachment: 'at', columns: 80, rows: 24 });
    fake.output.emit({ kind: 'exit', exitCode: 0 });
    await session.shows(/^work \$ echo still\nstill\nwork \$$/);
  });

  test('Ctrl+C and the first SIGTERM cancel what waits; what is typed meanwhile goes to the next line', async () => {
    const { fake, session } = started();
    let finish = () => {};
    fake.run = (line) =>
      new Promise((resolve) => {
        finish = () => resolve(builtin(`end of ${line}`));
      });
    await session.shows('work $');
    session.type('attach slow\n');
    await expect.poll(() => fake.said('run').length).toBe(1);
    session.key('Ctrl+C');
    session.terminate();
    session.type('typed ahead');
    await expect.poll(() => fake.said('interrupt').length).toBe(2);
    finish();
    await session.shows(/end of attach slow\nwork \$ typed ahead$/);
    session.terminate();
    expect(await session.exitCode).toBe(0);
  });
});

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

describe('a question', () => {
  async function asked(subject: Parameters<FakeConsoleApi['ask']>[0], options: { settleMs?: number } = {}) {
    const { fake, session } = started(options);
    await session.shows('work $');
    session.key('Tab');
    session.type('go\n');
    await expect.poll(() => fake.said('send').length).toBe(1);
    fake.ask(subject);
    await session.shows('Enter');
    return { fake, session };
  }

  test('Enter runs it', async () => {
    const { fake, session } = await asked(COMMAND);
    await using _ = session;
    expect(await session.screen()).toContain('Run a command\nls -l\nin /home/me/work\neverything asks\nEnter runs it');
    session.key('Enter');
    await expect.poll(() => fake.decisions()).toEqual([{ verdict: 'allow' }]);
  });

  test('Tab offers the rules that would cover it, says what they would have allowed, and keeps them where one wants', async () => {
    const { fake, session } = started();
    await using _ = session;
    await session.shows('work $');
    const subject = (...args: string[]): RuleSubject => ({
      ...{ kind: 'command', program: 'ls', arguments: args, wrappers: [], variables: [], redirections: [] },
    });
    const past = { looked: 20, wouldAllow: 3, refused: 1, examples: [] };
    fake.proposals = [
      { rules: [{ subject: subject('-l'), words: 'ls -l, in the box' }], rehearsal: { ...past, looked: 0 } },
      { rules: [{ subject: subject(), words: 'ls ‹safe options›', part: 'ls -l' }], rehearsal: past },
    ];
    const judgement: Judgement = {
      ...{ verdict: 'ask', tier: 'default', why: '', parts: [], sandbox: 'none', canBeAllowed: true },
    };
    fake.ask(COMMAND, { judgement });
    await session.shows('Tab: allow like this');
    session.key('Tab');
    const text = await session.shows('Which, 1 to 2');
    expect(text).toContain('  1  ls -l, in the box\n     No earlier command');
    expect(text).toContain(
      '  2  ls ‹safe options›\n     ls ‹safe options›: for ls -l\n     It would have allowed 3 of 20 past calls, 1 of which you refused.',
    );
    session.key('Ctrl+C');
    await session.shows(/\(Enter: 1\): ?\nEnter runs it/);
    session.key('Tab');
    await session.shows(/Which,[\s\S]*Which,/);
    session.type('3\n');
    await session.shows('That is none of these');
    session.type('2\n');
    await session.shows('Where, s this session only');
    session.type('s\n');
    await session.shows('Kept for this session: ls ‹safe options›');
    const rules = [{ verdict: 'allow', subject: subject() }];
    await expect.poll(() => fake.decisions()).toEqual([{ verdict: 'allow' }]);
    expect(fake.said('saveForSession')).toEqual([{ session: 's1', workspace: '/home/me/work', rules }]);
  });

  test('text refuses with that reason, blanks alone ask again', async () => {
    const { fake, session } = await asked(COMMAND);
    await using _ = session;
    session.type('   \n');
    await session.shows('Press Enter on an empty line');
    expect(fake.decisions()).toEqual([]);
    session.type(' too risky \n');
    await expect.poll(() => fake.decisions()).toEqual([{ verdict: 'refuse', reason: 'too risky' }]);
  });

  test.each(['Ctrl+C', 'Ctrl+D'])('%s aborts the turn without an answer', async (key) => {
    const { fake, session } = await asked(COMMAND);
    await using _ = session;
    session.key(key);
    await expect.poll(() => fake.said('stop')).toEqual([{ session: 's1' }]);
    expect(fake.decisions()).toEqual([]);
  });

  test('what was typed before it came, or as it came, does not answer it', async () => {
    const { fake, session } = started({ settleMs: 200 });
    await using _ = session;
    await session.shows('work $');
    session.key('Tab');
    session.type('go\n');
    await expect.poll(() => fake.said('send').length).toBe(1);
    session.type('\n');
    fake.ask(COMMAND);
    await session.shows('Enter runs it');
    session.type('\n');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(fake.decisions()).toEqual([]);
    session.type('\n');
    await expect.poll(() => fake.decisions()).toEqual([{ verdict: 'allow' }]);
  });

  test('arguments of several lines are fenced, and cannot end their fence or colour the screen', async () => {
    const { session } = await asked({
      kind: 'call',
      provider: 'weather.py',
      title: 'get weather',
      description: 'Tells it.',
      arguments: [
        { path: 'place.city', text: 'Rome' },
        { path: 'note', text: 'a\n```\nEnter runs\x1b[8m' },
        { path: 'command', text: `ls${' '.repeat(500)}; touch PWNED` },
      ],
    });
    await using _ = session;
    expect(await session.screen()).toContain(
      'Call get weather of weather.py\nTells it.\n- place.city: Rome\n- note:\n````\na\n```\nEnter runs<U+001B>[8m\n````\n- command: ls <500 blanks> ; touch PWNED',
    );
  });

  test('a change shows its diff and is allowed as it was shown', async () => {
    const { fake, session } = started();
    await using _ = session;
    fake.diff = {
      id: 'p1',
      path: '/w/a.txt',
      shownPath: 'a.txt',
      revision: 2,
      original: 'old\n',
      proposed: 'new\n',
      hunks: [
        {
          number: 1,
          oldStart: 1,
          oldCount: 1,
          newStart: 1,
          newCount: 1,
          lines: [
            { kind: 'removed', text: 'old', oldLine: 1 },
            { kind: 'added', text: 'new\x1b[2K', newLine: 1 },
          ],
        },
      ],
      lineEnding: 'lf',
      warnings: [],
    };
    await session.shows('work $');
    const subject = { kind: 'change', proposal: 'p1', path: '/w/a.txt', shownPath: 'a.txt' } as const;
    fake.ask({ ...subject, isNew: false, addedLines: 1, removedLines: 1 });
    await session.shows('Change a.txt\n1 added, 1 removed\n@@ -1,1 +1,1 @@\n-old\n+new<U+001B>[2K');
    session.key('Enter');
    await expect.poll(() => fake.decisions()).toEqual([{ verdict: 'allow', change: { revision: 2, accepted: [1] } }]);
  });

  test('one that is answered elsewhere goes away, and the line that was being typed comes back', async () => {
    const { fake, session } = started();
    await using _ = session;
    await session.shows('work $');
    session.type('half');
    await session.shows(/work \$ half$/);
    fake.ask(COMMAND);
    await session.shows(/Enter runs it, text refuses with that reason:$/);
    fake.questions.set([]);
    await session.shows(/The question is gone.*\nwork \$ half$/);
  });

  test('a form is filled in field by field, and checked', async () => {
    const { fake, session } = started();
    await using _ = session;
    await session.shows('work $');
    const properties = { name: { type: 'string' }, age: { type: 'integer', default: 3 }, sure: { type: 'boolean' } };
    fake.ask({ kind: 'form', server: 'srv', message: 'Who?', schema: { properties, required: ['name'] } });
    await session.shows('name*');
    session.type('\nAda\n');
    await session.shows('age [3]');
    session.type('x\n');
    await session.shows('no whole number');
    session.type('\n');
    await session.shows('sure');
    session.type('yes\n');
    await expect
      .poll(() => fake.decisions())
      .toEqual([{ verdict: 'allow', form: { name: 'Ada', age: 3, sure: true } }]);
  });

  test("a form of the workspace's servers is announced, and asked here while this session's turn runs", async () => {
    const { fake, session } = started();
    fake.target = 'electron';
    await using _ = session;
    await session.shows('work $');
    const form = (message: string, properties: Record<string, unknown>) =>
      ({ kind: 'form', server: 'files', message, schema: { properties } }) as const;
    fake.ask(form('Who are you?', {}), { session: 'providers-1', tool: 'attach' });
    const announced = 'Something waits for an answer in the window of Sigma Shell. files asks for values: Who are you?';
    expect((await session.shows('Who are you')).replace(/\n/g, '')).toContain(announced);
    fake.questions.set([]);
    session.key('Tab');
    session.type('go\n');
    await expect.poll(() => fake.said('send').length).toBe(1);
    const tags = { type: 'array', items: { enum: ['a', 'b', 'c'] } };
    const size = { oneOf: [{ const: 's', title: 'small' }] };
    fake.ask(form('Which?', { tags, size, more: { type: 'object' } }), { session: 'providers-1', tool: 'attach' });
    await session.shows(/files asks\nWhich\?[\s\S]*It can be answered in the window of Sigma Shell, too\.[\s\S]*tags/);
    session.type('a, x\n');
    await session.shows('Choose one of a, b, c');
    session.type('a, b\n');
    await session.shows('size (s = small)');
    session.type('small\n');
    session.type('{"deep":1}\n');
    await expect
      .poll(() => fake.decisions())
      .toEqual([{ verdict: 'allow', form: { tags: ['a', 'b'], size: 's', more: { deep: 1 } } }]);
  });

  test('what other sessions ask is not asked here', async () => {
    const { fake, session } = started();
    await using _ = session;
    await session.shows('work $');
    fake.ask(COMMAND, { session: 's2' });
    session.type('ls\n');
    expect(await session.shows('ran ls')).not.toContain('Run a command');
  });
});

describe('a key that is wanted', () => {
  const request = { id: 'k1', profile: 'alpha', origin: 'https://api.example', why: 'No key yet', isRefused: false };

  test('is asked for until there is one, and is never shown', async () => {
    const { fake, session } = started();
    await using _ = session;
    await session.shows('work $');
    fake.keyRequests.set([request]);
    await session.shows('API key for alpha');
    session.type('  \n');
    session.type(' sk-hidden \n');
    await expect.poll(() => fake.said('answerKey')).toEqual([{ id: 'k1', key: 'sk-hidden' }]);
    expect(session.written()).not.toContain('sk-');
  });

  test('after a refused one Enter alone tries it again, and Ctrl+C declines', async () => {
    const { fake, session } = started();
    await using _ = session;
    await session.shows('work $');
    fake.keyRequests.set([{ ...request, isRefused: true }]);
    await session.shows('tries the old key again');
    session.type('\n');
    await expect.poll(() => fake.said('answerKey')).toEqual([{ id: 'k1', key: '' }]);
    fake.keyRequests.set([{ ...request, id: 'k2' }]);
    await session.shows(/API key for alpha[\s\S]*API key for alpha/);
    session.key('Ctrl+C');
    await expect.poll(() => fake.said('declineKey')).toEqual([{ id: 'k2' }]);
  });
});

describe('going on with an earlier session', () => {
  const past = (id: string, title: string, more: Partial<SessionSummary> = {}): SessionSummary => ({
    ...{ id, title, state: 'done', createdAt: 0, updatedAt: Date.now() - 3_600_000, messages: 2, repairs: 0 },
    ...{ usage: { prompt: 0, completion: 0, total: 0 }, isUsageComplete: true, workspace: '/home/me/work' },
    ...more,
  });

  function withPast() {
    const fake = new FakeConsoleApi();
    fake.past = [
      past('2026-b', 'Elsewhere', { workspace: '/other' }),
      past('2026-a', 'Mend the tests', { profile: 'beta' }),
      past('2026-r', 'Rules', { kind: 'record' }),
    ];
    const users = Array.from({ length: 20 }, (_, n) => ({
      kind: 'user' as const,
      id: `u${n}`,
      at: 0,
      text: `say ${n}`,
    }));
    fake.items = [...users, tool({ id: 'c9', state: 'done', result: 'Found' }), assistant('**Done** so')];
    return fake;
  }

  test('is chosen from a list, those of the folder first; its last lines are shown, and its profile answers', async () => {
    const fake = withPast();
    const { session } = started({ resume: '', workspace: '/home/me/work' }, fake);
    await using _ = session;
    const text = await session.shows('Which, 1 to 2');
    expect(text).toMatch(
      /1 {2}Mend the tests\n {5}2 messages, 60 min ago, \/home\/me\/work, 2026-a\n {2}2 {2}Elsewhere/,
    );
    session.type('\n');
    const shown = await session.shows(/beta >>> work\/$/);
    expect(shown).toContain('>>> say 19\n· execute_command\nFound\nDone so\n');
    expect(shown).not.toContain('say 9\n');
    session.type('go on\n');
    await expect.poll(() => fake.said('send')).toMatchObject([{ session: '2026-a', text: 'go on' }]);
    fake.turn.set('done');
  });

  test('is named by its id or the beginning of it; what fits none or several is said', async () => {
    const { session } = started({ resume: '2026-b' }, withPast());
    await session.shows('Done so');
    await session[Symbol.asyncDispose]();
    const { session: none } = started({ resume: '2026' }, withPast());
    await none.shows('More than one session begins with 2026; sigma console -resume lists them.');
    expect(await none.exitCode).toBe(1);
  });
});
