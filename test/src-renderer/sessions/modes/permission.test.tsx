import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { failure } from '../../../support/pane.tsx';
import { openSessions, session } from '../session-workbench.tsx';

const composer = () => screen.getByRole('textbox', { name: 'Message or command' });
const shown = () => screen.getByRole('button', { name: /^Permission mode: / }).getAttribute('aria-label');
const shiftTab = () => fireEvent.keyDown(composer(), { key: 'Tab', shiftKey: true });

describe('the permission mode', () => {
  test('goes on with Shift+Tab, by as many as it is pressed, and stays in the field', async () => {
    const { calls } = await openSessions();
    expect(shown()).toBe('Permission mode: Ask');
    expect(shiftTab()).toBe(false);
    expect(shiftTab()).toBe(false);
    expect(shown()).toBe('Permission mode: Workspace');
    expect(calls).toEqual([
      ['setMode', { session: 's1', mode: 'edits' }],
      ['setMode', { session: 's1', mode: 'workspace' }],
    ]);
  });

  test('goes around', async () => {
    await openSessions({ sessions: [session({ permission: 'read-only' })] });
    shiftTab();
    expect(shown()).toBe('Permission mode: Ask');
  });

  test('is chosen from a menu that says what each means', async () => {
    const { calls } = await openSessions();
    fireEvent.keyDown(screen.getByRole('button', { name: /^Permission mode: / }), { key: 'Enter' });
    fireEvent.click(await screen.findByRole('menuitemradio', { name: /^Edits allowed.*without asking/ }));
    expect(calls).toEqual([['setMode', { session: 's1', mode: 'edits' }]]);
  });

  test('follows what the host says of the session', async () => {
    const { show } = await openSessions();
    act(() => show([session({ permission: 'edits' })]));
    await waitFor(() => expect(shown()).toBe('Permission mode: Edits allowed'));
  });

  test('goes back, with the reason, when the host refuses', async () => {
    await openSessions({ fails: { setMode: failure('CONFLICT', 'The session is gone') } });
    shiftTab();
    expect((await screen.findByRole('alert')).textContent).toContain('The session is gone');
    expect(shown()).toBe('Permission mode: Ask');
  });

  test('that a new session does not take is told in it, with what was written', async () => {
    const { calls } = await openSessions({
      sessions: [],
      fails: { setMode: failure('CONFLICT', 'The record is full') },
    });
    shiftTab();
    fireEvent.change(screen.getByRole('combobox', { name: 'Mode' }), { target: { value: 'chat:' } });
    fireEvent.change(composer(), { target: { value: 'hello' } });
    fireEvent.keyDown(composer(), { key: 'Enter' });
    await screen.findByRole('log', { name: 'Conversation' });
    const words = 'Nothing was sent. The permission mode was not changed: The record is full';
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(words));
    expect(composer()).toHaveProperty('value', 'hello');
    expect(calls).toEqual([['setMode', { session: 's9', mode: 'edits' }]]);
  });

  test('that was refused in one session is not said of another', async () => {
    const sessions = [session(), session({ id: 's2', title: 'Build' })];
    await openSessions({ sessions, fails: { setMode: failure('CONFLICT', 'The session is gone') } });
    shiftTab();
    await screen.findByRole('alert');
    fireEvent.click(screen.getByRole('button', { name: /^Build/ }));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

const hint = () => screen.getByText('Ctrl+M', { selector: 'kbd' }).closest('form span[class*=hint]')?.textContent;

test('Tab on an empty message goes to the next mode, and the hint then begins with the key that lets it leave', async () => {
  await openSessions();
  expect(fireEvent.keyDown(composer(), { key: 'Tab' })).toBe(false);
  expect(hint()).toBe('Ctrl+M lets Tab leave the field, Tab goes to the next mode');
  fireEvent.keyDown(composer(), { key: 'm', ctrlKey: true });
  expect(hint()).toBe('Tab moves the focus, Ctrl+M has it change the mode');
  expect(fireEvent.keyDown(composer(), { key: 'Tab' })).toBe(true);
});
