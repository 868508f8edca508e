import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { programOpener } from '../../../../src-main/providers/program/program-link.ts';
import { silentLogger } from '../../../support/silent-logger.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

/** Declares one tool, writes down each call that it reads, and answers the one named `second`. */
const PROGRAM = `
printf '{"type":"function","function":{"name":"act","parameters":{"type":"object"}}}\\n\\n'
while read -r line; do
  printf '%s\\n' "$line" >> calls
  printf '{"call_id":"second","content":"done"}\\n'
done`;

test('a call that was stopped before it came to the program is not written to it', async () => {
  await using folder = await temporaryFolder();
  const dir = folder.path;
  const environment = { PATH: process.env.PATH ?? '' };
  const context = {
    cwd: dir,
    environment,
    readyMs: 20_000,
    confirm: () => Promise.reject(new Error('nothing to confirm')),
    askForm: () => Promise.reject(new Error('no form')),
    onProgress: () => {},
    onStderr: () => {},
  };
  const open = programOpener({ log: silentLogger, redact: (text) => text });
  const { signal } = new AbortController();
  await using link = await open({ kind: 'program', argv: ['sh', '-c', PROGRAM] }, context, signal);
  const asked = { tool: 'act', arguments: '{}', dir, session: 's', timeoutMs: 20_000 };

  const stopped = link.call({ ...asked, callId: 'first' }, AbortSignal.abort());
  await expect(stopped).rejects.toThrow('act was stopped before it answered.');
  expect(await link.call({ ...asked, callId: 'second' }, signal)).toBe('done');

  const calls = (await readFile(join(dir, 'calls'), 'utf8')).trimEnd().split('\n');
  expect(calls.map((line) => JSON.parse(line).call_id)).toEqual(['second']);
});
