const moments = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
/** Format in numbers: a day and a half ago may be yesterday or the day before, and a month ago need not be last month. */
const amounts = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

const STEPS = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
] as const;

/** Describes a time, such as `3 minutes ago`, or `now`. */
export function relativeTime(at: number, now = Date.now()): string {
  let value = (at - now) / 1000;
  for (const [unit, next] of STEPS) {
    const shown = Math.round(value);
    // By what is shown: 59.7 seconds are 1 minute, not 60 seconds.
    if (Math.abs(shown) < next) return (unit === 'second' ? moments : amounts).format(shown, unit);
    value /= next;
  }
  return amounts.format(Math.round(value), 'year');
}
