import { MAX_IMAGES } from '#contract';
import { messageOf } from '#core/app-error';
import type { MessagePart } from '../socket/session-socket.ts';
import type { IncomingMessage } from './messenger.ts';

/** Most bytes of a message's images together: in base64, with the rest, they must fit into 16 MiB. */
const MAX_BYTES = 11 * 1024 * 1024;

export type MessageContent =
  | { readonly content: string | readonly MessagePart[] }
  /** Problem to report to the sender; nothing was sent. */
  | { readonly problem: string };

/** Reads the content of a message for the session, downloading its images. */
export async function messageContent(
  { text, images, leftOut }: IncomingMessage,
  signal: AbortSignal,
): Promise<MessageContent> {
  if (images.length === 0) {
    if (text.trim() !== '') return { content: text };
    return {
      problem:
        leftOut === undefined ? 'The message is empty.' : `${notUnderstood(leftOut)}: write text, or send an image.`,
    };
  }
  if (images.length > MAX_IMAGES)
    return { problem: `${images.length} images are too many: ${MAX_IMAGES} are the most.` };
  const parts: MessagePart[] = text.trim() === '' ? [] : [{ type: 'text', text }];
  let bytes = 0;
  for (const { name, download } of images) {
    try {
      const { type, data } = await download(signal);
      bytes += data.length;
      if (bytes > MAX_BYTES) return { problem: 'The images are too large: 11 MB together are the most.' };
      const url = `data:${type};base64,${Buffer.from(data).toString('base64')}`;
      parts.push({ type: 'image_url', image_url: { url } });
    } catch (error) {
      signal.throwIfAborted();
      return { problem: `The image ${name} could not be read: ${messageOf(error)}. Nothing was sent.` };
    }
  }
  return { content: parts };
}

/** @param leftOut content in words, such as `a voice message` */
export const notUnderstood = (leftOut: string): string =>
  `${leftOut.charAt(0).toUpperCase()}${leftOut.slice(1)} is not understood here`;
