import { expect, test } from 'vitest';
import { whyItRunsCode, whyProtected } from '#core/secrets/sensitive-paths';

test.each([
  '/home/me/work',
  '/home/me/a:b',
  '/home/me/cafe\u0301',
  '/home/me/dots.',
  '/home/me/blank ',
  'C:\\Users\\me\\work',
])('the workspace %j has its places, however its name is written', (workspace) => {
  expect(whyItRunsCode(`${workspace}/tools/a.py`, workspace)).toContain('what is in its tools folder');
  expect(whyProtected(`${workspace}/.env`, workspace)).toBe('it may hold credentials');
  expect(whyProtected(`${workspace}/a.txt`, workspace)).toBeUndefined();
  expect(whyItRunsCode(`${workspace}/a/tools/a.py`, workspace)).toBeUndefined();
  expect(whyItRunsCode('/elsewhere/tools/a.py', workspace)).toBeUndefined();
});
