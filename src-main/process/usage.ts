import type { PeakUsage } from '#contract';
import type { ProcessGroup } from './process-group.ts';

/**
 * Samples what the group's tree uses until stopped. The first sample comes after `everyMs`, so a shorter
 * command has no figures: `undefined`.
 */
export function watchUsage(group: Pick<ProcessGroup, 'pids'>, everyMs = 500): { stop(): PeakUsage | undefined } {
  let peak: PeakUsage | undefined;
  let stopped = false;
  const sample = async () => {
    const now = await usageOf(await group.pids());
    if (stopped || !now) return;
    peak = {
      cpuPercent: Math.max(peak?.cpuPercent ?? 0, now.cpuPercent),
      memoryBytes: Math.max(peak?.memoryBytes ?? 0, now.memoryBytes),
    };
  };
  const timer = setInterval(() => void sample().catch(() => {}), everyMs);
  return {
    stop() {
      stopped = true;
      clearInterval(timer);
      return peak;
    },
  };
}

async function usageOf(pids: readonly number[]): Promise<PeakUsage | undefined> {
  if (pids.length === 0) return undefined;
  const { default: pidusage } = await import('pidusage');
  const all = await Promise.all(pids.map((pid) => pidusage(pid).catch(() => undefined)));
  const alive = all.filter((one) => one !== undefined);
  if (alive.length === 0) return undefined;
  return {
    cpuPercent: Math.round(alive.reduce((sum, one) => sum + one.cpu, 0)),
    memoryBytes: alive.reduce((sum, one) => sum + one.memory, 0),
  };
}
