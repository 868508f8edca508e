import { z } from 'zod';

/** What runs code of a workspace: one host for its Python files, one for its JavaScript and TypeScript. */
const HostLanguage = z.enum(['python', 'js']);

/** What is recorded of agent workspaces: when one was trusted, and what ran of it. `workspace` is the real path of the folder. */
export const workspaceEvents = {
  'workspace.trusted': z.object({
    workspace: z.string(),
    /** Of all that was bound. */
    hash: z.string(),
    files: z.int(),
    network: z.boolean(),
  }),
  /** What runs was ended, or never began: by the person, or since a trusted file is not what it was. */
  'workspace.restricted': z.object({
    workspace: z.string(),
    by: z.enum(['person', 'change']),
    changes: z.array(z.object({ file: z.string(), change: z.enum(['added', 'changed', 'removed']) })).optional(),
  }),
  /** The process that runs its code has started. */
  'workspace.started': z.object({
    workspace: z.string(),
    language: HostLanguage,
    pid: z.int().optional(),
    network: z.boolean(),
  }),
  /** Its files were loaded: their hashes, and the tools that they serve. */
  'workspace.loaded': z.object({
    workspace: z.string(),
    language: HostLanguage,
    files: z.record(z.string(), z.string()),
    tools: z.array(z.string()),
  }),
  'workspace.ended': z.object({
    workspace: z.string(),
    language: HostLanguage,
    state: z.enum(['completed', 'failed']),
    reason: z.string(),
  }),
} as const;
