import { expect, test } from 'vitest';
import { serverErrorText } from '../../../../src-main/llm/failures/error-text.ts';

test('a page is named by its title, also one that is made to be slow to read', () => {
  expect(serverErrorText('<html><title lang="en"> Bad gateway </title>', '')).toBe('a web page, "Bad gateway"');
  const since = process.cpuUsage();
  expect(serverErrorText(`<html>${'<title'.repeat(10_900)}`, 'text/html')).toBe('a web page');
  expect(process.cpuUsage(since).user).toBeLessThan(200_000);
});

test('words that are too long are cut between characters', () => {
  expect(serverErrorText(`${'x'.repeat(1999)}😀😀`, 'text/plain')).toBe(`${'x'.repeat(1999)}…`);
  expect(serverErrorText(`${'x'.repeat(1998)}😀😀`, 'text/plain')).toBe(`${'x'.repeat(1998)}😀…`);
});
