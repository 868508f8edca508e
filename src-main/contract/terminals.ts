import { count, flag, integer, optionalInteger, optionalText, text } from './schema/plain-schemas.ts';
import { procedure, stream, Timestamp } from './schema/procedure.ts';
import * as z from './schema/zod.ts';

export const TerminalSize = z.object({ columns: integer.min(2).max(1000), rows: integer.min(1).max(1000) });
export type TerminalSize = z.infer<typeof TerminalSize>;

const TerminalId = text;

/** A shell that a terminal can be opened with. */
export const Shell = z.object({ name: text, path: text, isDefault: flag });
export type Shell = z.infer<typeof Shell>;

export const Terminal = TerminalSize.extend({
  id: TerminalId,
  /** The person's name for it, else what the program set, else the shell's name. */
  title: text,
  shell: text,
  /** Folder in which it was started. */
  cwd: text,
  pid: integer,
  createdAt: Timestamp,
  /** Set once the shell has ended; the terminal stays until it is closed or restarted. */
  exit: z.object({ exitCode: optionalInteger, signal: optionalText, at: Timestamp }).optional(),
});
export type Terminal = z.infer<typeof Terminal>;

export const TerminalOutput = z.discriminatedUnion('kind', [
  /** First in every stream, and again after a restart: what the screen and scrollback hold, to be written to an empty terminal. */
  z.object({ kind: z.literal('replay'), data: text, attachment: text, columns: integer, rows: integer }),
  z.object({ kind: z.literal('data'), data: text }),
  z.object({ kind: z.literal('exit'), exitCode: optionalInteger, signal: optionalText }),
]);
export type TerminalOutput = z.infer<typeof TerminalOutput>;

export const terminalsContract = {
  shells: procedure.output(z.array(Shell)),
  /** All terminals, in the order they were opened: now, and whenever one changes. */
  changed: stream(z.array(Terminal).readonly()),
  /** Fails with UNAVAILABLE if the shell cannot be started, INVALID_INPUT when `cwd` is no directory. */
  open: procedure.input(TerminalSize.extend({ cwd: optionalText, shell: optionalText })).output(Terminal),
  write: procedure.input(z.object({ id: TerminalId, data: text.max(4_000_000) })).output(z.void()),
  resize: procedure.input(TerminalSize.extend({ id: TerminalId })).output(z.void()),
  rename: procedure.input(z.object({ id: TerminalId, title: text.max(200) })).output(z.void()),
  /** Forgets the scrollback on the host side; the reader clears its own. */
  clear: procedure.input(z.object({ id: TerminalId })).output(z.void()),
  /** Starts a new shell in place of one that has ended. */
  restart: procedure.input(TerminalSize.extend({ id: TerminalId })).output(Terminal),
  /** Names the program that runs in the shell and would be interrupted by closing it; no name at a prompt. */
  job: procedure.input(z.object({ id: TerminalId })).output(z.object({ name: optionalText })),
  close: procedure.input(z.object({ id: TerminalId })).output(z.void()),
  /** Output from now on, after a replay. The reader acknowledges what it has drawn; the shell is paused while too much is not. */
  attach: stream(TerminalOutput).input(z.object({ id: TerminalId })),
  /** `characters`: UTF-16 units of `data` drawn since the last acknowledgement. */
  acknowledge: procedure.input(z.object({ id: TerminalId, attachment: text, characters: count })).output(z.void()),
};
