const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const STEPS = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
] as const;

/** Describes a time, such as `3 minutes ago`. */
export function relativeTime(at: number, now = Date.now()): string {
  let value = (at - now) / 1000;
  for (const [unit, next] of STEPS) {
    if (Math.abs(value) < next) return relative.format(Math.round(value), unit);
    value /= next;
  }
  return relative.format(Math.round(value), 'year');
}
