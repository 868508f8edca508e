import type { ToolCallTrace, UsedVariable, ValueSource } from '#contract';
import { textStart } from '#contract/text-ends';
import { formatDuration } from '../../ui/format.ts';
import type { XrayOrigin } from './xray.ts';

export const SOURCES: Readonly<Record<ValueSource, string>> = {
  folder: 'from the folder',
  redis: 'from Redis',
  app: 'published by the app',
  args: 'from the arguments',
  default: 'the default of a parameter',
};

/** Describes an origin in one line, as it is read aloud. */
export function originWords({ place, path, variable, call }: XrayOrigin): string {
  const where = place === undefined ? '' : `, template line ${place.line}`;
  if (call !== undefined) return `tool ${call.name}, ${toolOutcomeWords(call)}${where}`;
  if (path !== undefined)
    return `${plainPath(path)}${variable === undefined ? '' : `, ${SOURCES[variable.source]}`}${where}`;
  return place === undefined || place.kind === 'text' ? `fixed text${where}` : `made by ${place.source}${where}`;
}

/** Removes the dot that leads from the root. */
export function plainPath(path: string): string {
  return path.replace(/^\$?\./, '');
}

export function toolOutcomeWords({ outcome, durationMs }: ToolCallTrace): string {
  if (outcome === 'value') return `answered in ${formatDuration(durationMs)}`;
  const instead = outcome === 'default' ? 'its default is used' : 'nothing is used instead';
  return `failed after ${formatDuration(durationMs)}, ${instead}`;
}

/** `read 3 s ago`. */
export function ageWords({ readAt }: UsedVariable, now: number): string {
  if (readAt === undefined) return '';
  const age = now - readAt;
  return age < 1000 ? 'read just now' : `read ${formatDuration(age)} ago`;
}

/** Shortens text to what fits in a cell. */
export function shortenCell(text: string): string {
  return text.length > 90 ? `${textStart(text, 88)}…` : text;
}
