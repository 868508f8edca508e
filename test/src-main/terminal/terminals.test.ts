import headless from '@xterm/headless';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import type { Terminal } from '#contract';
import { createTerminals } from '#terminal';
import type { FakePty } from '../../support/fake-pty.ts';
import { fakePtys } from '../../support/fake-pty.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import { clientOf, TerminalReader } from '../../support/terminal-reader.ts';

const SIZE = { columns: 80, rows: 24 };
const KILOBYTE = 1024;
const opened: AsyncDisposable[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one[Symbol.asyncDispose]()));
});

function setUp(options: { maxOpen?: number; environment?: Record<string, string> } = {}) {
  const { spawnPty, ptys } = fakePtys();
  const terminals = createTerminals({
    spawnPty,
    environment: options.environment ?? { SHELL: '/bin/sh', PATH: '/usr/bin:/bin' },
    defaultCwd: () => '/',
    options: () => ({ shell: undefined, scrollback: 500, maxOpen: options.maxOpen ?? 50 }),
    log: silentLogger,
  });
  opened.push(terminals);
  return { terminals, api: clientOf(terminals), ptys };
}

async function openOne() {
  const { terminals, api, ptys } = setUp();
  const terminal = await api.open(SIZE);
  const pty = ptys[0] as FakePty;
  return { terminals, api, terminal, pty, ptys };
}

