import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LongText } from '../../../src-renderer/text/long-text.tsx';
import { textSlices } from '../../../src-renderer/text/text-slices.ts';

test('slices join to the text, are short, and cut no character in halves', () => {
  const piece = fc.constantFrom('a', '\n', '😀', 'ö');
  fc.assert(
    fc.property(fc.array(fc.tuple(piece, fc.integer({ min: 1, max: 30_000 })), { maxLength: 6 }), (pieces) => {
      const text = pieces.map(([one, times]) => one.repeat(times)).join('');
      const slices = textSlices(text);
      expect(slices.join('')).toBe(text);
      expect(slices.every((slice) => slice.length <= 20_000 && slice.isWellFormed())).toBe(true);
    }),
  );
});

test('of a long text the beginning is drawn, more when it is asked for, and all for a search', async () => {
  const text = `${'x'.repeat(99)}\n`.repeat(3000);
  const { container, rerender } = render(<LongText text={text} />);
  const drawn = () => (container.textContent?.match(/x/g)?.length ?? 0) / 99;
  expect(drawn()).toBe(400);
  const user = userEvent.setup();

  await user.click(screen.getByRole('button', { name: 'Show more (40 kB of 300 kB)' }));
  await expect.poll(drawn).toBe(2400);
  rerender(<LongText text={text} isWhole />);

  await expect.poll(drawn, { timeout: 5000 }).toBe(3000);
  expect(screen.queryByRole('button')).toBeNull();
});

test('a short text is shown whole, without a button', () => {
  const { container } = render(<LongText text={'line\n'.repeat(1000)} />);

  expect(container.textContent).toHaveLength(5000);
  expect(screen.queryByRole('button')).toBeNull();
});
