import { MAX_IMAGES, type MessageFrom, type MessageImage, type PromptOrigin } from '#contract';
import { AppError } from '#core/app-error';
import type { ChatOptions, PromptMessages, PromptRequest } from '../chat-options.ts';
import { mentionsText } from '../history/mentions-text.ts';
import { distinctImages, refuseImages } from '../images/kept-images.ts';
import { mentionedImages } from '../images/mentioned-images.ts';
import type { TurnStart } from '../turn/turns.ts';

/** @throws AppError NOT_FOUND, INVALID_INPUT and TIMEOUT when it does not render, UNAVAILABLE without an engine */
export async function renderPromptMessages(
  { renderPrompt }: Pick<ChatOptions, 'renderPrompt'>,
  prompt: PromptRequest,
  session: string,
): Promise<PromptMessages> {
  if (renderPrompt) return await renderPrompt(prompt, session);
  throw new AppError('UNAVAILABLE', 'There is no prompt engine here', { where: prompt.id });
}

export interface MessageRequest {
  readonly text: string;
  readonly profile?: string | undefined;
  readonly images?: readonly MessageImage[] | undefined;
  /** Prompt to send instead of the text. */
  readonly prompt?: PromptRequest | undefined;
}

export interface MessageToRecord {
  readonly text: string;
  readonly made: PromptMessages | undefined;
  /** Images as they are kept. */
  readonly images: readonly MessageImage[];
  /**
   * Details of a message that waited before: its event, the sender if it was not a person in the app, and the prompt
   * that produced it.
   */
  readonly waited?: {
    readonly queued: string;
    readonly from?: MessageFrom | undefined;
    readonly rendered?: PromptOrigin | undefined;
  };
}

/** A message of the person, with what waited for it; one that a prompt made comes after its `prompt.rendered`. */
export async function recordMessage(
  { mentions: mentionsIn, ledger: { content } }: Pick<ChatOptions, 'mentions' | 'ledger'>,
  { session, ledger, turn, conversation, answering }: TurnStart,
  { text, made, images: attached, waited }: MessageToRecord,
): Promise<string> {
  // Files are mentioned by people, not by templates.
  const files = mentionsIn && isTyped(made, waited?.rendered) ? await mentionsIn(session, text) : [];
  const mentioned = await mentionedImages(content, files, MAX_IMAGES - attached.length);
  const images = distinctImages([...attached, ...mentioned.map(({ image }) => image)]);
  if (images.length > 0) refuseImages(answering.profile, attached.length > 0 ? undefined : mentioned[0]?.image.name);
  const mentions = mentionsText(files, new Set(mentioned.map(({ path }) => path)));
  const event = made && (await ledger.append('prompt.rendered', made.event, { turn })).id;
  const pending = conversation.pending(false);
  const message = await ledger.append(
    'message.user',
    {
      text,
      ...(answering.profile && { profile: answering.profile.name }),
      ...(pending.length > 0 && { pending }),
      ...(mentions && { mentions }),
      ...(images.length > 0 && { images }),
      ...waited,
      ...(made && event && { rendered: { event, messages: [...made.messages], isExact: false } }),
    },
    { turn, cause: event ?? waited?.queued },
  );
  return message.id;
}

function isTyped(made: PromptMessages | undefined, rendered: PromptOrigin | undefined): boolean {
  return made === undefined && rendered === undefined;
}
