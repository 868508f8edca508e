import { z } from 'zod';

/** A file that may run, as *What will run* shows it. */
export const ReviewedFile = z.object({
  file: z.string(),
  role: z.enum([
    'tool',
    'system',
    'module',
    'program',
    'requirements',
    'interpreter',
    'instructions',
    'skill',
    'schedule',
    'other',
  ]),
  /** As a person says it: Python, TypeScript, shell script … */
  language: z.string().optional(),
  size: z.int(),
  sha256: z.string(),
  /** Modules that it imports, as far as its text says. */
  imports: z.array(z.string()),
  /** Its first lines; absent where it is no text. */
  firstLines: z.string().optional(),
  /** Names of the invisible characters in it. */
  hidden: z.array(z.string()),
});
export type ReviewedFile = z.infer<typeof ReviewedFile>;

/** A trusted file that is not what was trusted. */
export const ChangedFile = z.object({
  file: z.string(),
  change: z.enum(['added', 'changed', 'removed']),
  /** Unified diff, where both versions are texts and the old one was kept. */
  diff: z.string().optional(),
});
export type ChangedFile = z.infer<typeof ChangedFile>;

/** What a workspace would run once it is trusted. */
export const WorkspaceReview = z.object({
  path: z.string(),
  /** Of all that trust binds; what `trust` names. */
  hash: z.string(),
  isTrusted: z.boolean(),
  hasNetwork: z.boolean(),
  /** What may run first, then what is told to models, then the rest. */
  files: z.array(ReviewedFile),
  /** More files than are listed; all are bound. */
  unlisted: z.int(),
  /** What differs from what was trusted; empty where nothing was. */
  changes: z.array(ChangedFile),
  /** Its code imports modules that use the network. */
  wantsNetwork: z.boolean(),
  languages: z.array(z.string()),
  /** Why it cannot be trusted, as where it has too many files. */
  problem: z.string().optional(),
});
export type WorkspaceReview = z.infer<typeof WorkspaceReview>;
