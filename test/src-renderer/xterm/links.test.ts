import { expect, test } from 'vitest';
import { isWebAddress } from '../../../src-renderer/xterm/links.ts';

test('only web addresses open', () => {
  expect(['http://a.b', 'https://a.b/c?d'].map(isWebAddress)).toEqual([true, true]);
  const others = ['javascript:alert(1)', 'file:///etc/passwd', 'vscode://x', 'data:text/html,x', 'a.b', ''];
  expect(others.map(isWebAddress)).toEqual(others.map(() => false));
});
