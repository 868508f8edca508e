import type { LedgerEventData, PromptOrigin } from '#contract';
import { textStart } from '#contract/text-ends';
import { AppError, messageOf } from '#core/app-error';
import type { ChatOptions } from '../chat-options.ts';
import type { MessageQueue } from '../door/message-queue.ts';
import { peopleText } from '../history/rendered-messages.ts';
import { answererOf } from '../turn/answering-model.ts';
import type { Sessions } from './sessions.ts';

/** Rendered prompt, to be sent as it is. */
export interface RenderedRequest {
  readonly title: string;
  readonly event: LedgerEventData<'prompt.rendered'>;
  readonly messages: Readonly<PromptOrigin['messages']>;
  /** Profile to use; if absent, the one that a new session would use. */
  readonly profile?: string | undefined;
}

export interface RenderedStart {
  readonly session: string;
  /** Its message, to be followed. */
  readonly message: string;
  /** Its `prompt.rendered`. */
  readonly event: string;
  readonly model: string;
  /** The client's name if there is no profile, as for the demo. */
  readonly profile: string;
}

const MAX_TITLE = 200;

/**
 * Opens a conversation with it; it is then sent by itself, as any other message.
 *
 * @throws AppError INVALID_INPUT for one without words, NOT_FOUND, UNAVAILABLE; there is no session then
 */
export async function sendRendered(
  { sessions, queue }: { readonly sessions: Sessions; readonly queue: MessageQueue },
  { models, openWorkspace, ledger, log }: Pick<ChatOptions, 'models' | 'openWorkspace' | 'ledger' | 'log'>,
  { title, event, messages, profile }: RenderedRequest,
): Promise<RenderedStart> {
  if (messages.every(({ content }) => content.trim() === '')) {
    throw new AppError('INVALID_INPUT', 'The prompt renders to nothing, so nothing was sent', {
      where: event.template,
    });
  }
  // That of the session which is about to be made.
  const workspace = await openWorkspace();
  const nothingSaid = { lastProfile: undefined, modes: undefined };
  const { client, profile: asked } = answererOf(models, { conversation: nothingSaid, workspace }, profile);
  const { id: session } = await sessions.create({ title: textStart(title, MAX_TITLE) });
  let rendered = '';
  try {
    rendered = (await (await ledger.session(session)).append('prompt.rendered', event)).id;
    const { message } = await queue.enqueue(session, {
      text: peopleText(messages),
      profile: asked?.name,
      rendered: { event: rendered, messages: [...messages], isExact: true },
    });
    return { session, message, event: rendered, model: client.model, profile: asked?.name ?? client.name };
  } catch (error) {
    await withdraw(sessions, session, { isEmpty: rendered === '', log });
    throw error;
  }
}

/** Withdraws the session; its record stays in the trash, unless it is empty. */
async function withdraw(
  sessions: Sessions,
  session: string,
  { isEmpty, log }: { readonly isEmpty: boolean; readonly log: ChatOptions['log'] },
): Promise<void> {
  try {
    await sessions.remove(session);
    if (isEmpty) await sessions.erase(session);
  } catch (error) {
    log.warn('session.unremoved', { session, error: messageOf(error) });
  }
}
