import type { Notice } from '#contract';
import { muted, red, yellow } from './screen/style.ts';
import { safeText } from './screen/text-width.ts';

/** Creates a function that formats the app's notices, each once; empty if none is new. */
export function newNotices(): (notices: readonly Notice[]) => string {
  const told = new Set<string>();
  return (notices) =>
    notices
      .filter(({ id }) => !told.has(id))
      .map(({ id, level, title, text }) => {
        told.add(id);
        return { info: muted, warning: yellow, error: red }[level](safeText(`${title}: ${text}`));
      })
      .join('\n');
}
