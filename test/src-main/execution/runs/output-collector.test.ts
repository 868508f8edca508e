import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
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
