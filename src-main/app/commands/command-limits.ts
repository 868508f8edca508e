import type { RunLimits, Settings } from '#contract';

/** Limits for one command of the model, from the settings; what they leave empty is not limited. */
export function commandLimits({ limits }: Settings): RunLimits {
  const memoryBytes = megabytesToBytes(limits.command_memory_mb);
  const diskBytes = megabytesToBytes(limits.command_disk_mb);
  return {
    timeoutMs: limits.command_seconds * 1000,
    maxOutputBytes: limits.command_output_bytes,
    ...(limits.command_cpu_percent !== null && { cpuPercent: limits.command_cpu_percent }),
    ...(memoryBytes !== undefined && { memoryBytes }),
    ...(diskBytes !== undefined && { diskBytes }),
    ...(limits.command_processes !== null && { processes: limits.command_processes }),
  };
}

function megabytesToBytes(megabytes: number | null): number | undefined {
  return megabytes === null ? undefined : Math.round(megabytes * 1_048_576);
}
