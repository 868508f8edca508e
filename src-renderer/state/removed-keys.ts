import { REDACTED } from '#contract/redacted';

/** Whether keys were removed from an unsaved text as it was kept, so that it must not be saved as it stands. */
export function lacksKeys(text: string, saved: string): boolean {
  return text.includes(REDACTED) && !saved.includes(REDACTED);
}

/** Said of a text that lacks keys. */
export const KEYS_NOT_KEPT = `Keys in what you typed were not kept. Put them where it says ${REDACTED} before you save.`;
