import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { failure } from '../../../support/pane.tsx';
import { openSessions, session } from '../session-workbench.tsx';

const composer = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message or command' });
const type = (text: string) => fireEvent.change(composer(), { target: { value: text } });
const enter = () => fireEvent.keyDown(composer(), { key: 'Enter' });
const running = session({ state: 'running' });
const other = session({ id: 's2', title: 'Build' });
const sent = (calls: readonly [string, unknown][]) =>
  calls.filter(([name]) => name === 'send').map(([, input]) => input);

describe('a message written while the model is at work', () => {
  test('is sent when the turn has ended, as it is then', async () => {
    const { calls, show } = await openSessions({ sessions: [running] });
    type('and then');
    enter();
    expect(screen.getByText('Will be sent when this turn has ended')).toBeTruthy();
    type('and then this');
    expect(sent(calls)).toEqual([]);
    act(() => show([session({ state: 'done' })]));
    await waitFor(() => expect(sent(calls)).toEqual([{ session: 's1', text: 'and then this' }]));
    await waitFor(() => expect(composer().value).toBe(''));
  });

  test('waits although the message before it is still on its way; that one is not sent twice', async () => {
    let resolve = () => {};
    const promise = new Promise<void>((done) => {
      resolve = done;
    });
    const { calls, show } = await openSessions({ sessions: [session()], until: { send: promise } });
    type('first');
    enter();
    act(() => show([running]));
    await screen.findByRole('button', { name: 'Stop' });
    enter();
    expect(screen.queryByText('Will be sent when this turn has ended')).toBeNull();
    type('second');
    enter();
    expect(screen.getByText('Will be sent when this turn has ended')).toBeTruthy();
    await act(async () => resolve());
    expect(composer().value).toBe('second');
    expect(sent(calls)).toMatchObject([{ text: 'first' }]);
  });

  test('is sent too when another session is looked at', async () => {
    const { calls, show } = await openSessions({ sessions: [running, other] });
    type('later');
    enter();
    fireEvent.click(screen.getByRole('button', { name: /^Build/ }));
    act(() => show([session({ state: 'done' }), other]));
    await waitFor(() => expect(sent(calls)).toEqual([{ session: 's1', text: 'later' }]));
  });

  test.each([
    ['after a failure', () => {}, 'failed'],
    ['when it was stopped by hand', () => fireEvent.keyDown(composer(), { key: 'Escape' }), 'idle'],
    ['when it was called back', () => fireEvent.click(screen.getByRole('button', { name: 'Don’t send' })), 'done'],
  ] as const)('stays where it is %s', async (_, before, state) => {
    const { calls, show } = await openSessions({ sessions: [running] });
    type('keep me');
    enter();
    before();
    act(() => show([session({ state })]));
    await waitFor(() => expect(screen.queryByText('Will be sent when this turn has ended')).toBeNull());
    expect(sent(calls)).toEqual([]);
    expect(composer().value).toBe('keep me');
  });

  test('stays where it is when it could not be sent', async () => {
    const { calls, show } = await openSessions({ sessions: [running], fails: { send: failure('UNAVAILABLE', 'No.') } });
    type('keep me');
    enter();
    act(() => show([session({ state: 'done' })]));
    await waitFor(() => expect(sent(calls)).toHaveLength(1));
    expect(composer().value).toBe('keep me');
  });
});

describe('the composer', () => {
  test('keeps a text that is too long for one message, and says what to do', async () => {
    const { calls } = await openSessions();
    const long = 'x'.repeat(1_000_001);
    type(long);
    enter();
    expect((await screen.findByRole('alert')).textContent).toContain('1,000,001 characters');
    expect(calls).toEqual([]);
    expect(composer().value).toHaveLength(1_000_001);
    type('short');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('takes a text file that is dropped on it, in a fence that its text does not close', async () => {
    await openSessions();
    type('Look:');
    const files = [new File(['a ```` b'], 'notes.md')];
    fireEvent.drop(composer(), { dataTransfer: { files, types: ['Files'] } });
    await waitFor(() => expect(composer().value).toBe('Look:\nnotes.md:\n`````\na ```` b\n`````\n'));
  });

  test('says of a file that is no text what to do with it', async () => {
    await openSessions();
    const files = [new File([new Uint8Array([0xff, 0xd8, 0, 1])], 'photo.jpg')];
    fireEvent.drop(composer(), { dataTransfer: { files, types: ['Files'] } });
    expect((await screen.findByRole('alert')).textContent).toMatch(/“photo.jpg” is no text.*workspace/);
    expect(composer().value).toBe('');
  });
});
