import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { jobOf } from '../../../src-main/terminal/session-processes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { cpuMsOf } from '../../support/time-taken.ts';

const describeOnLinux = process.platform === 'linux' ? describe : describe.skip;

/** A shell that says when it has come to its last line. */
async function shell(script: string): Promise<number> {
  const child: ChildProcess = spawn('/bin/bash', ['--norc', '-c', script], {
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  onTestFinished(() => void process.kill(-(child.pid ?? 0), 'SIGKILL'));
  if (child.stdout) await once(child.stdout, 'data');
  return child.pid ?? 0;
}

describeOnLinux('what a shell runs (the process table is Linux’s)', () => {
  test('is its child, background ones included', async () => {
    const leader = await shell('sleep 60 & echo ready; wait');
    // Until the child has become another program it bears the shell's name.
    await expect.poll(() => jobOf(leader), { timeout: 5000 }).toBe('sleep');
  });

  test('is named as it is written, but for a character the kernel cut', async () => {
    await using folder = await temporaryFolder();
    const nameOf = async (file: string): Promise<string | undefined> => {
      await copyFile('/bin/sleep', join(folder.path, file));
      const leader = await shell(`"${join(folder.path, file)}" 60 & echo ready; wait`);
      await expect.poll(() => jobOf(leader), { timeout: 5000 }).not.toBe('bash');
      return jobOf(leader);
    };
    expect(await nameOf('größe')).toBe('größe');
    expect(await nameOf('umsatz-erhöhung')).toBe('umsatz-erhöhun');
    expect(await nameOf('zwischensummen-ü')).toBe('zwischensummen-');
    expect(await nameOf('zwischensummeü')).toBe('zwischensummeü');
    expect(await nameOf('zwischensummenü')).toBe('zwischensummen');
  });

  test('is nothing while it reads, after a child has ended, or when there is no such shell', async () => {
    expect(jobOf(await shell('echo ready; read -r line'))).toBeUndefined();
    expect(jobOf(await shell('/bin/true & wait; echo ready; read -r line'))).toBeUndefined();
    expect(jobOf(2 ** 22 + 1)).toBeUndefined();
  });

  test('is cheap to ask: twenty idle shells once a second take less than a hundredth of a core', async () => {
    const idle = await shell('echo ready; read -r line');
    jobOf(idle);
    // The cheapest of many rounds: what else goes on in this process, as the collection of garbage, is in the others.
    const rounds = Array.from({ length: 20 }, () =>
      cpuMsOf(() => {
        for (let look = 0; look < 20; look += 1) jobOf(idle);
      }),
    );
    expect(Math.min(...rounds)).toBeLessThan(10);
  });
});
