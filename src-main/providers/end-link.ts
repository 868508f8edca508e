import type { ToolLink } from '#tools';

/** Ends a link where there is one, with its own time between asking and forcing if none is given. */
export async function endLink(link: ToolLink | undefined, graceMs: number | undefined): Promise<void> {
  if (graceMs !== undefined && link?.end) await link.end(graceMs);
  else await link?.[Symbol.asyncDispose]();
}
