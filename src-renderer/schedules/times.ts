const DAY_MS = 86_400_000;

/** Formats by what they show: one takes longer to make than to use. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatInZone(at: number, options: Intl.DateTimeFormatOptions, timeZone?: string): string {
  const all = timeZone === undefined ? options : { ...options, timeZone };
  const key = JSON.stringify(all);
  const known = formats.get(key) ?? new Intl.DateTimeFormat(undefined, all);
  formats.set(key, known);
  return known.format(at);
}

const DAY = { weekday: 'short', month: 'short', day: 'numeric' } as const;
const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
/** Two clocks that show the same here show the same. */
const WALL = { dateStyle: 'short', timeStyle: 'short' } as const;

/** The name of a day, such as `Today`, `Tomorrow` or `Fri, Nov 27`, by the days of this machine. */
export function dayName(at: number, now = Date.now()): string {
  const away = Math.round((noonOf(at) - noonOf(now)) / DAY_MS);
  if (away === 0) return 'Today';
  if (away === 1) return 'Tomorrow';
  if (away === -1) return 'Yesterday';
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return formatInZone(at, isThisYear ? DAY : { ...DAY, year: 'numeric' });
}

/** The time of day on the clock of 24 hours, as in all of the app; with seconds where they count. */
export function clockWords(at: number, timeZone?: string): string {
  return formatInZone(at, at % 60_000 === 0 ? CLOCK : { ...CLOCK, second: '2-digit' }, timeZone);
}

/** Day and time of day, such as `Tomorrow 09:00`. */
export function whenWords(at: number, now = Date.now()): string {
  return `${dayName(at, now)} ${clockWords(at)}`;
}

/**
 * Formats the clock in `timeZone` at that time if it differs from this machine's; undefined also for an unknown zone.
 */
export function clockIn(timeZone: string | undefined, at: number): string | undefined {
  if (timeZone === undefined) return undefined;
  try {
    if (formatInZone(at, WALL, timeZone) === formatInZone(at, WALL)) return undefined;
    return `${clockWords(at, timeZone)} ${placeName(timeZone)}`;
  } catch {
    return undefined;
  }
}

/** Name such as `New York` for `America/New_York`. */
function placeName(timeZone: string): string {
  return timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

/** Days may be 23 or 25 hours long: the noons of two days are whole days apart when rounded. */
const noonOf = (at: number) => new Date(at).setHours(12, 0, 0, 0);
