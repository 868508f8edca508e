import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { writeAttributes } from '#process/file-attributes';

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
