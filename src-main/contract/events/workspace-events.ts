import { flag, integer, optionalInteger, optionalText, text, texts } from '../schema/plain-schemas.ts';
import * as z from '../schema/zod.ts';

/**
 * Language of a host that runs code of a workspace: one host for its Python files, one for its JavaScript and
 * TypeScript.
 */
const HostLanguage = z.enum(['python', 'js']);

/**
 * Events about agent workspaces: when one was trusted, and what ran of it. `workspace` is the real path of the folder.
 */
export const workspaceEvents = {
  /** Copy of a workspace out of an image: the merged content of the layer with this UUID. */
  'workspace.unpacked': z.object({ workspace: text, image: text, layer: text, tag: optionalText }),
  'workspace.trusted': z.object({
    workspace: text,
    /** Hash of every file that the trust was bound to. */
    hash: text,
    files: integer,
    network: flag,
  }),
  /**
   * Restriction of a workspace: its code was ended or not started, by the person or because a trusted file has changed.
   */
  'workspace.restricted': z.object({
    workspace: text,
    by: z.enum(['person', 'change']),
    changes: z.array(z.object({ file: text, change: z.enum(['added', 'changed', 'removed']) })).optional(),
  }),
  /** The process that runs its code has started. */
  'workspace.started': z.object({
    workspace: text,
    language: HostLanguage,
    pid: optionalInteger,
    network: flag,
  }),
  /** Its files were loaded: their hashes, and the tools that they serve. */
  'workspace.loaded': z.object({
    workspace: text,
    language: HostLanguage,
    files: z.record(text, text),
    tools: texts,
  }),
  'workspace.ended': z.object({
    workspace: text,
    language: HostLanguage,
    state: z.enum(['completed', 'failed']),
    reason: text,
  }),
} as const;
