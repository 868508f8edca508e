import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { CommandView, LiveUsage, RunLimits } from '#contract';
import { ConnectionLostError } from '../../../../src-renderer/api/connection-lost-error.ts';
import { failure } from '../../../support/pane.tsx';
import { edit, openCalls, openSessions, reply, session } from '../session-workbench.tsx';

const GIB = 2 ** 30;
const limits: RunLimits = {
  timeoutMs: 120_000,
  maxOutputBytes: 50_000_000,
  memoryBytes: 4 * GIB,
  diskBytes: 10 * GIB,
  processes: 1000,
};
const usage: LiveUsage = {
  elapsedMs: 12_400,
  outputBytes: 1_200_000,
  cpuPercent: 97.6,
  memoryBytes: GIB,
  diskBytes: 0,
  processes: 12,
};
const ran: CommandView = { command: 'make', cwd: '/w', output: '', outputBytes: 0, limits };
const make = (state: 'running' | 'done' | 'failed', more: Partial<CommandView> = {}) =>
  edit({ tool: 'execute_command', sent: '{"command_line":"make"}', state, changes: [], command: { ...ran, ...more } });

async function running(setup = {}) {
  const view = await openSessions({
    sessions: [session({ state: 'running' })],
    items: [reply(), make('running')],
    ...setup,
  });
  const gauges = within(await screen.findByRole('region', { name: 'What it uses' }, { timeout: 5000 }));
  const tell = (now: Partial<LiveUsage>, most: Partial<RunLimits> = {}) =>
    act(() =>
      view.conversation.push({ kind: 'usage', id: 't1', usage: { ...usage, ...now }, limits: { ...limits, ...most } }),
    );
  const value = (name: string) => gauges.getByRole('meter', { name }).getAttribute('aria-valuetext');
  return { ...view, gauges, tell, value };
}

describe('a running command', () => {
  test('shows each of its uses against its limit', async () => {
    const { tell, value } = await running();
    tell({});
    await waitFor(() => expect(value('Time')).toBe('12 s of 2 min, 10 %'));
    expect(value('CPU')).toBe('98 %, no limit');
    expect(value('Memory')).toBe('1 GiB of 4 GiB, 25 %');
    expect(value('Output')).toBe('1.2 MB of 50 MB, 2 %');
    expect(value('Processes')).toBe('12 of 1,000, 1 %');
    expect(value('Disk')).toBe('0 KiB of 10 GiB, 0 %');
  });

  test('what cannot be measured is said to be so', async () => {
    const { conversation, value } = await running();
    const known = { elapsedMs: 1000, outputBytes: 0 };
    act(() => conversation.push({ kind: 'usage', id: 't1', usage: known, limits }));
    await waitFor(() => expect(value('Memory')).toBe('not measured of 4 GiB'));
  });

  test('a limit that is near is marked in words, and can be raised', async () => {
    const { tell, value, gauges, calls } = await running();
    tell({});
    expect(gauges.queryByRole('button', { name: 'Raise' })).toBeNull();
    tell({ memoryBytes: 3.5 * GIB });
    await waitFor(() => expect(value('Memory')).toBe('3.5 GiB of 4 GiB, 88 %, near its limit'));
    fireEvent.keyDown(gauges.getByRole('button', { name: 'Raise' }), { key: 'Enter' });
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Raise once: memory to 8 GiB, for this command' }));
    const asked = { session: 's1', callId: 'c1', limit: 'memory', scope: 'once', to: 8 * GIB };
    await waitFor(() => expect(calls).toEqual([['raiseLimit', asked]]));
  });

  test('the way to raise it stays when it is not near any more', async () => {
    const { tell, value, gauges } = await running();
    tell({ memoryBytes: 3.5 * GIB });
    tell({}, { memoryBytes: 8 * GIB });
    await waitFor(() => expect(value('Memory')).toBe('1 GiB of 8 GiB, 13 %'));
    expect(gauges.getByRole('button', { name: 'Raise' })).toBeTruthy();
  });

  test('what was raised is shown', async () => {
    const { conversation, gauges } = await running();
    const raised = [{ limit: 'memory', to: 8 * GIB, scope: 'once' } as const];
    act(() => conversation.push({ kind: 'item', item: make('running', { raised }) }));
    const list = await gauges.findByRole('list', { name: 'Raised limits' });
    expect(list.textContent).toBe('Memory raised to 8 GiB for this command');
  });

  test('is stopped from its card', async () => {
    const { gauges, calls } = await running();
    fireEvent.click(gauges.getByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(calls).toEqual([['stop', { session: 's1' }]]));
  });

  test('is not said to go on where the connection was lost', async () => {
    const { gauges } = await running({ fails: { stop: new ConnectionLostError() } });
    fireEvent.click(gauges.getByRole('button', { name: 'Stop' }));
    expect((await gauges.findByRole('alert')).textContent).toMatch(/^The connection to Sigma Shell was lost/);
  });

  test('loses its gauges when it has ended', async () => {
    const { conversation, tell } = await running();
    tell({});
    act(() => conversation.push({ kind: 'item', item: make('done', { exitCode: 0, stopReason: 'exit' }) }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'What it uses' })).toBeNull());
  });
});

