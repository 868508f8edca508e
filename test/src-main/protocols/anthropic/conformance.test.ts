import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { anthropicRequest } from '../../../conformance/anthropic-request.ts';
import { anthropicStream } from '../../../conformance/anthropic-stream.ts';

const casesOf = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../fixtures/protocols', name), 'utf8')) as unknown[];

test.each([
  ['anthropic-request.json', anthropicRequest, 54],
  ['anthropic-stream.json', anthropicStream, 39],
])('%s passes whole', async (file, suite, count) => {
  const cases = casesOf(file);
  expect(cases).toHaveLength(count);
  expect(await suite(cases, () => {})).toEqual({ passed: count, skipped: 0, failures: [] });
});
