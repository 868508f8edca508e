import { createHash } from 'node:crypto';
import { chmod, mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startGroup } from '#process/group';
import { createTerminals, spawnPty } from '#terminal';
import { isAlive, processesWithMark } from '../../support/processes.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import { clientOf, TerminalReader } from '../../support/terminal-reader.ts';

const SIZE = { columns: 80, rows: 24 };
let folder: string;
let mark: string;
let terminals: ReturnType<typeof createTerminals>;
let api: ReturnType<typeof clientOf>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sigma-terminal-'));
  mark = `SIGMA_TEST_MARK=${folder}`;
  // A prompt that is the same everywhere, and no files of the person's.
  await writeFile(join(folder, '.bashrc'), "PS1='READY> '\nbind 'set enable-bracketed-paste off'\n");
  terminals = createTerminals({
    spawnPty,
    environment: { SHELL: '/bin/bash', PATH: '/usr/bin:/bin', HOME: folder, SIGMA_TEST_MARK: folder, HISTFILE: '' },
    defaultCwd: () => folder,
    options: () => ({ shell: undefined, scrollback: 5000, maxOpen: 50 }),
    log: silentLogger,
  });
  api = clientOf(terminals);
});

afterEach(async () => {
  await terminals[Symbol.asyncDispose]();
  const left = await processesWithMark(mark);
  await rm(folder, { recursive: true, force: true });
  expect(left).toEqual([]);
});

async function openShell() {
  const terminal = await api.open(SIZE);
  const reader = await TerminalReader.attach(api, terminal.id);
  await reader.until(() => reader.text.includes('READY> '));
  const type = (data: string) => api.write({ id: terminal.id, data });
  /** Types a line; resolves when the prompt is back after it. */
  const run = async (line: string) => {
    const before = reader.text.length;
    await type(`${line}\r`);
    await reader.until(() => /\nREADY> $/.test(reader.text.slice(before)));
    return reader.text.slice(before);
  };
  return { terminal, reader, type, run };
}

describe('a shell', () => {
  test('starts in the folder it is given, on a terminal of its own with colours', async () => {
    const { run } = await openShell();
    expect(await run('pwd; echo $TERM $COLORTERM $TERM_PROGRAM; test -t 0 && test -t 1 && echo a terminal')).toMatch(
      new RegExp(`${folder}\\r\\nxterm-256color truecolor SigmaShell\\r\\na terminal`),
    );
    expect(await run('ps -o sid=,pid=,tpgid= -p $$ | awk \'{ print ($1 == $2) ? "leads" : "follows" }\'')).toContain(
      'leads',
    );
  });

  test('sees its size change', async () => {
    const { terminal, run } = await openShell();
    expect(await run('stty size')).toContain('24 80');
    await api.resize({ id: terminal.id, columns: 132, rows: 43 });
    expect(await run('stty size')).toContain('43 132');
  });

  test('is interrupted by Ctrl+C, also in the middle of a flood', async () => {
    const { reader, type, run } = await openShell();
    await type('yes floodflood\r');
    await reader.until(() => reader.text.length > 2_000_000);
    const started = Date.now();
    await type('\x03');
    await reader.until(() => reader.text.slice(-2000).includes('READY> '));
    expect(Date.now() - started).toBeLessThan(1000);
    expect(await run('echo back')).toContain('\nback\r\n');
  });

  test('brings a flood whole and in order', async () => {
    const { run } = await openShell();
    const lines = (await run('seq 1 300000')).split('\r\n').slice(1, -1);
    expect(lines.length).toBe(300_000);
    expect(lines.findIndex((line, at) => line !== String(at + 1))).toBe(-1);
  });

  test('gives a pipeline its end: yes | head', async () => {
    const { run } = await openShell();
    const shown = await run('yes line | head -n 20000');
    expect(shown.match(/^line\r$/gm)).toHaveLength(20_000);
  });

  test('shows binary junk with replacements and stays usable', async () => {
    const { run } = await openShell();
    await run("head -c 300000 /dev/urandom; printf '\\033c\\n'");
    expect(await run('printf "[\\377\\303(]\\n"')).toContain('[\ufffd\ufffd(]');
  });

  test('shows characters whose bytes come apart', async () => {
    const { run } = await openShell();
    const shown = await run(
      'for b in "\\346" "\\227" "\\245" "\\360" "\\237" "\\230" "\\200"; do printf $b; sleep 0.02; done; echo',
    );
    expect(shown).toContain('日😀');
  });

  test('takes a paste of a megabyte whole', async () => {
    const { type, reader } = await openShell();
    const lines = Array.from({ length: 12_000 }, (_, at) => `line ${at} ${'p'.repeat(80)}`);
    await type(`stty -echo; sha256sum > sum; stty echo; cat sum\r`);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const text = `${lines.join('\n')}\n`;
    await type(text.replaceAll('\n', '\r'));
    await type('\x04');
    await reader.until(() => /[0-9a-f]{64}/.test(reader.text));
    const expected = createHash('sha256').update(text).digest('hex');
    expect(/[0-9a-f]{64}/.exec(reader.text)?.[0]).toBe(expected);
  });

  test('does not stop the host with a paste into a program that does not read', async () => {
    const { terminal, type } = await openShell();
    await type('stty raw -echo; exec sleep 100\r');
    await new Promise((resolve) => setTimeout(resolve, 300));
    await type('x'.repeat(2_000_000));
    const started = Date.now();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(Date.now() - started).toBeLessThan(500);
    await api.close({ id: terminal.id });
  });

  test('keeps what is typed ahead, in small portions, whole and in order', async () => {
    const { type, reader } = await openShell();
    await type(`stty raw -echo; echo GO; sleep 1; head -c 100000 | sha256sum; stty sane\r`);
    await reader.until(() => /GO\s/.test(reader.text.split('stty sane').at(-1) ?? ''));
    const portions = Array.from({ length: 200 }, (_, at) => String(at).padStart(500, '.'));
    const started = Date.now();
    for (const portion of portions) await type(portion);
    expect(Date.now() - started).toBeLessThan(900);
    const expected = createHash('sha256').update(portions.join('')).digest('hex');
    await reader.until(() => reader.text.includes(expected));
  });

  test('reports its exit code, and the signal that killed it', async () => {
    const { terminal, reader, type } = await openShell();
    await type('exit 42\r');
    await reader.until(() => reader.exit !== undefined);
    expect(reader.exit).toMatchObject({ exitCode: 42 });

    await api.restart({ id: terminal.id, ...SIZE });
    await reader.until(() => reader.exit === undefined && reader.text.endsWith('READY> '));
    await type('kill -KILL $$\r');
    await reader.until(() => reader.exit !== undefined);
    expect(reader.exit).toMatchObject({ signal: 'SIGKILL' });
  });

  test('loses no output when it ends at once, also for a reader that comes afterwards', async () => {
    const { terminal, reader, type } = await openShell();
    await type('seq 1 4000; exit\r');
    await reader.until(() => reader.exit !== undefined);
    const late = await TerminalReader.attach(api, terminal.id);
    await late.until(() => late.exit !== undefined);
    for (const one of [reader, late]) expect(one.text).toMatch(/\n3999\r\n4000\r\n/);
  });
});

