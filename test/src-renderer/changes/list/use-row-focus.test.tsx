import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useRef } from 'react';
import { expect, test } from 'vitest';
import { useRowFocus } from '../../../../src-renderer/changes/list/use-row-focus.ts';

const FOLDS = { isOpen: () => true, set: () => {} };

/** A list of one tab stop, each row with a button beside it, and words outside of it. */
function List({ names }: { readonly names: readonly string[] }) {
  const list = useRef<HTMLDivElement>(null);
  const { focusKey, onKeyDown, onFocus, onBlur } = useRowFocus(list, [], FOLDS);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the rows in it are what is used. */}
      <div ref={list} onKeyDown={onKeyDown} onFocus={onFocus} onBlur={onBlur}>
        {names.map((name) => (
          <p key={name} data-row-scope={name}>
            <button type="button" data-row={name} tabIndex={focusKey === name ? 0 : -1}>
              {name}
            </button>
            <button type="button">Undo {name}</button>
          </p>
        ))}
      </div>
      <p>Nothing to press</p>
    </>
  );
}

const button = (name: string) => screen.getByRole('button', { name });

test('a row takes the focus over from a button that is gone', () => {
  const { rerender } = render(<List names={['one', 'two']} />);
  button('Undo two').focus();
  rerender(<List names={['one']} />);
  expect(document.activeElement).toBe(button('one'));
});

test('a person who went to nothing is left there', async () => {
  const user = userEvent.setup();
  const { rerender } = render(<List names={['one', 'two']} />);
  await user.click(button('Undo two'));
  await user.click(screen.getByText('Nothing to press'));
  rerender(<List names={['one']} />);
  expect(document.activeElement).toBe(document.body);
});
