import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { openShell as open, rail } from './shell-box.tsx';

describe('a lost connection', () => {
  test('is said in one line, everything stays, and it can be tried again at once', async () => {
    const { connection, user, retries } = open({ view: 'activity' });
    await user.type(await screen.findByLabelText('Search activity'), 'kept');
    await act(async () => connection.set({ state: 'lost', epoch: 1 }));
    expect(screen.getByText(/Connection lost, reconnecting…/).closest('[role="status"]')).not.toBeNull();
    expect(screen.getByLabelText('Search activity')).toHaveProperty('value', 'kept');
    await user.click(screen.getByRole('button', { name: 'Try now' }));
    expect(retries()).toBe(1);
    await act(async () => connection.set({ state: 'connected', epoch: 2 }));
    expect(screen.queryByText(/Connection lost, reconnecting…/)).toBeNull();
    expect(screen.getByLabelText('Search activity')).toHaveProperty('value', 'kept');
  });

  test('to a host that has ended says so, and how to start it again', async () => {
    const { connection } = open({ view: 'activity' });
    await rail();
    await act(async () => connection.set({ state: 'ended', epoch: 1 }));
    const said = screen.getByText(/Sigma Shell has ended/).closest('[role="status"]');
    expect(said?.textContent).toContain('npm start -- --browser');
    expect(screen.queryByText(/reconnecting/)).toBeNull();
    await act(async () => connection.set({ state: 'connected', epoch: 2 }));
    expect(screen.queryByText(/Sigma Shell has ended/)).toBeNull();
  });

  test('has the page ask before it is closed with a text that the host does not have', async () => {
    const { connection, host, user } = open({ view: 'sessions' });
    await rail();
    const leave = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(leave()).toBe(false);
    host.isAway = true;
    await act(async () => connection.set({ state: 'lost', epoch: 1 }));
    expect(leave()).toBe(false);
    await user.click((await rail()).getByRole('button', { name: 'Schedules' }));
    await user.click((await rail()).getByRole('button', { name: 'Sessions' }));
    expect(leave()).toBe(false);
    await user.type(await screen.findByLabelText('Message or command'), 'half a thought');
    expect(leave()).toBe(true);
    host.isAway = false;
    await act(async () => connection.set({ state: 'connected', epoch: 2 }));
    await waitFor(() => expect(leave()).toBe(false));
  });

  test('does not lose a text with the page: the next one in this tab sends it', async () => {
    const { connection, host, user, close } = open({ view: 'sessions' });
    await user.type(await screen.findByLabelText('Message or command'), 'half');
    host.isAway = true;
    await act(async () => connection.set({ state: 'lost', epoch: 1 }));
    await user.type(await screen.findByLabelText('Message or command'), ' a thought');
    await user.click((await rail()).getByRole('button', { name: 'Schedules' }));
    window.dispatchEvent(new Event('pagehide'));
    close();

    const { saved } = open();
    expect((await rail()).getByRole('button', { current: 'page' }).textContent).toContain('Schedules');
    await waitFor(() => expect(saved).toEqual([{ view: 'schedules', 'shared.draft.new': 'half a thought' }]));
    window.dispatchEvent(new Event('pagehide'));
    expect(sessionStorage.getItem('sigma.unsent')).toBeNull();
  });

  test('does not lose how the window was left: it is kept with the next connection', async () => {
    const { connection, host, saved, user } = open();
    await rail();
    host.isAway = true;
    await act(async () => connection.set({ state: 'lost', epoch: 1 }));
    await user.click((await rail()).getByRole('button', { name: 'Schedules' }));
    await act(() => new Promise((resolve) => setTimeout(resolve, 700)));
    expect(saved).toEqual([]);
    host.isAway = false;
    await act(async () => connection.set({ state: 'connected', epoch: 2 }));
    await waitFor(() => expect(saved).toEqual([{ view: 'schedules' }]), { timeout: 400 });
  });

  test('to a host that no longer knows the page says what to do, keeps what was typed, and goes on by itself', async () => {
    const { connection, user, retries } = open({ view: 'activity' });
    await user.type(await screen.findByLabelText('Search activity'), 'kept');
    await act(async () => connection.set({ state: 'refused', epoch: 1 }));
    const dialog = await screen.findByRole('alertdialog', { name: 'This page is no longer let in' });
    expect(dialog.textContent).toContain('Open the address it prints in its terminal');
    expect(dialog.contains(document.activeElement)).toBe(true);
    await user.keyboard('{Escape}{Tab}{Tab}');
    expect(screen.getByRole('alertdialog').contains(document.activeElement)).toBe(true);
    await user.click(within(dialog).getByRole('button', { name: 'Try now' }));
    expect(retries()).toBe(1);
    await act(async () => connection.set({ state: 'connected', epoch: 2 }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByLabelText('Search activity')).toHaveProperty('value', 'kept');
    expect(document.activeElement).toBe(screen.getByLabelText('Search activity'));
  });

  test('is tried again when the person comes back to the page', async () => {
    const { retries } = open();
    await rail();
    window.dispatchEvent(new Event('focus'));
    expect(retries()).toBe(1);
  });

  test('does not take the page away when the host then fails to say who it is', async () => {
    const { connection, user, api } = open({ view: 'activity' });
    await user.type(await screen.findByLabelText('Search activity'), 'kept');
    api.info = async () => Promise.reject(new Error('broken'));
    await act(async () => connection.set({ state: 'connected', epoch: 2 }));
    expect(screen.getByLabelText('Search activity')).toHaveProperty('value', 'kept');
  });
});
