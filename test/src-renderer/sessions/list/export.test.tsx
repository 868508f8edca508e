import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { openSessions, session } from '../session-workbench.tsx';

afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  ['Export as Markdown', 'markdown', 'sigma-Fix-the-build.md'],
  ['Export as JSON', 'json', 'sigma-Fix-the-build.json'],
])('%s hands the record of a session to the person, called after its title', async (label, format, name) => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const { calls } = await openSessions({ sessions: [session({ title: 'Fix: the build!' })] });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'More for Fix: the build!' }));
  await user.click(await screen.findByRole('menuitem', { name: label }));
  await waitFor(() => expect(saved).toEqual([name]));
  expect(calls).toContainEqual(['exported', { format, session: session().id }]);
});
