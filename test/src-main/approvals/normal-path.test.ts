import { posix } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalPath } from '../../../src-main/approvals/normal-path.ts';

test('a path is normalized as posix.normalize does, whatever its slashes and dots', () => {
  const names = fc.constantFrom('', '.', '..', '...', '.git', 'a', 'a.', 'a..b', ' ', '\\', '\n');
  const paths = fc.tuple(fc.constantFrom('', '/', '//'), fc.array(names, { maxLength: 6 }), fc.constantFrom('', '/'));

  fc.assert(
    fc.property(paths, ([start, all, end]) => {
      const path = `${start}${all.join('/')}${end}`;
      expect(normalPath(path)).toBe(posix.normalize(path));
    }),
    { numRuns: 2000 },
  );
});
