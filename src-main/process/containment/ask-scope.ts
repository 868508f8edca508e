import { createInterface } from 'node:readline';
import { findProgram } from '../find-program.ts';
import { startGroup } from '../group.ts';
import type { SystemdScope } from './cgroup-v2.ts';

const ASK_MS = 3000;

/** Asks the user's systemd for a delegated scope, kept by a process that does nothing else. @throws Error that says why not. */
export async function askScope(environment: Readonly<Record<string, string>>): Promise<SystemdScope> {
  const file = findProgram('systemd-run', { cwd: '/', environment: { PATH: '/usr/bin:/bin' } });
  if (file === undefined) throw new Error('systemd-run is not installed');
  const options = ['--user', '--scope', '--quiet', '--collect', '-p', 'Delegate=yes', '--'];
  const keeper = ['/bin/sh', '-c', 'echo "$$"; cat /proc/self/cgroup; echo; exec cat'];
  const group = await startGroup({
    file,
    args: [...options, ...keeper],
    cwd: '/',
    environment,
    stdin: 'pipe',
    graceMs: 0,
  });
  const timer = setTimeout(() => void group.end(), ASK_MS);
  try {
    let said = '';
    group.stderr.on('data', (chunk) => {
      said += chunk;
    });
    const lines: string[] = [];
    for await (const line of createInterface(group.stdout)) {
      if (line === '') break;
      lines.push(line);
    }
    const path = lines.find((line) => line.startsWith('0::'))?.slice(3);
    if (!path?.includes('.scope')) throw new Error(said.trim().split('\n')[0] || 'systemd-run gave no scope');
    return { path, keeperPid: Number(lines[0]), [Symbol.asyncDispose]: () => group.end() };
  } catch (error) {
    await group.end();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
