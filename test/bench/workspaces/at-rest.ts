import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Report } from '../run.ts';
import { cpuMs, residentMb } from '../sessions/process-figures.ts';
import { ENVIRONMENT, type SampleHosts, treeOf } from './sample-host.ts';

const REST_MS = 10_000;
const SETTLED_MS = 1000;
const MAX_PERCENT = 1;
const MAX_MB = 30;
const READY = 'import asyncio; print(flush=True); input()';

/** Measures the cost of an idle host, and of the app that watches it. */
export async function reportRest(report: Report, hosts: SampleHosts): Promise<void> {
  await using it = await hosts.open();
  const pids = await treeOf(it.host.pid ?? 0);
  const bare = spawn(it.python, ['-c', READY], { env: ENVIRONMENT, stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    await new Promise((resolve) => bare.stdout.once('data', resolve));
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
    const [before, own] = [await cpuOf(pids), process.cpuUsage()];
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    const percent = ((await cpuOf(pids)) - before) / (REST_MS / 100);
    const { user, system } = process.cpuUsage(own);
    const watching = (user + system) / 1000 / (REST_MS / 100);
    report({
      name: 'CPU of an idle host',
      value: round(percent),
      unit: '%',
      atMost: MAX_PERCENT,
      note: `over ${REST_MS / 1000} s, ${pids.length} processes with their box; the app that watches it ${round(watching)} %`,
    });
    const [resident, control] = [await residentOf(pids), await residentMb(bare.pid ?? 0)];
    report({
      name: 'memory of an idle host, beyond its interpreter',
      value: round(resident - control),
      unit: 'MB',
      atMost: MAX_MB,
      note: `${round(resident)} MB, python3 with asyncio ${round(control)} MB`,
    });
  } finally {
    const closed = new Promise((resolve) => bare.once('close', resolve));
    bare.stdin.end('\n');
    await closed;
  }
}

const cpuOf = async (pids: readonly number[]) => sum(await Promise.all(pids.map(cpuMs)));
/** The interpreter itself, not the box around it. */
const residentOf = async (pids: readonly number[]) => sum(await Promise.all(pids.map(interpreterMb)));
const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);

async function interpreterMb(pid: number): Promise<number> {
  return /python/.test(await readFile(`/proc/${pid}/comm`, 'utf8')) ? await residentMb(pid) : 0;
}

const round = (value: number) => Math.round(value * 100) / 100;
