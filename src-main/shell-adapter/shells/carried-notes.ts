/** Sentences for a client about what is carried between the shells of its session. */
import { AdapterError } from './model.ts';

/** Names that are told; the rest are counted. */
export const MAX_NAMED = 10;

export const NOT_BACK = 'The variables and functions that it changed could not be copied into the box';

/** The error of a command that was not run, since its shell could not be made as those before left it. */
export const notCarried = (why: string) =>
  new AdapterError(
    'spawn_failed',
    `Not run: the session’s variables and functions could not be copied out of the box: ${why}`,
  );

export const standsElsewhere = (now: string, wanted: string) =>
  `The session stays in ${now}: ${wanted} cannot be entered in the box`;

export function keptNote(kept: readonly string[]): string {
  const more = kept.length > MAX_NAMED ? ` and ${kept.length - MAX_NAMED} more` : '';
  return `Kept in the box, since what runs there could use it to run something here: ${kept.slice(0, MAX_NAMED).join(', ')}${more}`;
}
