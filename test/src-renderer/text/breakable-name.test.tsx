import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { BreakableName } from '../../../src-renderer/text/breakable-name.tsx';

test.each([
  ['vscode.programming_language', 'vscode.<wbr>programming_<wbr>language'],
  ['shenma:environs:vscode', 'shenma:<wbr>environs:<wbr>vscode'],
  ['__init__.py', '__<wbr>init__.<wbr>py'],
  ['plain', 'plain'],
  ['', ''],
])('%s can be broken between its parts, and reads as it is', (name, html) => {
  const { container } = render(<BreakableName name={name} />);
  expect(container.innerHTML).toBe(html);
  expect(container.textContent).toBe(name);
});
