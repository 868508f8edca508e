import type { LimitName, LiveUsage, PeakUsage, RunLimits } from '#contract';
import { formatBytes, plural } from './format.ts';

/** Words of a limit: its name, the noun for sentences, and the place of its value. */
interface LimitWords {
  readonly name: string;
  /** Noun as in “the limit of …”. */
  readonly noun: string;
  readonly limit: (limits: RunLimits) => number | undefined;
  readonly used: (usage: LiveUsage) => number | undefined;
}

const WORDS: Readonly<Record<LimitName, LimitWords>> = {
  timeout: { name: 'Time', noun: 'time', limit: (all) => all.timeoutMs, used: (now) => now.elapsedMs },
  cpu: { name: 'CPU', noun: 'CPU', limit: (all) => all.cpuPercent, used: (now) => now.cpuPercent },
  memory: { name: 'Memory', noun: 'memory', limit: (all) => all.memoryBytes, used: (now) => now.memoryBytes },
  output: { name: 'Output', noun: 'output', limit: (all) => all.maxOutputBytes, used: (now) => now.outputBytes },
  processes: { name: 'Processes', noun: 'processes', limit: (all) => all.processes, used: (now) => now.processes },
  disk: { name: 'Disk', noun: 'disk', limit: (all) => all.diskBytes, used: (now) => now.diskBytes },
};

/** Limits in the order in which they are shown. */
export const LIMITS = Object.keys(WORDS) as readonly LimitName[];

export const limitName = (limit: LimitName) => WORDS[limit].name;

/** Noun for the middle of a sentence. */
export const limitNoun = (limit: LimitName) => WORDS[limit].noun;

export const limitOf = (limits: RunLimits, limit: LimitName) => WORDS[limit].limit(limits);

export const usedOf = (usage: LiveUsage, limit: LimitName) => WORDS[limit].used(usage);

/** `2 min`, `150 %`, `4 GiB`, `50 MB`, `1,000`: memory and disk in the unit that their settings have, powers of 1024. */
export function limitAmount(limit: LimitName, value: number): string {
  switch (limit) {
    case 'timeout':
      return formatSeconds(value);
    case 'cpu':
      return `${Math.round(value)} %`;
    case 'output':
      return formatBytes(value);
    case 'processes':
      return value.toLocaleString('en');
    case 'memory':
    case 'disk':
      return formatMebibytes(value);
  }
}

/** Formats a duration in whole seconds, so that a running clock is calm to read. */
function formatSeconds(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 60) return ms > 0 && ms < 1000 ? `${Math.round(ms)} ms` : `${seconds} s`;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours > 0) return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`;
  return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
}

const MIB = 2 ** 20;

function formatMebibytes(bytes: number): string {
  const size = Math.abs(bytes);
  const sign = bytes < 0 ? '−' : '';
  if (size < MIB) return `${sign}${Math.round(size / 1024)} KiB`;
  if (size < 1000 * MIB) return `${sign}${Math.round(size / MIB)} MiB`;
  const gibibytes = size / 1024 / MIB;
  return `${sign}${Number(gibibytes.toFixed(gibibytes < 100 ? 1 : 0))} GiB`;
}

/** Lists all limits of a process tree in one line. */
export function limitsLine(limits: RunLimits): string {
  return LIMITS.map((limit) => {
    const value = limitOf(limits, limit);
    if (value === undefined) return `${limitName(limit)} not limited`;
    if (limit === 'processes') return `${limitAmount(limit, value)} ${value === 1 ? 'process' : 'processes'}`;
    return `${limitName(limit)} ${limitAmount(limit, value)}`;
  }).join(' · ');
}

/** The most that a tree used of each, as far as it was measured. */
export function peakLine({ cpuPercent, memoryBytes, processes, diskBytes }: PeakUsage): string {
  const known = { cpu: cpuPercent, memory: memoryBytes, disk: diskBytes };
  const words = LIMITS.flatMap((limit) => {
    const value = known[limit as keyof typeof known];
    return value === undefined ? [] : [`${limitName(limit)} ${limitAmount(limit, value)}`];
  });
  return [...words, ...(processes === undefined ? [] : [plural(processes, 'process', 'processes')])].join(' · ');
}

/** Share of a limit from which it is shown as near. */
const NEAR = 0.8;

export interface LimitShare {
  /** Usage in words; `not measured` if unknown. */
  readonly used: string;
  /** The limit in words; absent if there is none. */
  readonly limit: string | undefined;
  /** Share of the limit, from 0; absent if there is no limit or no value. */
  readonly share: number | undefined;
  readonly isNear: boolean;
}

/** Computes the used share of a limit. */
export function shareOf(limit: LimitName, usage: LiveUsage | undefined, limits: RunLimits): LimitShare {
  const used = usage === undefined ? undefined : usedOf(usage, limit);
  const most = limitOf(limits, limit);
  const share = used === undefined || most === undefined ? undefined : Math.max(used, 0) / most;
  return {
    used: used === undefined ? 'not measured' : wholeAmount(limit, used),
    limit: most === undefined ? undefined : limitAmount(limit, most),
    share,
    isNear: share !== undefined && share >= NEAR,
  };
}

/** A running clock says no milliseconds. */
const wholeAmount = (limit: LimitName, value: number) =>
  limitAmount(limit, limit === 'timeout' ? Math.floor(value / 1000) * 1000 : value);
