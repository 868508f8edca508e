import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { useHeldFocus } from '../../../src-renderer/ui/use-held-focus.ts';

/** Rows with two buttons each, a button above them, and one outside of the place. */
function Rows({ names }: { readonly names: readonly string[] }) {
  const held = useHeldFocus<HTMLDivElement>(names.join(' '));
  return (
    <>
      <div {...held}>
        <button type="button">New</button>
        {names.map((name) => (
          <p key={name} data-focus-row>
            <button type="button">Edit {name}</button>
            <button type="button">Remove {name}</button>
          </p>
        ))}
      </div>
      <button type="button">Elsewhere</button>
      <p>Nothing to press</p>
    </>
  );
}

const focused = () => document.activeElement?.textContent;
const button = (name: string) => screen.getByRole('button', { name });

test('the row that stands in the place of the one that is gone takes the focus', () => {
  const { rerender } = render(<Rows names={['one', 'two', 'three']} />);
  button('Remove two').focus();
  rerender(<Rows names={['one', 'three']} />);
  expect(focused()).toBe('Edit three');
  rerender(<Rows names={['one']} />);
  expect(focused()).toBe('Edit one');
  rerender(<Rows names={[]} />);
  expect(focused()).toBe('New');
});

test('a focus that is still there stays where it is', () => {
  const { rerender } = render(<Rows names={['one', 'two']} />);
  button('Remove two').focus();
  rerender(<Rows names={['two']} />);
  expect(focused()).toBe('Remove two');
});

test.each([
  ['to another control', () => button('Elsewhere')],
  ['to nothing', () => screen.getByText('Nothing to press')],
])('a person who went %s is left there', async (_, place) => {
  const user = userEvent.setup();
  const { rerender } = render(<Rows names={['one', 'two']} />);
  await user.click(button('Remove two'));
  await user.click(place());
  const before = document.activeElement;
  rerender(<Rows names={['one']} />);
  expect(document.activeElement).toBe(before);
});