describe('what runs in a terminal', () => {
  test('is named while it is in the foreground or in the background', async () => {
    const { terminal, type, run } = await openShell();
    expect(terminals.running()).toEqual([]);
    await type('sleep 90\r');
    await expect.poll(() => terminals.running()).toEqual(['sleep']);
    await type('\x03');
    await expect.poll(() => terminals.running()).toEqual([]);
    await run('sleep 91 &');
    await expect.poll(() => api.job({ id: terminal.id })).toEqual({ name: 'sleep' });
  });

  test('ends with the terminal: foreground, background, stopped, and what ignores the hang-up', async () => {
    const { terminal, run, type } = await openShell();
    await run('sleep 1001 &');
    await run('nohup sleep 1002 >/dev/null 2>&1 &');
    await run('(trap "" HUP TERM; sleep 1003; sleep 1004) &');
    await run('sleep 1005 & kill -STOP $!');
    await type('sleep 1006\r');
    await expect.poll(async () => (await processesWithMark(mark)).length).toBeGreaterThanOrEqual(6);

    await api.close({ id: terminal.id });
    expect(await processesWithMark(mark)).toEqual([]);
    expect(await isAlive(terminal.pid)).toBe(false);
  });

  test('cannot reach other terminals: their masters are not inherited, by shells or by commands', async () => {
    const first = await openShell();
    const second = await openShell();
    for (const { terminal } of [first, second]) {
      const folderOf = `/proc/${terminal.pid}/fd`;
      const targets = await Promise.all((await readdir(folderOf)).map((fd) => readlink(join(folderOf, fd))));
      expect(targets.filter((target) => target.includes('ptmx'))).toEqual([]);
    }
  });
});

describe('a shell that cannot be started', () => {
  test('because its folder is gone is INVALID_INPUT', async () => {
    await expect(api.open({ ...SIZE, cwd: join(folder, 'gone') })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  test('because it is no program is INVALID_INPUT, with the path', async () => {
    const file = join(folder, 'no-shell');
    await writeFile(file, 'text');
    await chmod(file, 0o644);
    await expect(api.open({ ...SIZE, shell: file })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      data: { where: file },
    });
    expect(terminals.running()).toEqual([]);
  });
});

test('a command of an agent does not inherit the masters of terminals', async () => {
  await openShell();
  await using group = await startGroup({
    file: '/bin/ls',
    args: ['-l', '/proc/self/fd'],
    cwd: '/',
    environment: { PATH: '/usr/bin:/bin' },
  });
  let listing = '';
  group.stdout.on('data', (bytes) => {
    listing += bytes;
  });
  await group.exited;
  await expect.poll(() => listing).toContain('-> ');
  expect(listing).not.toContain('ptmx');
});
