import type { Notice } from '#contract';
import { muted, red, yellow } from './style.ts';
import { safeText } from './text-width.ts';

/** What there is to print of the app's notices, each told once; empty where none is new. */
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
