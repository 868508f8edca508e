import type { LimitName, RunLimits } from '#contract';

export const LIMIT_KEYS = {
  timeout: 'timeoutMs',
  output: 'maxOutputBytes',
  cpu: 'cpuPercent',
  memory: 'memoryBytes',
  disk: 'diskBytes',
  processes: 'processes',
} as const satisfies Readonly<Record<LimitName, keyof RunLimits>>;

/** Limits that were raised, by name. */
export type LimitRaises = { readonly [Name in LimitName]?: number };

/** Raises each limit to the highest that is said of it; what is not limited stays so. */
export function raisedBy(limits: RunLimits, ...all: readonly LimitRaises[]): RunLimits {
  const raised: { -readonly [Key in keyof RunLimits]: RunLimits[Key] } = { ...limits };
  for (const [name, key] of Object.entries(LIMIT_KEYS) as [LimitName, keyof RunLimits][]) {
    const now = limits[key];
    if (now !== undefined) raised[key] = Math.max(now, ...all.map((raises) => raises[name] ?? 0));
  }
  return raised;
}
