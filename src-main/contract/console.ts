import { MAX_MESSAGE } from './message-limits.ts';
import { count, flag, integer, optionalFlag, text, texts } from './schema/plain-schemas.ts';
import { procedure, SessionId, stream } from './schema/procedure.ts';
import * as z from './schema/zod.ts';
import { TerminalSize } from './terminals.ts';

/**
 * Item that waits to be sent with the next chat message: a pushed output, the summary of a compacted history, a remark.
 */
export const PendingItem = z.object({
  kind: z.enum(['push', 'summary', 'note']),
  /** One line for a person, such as the command in question. */
  label: text,
  text: text,
});
export type PendingItem = z.infer<typeof PendingItem>;

/**
 * Pending item as a person sees it listed: its size in place of its text, and the SHA-256 of that, by which it is told
 * from another of its label and size.
 */
export const ListedItem = PendingItem.omit({ text: true }).extend({ bytes: integer, digest: text });
export type ListedItem = z.infer<typeof ListedItem>;

export const ConsoleState = z.object({
  /** Absolute. */
  cwd: text,
  /** Last component of `cwd`, `~` for home, `/` for the root. */
  promptName: text,
  /** Chat modes after Shell, in Tab's order: names of profiles. */
  modes: texts,
  pending: z.array(ListedItem),
  /** Whether `push` has output to take, and of which command. */
  retained: z.object({ command: text, bytes: integer }).optional(),
  /** `terminal` is to be attached. */
  running: z.object({ line: text, block: text, terminal: text }).optional(),
  /** Variables that were exported in an earlier run, and whose values were kept off the record because their names say that they are secret. */
  lostVariables: texts,
});
export type ConsoleState = z.infer<typeof ConsoleState>;

/** Result of a line typed in Shell mode. */
export const LineResult = z.discriminatedUnion('kind', [
  /** A built-in of ours; `isUsage`: it was called wrongly and said how to. */
  z.object({
    kind: z.literal('builtin'),
    isOk: flag,
    text: text,
    isUsage: flag,
    isMarkdown: flag,
  }),
  /** A program runs in a terminal of its own: `terminal` is to be attached. */
  z.object({ kind: z.literal('block'), block: text, terminal: text }),
]);
export type LineResult = z.infer<typeof LineResult>;

export const Completion = z.object({
  /** Start of the text that an item replaces, in UTF-16 units. */
  from: integer,
  items: z.array(
    z.object({ text: text, kind: z.enum(['command', 'builtin', 'file', 'folder', 'variable', 'mention']) }),
  ),
});
export type Completion = z.infer<typeof Completion>;

const bySession = z.object({ session: SessionId });

export const consoleContract = {
  changed: stream(ConsoleState).input(bySession),
  /** Runs a line typed in Shell mode. Fails with INVALID_INPUT (what is wrong with the line), CONFLICT while one runs. */
  run: procedure
    .input(
      bySession.extend({
        line: text.min(1).max(MAX_MESSAGE),
        size: TerminalSize,
        /** The front shows what is for debugging: `history` is offered, too. */
        isDebug: optionalFlag,
      }),
    )
    .output(LineResult),
  /** Cancels what the session runs now: the program or the built-in that waits. */
  interrupt: procedure.input(bySession).output(z.void()),
  addMode: procedure.input(bySession.extend({ profile: text })).output(z.void()),
  removeMode: procedure.input(bySession.extend({ profile: text })).output(z.void()),
  complete: procedure
    .input(bySession.extend({ mode: z.enum(['shell', 'chat']), text: text.max(100_000), cursor: integer }))
    .output(Completion),
  /** Lines typed before, newest first, of all sessions; `query` must occur in them. */
  history: procedure
    .input(
      z.object({
        query: text.max(500).optional(),
        mode: z.enum(['shell', 'chat']).optional(),
        limit: integer.min(1).max(1000).default(200),
      }),
    )
    .output(texts),
  /** Pushes the output of an ended command block, as `push` does with the last one. */
  pushBlock: procedure.input(bySession.extend({ block: text })).output(z.void()),
  /**
   * Takes out the item that was seen at this place of the list. Fails with CONFLICT while a turn runs, and if another
   * stands there by now; with NOT_FOUND if none does.
   */
  dropPending: procedure.input(bySession.extend({ index: count, item: ListedItem })).output(z.void()),
};
