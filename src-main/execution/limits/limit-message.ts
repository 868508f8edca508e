import type { RunLimits, StopReason } from '#contract';
import type { CombinedSample } from './combined-sample.ts';

export interface LimitTrip {
  readonly reason: StopReason;
  readonly text: string;
}

const MB = 1024 * 1024;

/** The limit that what was sampled is over, if any, in a sentence that says how much it used and how much it may. */
export function exceededLimit(sampled: CombinedSample, limits: RunLimits): LimitTrip | undefined {
  return (
    processesTrip(sampled, limits) ??
    memoryTrip(sampled, limits) ??
    cpuTrip(sampled, limits) ??
    diskTrip(sampled, limits)
  );
}

function processesTrip({ processes, refused }: CombinedSample, { processes: most }: RunLimits): LimitTrip | undefined {
  if (most === undefined || processes === undefined) return undefined;
  if (processes > most) {
    const text = `It had ${formatCount(processes)} processes at once, more than the ${formatCount(most)} it may`;
    return { reason: 'processes', text };
  }
  if (refused <= 0) return undefined;
  return {
    reason: 'processes',
    text: `It tried to start more processes than the ${formatCount(most)} it may have at once`,
  };
}

function memoryTrip({ memoryBytes }: CombinedSample, { memoryBytes: most }: RunLimits): LimitTrip | undefined {
  if (most === undefined || memoryBytes === undefined || memoryBytes <= most) return undefined;
  return {
    reason: 'memory',
    text: `It held ${megabytes(memoryBytes)} of memory, more than the ${megabytes(most)} it may`,
  };
}

/** Text for a command of which the kernel ended something before a look could say more. */
export const outOfMemory = ({ memoryBytes = 0 }: Pick<RunLimits, 'memoryBytes'>): string =>
  `It wanted more memory than the ${megabytes(memoryBytes)} it may`;

/** Text for a command that the kernel kept from making a file longer. */
export const outOfDisk = ({ diskBytes = 0 }: Pick<RunLimits, 'diskBytes'>): string =>
  `It wanted to write more to one file than the ${megabytes(diskBytes)} it may`;

function cpuTrip(
  { cpuPercent, hasWholeMean, overMs }: CombinedSample,
  { cpuPercent: most }: RunLimits,
): LimitTrip | undefined {
  if (most === undefined || cpuPercent === undefined || !hasWholeMean || cpuPercent <= most) return undefined;
  const used = `${formatCount(Math.round(cpuPercent))} % of a core on average over ${overMs / 1000} s`;
  return { reason: 'cpu', text: `It used ${used}, more than the ${formatCount(most)} % it may` };
}

function diskTrip({ diskBytes }: CombinedSample, { diskBytes: most }: RunLimits): LimitTrip | undefined {
  if (most === undefined || diskBytes === undefined || diskBytes <= most) return undefined;
  const text = `What it may write to grew by ${megabytes(diskBytes)} while it ran, more than the ${megabytes(most)} it may`;
  return { reason: 'disk', text };
}

const formatCount = (value: number) => value.toLocaleString('en-US');

/** Rounded up, so that what is too much never reads as what is allowed. */
function megabytes(bytes: number): string {
  return bytes < MB ? `${(bytes / MB).toFixed(3)} MB` : `${formatCount(Math.ceil((bytes / MB) * 10) / 10)} MB`;
}
