import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { adapterClient } from '../../support/adapter-client.ts';
import { startPhi } from '../../support/phi-program.ts';
import { processesWithMark } from '../../support/processes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Time during which a question accepts no keys, because they may be meant for something else; in milliseconds. */
const HEED_MS = 500;
const heeded = () => new Promise((resolve) => setTimeout(resolve, HEED_MS));

async function adapterInTerminal() {
  const folder = await temporaryFolder();
  await mkdir(join(folder.path, 'work'));
  const file = join(folder.path, 'c.yaml');
  await writeFile(file, 'adapter: { preset: desktop, workspace_directory: work }\nsocketio: { port: 0 }\n');
  const data = join(folder.path, 'data');
  const terminal = await startPhi({
    args: ['adapter', '--config', file],
    cwd: folder.path,
    environment: { PATH: process.env.PATH ?? '', HOME: folder.path, SIGMA_DATA: data, SHELL: '/bin/bash' },
    size: { columns: 120, rows: 40 },
  });
  const url = /listens at (\S+)/.exec(await terminal.shows('Ctrl+C stops it'))?.[1] ?? '';
  const client = adapterClient(url);
  return {
    terminal,
    home: folder.path,
    run: (command: string) => client.ask('execute_command', { command }),
    [Symbol.asyncDispose]: async () => {
      await client[Symbol.asyncDispose]();
      await terminal[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

test('sigma adapter asks in its terminal: who wants what and why; Enter runs it, words refuse it, one question after the other', async () => {
  await using at = await adapterInTerminal();
  const { terminal, run } = at;
  // What was typed while nothing was asked answers nothing.
  terminal.type('\nyes\n');
  const first = run('touch a; rm a; echo "$((6 * 7))"');
  await terminal.shows('Enter runs it');
  // Which of two that come together is judged first is nobody's promise.
  const second = run('rm -f b');
  await heeded();
  const [, asked = ''] = (await terminal.screen()).split('Ctrl+C stops it.');
  expect(asked).toContain('touch a; rm a; echo');
  expect(asked).toContain(`in ${join(at.home, 'work')}`);
  expect(asked).toContain('for Shell Adapter client 127.0.0.1');
  expect(asked.match(/rm deletes a/g)).toHaveLength(1);
  expect(asked).not.toContain('rm -f b');

  terminal.type('\n');
  expect(await first).toMatchObject({ stdout: '42', exit_code: 0 });
  await terminal.shows('rm -f b');
  await heeded();
  terminal.type('better not\n');
  expect(await second).toMatchObject({
    error: { code: 'confirmation_denied', message: expect.stringContaining('better not') },
  });
});

test('Ctrl+C at a question ends it all: who waits is told, nothing runs on, and the cursor stands on a line of its own', async () => {
  await using at = await adapterInTerminal();
  const waiting = at.run('rm -f b');
  await at.terminal.shows('Enter runs it');
  await heeded();
  at.terminal.type('\u0003');
  expect(await waiting).toMatchObject({ error: { code: 'adapter_stopping' } });
  expect(await at.terminal.exit).toMatchObject({ exitCode: 0 });
  // Whatever the shell prints next does not stand behind the question.
  expect(stripVTControlCharacters(at.terminal.written())).toMatch(/\n$/);
  expect(await processesWithMark(`HOME=${at.home}`)).toEqual([]);
});
