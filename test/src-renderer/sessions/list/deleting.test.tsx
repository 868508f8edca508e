import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { Deferred } from '#core/async/deferred';
import { failure } from '../../../support/pane.tsx';
import { openSessions, session } from '../session-workbench.tsx';

const three = [
  session({ id: 's1', title: 'One' }),
  session({ id: 's2', title: 'Two' }),
  session({ id: 's3', title: 'Three' }),
];
const old = { id: 's8', title: 'Old', deletedAt: Date.UTC(2023, 10, 14), bytes: 2000 };
const older = { ...old, id: 's9', title: 'Older' };
const row = (title: string) =>
  within(screen.getByRole('list', { name: 'Sessions' })).getByRole('button', { name: new RegExp(`^${title}`) });
const remove = async (title: string) => {
  row(title).focus();
  fireEvent.keyDown(row(title), { key: 'Delete' });
  await waitFor(() => expect(screen.queryByRole('button', { name: new RegExp(`^${title}`) })).toBeNull());
};

describe('deleting a session', () => {
  test('gives the focus to the next one, to the one before after the last, and to "New session" after all', async () => {
    await openSessions({ sessions: three });
    await remove('Two');
    await waitFor(() => expect(document.activeElement).toBe(row('Three')));
    await remove('Three');
    await waitFor(() => expect(document.activeElement).toBe(row('One')));
    await remove('One');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'New session' })));
  });

  test('shows the next one when it was shown', async () => {
    await openSessions({ sessions: three, layout: { 'sessions.current': 's2' } });
    await remove('Two');
    await waitFor(() => expect(row('Three').getAttribute('aria-current')).toBe('true'));
  });

  test('that takes a while, or bringing it back, leaves the person where they went meanwhile', async () => {
    const [removed, restored] = [new Deferred<void>(), new Deferred<void>()];
    await openSessions({
      sessions: three,
      layout: { 'sessions.current': 's1' },
      until: { remove: removed.promise, restore: restored.promise },
    });
    fireEvent.keyDown(row('One'), { key: 'Delete' });
    fireEvent.click(row('Three'));
    await act(async () => removed.resolve());
    await screen.findByText('Deleted “One”');
    expect(row('Three').getAttribute('aria-current')).toBe('true');
    fireEvent.click(await screen.findByRole('button', { name: 'Restore the deleted session' }));
    fireEvent.click(row('Two'));
    await act(async () => restored.resolve());
    await waitFor(() => expect(row('One')).toBeDefined());
    expect(row('Two').getAttribute('aria-current')).toBe('true');
  });

  test('that takes a while leaves the person in the new session that is being made meanwhile', async () => {
    const [removed, made] = [new Deferred<void>(), new Deferred<void>()];
    await openSessions({
      sessions: three,
      layout: { 'sessions.current': 's1' },
      until: { remove: removed.promise, create: made.promise },
    });
    fireEvent.keyDown(row('One'), { key: 'Delete' });
    fireEvent.click(screen.getByRole('button', { name: /^New session/ }));
    const composer = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message or command' });
    fireEvent.change(composer, { target: { value: 'for the new one' } });
    await act(async () => removed.resolve());
    await screen.findByText('Deleted “One”');
    for (const title of ['Two', 'Three']) expect(row(title).getAttribute('aria-current')).not.toBe('true');
    expect(composer.value).toBe('for the new one');
  });

  test('that fails changes nothing and says why', async () => {
    await openSessions({
      sessions: three,
      layout: { 'sessions.current': 's2' },
      fails: { remove: failure('CONFLICT', 'This session is still running.') },
    });
    row('Two').focus();
    fireEvent.keyDown(row('Two'), { key: 'Delete' });
    expect((await screen.findByRole('alert')).textContent).toContain(
      '“Two” was not deleted: This session is still running.',
    );
    expect(document.activeElement).toBe(row('Two'));
    expect(row('Two').getAttribute('aria-current')).toBe('true');
    expect(screen.queryByRole('button', { name: /^Deleted sessions/ })).toBeNull();
  });

  test('can be taken back at once, and shows it again', async () => {
    const { calls } = await openSessions({ sessions: three });
    await remove('Two');
    fireEvent.click(await screen.findByRole('button', { name: 'Restore the deleted session' }));
    await waitFor(() => expect(row('Two').getAttribute('aria-current')).toBe('true'));
    expect(calls.map(([name]) => name)).toEqual(['remove', 'restore']);
  });

  test('can be taken back later, from the palette', async () => {
    const { calls, actions, trash } = await openSessions({ sessions: three, deleted: [old, older] });
    await screen.findByRole('button', { name: /^Deleted sessions/ });
    const offered = () => actions().filter(({ id }) => id.startsWith('sessions.restore'));
    expect(offered().map(({ title }) => title)).toEqual([
      'Restore the deleted session “Old”',
      'Restore the deleted session “Older”',
    ]);
    act(() => offered()[1]?.run());
    await waitFor(() => expect(calls).toEqual([['restore', { session: 's9' }]]));
    act(() => trash.push([old]));
    await waitFor(() => expect(offered()).toHaveLength(1));
  });

  test('that cannot be taken back says why', async () => {
    const fails = { restore: failure('NOT_FOUND', 'No session s8 is in the trash.') };
    const { actions } = await openSessions({ sessions: three, deleted: [old], fails });
    await screen.findByRole('button', { name: /^Deleted sessions/ });
    act(() =>
      actions()
        .find(({ id }) => id.startsWith('sessions.restore'))
        ?.run(),
    );
    expect((await screen.findByRole('alert')).textContent).toContain('“Old” did not come back');
  });
});

describe('the trash', () => {
  const openTrash = async () => {
    fireEvent.click(await screen.findByRole('button', { name: /^Deleted sessions/ }));
    return within(await screen.findByRole('dialog', { name: 'Deleted sessions' }));
  };

  test('lists what was deleted, with when and how much, and gives it back', async () => {
    const { calls } = await openSessions({ sessions: three, deleted: [old, older] });
    const dialog = await openTrash();
    const rows = within(dialog.getByRole('list', { name: 'Sessions in the trash' })).getAllByRole('listitem');
    expect(rows).toHaveLength(2);
    expect(rows[0]?.textContent).toMatch(/^OldDeleted .*2023.* · 2\.0 kB/);
    fireEvent.click(dialog.getByRole('button', { name: 'Restore “Older”' }));
    await waitFor(() => expect(calls).toEqual([['restore', { session: 's9' }]]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('deletes for good only what the person was asked about and said so', async () => {
    const { calls, trash } = await openSessions({ sessions: three, deleted: [old, older] });
    const dialog = await openTrash();
    const ask = async () => {
      fireEvent.click(dialog.getByRole('button', { name: 'Delete “Old” for good' }));
      return within(await screen.findByRole('dialog', { name: 'Delete “Old” for good?' }));
    };
    fireEvent.click((await ask()).getByRole('button', { name: 'Keep it' }));
    expect(calls).toEqual([]);
    fireEvent.click((await ask()).getByRole('button', { name: 'Delete for good' }));
    await waitFor(() => expect(calls).toEqual([['erase', { session: 's8' }]]));
    act(() => trash.push([older]));
    await waitFor(() => expect(dialog.queryByText('Old')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Restore “Older”' })));
  });
});
