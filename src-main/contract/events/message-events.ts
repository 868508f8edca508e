import { PendingItem } from '../console.ts';
import { MessageImage } from '../images.ts';
import { PromptOrigin } from '../prompts/prompt-render.ts';
import { optionalText, text } from '../schema/plain-schemas.ts';
import { EventId } from '../schema/procedure.ts';
import * as z from '../schema/zod.ts';
import { MessageFrom } from '../turn-progress.ts';

/** Events about messages: those that are sent, that wait to be sent, and that are not sent. */
export const messageEvents = {
  'message.user': z.object({
    text: text,
    /** Profile the message is sent to; absent for the demo. */
    profile: optionalText,
    /** Items that waited for this message and were sent with it. */
    pending: z.array(PendingItem).optional(),
    /** The files it mentions, as the model is told of them. */
    mentions: optionalText,
    images: z.array(MessageImage).optional(),
    /** Sender; absent if a person wrote it in the app. */
    from: MessageFrom.optional(),
    /** The `message.queued` that it was before. */
    queued: EventId.optional(),
    /** A prompt made it; `text` is then what people read. */
    rendered: PromptOrigin.optional(),
  }),
  /** Message that waits in the host for earlier ones to end; its event's id is the message's. */
  'message.queued': z.object({
    text: text,
    profile: optionalText,
    images: z.array(MessageImage).optional(),
    from: MessageFrom.optional(),
    /** A prompt made it; `text` is then what people read. */
    rendered: PromptOrigin.optional(),
  }),
  /** A message that waited is not sent. */
  'message.withdrawn': z.object({ queued: EventId, by: z.enum(['person', 'app']), reason: text }),
} as const;
