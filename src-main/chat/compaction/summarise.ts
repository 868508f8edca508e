import { AppError, messageOf } from '#core/app-error';
import { maySpend } from '../cost/spending.ts';
import type { AnsweringModel } from '../turn/answering-model.ts';
import { askModel } from '../turn/ask-model.ts';
import type { AskingContext } from '../turn/turn-context.ts';
import { usableText } from './background-reply.ts';

const REQUEST = [
  'Below is a command that was run in a terminal, its exit code and what it printed. Say concisely what the command did, what',
  'its exit code means, and anything in the output that is worth knowing. Do not repeat the output.',
].join('\n');

/** A text of more than this part of the context is described instead of sent. */
const PART = 1 / 3;

/**
 * A description of what a command printed by the session's first profile; undefined if the text is short enough.
 *
 * @throws AppError UNAVAILABLE, CANCELLED, DENIED
 */
export async function summarise(
  context: AskingContext,
  { profile, client }: AnsweringModel,
  text: string,
): Promise<string | undefined> {
  if (!profile || Buffer.byteLength(text) / client.bytesPerToken <= profile.context * PART) return undefined;
  const may = await maySpend(context, { profile, client });
  if (!may.isAllowed)
    throw new AppError('DENIED', 'The output was not described: the session has reached its spending cap');
  const messages = [{ role: 'user', text: `${REQUEST}\n\n${text}` } as const];
  const question = { answering: { profile, client }, messages, tools: [], round: 1, purpose: 'summary' } as const;
  const { record } = await askModel(context, question, may.cause);
  const usable = usableText(record);
  if (usable.text !== undefined) return usable.text;
  if (context.signal.aborted) throw new AppError('CANCELLED', messageOf(context.signal.reason));
  throw new AppError('UNAVAILABLE', `Profile ${profile.name} could not describe the output: ${usable.why}`);
}
