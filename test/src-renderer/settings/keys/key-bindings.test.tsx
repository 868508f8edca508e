import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { KeyBindings } from '../../../../src-renderer/settings/keys/key-bindings.tsx';
import { showSettings, stateWith } from '../settings-box.tsx';

const show = () =>
  showSettings(stateWith(), {}, () => (
    <>
      <KeyBindings isDisabled={false} />
      <input aria-label="Elsewhere" />
    </>
  ));
const change = () => screen.getByRole('button', { name: 'Change the key of New terminal' });

test.each(['{Control>}y{/Control}', '{Escape}'])(
  'after %s the focus is on the button that asked for a key',
  async (keys) => {
    const { user } = show();
    await user.click(change());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('New key for New terminal')));
    await user.keyboard(keys);
    await waitFor(() => expect(document.activeElement).toBe(change()));
  },
);

test('a person who leaves the field for another place stays there', async () => {
  show();
  fireEvent.click(change());
  const elsewhere = screen.getByLabelText('Elsewhere');
  await act(async () => elsewhere.focus());
  expect(document.activeElement).toBe(elsewhere);
  expect(screen.queryByLabelText('New key for New terminal')).toBeNull();
});
