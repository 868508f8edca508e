import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Api } from '#contract';
import { consoleSession } from '../../support/console-session.ts';
import { TerminalReader } from '../../support/terminal-reader.ts';

type Shell = Awaited<ReturnType<typeof consoleSession>>;

/** Starts a line and reads its block as a page does. */
async function open(shell: Shell, line: string) {
  const result = await shell.run(line);
  if (result.kind !== 'block') throw new Error(`no block: ${result.text}`);
  const api: Api['terminals'] = shell.api.terminals;
  const { terminal } = result;
  const reader = await TerminalReader.attach(api, terminal);
  return { terminal, reader, type: (data: string) => api.write({ id: terminal, data }), block: result.block };
}

test('less turns its pages and leaves nothing of itself for push', async () => {
  await using shell = await consoleSession();
  const lines = Array.from({ length: 200 }, (_, at) => `line ${at + 1}`);
  await writeFile(join(shell.workspace, 'long.txt'), `${lines.join('\n')}\n`);
  const { reader, type } = await open(shell, 'less long.txt');
  await reader.until(() => reader.text.includes('line 20'));
  await type('G');
  await reader.until(() => reader.text.includes('line 200'));
  await type('q');
  await reader.until(() => reader.exit !== undefined);
  await shell.untilIdle();
  expect(await shell.lastEnd()).toMatchObject({ exitCode: 0, text: '' });
});

test('vim edits a file in a block that was made smaller meanwhile', async () => {
  await using shell = await consoleSession();
  const { terminal, reader, type } = await open(shell, 'vim -u NONE -i NONE -n note.txt');
  await reader.until(() => reader.text.includes('note.txt'));
  await shell.api.terminals.resize({ id: terminal, columns: 40, rows: 10 });
  await type('ihello from vim\x1b:wq\r');
  await reader.until(() => reader.exit !== undefined);
  await shell.untilIdle();
  expect(await shell.lastEnd()).toMatchObject({ exitCode: 0 });
  expect(String((await shell.lastEnd()).text)).not.toContain('~');
  expect(await shell.say('cat note.txt')).toBe('hello from vim\n');
});

test('top redraws itself until q', async () => {
  await using shell = await consoleSession();
  await mkdir(join(shell.home, '.config'), { recursive: true });
  const { reader, type } = await open(shell, 'top -d 0.5');
  await reader.until(() => /PID.*COMMAND/s.test(reader.text));
  await type('q');
  await reader.until(() => reader.exit !== undefined);
  await shell.untilIdle();
  expect(await shell.lastEnd()).toMatchObject({ exitCode: 0 });
});

test('a progress bar is pushed as it looked at last', async () => {
  await using shell = await consoleSession();
  await shell.say(`sh -c 'printf "10%%\\r50%%\\r100%%\\n\\033[32mdone\\033[0m in \\033[2Cplace\\n"'`);
  expect(await shell.lastEnd()).toMatchObject({ text: '100%\ndone in   place\n', isTail: false });
});

test('a long line that the terminal wraps stays one line, also when the cursor moves', async () => {
  await using shell = await consoleSession();
  const long = 'x'.repeat(300);
  await shell.say(`sh -c 'printf "a\\rb${long}\\n日本語%s\\n" ${'語'.repeat(60)}'`);
  expect(await shell.lastEnd()).toMatchObject({ text: `b${long}\n日本語${'語'.repeat(60)}\n` });
});

test('a program that asks for input gets what is typed into its block', async () => {
  await using shell = await consoleSession();
  const { reader, type } = await open(shell, `sh -c 'printf "name? "; read n; echo "hello $n"'`);
  await reader.until(() => reader.text.includes('name? '));
  await type('world\r');
  await reader.until(() => reader.exit !== undefined);
  expect(reader.text).toContain('hello world');
});

test('a reader who comes after the end still sees all of a short command', async () => {
  await using shell = await consoleSession();
  const result = await shell.run('echo early');
  if (result.kind !== 'block') throw new Error('no block');
  await shell.untilIdle();
  const reader = await TerminalReader.attach(shell.api.terminals, result.terminal);
  await reader.until(() => reader.exit !== undefined);
  expect(reader.text).toContain('early');
});

test('blocks are not in the list of terminals, and count as running until they end', async () => {
  await using shell = await consoleSession();
  await shell.run('sleep 30');
  const abort = new AbortController();
  for await (const list of await shell.api.terminals.changed(undefined, { signal: abort.signal })) {
    expect(list).toEqual([]);
    break;
  }
  expect(shell.terminals.running()).toEqual(['sleep 30']);
  await shell.api.console.interrupt({ session: shell.session });
  await shell.untilIdle();
  expect(shell.terminals.running()).toEqual([]);
});

test('what a line leaves in the background goes on until the host ends', async () => {
  await using shell = await consoleSession();
  await shell.say('(sleep 1; echo later > late.txt) & true');
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(await shell.say('cat late.txt')).toBe('later\n');
});

test('what a program and what it starts used at most is on its end', async () => {
  await using shell = await consoleSession();
  // Busy without programs of its own, which would come and go between two looks.
  await shell.say(`sh -c 'bash -c "while ((SECONDS < 4)); do :; done"; true'`);
  const { peak } = await shell.lastEnd();
  expect(peak).toMatchObject({ cpuPercent: expect.any(Number), memoryBytes: expect.any(Number) });
  expect((peak as { cpuPercent: number }).cpuPercent).toBeGreaterThan(5);
  expect((peak as { memoryBytes: number }).memoryBytes).toBeGreaterThan(500_000);
});
