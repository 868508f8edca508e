const DAY_MS = 86_400_000;

const wallClock = new Intl.DateTimeFormat('en-CA', wallOptions(undefined));

function wallOptions(timeZone: string | undefined): Intl.DateTimeFormatOptions {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
  return { ...parts, hourCycle: 'h23', ...(timeZone !== undefined && { timeZone }) };
}

/** The name of a day, such as `Today`, `Tomorrow` or `Fri, Nov 27`, by the days of this machine. */
export function dayName(at: number, now = Date.now()): string {
  const away = Math.round((noonOf(at) - noonOf(now)) / DAY_MS);
  if (away === 0) return 'Today';
  if (away === 1) return 'Tomorrow';
  if (away === -1) return 'Yesterday';
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  const day = { weekday: 'short', month: 'short', day: 'numeric' } as const;
  return new Intl.DateTimeFormat(undefined, isThisYear ? day : { ...day, year: 'numeric' }).format(at);
}

/** The time of day as this person writes it; with seconds where they count. */
export function clockWords(at: number, timeZone?: string): string {
  const seconds = at % 60_000 === 0 ? {} : ({ second: '2-digit' } as const);
  const zone = timeZone === undefined ? {} : { timeZone };
  return new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', ...seconds, ...zone }).format(at);
}

/** Day and time of day, such as `Tomorrow 09:00`. */
export function whenWords(at: number, now = Date.now()): string {
  return `${dayName(at, now)} ${clockWords(at)}`;
}

/** What a clock in `timeZone` shows then, where it differs from the one of this machine; undefined also for a zone that nobody knows. */
export function clockIn(timeZone: string | undefined, at: number): string | undefined {
  if (timeZone === undefined) return undefined;
  try {
    const there = new Intl.DateTimeFormat('en-CA', wallOptions(timeZone)).format(at);
    if (there === wallClock.format(at)) return undefined;
    return `${clockWords(at, timeZone)} ${placeName(timeZone)}`;
  } catch {
    return undefined;
  }
}

/** Such as `New York` of `America/New_York`. */
function placeName(timeZone: string): string {
  return timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

/** Days may be 23 or 25 hours long: the noons of two days are whole days apart when rounded. */
const noonOf = (at: number) => new Date(at).setHours(12, 0, 0, 0);
