import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { attributesIn, writeAttributes } from '#process/file-attributes';

test.skipIf(process.platform === 'win32').each([
  ['was killed', 'kill -KILL $$', undefined],
  ['asked that no other be run', 'exit 255', undefined],
  ['failed for some files', 'exit 1', new Map([['/a', 'user.b=0x61']])],
  ['was done', 'exit 0', new Map([['/a', 'user.b=0x61']])],
])('attributes as they are known where the program that prints them %s', (_, script, known) => {
  const { status } = spawnSync('xargs', ['-0', 'sh', '-c', script], { input: '/a\0' });
  expect(attributesIn('# file: /a\nuser.b=0x61\n\n', status ?? undefined)).toEqual(known);
});

test.runIf(existsSync('/usr/bin/setfattr'))(
  'attributes that were not all set in time are said not to be (skipped without setfattr)',
  async () => {
    const names = Array.from({ length: 100_000 }, (_, at) => `/gone/${at}`);
    const files = new Map(names.map((name) => [name, 'user.test=0x61']));
    const failed = await writeAttributes({ files, mayHaveOthers: false }, 1);
    expect(failed.size).toBe(files.size);
    expect(failed.get('/gone/99999')).toBe('setfattr was ended before it was done');
  },
);
