import type { MessageImage } from '#contract';
import { AppError } from '#core/app-error';
import type { ChatOptions, MadeByPrompt, PromptRequest } from '../chat-options.ts';
import { refuseImages } from '../images/kept-images.ts';
import type { Start } from '../turn/turns.ts';

/** @throws AppError NOT_FOUND, INVALID_INPUT and TIMEOUT when it does not render, UNAVAILABLE without an engine */
export async function madeBy(
  { renderPrompt }: Pick<ChatOptions, 'renderPrompt'>,
  prompt: PromptRequest,
  session: string,
): Promise<MadeByPrompt> {
  if (renderPrompt) return await renderPrompt(prompt, session);
  throw new AppError('UNAVAILABLE', 'There is no prompt engine here', { where: prompt.id });
}

export interface Sending {
  readonly text: string;
  readonly profile?: string | undefined;
  readonly images?: readonly MessageImage[] | undefined;
  /** What is sent in place of the text. */
  readonly prompt?: PromptRequest | undefined;
}

interface Recorded {
  readonly text: string;
  readonly made: MadeByPrompt | undefined;
  /** As they are kept. */
  readonly images: readonly MessageImage[];
}

/** A message of the person, with what waited for it; one that a prompt made comes after its `prompt.rendered`. */
export async function recordMessage(
  { mentions: mentionsIn }: Pick<ChatOptions, 'mentions'>,
  { session, ledger, turn, conversation, answering }: Start,
  { text, made, images }: Recorded,
): Promise<string> {
  if (images.length > 0) refuseImages(answering.profile);
  // Files are mentioned by people, not by templates.
  const mentions = made ? undefined : await mentionsIn?.(session, text);
  const event = made && (await ledger.append('prompt.rendered', made.event, { turn })).id;
  const pending = conversation.pending(false);
  const message = await ledger.append(
    'message.user',
    {
      text,
      ...(answering.profile && { profile: answering.profile.name }),
      ...(pending.length > 0 && { pending }),
      ...(mentions && { mentions }),
      ...(images.length > 0 && { images: [...images] }),
      ...(made && event && { rendered: { event, messages: [...made.messages], isExact: false } }),
    },
    { turn, cause: event },
  );
  return message.id;
}
