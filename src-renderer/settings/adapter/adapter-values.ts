import type { AdapterState, RunLimits } from '#contract';

type AdapterValues = AdapterState['values'];

const MIB = 2 ** 20;

function numberValue(values: AdapterValues, key: string): number | undefined {
  const value = values[key];
  return typeof value === 'number' ? value : undefined;
}

/** The limits that commands of clients run in, by the file's values; absent while those are not known. */
export function runLimits(values: AdapterValues): RunLimits | undefined {
  const seconds = numberValue(values, 'adapter.command_max_lifetime');
  if (seconds === undefined) return undefined;
  const cpuPercent = numberValue(values, 'adapter.cpu_percent_limit');
  const memory = numberValue(values, 'adapter.memory_mb_limit');
  const disk = numberValue(values, 'adapter.disk_mb_limit');
  const processes = numberValue(values, 'adapter.max_processes');
  return {
    timeoutMs: seconds * 1000,
    maxOutputBytes: numberValue(values, 'adapter.max_output') ?? Number.MAX_SAFE_INTEGER,
    ...(cpuPercent !== undefined && { cpuPercent }),
    ...(memory !== undefined && { memoryBytes: memory * MIB }),
    ...(disk !== undefined && { diskBytes: disk * MIB }),
    ...(processes !== undefined && { processes }),
  };
}

/** Most of one core, and of MiB, that hardly any real tool lives with. */
const TIGHT = 50;

/** Whether the document's own limits, or others as low, are in force. */
export function isTight(values: AdapterValues): boolean {
  const limits = ['adapter.cpu_percent_limit', 'adapter.memory_mb_limit'].map((key) => numberValue(values, key));
  return limits.some((limit) => limit !== undefined && limit <= TIGHT);
}

/** A value as a field shows it. */
export function valueText(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}
