import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ConnectionLostError } from '../../../../src-renderer/api/connection-lost-error.ts';
import { failure } from '../../../support/pane.tsx';
import { edit, openCalls, openSessions, reply, session } from '../session-workbench.tsx';

describe('what the model thought', () => {
  test('is there, closed, and grows while it is thought', async () => {
    const { conversation } = await openSessions({
      sessions: [session({ state: 'running' })],
      items: [reply({ text: '', state: 'streaming', reasoning: 'First' })],
    });
    const summary = await screen.findByText('Reasoning');
    expect(screen.getByText('thinking')).toBeTruthy();
    expect(summary.closest('details')?.open).toBe(false);
    fireEvent.click(summary);
    act(() => conversation.push({ kind: 'reasoning', id: 'a1', text: ' things first.' }));
    expect(await screen.findByText('First things first.')).toBeTruthy();
  });

  test('is no part of what is copied', async () => {
    const copied: string[] = [];
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: async (text: string) => void copied.push(text) },
    });
    await openSessions({ items: [reply({ text: 'Said **so**', reasoning: 'Hm' })] });
    fireEvent.click(await screen.findByRole('button', { name: 'Copy the reply' }));
    await waitFor(() => expect(copied).toEqual(['Said **so**']));
  });
});

test('after a lost connection it is not said that a change was not undone, as it may have been', async () => {
  await openSessions({ items: [edit()], fails: { undo: new ConnectionLostError() } });
  await openCalls();
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^The connection to Sigma Shell was lost/);
});

describe('a change that was undone', () => {
  const undone = edit({ changes: [{ event: 'e1', path: '/w/a.txt', change: 'modified', undone: { event: 'u1' } }] });

  test('says so from the record, and can be done again', async () => {
    const { calls } = await openSessions({ items: [undone] });
    await openCalls();
    const files = within(await screen.findByRole('list', { name: 'Changed files' }));
    expect(files.getByText('Undone')).toBeTruthy();
    expect(files.queryByRole('button', { name: 'Undo' })).toBeNull();
    fireEvent.click(files.getByRole('button', { name: 'Redo' }));
    await waitFor(() => expect(calls).toEqual([['undo', { session: 's1', event: 'u1' }]]));
  });

  test('is done again once, however often it is clicked', async () => {
    const { calls, conversation } = await openSessions({ items: [undone] });
    await openCalls();
    const redo = await screen.findByRole('button', { name: 'Redo' });
    fireEvent.click(redo);
    fireEvent.click(redo);
    await act(async () => {});
    // The record has not told of it yet.
    fireEvent.click(redo);
    await act(async () => {});
    expect(calls).toEqual([['undo', { session: 's1', event: 'u1' }]]);

    const again = { event: 'e1', path: '/w/a.txt', change: 'modified', undone: { event: 'u2' } } as const;
    act(() => conversation.push({ kind: 'item', item: edit({ changes: [again] }) }));
    const next = () => screen.getByRole('button', { name: 'Redo' });
    await waitFor(() => expect(next().getAttribute('aria-disabled')).not.toBe('true'));
    fireEvent.click(next());
    await waitFor(() => expect(calls.at(-1)).toEqual(['undo', { session: 's1', event: 'u2' }]));
  });

  test.each([
    [failure('CONFLICT', 'The file has changed since'), /^Not redone: The file has changed since$/],
    [new ConnectionLostError(), /^The connection to Sigma Shell was lost/],
  ])('says why it could not be done again, and can be tried once more', async (error, words) => {
    const { calls } = await openSessions({ items: [undone], fails: { undo: error } });
    await openCalls();
    fireEvent.click(await screen.findByRole('button', { name: 'Redo' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(words);
    fireEvent.click(screen.getByRole('button', { name: 'Redo' }));
    await waitFor(() => expect(calls).toHaveLength(2));
  });

  test('keeps the focus where its button was', async () => {
    const { conversation } = await openSessions({ items: [edit()] });
    await openCalls();
    const button = await screen.findByRole('button', { name: 'Undo' });
    button.focus();
    act(() => conversation.push({ kind: 'item', item: undone }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Redo' })));
    act(() => conversation.push({ kind: 'item', item: edit() }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Undo' })));
  });
});

describe('a command whose record has gaps', () => {
  const ran = { command: 'make', cwd: '/w', output: '', outputBytes: 0, stopReason: 'exit', exitCode: 0 } as const;
  const make = (more: object) => edit({ tool: 'execute_command', sent: '{}', command: { ...ran, ...more } });

  test('says what ran beside it, and what was not watched', async () => {
    await openSessions({ items: [make({ alongside: ['npm test'], notWatched: ['node_modules is not watched'] })] });
    const remarks = within(await screen.findByRole('list', { name: 'Remarks on the command' }));
    expect(remarks.getByText(/At the same time ran: npm test/)).toBeTruthy();
    expect(remarks.getByText(/node_modules is not watched/)).toBeTruthy();
  });

  test('says that it was cut off, and not that its session was closed', async () => {
    const interrupted = 'Sigma Shell ended while this command ran';
    await openSessions({ items: [make({ stopReason: 'closed', exitCode: undefined, interrupted })] });
    expect(await screen.findByText(/Sigma Shell ended while this command ran/)).toBeTruthy();
    expect(screen.getByText(/interrupted: its end is not known/)).toBeTruthy();
    expect(screen.queryByText(/session was closed/)).toBeNull();
  });

  test('a file that others may have changed is marked, with who', async () => {
    const shared = 'Made while another command ran in this workspace: npm test';
    await openSessions({ items: [edit({ changes: [{ event: 'e1', path: '/w/a', change: 'modified', shared }] })] });
    await openCalls();
    const files = within(await screen.findByRole('list', { name: 'Changed files' }));
    expect(files.getByText(shared)).toBeTruthy();
  });
});

test('a long reply that comes at once is drawn over several frames, all of it', async () => {
  const text = Array.from({ length: 40 }, (_, index) => `Paragraph ${index}. ${'word '.repeat(100)}`).join('\n\n');
  const seen: number[] = [];
  const counting = new MutationObserver(() => seen.push(document.querySelectorAll('article p').length));
  counting.observe(document.body, { childList: true, subtree: true });
  await openSessions({ items: [reply({ text })] });
  expect(await screen.findByText(/^Paragraph 39\./)).toBeTruthy();
  counting.disconnect();
  expect(screen.getAllByText(/^Paragraph \d+\./)).toHaveLength(40);
  const steps = seen
    .filter((count, index) => count > (seen[index - 1] ?? 0))
    .map((count, index, all) => count - (all[index - 1] ?? 0));
  expect(Math.max(...steps)).toBeLessThan(20);
});

test('a cut-off reply says why it ended, and when it was said', async () => {
  await openSessions({ items: [reply({ note: 'Cut off at the length limit of the model', durationMs: 1200 })] });
  expect(await screen.findByText(/Cut off at the length limit/)).toBeTruthy();
  expect(screen.getByText('1.2 s')).toBeTruthy();
  expect(document.querySelector('article time')).not.toBeNull();
});
