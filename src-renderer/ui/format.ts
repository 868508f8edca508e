const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const dayAndClock = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' });
const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** `340 ms`, `2.4 s`, `3 min 5 s`, `2 h 10 min`. */
export function formatDuration(milliseconds: number): string {
  // By what is shown, here and below: 59,700 ms are 1 min 0 s, not 60 s.
  if (Math.round(milliseconds) < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (Math.round(seconds) < 60) return `${seconds < 9.95 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  const whole = Math.max(60, Math.floor(seconds));
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${whole % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Formats bytes in powers of 1000: `512 B`, `4.2 kB`, `17 MB`. */
export function formatBytes(bytes: number): string {
  let [power, value] = [0, bytes];
  // By what is shown: 999,999 bytes are 1.0 MB, not 1000 kB.
  while (power < UNITS.length - 1 && Math.round(value) >= 1000) value = bytes / 1000 ** ++power;
  return `${value < 9.95 && power > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[power]}`;
}

/** The time of day, with the date unless it is today. */
export function formatTime(at: number, now = Date.now()): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return (isToday ? clock : dayAndClock).format(at);
}

export function formatFullTime(at: number): string {
  return full.format(at);
}

/** `950`, `12.4k`, `3.1M`. */
export function formatCount(count: number): string {
  if (count < 10_000) return count.toLocaleString();
  return count < 999_950 ? `${numbers.format(count / 1000)}k` : `${numbers.format(count / 1_000_000)}M`;
}

/** `1 file`, `2 files`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** `$12.40`; small sums with the digits that count, `$0.0034`. */
export function formatDollars(amount: number): string {
  if (amount === 0) return '$0.00';
  if (amount < 0.0001) return '< $0.0001';
  return `$${amount < 0.1 ? amount.toFixed(4).replace(/0{1,2}$/, '') : amount.toFixed(2)}`;
}
