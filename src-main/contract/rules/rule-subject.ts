import { RulePlaceName } from '../box.ts';
import { optionalText, text, texts } from '../schema/plain-schemas.ts';
import * as z from '../schema/zod.ts';
import { WordPattern } from './word-pattern.ts';

/** Subject of a rule. Never matched against raw text. */
export const RuleSubject = z.discriminatedUnion('kind', [
  /** Every part of a command line: its program and literal arguments. What is not named here is not covered. */
  z.strictObject({
    kind: z.literal('command'),
    program: text.min(1),
    arguments: z.array(WordPattern),
    /** Wrappers it may be run by, such as `sudo`; all must be named. */
    wrappers: texts.default([]),
    /** Assignments it may have before it: `NAME=value` to the letter, or `NAME` with any literal value. */
    variables: texts.default([]),
    /** Files it may be redirected to or from, as globs of paths relative to the workspace; `/dev/null` and `2>&1` need no naming. */
    redirections: texts.default([]),
    /**
     * Script that the command runs, with the hash of its text when the rule was made: if it has changed, the command
     * asks again.
     */
    script: z.strictObject({ of: text.min(1), hash: text.min(1) }).optional(),
    /** Folder it may run in, a glob relative to the workspace; anywhere inside it otherwise. */
    cwd: optionalText,
    /** Place in which the command runs, for rules that allow; an older rule has none, and asks once for it. */
    runs: RulePlaceName.optional(),
  }),
  /** Files, as a glob of paths relative to the workspace, or absolute. */
  z.strictObject({ kind: z.literal('file'), access: z.enum(['read', 'write', 'delete']), path: text.min(1) }),
  /** A tool of a provider, with values its arguments must have, by path such as `place.city`. */
  z.strictObject({
    kind: z.literal('tool'),
    provider: text.min(1),
    tool: text.min(1),
    arguments: z.record(text, text).default({}),
  }),
]);
export type RuleSubject = z.infer<typeof RuleSubject>;
