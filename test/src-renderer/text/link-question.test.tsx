import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { ObservableValue } from '../../../src-renderer/api/connection-state.ts';
import { LinkQuestionDialog } from '../../../src-renderer/text/link-question.tsx';
import { Markdown } from '../../../src-renderer/text/markdown.tsx';
import { linkHandler } from '../../../src-renderer/xterm/links.ts';

let opened: unknown[];
beforeEach(() => {
  opened = [];
  const { open } = window;
  window.open = (address) => {
    opened.push(address);
    return null;
  };
  onTestFinished(() => {
    window.open = open;
  });
});

test('a link that names another host asks, shows host and address, and opens with Open alone', async () => {
  render(
    <>
      <Markdown text="[https://good.example](https://evil.example/x)" />
      <LinkQuestionDialog />
    </>,
  );
  const user = userEvent.setup();

  await user.click(screen.getByRole('link'));
  const dialog = screen.getByRole('dialog', { name: 'Open this link?' });
  expect(dialog.textContent).toMatch(/a different host than its text says.*evil\.example.*https:\/\/evil\.example\/x/);
  await user.keyboard('{Escape}');
  expect(opened).toEqual([]);

  await user.click(screen.getByRole('link'));
  await user.click(screen.getByRole('button', { name: 'Open' }));
  expect(opened).toEqual(['https://evil.example/x']);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('every link of a terminal program asks; one to another scheme does nothing', async () => {
  render(<LinkQuestionDialog />);
  const handler = linkHandler(new ObservableValue<string | undefined>(undefined));
  const click = new MouseEvent('click', { ctrlKey: true, metaKey: true });

  handler.activate(click, 'file:///etc/passwd', {} as never);
  expect(screen.queryByRole('dialog')).toBeNull();
  handler.activate(click, 'https://evil.example', {} as never);

  expect((await screen.findByRole('dialog')).textContent).toContain('A program in the terminal made this link');
  await userEvent.setup().click(screen.getByRole('button', { name: 'Cancel' }));
  expect(opened).toEqual([]);
});
