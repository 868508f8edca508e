import { ContentHash } from '../events/ledger-values.ts';
import { anything, flag, number, optionalFlag, optionalText, text, texts } from '../schema/plain-schemas.ts';
import * as z from '../schema/zod.ts';
import { PermissionMode, Tier } from './rules.ts';

/** Whether something is proven to do nothing but read. */
const ReadProof = z.discriminatedUnion('isProven', [
  z.object({ isProven: z.literal(true) }),
  z.object({ isProven: z.literal(false), why: text }),
]);

/** Form of older records: why each part is not proven, and an empty text if it is. */
const TextProof = z.object({ isProven: flag, why: text, parts: texts });

/** Facts that a decision is based on. The rules' text is in the content store by its hash. */
export const Judged = z.object({
  subject: z.record(text, anything),
  isOutside: flag,
  workspace: text,
  mode: PermissionMode,
  rules: ContentHash,
  /** Whether proven commands could run in a sandbox, and were to. */
  hasSandbox: flag,
  /** Whether the box worked, in which all runs that is allowed; absent in records of before. */
  hasBox: optionalFlag,
  tier: Tier,
  tool: optionalText,
  /** The worst that the plan warned of. */
  warned: z.enum(['note', 'caution', 'danger']).optional(),
  /** Reason why the plan itself required a person's answer. */
  alwaysAsk: optionalText,
  /**
   * Facts from the disk about a command: targets of paths that are links, and the judgement of the read-only preset, by
   * part.
   */
  links: z.record(text, text).optional(),
  /** Paths as written, of targets of copies that were folders. */
  targetFolders: texts.optional(),
  /** Paths that may hold credentials, where nothing was yet. */
  absent: texts.optional(),
  /** Scripts that each part runs, with the hash of their text at that time and globs of other files they depend on; the widest last. */
  scripts: z.record(text, z.array(z.object({ of: text, hash: text, file: text, others: texts.optional() }))).optional(),
  /**
   * Kind of the files that patterns of file names matched, by folder and pattern: files inside the workspace, `code` if
   * some of them run code.
   */
  globs: z.record(text, z.enum(['plain', 'code'])).optional(),
  /** Protected files that git was found to put other versions of in place. */
  replaced: z.object({ part: number, paths: texts, isSure: flag }).optional(),
  proof: z.union([z.object({ line: ReadProof, parts: z.array(ReadProof) }), TextProof]).optional(),
});
