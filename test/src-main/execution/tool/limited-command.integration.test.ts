import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { LimitName, LiveUsage, RunLimits } from '#contract';
import { CommandLimits, type Limiter, watchLimits } from '#execution';
import { systemCgroupFiles } from '#process/containment/cgroup-files';
import { cgroupPlaces } from '#process/containment/cgroup-places';
import { openContainment } from '#process/containment/open-containment';
import type { Approval } from '#tools';
import { commandWorkbench, ENVIRONMENT } from '../../../support/command-workbench.ts';
import { processesWithMark } from '../../../support/processes.ts';
import { silentLogger } from '../../../support/silent-logger.ts';
import { temporaryLedger } from '../../../support/temporary-ledger.ts';

/** Whether this user may make groups that count memory. */
const memoryPlaces = cgroupPlaces(systemCgroupFiles);
const hasMemoryGroups = await access(memoryPlaces.v1.get('memory') ?? '/nonexistent', constants.W_OK).then(
  () => true,
  () => false,
);

const BASE: RunLimits = {
  timeoutMs: 60_000,
  maxOutputBytes: 5_000_000,
  memoryBytes: 4_000_000_000,
  diskBytes: 1_000_000_000,
  processes: 500,
};
const HOLD_MEMORY = `python3 -c 'import time; x = bytearray(300_000_000); print("held", flush=True); time.sleep(60)'`;

async function bench(limits: Partial<RunLimits> = {}, everyMs = 250) {
  const containment = await openContainment({ environment: ENVIRONMENT, allowNamespace: false, log: silentLogger });
  const limiter: Limiter = {
    containment: async () => containment,
    watch: (group, options) => watchLimits(group, { ...options, everyMs }),
    checkMs: () => 1000,
  };
  const ledger = await temporaryLedger();
  const session = await ledger.session('s');
  const command = new CommandLimits({ ledger, base: () => ({ ...BASE, ...limits }) });
  const mark = `limited-${crypto.randomUUID()}`;
  const environment = { ...ENVIRONMENT, TEST_MARK: mark };
  const at = await commandWorkbench({ limits: command, limiter, environment });
  const usage: { readonly now: LiveUsage; readonly limits: RunLimits }[] = [];
  await session.append('tool.called', { callId: 'call-1', tool: 'execute_command', arguments: {} });
  return {
    ...at,
    mark,
    step: containment.state.step,
    usage,
    run: (text: string, allowed: Approval = {}, signal?: AbortSignal) =>
      at.run(text, allowed, { onUsage: (now, its) => usage.push({ now, limits: its }), ...(signal && { signal }) }),
    raise: (limit: LimitName, to?: number) =>
      command.raise({ session: 's', callId: 'call-1', limit, scope: 'once', to }),
    [Symbol.asyncDispose]: async () => {
      await at[Symbol.asyncDispose]();
      command[Symbol.dispose]();
      await ledger[Symbol.asyncDispose]();
      await containment[Symbol.asyncDispose]();
    },
  };
}

test('what holds too much memory is ended with all it started, and the model is told what to do', async () => {
  await using at = await bench({ memoryBytes: 150_000_000 });
  const outcome = await at.run(`echo before; setsid sleep 300 & ${HOLD_MEMORY}`);

  expect(outcome.outcome).toBe('failed');
  expect(outcome.content).toMatch(/memory limit of 143 MB[\s\S]*ask the person to raise/);
  expect(outcome.content).toContain('before');
  const ran = at.ran();
  expect(ran).toMatchObject({ stopReason: 'memory', limits: { memoryBytes: 150_000_000 } });
  expect(ran?.peak?.memoryBytes).toBeGreaterThan(150_000_000);
  expect(ran?.durationMs).toBeLessThan(30_000);
  expect(await processesWithMark(at.mark)).toEqual([]);
});

test('a limit that is raised in time is not tripped over, and the record has what held at the end', async () => {
  await using at = await bench({ timeoutMs: 2000 });
  const running = at.run('echo begun; sleep 2.5; echo done');
  await pause(300);
  await at.raise('timeout', 60_000);

  expect((await running).outcome).toBe('done');
  expect(at.ran()).toMatchObject({ stopReason: 'exit', limits: { timeoutMs: 60_000 } });
});

test('what is used is told from the beginning, with what may be', async () => {
  await using at = await bench();
  await at.run('echo hello; sleep 1.2');

  expect(at.usage[0]).toEqual({ now: { elapsedMs: 0, outputBytes: 0 }, limits: BASE });
  const measured = at.usage.filter(({ now }) => now.processes !== undefined && now.memoryBytes !== undefined);
  expect(measured.length).toBeGreaterThan(0);
  expect(measured.at(-1)?.now.outputBytes).toBe(6);
  expect(at.ran()?.peak?.processes).toBeGreaterThan(0);
  expect(at.ran()?.heldBy).toBe(at.step);
});

test('too many processes are ended', async () => {
  await using at = await bench({ processes: 30 });
  await at.run('for i in $(seq 100); do sleep 60 & done; wait');

  expect(at.ran()).toMatchObject({ stopReason: 'processes' });
  expect(await processesWithMark(at.mark)).toEqual([]);
});

test('a split line is watched in both of its parts', async () => {
  await using at = await bench({ memoryBytes: 150_000_000 });
  await at.run(`${HOLD_MEMORY} | grep held`);

  expect(at.ran()).toMatchObject({ stopReason: 'memory', split: { treatment: 'not-filtered' } });
});

test('a command in the sandbox is held to its limits as well', async ({ skip }) => {
  await using at = await bench({ memoryBytes: 150_000_000 });
  skip((await at.sandbox(at.workspace)) === undefined, 'no sandbox works on this machine');
  const outcome = await at.run(HOLD_MEMORY, { sandbox: 'read-only' });

  expect(outcome.content).toContain('memory limit');
  expect(at.ran()).toMatchObject({ stopReason: 'memory', sandbox: 'read-only' });
});

test('what the person stops is gone within its grace, contained or not', async () => {
  await using at = await bench();
  const stop = new AbortController();
  const running = at.run('echo begun; setsid sleep 300 & sleep 300', {}, stop.signal);
  await pause(500);
  const stoppedAt = performance.now();
  stop.abort(new Error('enough'));

  expect((await running).content).toContain('Stopped by the person');
  expect(performance.now() - stoppedAt).toBeLessThan(5000);
  expect(await processesWithMark(at.mark)).toEqual([]);
});

test.skipIf(!hasMemoryGroups)(
  'what takes memory faster than anybody looks is ended by the kernel, and told as that',
  async () => {
    // Nobody looks while it runs.
    await using at = await bench({ memoryBytes: 150_000_000 }, 60_000);
    const outcome = await at.run(`echo before; python3 -c 'x = bytearray(600_000_000)'; echo "$?"`);

    expect(outcome.outcome).toBe('failed');
    expect(outcome.content).toMatch(/memory limit of 143 MB/);
    expect(at.ran()).toMatchObject({ stopReason: 'memory' });
    expect(at.ran()?.peak?.memoryBytes).toBeGreaterThan(150_000_000);
  },
);
