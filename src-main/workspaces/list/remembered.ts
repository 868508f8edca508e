import { z } from 'zod';
import { StoredList } from '#core/files/stored-list';
import type { Logger } from '#core/logger';

const Entry = z.object({
  /** Absolute, symlinks resolved. */
  path: z.string(),
  openedAt: z.int().nonnegative(),
  isOpen: z.boolean(),
  /** Folders of skills that models are not told of. */
  skillsOff: z.array(z.string()).default([]),
  offersOwnTools: z.boolean().default(false),
  hasRichSchemas: z.boolean().default(false),
  /** Path of the one that it is a copy of, made to be worked in for a while. */
  copyOf: z.string().optional(),
});
/** Data kept about a workspace between two starts of the app; its trust is kept separately. */
export type RememberedWorkspace = z.infer<typeof Entry>;

export type RememberedWorkspaces = StoredList<RememberedWorkspace>;

/** The folders that a person opened or created as agent workspaces, in a file of the app's data folder. */
export function rememberedWorkspaces(file: string, log: Logger): RememberedWorkspaces {
  const warning = 'workspaces.unreadable';
  return new StoredList({ file, log, name: 'workspaces', entry: Entry, keyOf: ({ path }) => path, warning });
}
