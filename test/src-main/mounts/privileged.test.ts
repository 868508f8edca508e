import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { helperWord, parseHelperAnswer } from '../../../src-main/mounts/privileged/helper-answer.ts';
import { installCommand } from '../../../src-main/mounts/privileged/install-helper.ts';
import { rootRunResult, runAsRoot } from '../../../src-main/mounts/privileged/run-as-root.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const failed = (message: string, code?: number) =>
  Object.assign(new Error(message), code === undefined ? {} : { code });

describe('what sudo-prompt tells', () => {
  test.each([
    ['it ran', undefined, 'ran'],
    ['it ran and failed', failed('Command failed: x', 1), 'ran'],
    ['the person closed the window', failed('User did not grant permission.', 126), 'dismissed'],
    ['the person may not', failed('User did not grant permission.', 127), 'refused'],
    ['nobody asks', failed('No polkit authentication agent found.', 127), 'unavailable'],
    ['there is no pkexec', failed('Unable to find pkexec or kdesudo.'), 'unavailable'],
  ])('%s', (_, error, kind) => {
    expect(rootRunResult(error, '{}', '').kind).toBe(kind);
  });
});

test('a command line with marks of a shell is never run', async () => {
  for (const mark of ['$', '`', '"', "'", '\\', '\n', ';', '!', '*', '(', '<', '{', '~', '#']) {
    await expect(runAsRoot(`/usr/bin/true a${mark}b`)).rejects.toThrow('marks that a shell understands');
  }
});

test('a request is one word of plain letters, whatever it holds', () => {
  const word = helperWord({ verb: 'mount', image: '/a,b:c\n"$(id)`\udcff' });
  expect(word).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(JSON.parse(Buffer.from(word, 'base64url').toString())).toEqual({
    verb: 'mount',
    image: '/a,b:c\n"$(id)`\udcff',
  });
});

test('only an answer in the helper’s form is believed', () => {
  expect(parseHelperAnswer('{"ok": true, "id": "1"}\n')).toMatchObject({ ok: true, members: { id: '1' } });
  expect(parseHelperAnswer('{"ok": false, "code": "busy", "message": "No."}')).toEqual({
    ok: false,
    code: 'busy',
    message: 'No.',
  });
  for (const text of ['', 'null', '[]', '{}', '{"ok": false}', 'Traceback'])
    expect(parseHelperAnswer(text)).toBeUndefined();
});

test('the command that installs the helper has its bytes in itself, and writes just them', async () => {
  await using folder = await temporaryFolder();
  const bytes = randomBytes(5000);
  const place = join(folder.path, 'libexec', 'helper');
  await mkdir(join(folder.path, 'libexec'));
  const command = installCommand(bytes, place);
  expect(command).toMatch(/^[A-Za-z0-9 /._=+&|>-]+$/);
  const [, packed = ''] = /echo (\S+) /.exec(command) ?? [];
  expect(gunzipSync(Buffer.from(packed, 'base64')).equals(bytes)).toBe(true);
  execFileSync('/bin/bash', ['-c', `umask 000; ${command}`]);
  expect((await readFile(place)).equals(bytes)).toBe(true);
  expect((await stat(place)).mode & 0o777).toBe(0o755);
});
