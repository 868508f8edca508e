import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { Redactor } from '#core/secrets/redact';
import { OutputCollector } from '../../../../src-main/execution/runs/output-collector.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

test('what was dropped at the limit is missing, also where the limit is raised before the end', async () => {
  await using folder = await temporaryFolder();
  const spoolPath = join(folder.path, 'spool');
  const output = new OutputCollector({ maxBytes: 4, spoolPath, onOutput: () => {}, onTooMuch: () => {} });
  const pipe = new PassThrough();
  const collected = output.collect(pipe, 'stdout');

  pipe.write('123456');
  await new Promise((resolve) => setImmediate(resolve));
  output.maxBytes = 100;
  pipe.end('789');
  await collected;

  expect(await output.finish()).toBe('1234789');
  expect(output.hasAllInSpool).toBe(false);
});

test('a secret that comes in pieces is blanked also where the other stream printed between them', async () => {
  await using folder = await temporaryFolder();
  const spoolPath = join(folder.path, 'spool');
  const [redactor, key] = [new Redactor(), `hush-${'x'.repeat(20)}`];
  redactor.add(key);
  const output = new OutputCollector({ maxBytes: 1000, spoolPath, redactor, onOutput: () => {}, onTooMuch: () => {} });
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const collected = [output.collect(stdout, 'stdout'), output.collect(stderr, 'stderr')];
  const printed = () => new Promise((resolve) => setImmediate(resolve));

  stdout.write(`key: ${key.slice(0, 9)}`);
  await printed();
  stderr.write(`warning ${key.slice(0, 7)}`);
  await printed();
  stdout.end(`${key.slice(9)}\n`);
  await printed();
  stderr.end(`${key.slice(7)}\n`);
  await Promise.all(collected);

  const shown = 'key: warning [secret removed]\n[secret removed]\n';
  expect(await output.finish()).toBe(shown);
  expect(await readFile(spoolPath, 'utf8')).toBe(shown);
  expect([output.errorText, output.redacted]).toEqual(['warning [secret removed]\n', 2]);
});
