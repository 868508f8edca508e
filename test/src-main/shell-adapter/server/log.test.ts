import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Redactor } from '#core/secrets/redact';
import {
  AdapterLog,
  type AdapterLogOptions,
  inLine,
} from '../../../../src-main/shell-adapter/server/log/adapter-log.ts';
import { formatRecord } from '../../../../src-main/shell-adapter/server/log/python-format.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const record = { at: new Date(2026, 0, 5, 7, 8, 9, 42), level: 'WARNING', message: 'hi' } as const;

test.each([
  ['%(asctime)s - %(name)s - %(levelname)s - %(message)s', '2026-01-05 07:08:09,042 - shell_adapter - WARNING - hi'],
  ['%(levelname)-10s|%(levelname)10s|%(levelno)05d', 'WARNING   |   WARNING|00030'],
  ['%(message).1s %(levelno)s 100%% %(unknown)s %(', 'h 30 100% %(unknown)s %('],
  ['%(process)d', String(process.pid)],
])('a record by %s is as Python writes it', (format, line) => {
  expect(formatRecord(format, record)).toBe(line);
});

async function logged(options: Partial<AdapterLogOptions>, write: (log: AdapterLog) => void) {
  const folder = await temporaryFolder();
  const problems: string[] = [];
  const critical: string[] = [];
  const redactor = new Redactor();
  redactor.add('hunter2hunter2');
  const path = join(folder.path, 'logs', 'deep', 'a.log');
  const known = { path, level: 'info', format: '%(levelname)s %(message)s', maxBytes: 0, backups: 0, redactor };
  const told = { onProblem: (text: string) => problems.push(text), onCritical: (line: string) => critical.push(line) };
  {
    await using log = new AdapterLog({ ...known, ...told, ...options });
    write(log);
  }
  return { folder, path, problems, critical };
}

test('the folder is made, the level leaves out what is below it, secrets are blanked, CRITICAL is said as well', async () => {
  const { folder, path, critical } = await logged({ level: 'Warning' }, (log) => {
    log.info('not this');
    log.warning('token hunter2hunter2');
    log.critical('broken');
  });
  await using _ = folder;
  expect(readFileSync(path, 'utf8')).toBe('WARNING token [secret removed]\nCRITICAL broken\n');
  expect(critical).toEqual(['CRITICAL broken']);
});

test('by size 500 and count 3 there are four files, each within the size, the newest records in the first', async () => {
  const { folder, path } = await logged({ maxBytes: 500, backups: 3 }, (log) => {
    for (let count = 0; count < 200; count++) log.info(`record ${String(count).padStart(4, '0')}`);
  });
  await using _ = folder;
  const names = readdirSync(join(path, '..')).sort();
  expect(names).toEqual(['a.log', 'a.log.1', 'a.log.2', 'a.log.3']);
  const newestFirst = names.map((name) => readFileSync(join(path, '..', name), 'utf8'));
  for (const name of names) expect(statSync(join(path, '..', name)).size).toBeLessThan(500);
  const records = newestFirst.reverse().join('').trim().split('\n');
  expect(records.at(-1)).toBe('INFO record 0199');
  expect(records).toEqual([...records].sort());
  // 17 bytes each: 29 fit below 500.
  expect(newestFirst[0]?.split('\n').length).toBe(30);
});

test.each([
  { maxBytes: 0, backups: 3 },
  { maxBytes: 100, backups: 0 },
])('%o never rotates', async (options) => {
  const { folder, path } = await logged(options, (log) => {
    for (let count = 0; count < 50; count++) log.info('a record');
  });
  await using _ = folder;
  expect(readdirSync(join(path, '..'))).toEqual(['a.log']);
});

test('a log that cannot be written is told once, and nothing else happens', async () => {
  await using folder = await temporaryFolder();
  mkdirSync(join(folder.path, 'd'));
  writeFileSync(join(folder.path, 'd', 'file'), '');
  const { problems } = await logged({ path: join(folder.path, 'd', 'file', 'a.log') }, (log) => {
    log.info('one');
    log.info('two');
  });
  expect(problems).toEqual([expect.stringMatching(/^The log .* cannot be written: /)]);
});

test('what a client sends stays one line of the log', () => {
  expect(inLine('a\nINFO forged\r\u2028\u001b[2J')).toBe('a\\nINFO forged\\u000d\\u2028\\u001b[2J');
});
