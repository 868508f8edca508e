import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Button } from '../../../src-renderer/ui/button.tsx';
import { ConfirmDialog } from '../../../src-renderer/ui/confirm-dialog.tsx';
import { Dialog, type DialogProps } from '../../../src-renderer/ui/dialog.tsx';

const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

function show(props: Partial<DialogProps>) {
  const actions = (
    <>
      <Button>Cancel</Button>
      <Button>Save</Button>
    </>
  );
  render(<Dialog title="A dialog" open onOpenChange={() => {}} actions={actions} {...props} />);
}

test('a question begins at its safe answer, from which the other one is one key away', async () => {
  const done: string[] = [];
  render(
    <ConfirmDialog
      title="Drop it?"
      isOpen
      onOpenChange={() => done.push('kept')}
      confirm="Drop"
      onConfirm={() => done.push('dropped')}
    >
      It cannot be brought back.
    </ConfirmDialog>,
  );
  const user = userEvent.setup();
  expect(focused()).toBe('Keep it');

  await user.keyboard('{Enter}');
  await user.keyboard('{Tab}{Enter}');

  expect(done).toEqual(['kept', 'dropped']);
});

test('a form begins at its first field', () => {
  show({ size: 'small', children: <input aria-label="Name" /> });
  expect(focused()).toBe('Name');
});

test('a long one begins at its top', () => {
  show({ size: 'large', children: 'Much to read' });
  expect(focused()).toBe('Close');
});

test('a question whose safe answer cannot be given now begins at the one that can', () => {
  show({
    size: 'small',
    actions: (
      <>
        <Button disabled>Cancel</Button>
        <Button>Go on</Button>
      </>
    ),
  });
  expect(focused()).toBe('Go on');
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true);
});