describe('a command that has ended', () => {
  test('says what it used at its peak', async () => {
    const peak = { cpuPercent: 180.2, memoryBytes: 300 * 2 ** 20, processes: 7, diskBytes: 5 * 2 ** 20 };
    await openSessions({ items: [make('done', { exitCode: 0, stopReason: 'exit', durationMs: 2400, peak })] });
    await openCalls();
    const facts = (await screen.findByText('Peak CPU')).closest('dl')?.textContent;
    expect(facts).toBe('Time2.4 sPeak CPU180 %Peak memory300 MiBPeak processes7Disk+5 MiBIn/w');
  });

  test('says how its processes were kept together', async () => {
    await openSessions({ items: [make('done', { exitCode: 0, stopReason: 'exit', heldBy: 'cgroup-v1' })] });
    await openCalls();
    expect((await screen.findByText('Contained by')).nextSibling?.textContent).toBe('cgroups v1');
  });

  test('by itself has nothing to be raised', async () => {
    await openSessions({ items: [make('done', { exitCode: 1, stopReason: 'exit' })] });
    await screen.findByText('Exit code 1');
    expect(screen.queryByRole('region', { name: 'Stopped by a limit' })).toBeNull();
  });
});

describe('a command that a limit ended', () => {
  const peak = { cpuPercent: 90, memoryBytes: 4.2 * GIB, processes: 201, diskBytes: 11 * GIB };
  const used = { peak, durationMs: 120_400, outputBytes: 51_000_000 };
  async function tripped(more: Partial<CommandView>, setup = {}) {
    const view = await openSessions({ items: [make('failed', { ...used, ...more })], ...setup });
    return { ...view, trip: within(await screen.findByRole('region', { name: 'Stopped by a limit' })) };
  }

  test.each([
    ['timeout', {}, 'Its time limit ended it. It may run for 2 min; it ran for 2 min.'],
    ['memory', {}, 'Its memory limit ended it. It and its children may hold 4 GiB; they held 4.2 GiB.'],
    ['output', {}, 'Its output limit ended it. It may print 50 MB; it printed 51 MB.'],
    ['disk', {}, 'Its disk limit ended it. The workspace may grow by 10 GiB; it grew by 11 GiB.'],
    ['processes', { processes: 200 }, 'Its process limit ended it. It may have 200 processes at a time; it had 201.'],
    [
      'cpu',
      { cpuPercent: 50 },
      'Its CPU limit ended it. It may use 50 % of one core, averaged over some seconds; it used up to 90 %.',
    ],
  ] as const)('%s: says so, with what it may and what it used', async (stopReason, most, words) => {
    const { trip } = await tripped({ stopReason, limits: { ...limits, ...most } });
    expect(trip.getByText(/limit ended it/).parentElement?.textContent).toBe(words);
  });

  test('while its filters ran: says so, and gets more all the same', async () => {
    const split = {
      producer: 'a',
      filter: 'b',
      treatment: 'filter-failed',
      notice: 'n',
      filterStopReason: 'memory',
    } as const;
    const { trip, calls } = await tripped({ stopReason: 'exit', split });
    expect(trip.getByText(/limit ended its filters/)).not.toBeNull();
    fireEvent.click(trip.getByRole('button', { name: 'Raise once' }));
    await waitFor(() => expect(calls).toMatchObject([['raiseLimit', { limit: 'memory', scope: 'once' }]]));
  });

  test('gets more once, or for the session, by what is chosen', async () => {
    const { trip, calls } = await tripped({ stopReason: 'memory' });
    expect(trip.getByRole('button', { name: 'Raise once' }).getAttribute('aria-describedby')).not.toBeNull();
    fireEvent.click(trip.getByRole('button', { name: 'Raise once' }));
    const asked = { session: 's1', callId: 'c1', limit: 'memory', scope: 'once', to: 8 * GIB };
    await waitFor(() => expect(calls).toEqual([['raiseLimit', asked]]));
    await waitFor(() =>
      expect(trip.getByRole('button', { name: 'Raise once' }).getAttribute('aria-disabled')).toBe('false'),
    );
    fireEvent.change(trip.getByLabelText('More memory'), { target: { value: '4' } });
    fireEvent.click(trip.getByRole('button', { name: 'Raise for this session' }));
    const forAll = { ...asked, scope: 'session', to: 16 * GIB };
    await waitFor(() => expect(calls.at(-1)).toEqual(['raiseLimit', forAll]));
  });

  test('says what it was raised to, and goes on from there', async () => {
    const raised = [{ limit: 'memory', to: 8 * GIB, scope: 'once' } as const];
    const { trip } = await tripped({ stopReason: 'memory', raised });
    expect(trip.getByRole('list', { name: 'Raised limits' }).textContent).toBe('Memory raised to 8 GiB once');
    expect(within(trip.getByLabelText('More memory')).getAllByRole('option')[0]?.textContent).toBe('16 GiB');
  });

  test('says why it could not be raised', async () => {
    const fails = { raiseLimit: failure('INVALID_INPUT', 'It has more already') };
    const { trip } = await tripped({ stopReason: 'memory' }, { fails });
    fireEvent.click(trip.getByRole('button', { name: 'Raise once' }));
    expect((await trip.findByRole('alert')).textContent).toBe('Not raised: It has more already');
  });

  test('does not say that it was not raised where the connection was lost', async () => {
    const { trip } = await tripped({ stopReason: 'memory' }, { fails: { raiseLimit: new ConnectionLostError() } });
    fireEvent.click(trip.getByRole('button', { name: 'Raise once' }));
    expect((await trip.findByRole('alert')).textContent).toMatch(/^The connection to Sigma Shell was lost/);
  });

  test('offers more than it used when it was ended', async () => {
    const used = {
      ...ran,
      stopReason: 'memory' as const,
      peak: { cpuPercent: 1, memoryBytes: (ran.limits?.memoryBytes ?? 0) * 2.4 },
    };
    await openSessions({ items: [make('failed', used)] });
    const more = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'More memory' });
    expect(more.value).toBe('4');
  });

  test('of a Shell Adapter client is raised for that client, or for all of them in the settings', async () => {
    const item = edit({
      tool: 'execute_command',
      sent: '{"command":"make","session_id":"s1"}',
      state: 'failed',
      changes: [],
      command: { ...ran, stopReason: 'memory' },
    });
    const { calls } = await openSessions({ items: [item] });
    const trip = within(await screen.findByRole('region', { name: 'Stopped by a limit' }));
    expect(trip.getByText(/until it leaves/)).toBeTruthy();
    expect(trip.getByRole('button', { name: 'Limits of the Shell Adapter' })).toBeTruthy();
    fireEvent.click(trip.getByRole('button', { name: 'Raise for this client' }));
    expect(calls).toMatchObject([['raiseLimit', { callId: 'c1', limit: 'memory', scope: 'session' }]]);
  });

  test('whose end is not known blames no limit', async () => {
    await openSessions({ items: [make('failed', { stopReason: 'memory', interrupted: 'Sigma Shell ended' })] });
    await screen.findByText('interrupted: its end is not known');
    expect(screen.queryByRole('region', { name: 'Stopped by a limit' })).toBeNull();
  });
});
