import { realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ContentStore } from '#ledger';
import { ToolError } from '#tools';
import { isInside } from './target.ts';

/**
 * The record of what was done is not for those it is about: no file tool changes what the ledger keeps, nor removes a
 * folder above it.
 *
 * @throws ToolError
 */
export async function refuseOwnFolders(path: string, { folder }: ContentStore): Promise<void> {
  const ledger = dirname(await realpath(folder).catch(() => folder));
  for (const name of ['content', 'sessions', 'trash']) {
    const own = join(ledger, name);
    if (!isInside(own, path) && !isInside(path, own)) continue;
    throw new ToolError(`path: ${path} holds the record of what was done, which no tool may change`);
  }
}
