import { expect, test } from 'vitest';
import { longRemark } from '../../../src-renderer/permissions/long-remark.ts';

const comment = (line: number, length: number) => ({ side: 'new' as const, line, text: 'c'.repeat(length) });
const change = (...lengths: number[]) => ({
  revision: 1,
  accepted: [1],
  comments: lengths.map((length, at) => comment(at + 1, length)),
});

test('a text of an answer that is longer than can be sent is named, with both lengths', () => {
  expect(longRemark({ verdict: 'refuse' })).toBeUndefined();
  expect(longRemark({ verdict: 'refuse', reason: 'r'.repeat(10_000) })).toBeUndefined();
  expect(longRemark({ verdict: 'refuse', reason: 'r'.repeat(10_001) })).toBe(
    'The reason is 10,001 characters long, and 10,000 can be sent: shorten it.',
  );
  expect(longRemark({ verdict: 'allow', note: 'n'.repeat(10_000), change: change(10_000) })).toBeUndefined();
  expect(longRemark({ verdict: 'allow', note: 'n'.repeat(12_345) })).toContain('The note is 12,345 characters long');
  expect(longRemark({ verdict: 'allow', change: change(3, 10_002) })).toContain('The comment on line 2 is 10,002');
});