/** The rows and the cursor of a screen that was sent these texts one after the other. */
async function screenOf(...texts: readonly string[]) {
  const terminal = new headless.Terminal({ cols: SIZE.columns, rows: SIZE.rows, allowProposedApi: true });
  for (const text of texts) await new Promise<void>((resolve) => terminal.write(text, resolve));
  const { active } = terminal.buffer;
  const row = (at: number) => active.getLine(active.baseY + at)?.translateToString(true);
  return { rows: Array.from({ length: SIZE.rows }, (_, at) => row(at)), cursor: [active.cursorX, active.cursorY] };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function listed(api: ReturnType<typeof clientOf>): Promise<readonly Terminal[]> {
  for await (const list of await api.changed()) return list;
  return [];
}

describe('a reader', () => {
  test('gets a replay of what was printed before it came, then what follows', async () => {
    const { api, terminal, pty } = await openOne();
    pty.say('before\r\n');

    const reader = await TerminalReader.attach(api, terminal.id);
    await reader.until(() => reader.text.includes('before'));
    pty.say('after');
    await reader.until(() => reader.text.includes('after'));

    expect(reader.outputs[0]).toMatchObject({ kind: 'replay', columns: 80, rows: 24 });
    expect(reader.text.match(/before/g)).toHaveLength(1);
    await reader.leave();
  });

  test('gets each character once, however output and attaching interleave', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(fc.constant('attach' as const), fc.constant('wait' as const), fc.integer({ min: 1, max: 15 })),
          { maxLength: 30 },
        ),
        async (steps) => {
          const { terminals, api, terminal, pty } = await openOne();
          const readers: TerminalReader[] = [];
          let next = 0;
          for (const step of steps) {
            if (step === 'attach') readers.push(await TerminalReader.attach(api, terminal.id));
            else if (step === 'wait') await pause(2);
            else for (let line = 0; line < step; line++) pty.say(`<${next++}>\r\n`);
          }
          readers.push(await TerminalReader.attach(api, terminal.id));
          pty.say('end');
          await Promise.all(readers.map((reader) => reader.until(() => reader.text.includes('end'))));

          const wanted = Array.from({ length: next }, (_, at) => `<${at}>`);
          for (const reader of readers) expect(reader.text.match(/<\d+>/g) ?? []).toEqual(wanted);
          await Promise.all(readers.map((reader) => reader.leave()));
          await terminals[Symbol.asyncDispose]();
        },
      ),
      { numRuns: process.env.SIGMA_TEST_LONG === '1' ? 300 : 25 },
    );
  });

  test('sees colours, the alternate screen, modes and a hidden cursor in its replay', async () => {
    const { api, terminal, pty } = await openOne();
    pty.say(
      'plain\r\n\x1b[31mred\x1b[0m\x1b[?1049h\x1b[2J\x1b[5;3Hfull\x1b[?25l\x1b[?1002h\x1b[?1006h\x1b[?2004h\x1b[4 q\x1b[3;10r',
    );

    const reader = await TerminalReader.attach(api, terminal.id);
    await reader.until(() => reader.outputs.length > 0);

    expect(reader.text).toContain('\x1b[31mred');
    for (const sequence of [
      '\x1b[?1049h',
      'full',
      '\x1b[?25l',
      '\x1b[?1002h',
      '\x1b[?1006h',
      '\x1b[?2004h',
      '\x1b[4 q',
      '\x1b[3;10r',
    ]) {
      expect(reader.text).toContain(sequence);
    }
    await reader.leave();
  });

  test.each([
    ['a region that ends with the screen', 'first\x1b[2r\x1b[24H'],
    ['a region that the next one does not replace', 'first\x1b[2;10r\x1b[5;5r\x1b[10H'],
    ['a region that is longer than the screen', 'first\x1b[2;99r\x1b[24H'],
    ['with the cursor before a full last row', `first${'\r\n'.repeat(23)}${'x'.repeat(80)}\x1b[2;5H`],
    ['with the cursor in a full row', `${'x'.repeat(80)}\r\n\x1b[A\x1b[5C`],
    ['no region any more', 'first\x1b[2r\x1b[r\x1b[24H'],
  ])('goes on as the program does: %s', async (_, printed) => {
    const { api, terminal, pty } = await openOne();
    pty.say(printed);
    const reader = await TerminalReader.attach(api, terminal.id);
    await reader.until(() => reader.outputs.length > 0);

    expect(await screenOf(reader.text)).toEqual(await screenOf(printed));
    const more = '\r\nmore'.repeat(30);
    expect(await screenOf(reader.text, more)).toEqual(await screenOf(printed, more));
    await reader.leave();
  });

  test('has mouse reports in the form that a soft reset left', async () => {
    const { api, terminal, pty } = await openOne();
    pty.say('\x1b[?1002h\x1b[?1006h\x1b[?25l\x1b[!p');
    const reader = await TerminalReader.attach(api, terminal.id);
    await reader.until(() => reader.outputs.length > 0);

    expect(reader.text).toContain('\x1b[?1006h');
    expect(reader.text).not.toContain('\x1b[?25l');
    await reader.leave();
  });

  test('hears of the exit, also when it comes later', async () => {
    const { api, terminal, pty } = await openOne();
    const early = await TerminalReader.attach(api, terminal.id);
    pty.say('bye');
    pty.exit({ exitCode: 7 });
    const late = await TerminalReader.attach(api, terminal.id);

    for (const reader of [early, late]) {
      await reader.until(() => reader.exit !== undefined);
      expect(reader.exit).toMatchObject({ exitCode: 7 });
      expect(reader.text).toContain('bye');
      await reader.leave();
    }
    expect((await listed(api))[0]?.exit).toMatchObject({ exitCode: 7 });
  });

  test('of a terminal that is not there fails with NOT_FOUND', async () => {
    const { api } = setUp();
    await expect(api.attach({ id: 'nobody' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('flow control', () => {
  const chunk = 'x'.repeat(79).concat('\n').repeat(128);

  test('pauses the program while a reader has more than 512 KB undrawn, until it is below 128 KB', async () => {
    const { api, terminal, pty } = await openOne();
    const reader = await TerminalReader.attach(api, terminal.id, { isStalled: true });
    await reader.until(() => reader.outputs.length > 0);
    let said = 0;
    while (!pty.isPaused && said < 4096 * KILOBYTE) {
      pty.say(chunk);
      said += chunk.length;
      // Time for the host to take it in, so that only the reader is behind.
      await pause(10);
    }

    expect(said).toBeGreaterThan(512 * KILOBYTE);
    expect(said).toBeLessThanOrEqual(512 * KILOBYTE + 2 * chunk.length);
    await reader.acknowledge(said - 130 * KILOBYTE);
    expect(pty.isPaused).toBe(true);
    await reader.acknowledge(10 * KILOBYTE);
    expect(pty.isPaused).toBe(false);
    await reader.leave();
  });

  test('lets the program go on when the reader that was behind leaves', async () => {
    const { api, terminal, pty } = await openOne();
    const reader = await TerminalReader.attach(api, terminal.id, { isStalled: true });
    await reader.until(() => reader.outputs.length > 0);
    while (!pty.isPaused) {
      pty.say(chunk);
      await pause(5);
    }

    await reader.leave();
    expect(pty.isPaused).toBe(false);
  });

  test('without a reader pauses only until the host has taken the output in', async () => {
    const { pty } = await openOne();
    // Lines that only feed do not scroll out as they are, so that all of them are taken in.
    for (let count = 0; count < 150; count++) pty.say(chunk);
    expect(pty.isPaused).toBe(true);

    for (let waited = 0; pty.isPaused && waited < 5000; waited += 20) await pause(20);
    expect(pty.isPaused).toBe(false);
  });

  test('joins many small writes and lets the first through at once', async () => {
    const { api, terminal, pty } = await openOne();
    const reader = await TerminalReader.attach(api, terminal.id);
    await reader.until(() => reader.outputs.length > 0);
    await pause(20);
    for (let at = 0; at < 1000; at++) pty.say('ab');
    await reader.until(() => reader.text.length >= 2000);

    const pieces = reader.outputs.filter(({ kind }) => kind === 'data');
    expect(pieces[0]).toEqual({ kind: 'data', data: 'ab' });
    expect(pieces.length).toBeLessThan(10);
    await reader.leave();
  });
});

describe('titles', () => {
  test('are the program that runs, else the folder', async () => {
    const { api, terminal, pty } = await openOne();
    expect(terminal.title).toBe('/');
    pty.jobName = 'npm';
    pty.say('$ npm test');
    await expect.poll(async () => (await listed(api))[0]?.title).toBe('npm');
    pty.jobName = undefined;
    pty.say('done');
    await expect.poll(async () => (await listed(api))[0]?.title).toBe('/');
  });

  test('come from the program without its control characters, and a name the person gave wins', async () => {
    const { api, terminal, pty } = await openOne();
    expect(terminal.title).toBe('/');
    pty.say(`\x1b]0;make \u202eall${'x'.repeat(5000)}\x07`);
    await pause(80);
    const [shown] = await listed(api);
    expect(shown?.title).toMatch(/^make allx+$/);
    expect(shown?.title).not.toContain('\u202e');
    expect(shown?.title.length).toBeLessThanOrEqual(200);

    await api.rename({ id: terminal.id, title: 'server' });
    pty.say('\x1b]2;other\x07');
    await pause(80);
    expect((await listed(api))[0]?.title).toBe('server');

    await api.rename({ id: terminal.id, title: '' });
    expect((await listed(api))[0]?.title).toBe('other');
  });
});

describe('what a program asks its terminal', () => {
  test('is answered by the host only while nobody reads', async () => {
    const { api, terminal, pty } = await openOne();
    pty.say('\x1b[6n');
    await pause(30);
    expect(pty.written).toBe('\x1b[1;1R');

    const reader = await TerminalReader.attach(api, terminal.id);
    await reader.until(() => reader.outputs.length > 0);
    pty.say('\x1b[6n');
    await pause(30);
    expect(pty.written).toBe('\x1b[1;1R');
    await reader.leave();
  });
});

describe('a terminal', () => {
  test('is restarted in its place, keeps what it showed, and only when it has ended', async () => {
    const { api, terminal, pty, ptys } = await openOne();
    await expect(api.restart({ id: terminal.id, ...SIZE })).rejects.toMatchObject({ code: 'CONFLICT' });
    const reader = await TerminalReader.attach(api, terminal.id);
    pty.say('first\x1b[?1049hleft in full screen');
    pty.exit({ exitCode: 1 });
    await reader.until(() => reader.exit !== undefined);

    await api.restart({ id: terminal.id, columns: 100, rows: 30 });
    ptys[1]?.say('second');
    await reader.until(() => reader.text.includes('second'));

    expect(reader.text).toContain('first');
    expect(reader.text).not.toContain('\x1b[?1049h');
    expect(reader.outputs.filter(({ kind }) => kind === 'replay')).toHaveLength(2);
    expect(reader.exit).toBeUndefined();
    expect((await listed(api))[0]).toMatchObject({ columns: 100, rows: 30, exit: undefined });
    await reader.leave();
  });

  test('forgets its scrollback when cleared', async () => {
    const { api, terminal, pty } = await openOne();
    for (let line = 0; line < 100; line++) pty.say(`old ${line}\r\n`);
    await api.clear({ id: terminal.id });
    pty.say('new');

    const reader = await TerminalReader.attach(api, terminal.id);
    await reader.until(() => reader.text.includes('new'));
    expect(reader.text).not.toContain('old');
    await reader.leave();
  });

  test('is resized with its program', async () => {
    const { api, terminal, pty } = await openOne();
    await api.resize({ id: terminal.id, columns: 120, rows: 40 });
    await api.resize({ id: terminal.id, columns: 120, rows: 40 });
    expect(pty.sizes).toEqual([{ columns: 120, rows: 40 }]);

    const reader = await TerminalReader.attach(api, terminal.id);
    await reader.until(() => reader.outputs.length > 0);
    expect(reader.outputs[0]).toMatchObject({ columns: 120, rows: 40 });
    await reader.leave();
  });

  test('ends its readers and its program when closed', async () => {
    const { api, terminal, pty } = await openOne();
    const reader = await TerminalReader.attach(api, terminal.id);
    await reader.until(() => reader.outputs.length > 0);
    await api.close({ id: terminal.id });

    await reader.done;
    expect(pty.isDisposed).toBe(true);
    expect(await listed(api)).toEqual([]);
    await expect(api.write({ id: terminal.id, data: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('tells what runs in it', async () => {
    const { terminals, api, terminal, pty } = await openOne();
    expect(terminals.running()).toEqual([]);
    pty.jobName = 'make';
    expect(terminals.running()).toEqual(['/: make']);
    expect(await api.job({ id: terminal.id })).toEqual({ name: 'make' });
    pty.exit();
    expect(terminals.running()).toEqual([]);
  });

  test('one too many fails with LIMIT_EXCEEDED, also when opened at the same time', async () => {
    const { api } = setUp({ maxOpen: 2 });
    const results = await Promise.allSettled([api.open(SIZE), api.open(SIZE), api.open(SIZE)]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    await expect(api.open(SIZE)).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
  });

  test('starts with an environment of its own, without what is meant for node, Electron or another terminal', async () => {
    const { api, ptys } = setUp({
      environment: {
        SHELL: '/bin/sh',
        NODE_OPTIONS: '--inspect',
        ELECTRON_RUN_AS_NODE: '1',
        TMUX: 'x',
        TERM: 'dumb',
        FOO: 'bar',
      },
    });
    await api.open(SIZE);
    const { environment } = (ptys[0] as FakePty).options;
    expect(environment).toEqual({
      SHELL: '/bin/sh',
      FOO: 'bar',
      LANG: 'C.UTF-8',
      PWD: '/',
      TERM: 'xterm-256color',
      COLORTERM: 'truecolor',
      TERM_PROGRAM: 'SigmaShell',
    });
  });
});
