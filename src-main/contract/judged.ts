import { z } from 'zod';
import { ContentHash } from './ledger-values.ts';
import { PermissionMode, Tier } from './rules.ts';

/** Whether something is proven to do nothing but read. */
const Proven = z.discriminatedUnion('isProven', [
  z.object({ isProven: z.literal(true) }),
  z.object({ isProven: z.literal(false), why: z.string() }),
]);

/** What older records have in its place: why each part is not proven, and an empty text where it is. */
const TextProof = z.object({ isProven: z.boolean(), why: z.string(), parts: z.array(z.string()) });

/** What a decision is made of. The rules' text is in the content store by its hash. */
export const Judged = z.object({
  subject: z.record(z.string(), z.unknown()),
  isOutside: z.boolean(),
  workspace: z.string(),
  mode: PermissionMode,
  rules: ContentHash,
  /** Whether proven commands could run in a sandbox, and were to. */
  hasSandbox: z.boolean(),
  /** Whether the box worked, in which all runs that is allowed; absent in records of before. */
  hasBox: z.boolean().optional(),
  tier: Tier,
  tool: z.string().optional(),
  /** The worst that the plan warned of. */
  warned: z.enum(['note', 'caution', 'danger']).optional(),
  /** Why the plan itself wanted a person asked. */
  alwaysAsk: z.string().optional(),
  /** What the disk said of a command: where paths in it led that are links, and what the read-only preset made of it, by part. */
  links: z.record(z.string(), z.string()).optional(),
  /** By part, the scripts that it runs, with the hash of their text then; the widest last. */
  scripts: z.record(z.string(), z.array(z.object({ of: z.string(), hash: z.string(), file: z.string() }))).optional(),
  /** What patterns of file names stood for, by folder and pattern: files inside the workspace, `code` where some of them run code. */
  globs: z.record(z.string(), z.enum(['plain', 'code'])).optional(),
  /** Protected files that git was found to put other versions of in place. */
  replaced: z.object({ part: z.number(), paths: z.array(z.string()), isSure: z.boolean() }).optional(),
  proof: z.union([z.object({ line: Proven, parts: z.array(Proven) }), TextProof]).optional(),
});
