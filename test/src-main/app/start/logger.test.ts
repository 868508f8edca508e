import { appendFile, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openAppLog } from '#app/start/logger';
import { Redactor } from '#core/secrets/redact';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

async function linesIn(path: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(path, 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

test('each line is a JSON object with time, level, event and fields, in a file for the person alone', async () => {
  await using folder = await temporaryFolder();
  const appLog = openAppLog({ folder: folder.path, redactor: new Redactor() });
  appLog.log.info('terminal.opened', { id: 't1', text: 'two\nlines' });
  await appLog[Symbol.asyncDispose]();

  expect(await linesIn(appLog.file)).toEqual([
    { level: 30, time: expect.stringMatching(/^\d{4}-.*Z$/), event: 'terminal.opened', id: 't1', text: 'two\nlines' },
  ]);
  expect((await stat(appLog.file)).mode & 0o777).toBe(0o600);
});

test('the level decides what is written, from the moment it is set', async () => {
  await using folder = await temporaryFolder();
  const appLog = openAppLog({ folder: folder.path, redactor: new Redactor() });
  appLog.log.debug('not.written');
  appLog.setLevel('debug');
  appLog.log.debug('written');
  appLog.setLevel('error');
  appLog.log.warn('not.written');
  await appLog[Symbol.asyncDispose]();

  expect((await linesIn(appLog.file)).map(({ event }) => event)).toEqual(['written']);
});

test('an error is written with its message, code, stack and causes', async () => {
  await using folder = await temporaryFolder();
  const appLog = openAppLog({ folder: folder.path, redactor: new Redactor() });
  const cause = Object.assign(new Error('inner'), { code: 'EACCES' });
  appLog.log.error('procedure.failed', { error: new TypeError('outer', { cause }) });
  await appLog[Symbol.asyncDispose]();

  expect((await linesIn(appLog.file))[0]).toMatchObject({
    error: {
      name: 'TypeError',
      message: 'outer',
      stack: expect.stringContaining('logger.test'),
      cause: { message: 'inner', code: 'EACCES' },
    },
  });
});

test('of several failures at once each is written, and a cause that goes round in a circle ends', async () => {
  await using folder = await temporaryFolder();
  const appLog = openAppLog({ folder: folder.path, redactor: new Redactor() });
  const circle = new Error('round');
  circle.cause = circle;
  const error = new AggregateError([new Error('the ledger', { cause: new Error('EIO') }), circle], 'not ended cleanly');
  appLog.log.error('app.crashed', { error });
  appLog.fatal('app.crashed', error);
  await appLog[Symbol.asyncDispose]();

  const lines = await linesIn(appLog.file);
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    expect(line).toMatchObject({
      error: {
        message: 'not ended cleanly',
        errors: [{ message: 'the ledger', cause: { message: 'EIO' } }, { message: 'round' }],
      },
    });
  }
});

test('secrets are blanked wherever they stand in a line', async () => {
  await using folder = await temporaryFolder();
  const redactor = new Redactor();
  redactor.add('hunter2-hunter2');
  const appLog = openAppLog({ folder: folder.path, redactor });
  appLog.log.info('model.connected', {
    key: 'hunter2-hunter2',
    error: new Error('bad key sk-abcdefghijklmnopqrstuvwx'),
  });
  appLog.fatal('app.crashed', new Error('hunter2-hunter2'));
  await appLog[Symbol.asyncDispose]();

  const text = await readFile(appLog.file, 'utf8');
  expect(text).not.toMatch(/hunter2|sk-abc/);
  expect(text.match(/\[secret removed\]/g)?.length).toBeGreaterThanOrEqual(3);
});

test('a fatal line is on disk when the call returns', async () => {
  await using folder = await temporaryFolder();
  await using appLog = openAppLog({ folder: folder.path, redactor: new Redactor() });

  appLog.fatal('app.crashed', new Error('the end'));

  expect(await linesIn(appLog.file)).toContainEqual(
    expect.objectContaining({
      level: 60,
      event: 'app.crashed',
      error: expect.objectContaining({ message: 'the end' }),
    }),
  );
});

test('a full file is closed and kept under a number, and only the last ones are kept', async () => {
  await using folder = await temporaryFolder();
  const appLog = openAppLog({ folder: folder.path, redactor: new Redactor(), maxBytes: 2000, maxFiles: 3 });
  for (let index = 0; index < 200; index++) {
    appLog.log.info('line', { index, text: 'x'.repeat(50) });
    if (index % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await appLog[Symbol.asyncDispose]();

  expect((await readdir(folder.path)).sort()).toEqual(['app.1.log', 'app.2.log', 'app.log']);
  const kept = [...(await linesIn(join(folder.path, 'app.1.log'))), ...(await linesIn(appLog.file))];
  expect(kept.at(-1)).toMatchObject({ index: 199 });
  const indices = kept.map(({ index }) => Number(index));
  expect(indices).toEqual(indices.map((_, offset) => (indices[0] ?? 0) + offset));
});

test('the tail is the last lines, oldest first, reaching into the file before', async () => {
  await using folder = await temporaryFolder();
  await appendFile(join(folder.path, 'app.1.log'), 'old 1\nold 2\n');
  await appendFile(join(folder.path, 'app.log'), 'new 1\nnew 2\n');
  await using appLog = openAppLog({ folder: folder.path, redactor: new Redactor() });

  expect(await appLog.tail(3)).toEqual(['old 2', 'new 1', 'new 2']);
  expect(await appLog.tail(1)).toEqual(['new 2']);
});
