const withZone = new Intl.DateTimeFormat(undefined, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
  timeZoneName: 'longOffset',
});
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const STEPS = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
] as const;

/** The moment to the millisecond, with its zone, such as `Nov 21, 2026, 12:10:18.123 GMT+01:00`. */
export function absoluteTime(at: number): string {
  return withZone.format(at);
}

/** Such as `3 minutes ago`. */
export function relativeTime(at: number, now = Date.now()): string {
  let value = (at - now) / 1000;
  for (const [unit, next] of STEPS) {
    if (Math.abs(value) < next) return relative.format(Math.round(value), unit);
    value /= next;
  }
  return relative.format(Math.round(value), 'year');
}
