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

/** The moment to the millisecond, with its zone, such as `Nov 21, 2026, 12:10:18.123 GMT+01:00`. */
export function absoluteTime(at: number): string {
  return withZone.format(at);
}
