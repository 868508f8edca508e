import { expect, test } from 'vitest';
import { lastName } from '../../../src-renderer/ui/last-name.ts';

test.each([
  ['/home/me/work', 'work'],
  ['/home/me/work//', 'work'],
  ['C:\\Users\\me\\work\\', 'work'],
  ['tools.py', 'tools.py'],
  ['/', '/'],
  ['', ''],
])('the last name of %j is %j', (path, name) => {
  expect(lastName(path)).toBe(name);
});
