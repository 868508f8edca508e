const DAY_MS = 86_400_000;
const month = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' });

/** Spans of days that are chosen by name. */
export const SPANS = ['today', 'yesterday', 'week', 'month'] as const;
export type DaySpan = (typeof SPANS)[number];

export const SPAN_WORDS: Readonly<Record<DaySpan, string>> = {
  today: 'Today',
  yesterday: 'Yesterday',
  week: 'Last 7 days',
  month: 'Last 30 days',
};

/** Begin and end of a span, in milliseconds, by the days of this machine; the end is the first moment after it. */
export function spanOf(span: DaySpan, now = Date.now()): { readonly since: number; readonly until: number } {
  const ago = (days: number) => startOfDay(now, days);
  if (span === 'yesterday') return { since: ago(1), until: ago(0) };
  return { since: ago({ today: 0, week: 6, month: 29 }[span]), until: ago(-1) };
}

/** Describes a day, such as `Today`, `Yesterday`, `Last 7 days`, or the month for earlier ones. */
export function dayWords(at: number, now = Date.now()): string {
  if (at >= spanOf('today', now).since) return SPAN_WORDS.today;
  const span = SPANS.find((one) => at >= spanOf(one, now).since);
  return span === undefined ? month.format(at) : SPAN_WORDS[span];
}

/** Things by their day, in the order they have. */
export function byDay<T>(things: readonly T[], at: (thing: T) => number): readonly (readonly [string, readonly T[]])[] {
  const days = new Map<string, T[]>();
  for (const thing of things) {
    const day = dayWords(at(thing));
    const group = days.get(day);
    if (group) group.push(thing);
    else days.set(day, [thing]);
  }
  return [...days];
}

/** Days may be 23 or 25 hours long: noon of another day is never in a wrong one. */
function startOfDay(now: number, daysAgo: number): number {
  const day = new Date(new Date(now).setHours(12) - daysAgo * DAY_MS);
  return day.setHours(0, 0, 0, 0);
}
