import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { endMarked } from '../../../src-main/process/end-marked.ts';
import { MARKER } from '../../../src-main/process/tree.ts';
import { endSession } from '../../../src-main/terminal/end-session.ts';

const onLinux = test.runIf(process.platform === 'linux');

afterEach(() => void vi.useRealTimers());

/** A program that only SIGKILL ends. */
async function deaf(marker: string) {
  const child = spawn('/bin/bash', ['--norc', '-c', 'trap "" HUP TERM INT; echo ready; while :; do sleep 0.2; done'], {
    detached: true,
    env: { PATH: '/usr/bin:/bin', [MARKER]: marker },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return {
    pid: child.pid ?? 0,
    exited: once(child, 'exit'),
    hasExited: () => child.exitCode !== null || child.signalCode !== null,
  };
}

/** Sets the clock an hour back while the end is awaited, as a suspended machine or its time server may. */
async function withClockSetBack(end: Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  setTimeout(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
  }, 100);
  await end;
  return performance.now() - startedAt;
}

onLinux('a terminal’s program that is deaf is killed in time, whatever the clock does', async () => {
  const program = await deaf('end-session-test');
  expect(await withClockSetBack(endSession(program.pid, program.hasExited))).toBeLessThan(10_000);
  expect(program.hasExited()).toBe(true);
});

onLinux('what an earlier host left is killed in time, whatever the clock does (Linux)', async () => {
  const program = await deaf('end-marked-test');
  expect(await withClockSetBack(endMarked('end-marked-test'))).toBeLessThan(10_000);
  await program.exited;
  expect(program.hasExited()).toBe(true);
});
