/** How far, and until when. */
interface Plan {
  /** Pages that are left. */
  pages: number;
  /** The last day, such as 2030-01-31. */
  until: string;
  /**
   * Days on which nobody reads, in days a week.
   * @default 0
   */
  daysOff?: number;
}

/** Says how many pages a day it takes to finish a book in time. */
export async function tool({ pages, until, daysOff = 0 }: Plan): Promise<{ days: number; pagesADay: number }> {
  const left = Math.ceil((Date.parse(until) - Date.now()) / 86_400_000);
  const days = Math.max(1, Math.round((left * (7 - daysOff)) / 7));
  return { days, pagesADay: Math.ceil(pages / days) };
}
