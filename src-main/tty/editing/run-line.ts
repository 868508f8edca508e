import { ORPCError } from '@orpc/client';
import type { Api, ConsoleState } from '#contract';
import { showBlock } from '../conversation/block-view.ts';
import { exitMark } from '../conversation/call-text.ts';
import type { ConversationView } from '../conversation/conversation-view.ts';
import { markdownText } from '../conversation/markdown-text.ts';
import { errorText } from '../error-text.ts';
import type { Io } from '../io.ts';
import type { ChatMode } from '../modes.ts';
import { muted, red } from '../screen/style.ts';
import { safeText } from '../screen/text-width.ts';
import type { Prompter } from './prompter.ts';

export interface LineContext {
  readonly api: Api;
  readonly io: Io;
  readonly prompter: Prompter;
  readonly session: string;
  readonly isDebug: boolean;
  readonly view: ConversationView;
  readonly signal: AbortSignal;
}

/** Marks pasted text, so that its line ends do not run it. */
export const PASTE_ON = '\x1b[?2004h';

/** Runs a line of Shell mode to its end; where the session is then, if the line may have moved it. */
export async function runShellLine(line: string, context: LineContext): Promise<ConsoleState | undefined> {
  const { api, io, prompter, session, signal, isDebug } = context;
  const size = io.size();
  const result = await api.console.run({ session, line, size, ...(isDebug && { isDebug }) });
  if (result.kind === 'builtin') {
    const { text, isOk, isMarkdown } = result;
    prompter.print(isMarkdown ? markdownText(text, size.columns) : isOk ? safeText(text) : red(safeText(text)));
    return undefined;
  }
  const exit = await showBlock({ api, io, prompter, terminal: result.terminal, signal });
  io.write(PASTE_ON);
  if (exit.exitCode !== 0) prompter.print(muted(exitMark(exit)));
  // The next prompt names the folder the line went to.
  for await (const state of await api.console.changed({ session }, { signal })) {
    if (state.running?.block !== result.block) return state;
  }
  return undefined;
}

/**
 * Sends a message and shows its turn to the end, and those of messages that wait; returns the line where it could not be
 * sent.
 */
export async function runChatLine(line: string, mode: ChatMode, context: LineContext): Promise<string | undefined> {
  const { api, session, view, signal } = context;
  if (!(await isSent(line, mode, context))) return line;
  for await (const sessions of await api.sessions.changed(undefined, { signal })) {
    const { state, waiting = 0 } = sessions.find(({ id }) => id === session) ?? {};
    if (state !== 'running' && state !== 'needs-you' && waiting === 0) break;
  }
  // What the followed stream has not brought yet: each thing is printed once, from whichever it comes.
  for await (const update of await api.sessions.conversation({ session }, { signal })) {
    view.show(update);
    break;
  }
  return undefined;
}

/** Sends a message, or has it wait; false where neither could be, which is told. */
async function isSent(line: string, { profile }: ChatMode, { api, session, prompter }: LineContext): Promise<boolean> {
  const message = { session, text: line.trim(), ...(profile !== undefined && { profile }) };
  try {
    await api.sessions.send(message).catch(async (error: unknown) => {
      // Another sender's turn runs, or messages wait.
      if (!(error instanceof ORPCError && error.code === 'CONFLICT')) throw error;
      await api.sessions.enqueue(message);
    });
    return true;
  } catch (error) {
    prompter.print(errorText(error));
    return false;
  }
}
