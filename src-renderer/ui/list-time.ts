const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const day = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' });
const dayAndYear = new Intl.DateTimeFormat(undefined, { year: 'numeric', month: 'short', day: 'numeric' });

/** Formats a time for narrow lists: the time of day, or the date if it was another day, with its year if it was another. */
export function formatListTime(at: number, now = Date.now()): string {
  const [then, today] = [new Date(at), new Date(now)];
  if (then.getFullYear() !== today.getFullYear()) return dayAndYear.format(at);
  return (then.toDateString() === today.toDateString() ? clock : day).format(at);
}
