import { describe, expect, test } from 'vitest';
import { builtin } from '../../support/fake-console-api.ts';
import { assistant, started } from './console-box.ts';

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

  test('Shift+Tab says what the session may do without asking, and what is typed stays', async () => {
    const { fake, session } = started();
    await using _ = session;
    fake.mode = 'edits';
    await session.shows('work $');
    session.type('echo half');
    session.key('Shift+Tab');
    await session.shows(/^Permission mode: Edits allowed\nwork \$ echo half$/);
    session.type(' done\n');
    await session.shows('ran echo half done');
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
