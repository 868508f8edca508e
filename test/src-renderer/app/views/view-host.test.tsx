import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ViewHost } from '../../../../src-renderer/app/views/view-host.tsx';
import type { View } from '../../../../src-renderer/app/views/views.ts';

const Changes: View = ({ isVisible }) => <p>{isVisible ? 'Three changes' : 'Hidden changes'}</p>;

test('a view is loaded once, and says so until it is there', async () => {
  const load = vi.fn(() => Promise.resolve({ default: Changes }));
  const { rerender } = render(<ViewHost title="Changes" load={load} isVisible />);

  expect(screen.getByRole('status', { name: 'Loading Changes' })).toBeTruthy();
  expect(await screen.findByText('Three changes')).toBeTruthy();
  rerender(<ViewHost title="Changes" load={load} isVisible={false} />);
  expect(screen.getByText('Hidden changes')).toBeTruthy();
  expect(load).toHaveBeenCalledOnce();
});

test('a view that could not be loaded says why, and is loaded again when the person asks', async () => {
  // React prints what a boundary caught.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const load = vi.fn(() => Promise.resolve({ default: Changes }));
  load.mockRejectedValueOnce(new Error('The host is gone'));
  render(<ViewHost title="Changes" load={load} isVisible />);

  expect((await screen.findByRole('alert')).textContent).toContain('The host is gone');
  fireEvent.click(screen.getByText('Try again'));
  expect(await screen.findByText('Three changes')).toBeTruthy();
});
