import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { VisibleText } from '../../../src-renderer/ui/visible-text.tsx';

test('of very many wide gaps the last are written out, and all of the text is there', () => {
  const { container } = render(<VisibleText text={`a${' '.repeat(80)}b\n`.repeat(30_000)} />);
  expect(container.querySelectorAll('[role="img"]')).toHaveLength(2000);
  expect(container.textContent).toBe(`${'a80 blanksb\n'.repeat(2000)}${'a[80 blanks]b\n'.repeat(28_000)}`);
});
