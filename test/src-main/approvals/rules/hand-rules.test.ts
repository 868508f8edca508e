import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allow, command, policyBench, REST } from '../policy-bench.ts';

test.each([
  ['less', 'less .env'],
  ['more', 'more .env'],
  ['cat', 'cat .env'],
  ['grep', 'grep -r s3cr .'],
  ['rg', 'rg -uuu s3cr'],
])('a rule by hand for %s with anything does not show what is secret: %s', async (program, line) => {
  await using bench = await policyBench();
  await writeFile(join(bench.workspace, '.env'), 'KEY=s3cr\n');
  const box = { hasBox: true, user: [allow(command(program, [REST], { runs: 'box' }))] };
  const outside = { hasBox: true, user: [allow(command(program, [REST], { runs: 'outside' }))] };
  // In the box such a file is empty.
  expect(await bench.line(line, box)).not.toMatchObject({ verdict: 'allow', sandbox: 'none' });
  expect((await bench.line(line, outside)).verdict).not.toBe('allow');
});
