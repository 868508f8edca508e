import { flag, integer, optionalText, text, texts } from '../schema/plain-schemas.ts';
import * as z from '../schema/zod.ts';

/** A file that may run, as *What will run* shows it. */
export const ReviewedFile = z.object({
  file: text,
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
  /** Language in words: Python, TypeScript, shell script … */
  language: optionalText,
  size: integer,
  sha256: text,
  /** Modules that it imports, as far as its text says. */
  imports: texts,
  /** Its first lines; absent if it is no text. */
  firstLines: optionalText,
  /** Names of the invisible characters in it. */
  hidden: texts,
});
export type ReviewedFile = z.infer<typeof ReviewedFile>;

/** A trusted file that is not what was trusted. */
export const ChangedFile = z.object({
  file: text,
  change: z.enum(['added', 'changed', 'removed']),
  /** Unified diff, where both versions are texts and the old one was kept. */
  diff: optionalText,
});
export type ChangedFile = z.infer<typeof ChangedFile>;

/** Review of what a workspace would run once it is trusted. */
export const WorkspaceReview = z.object({
  path: text,
  /** Hash over everything that trust binds; passed to `trust`. */
  hash: text,
  isTrusted: flag,
  hasNetwork: flag,
  /** Files: first those that may run, then those whose text models read, then the rest. */
  files: z.array(ReviewedFile),
  /** Number of files beyond the listed ones; all are bound. */
  unlisted: integer,
  /** Differences from the trusted state; empty if there is none. */
  changes: z.array(ChangedFile),
  /** Its code imports modules that use the network. */
  wantsNetwork: flag,
  languages: texts,
  /** Reason why it cannot be trusted, such as too many files. */
  problem: optionalText,
});
export type WorkspaceReview = z.infer<typeof WorkspaceReview>;
