import { expect, test } from 'vitest';
import { sha256 } from '../../../../src-main/core/text/sha256.ts';

test('a text is hashed as its UTF-8, like its bytes', () => {
  expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(sha256('é')).toBe(sha256(Buffer.from([0xc3, 0xa9])));
});
