import { MAX_IMAGE_BYTES, MAX_IMAGES, type MessageImage } from '#contract';
import { AppError } from '#core/app-error';
import { imageTypeOf } from '#core/files/image-type';
import type { ContentStore } from '#ledger';
import type { ModelMessage } from '#llm';
import type { ChatProfile } from '../turn/answering-model.ts';

/**
 * Keeps an image that is to go with a message. @throws AppError INVALID_INPUT if it is none that models take, or too
 * large
 */
export async function keepImage(
  content: ContentStore,
  { data, name }: { readonly data: string; readonly name?: string | undefined },
): Promise<MessageImage> {
  const bytes = Buffer.from(data, 'base64');
  const where = name ?? 'image';
  if (bytes.length > MAX_IMAGE_BYTES) {
    const advice = 'Make it smaller';
    throw new AppError('INVALID_INPUT', `An image may have ${MAX_IMAGE_BYTES >> 20} MB at most`, { where, advice });
  }
  const type = imageTypeOf(bytes);
  if (type === undefined) {
    const advice = 'Attach a PNG, JPEG, GIF or WebP';
    throw new AppError('INVALID_INPUT', 'Models do not accept this file as an image', { where, advice });
  }
  const hash = await content.keep(bytes);
  return { hash, type, bytes: bytes.length, ...(name !== undefined && { name }) };
}

/**
 * A kept image as a data URL. @throws AppError NOT_FOUND if nothing is kept under the hash, or what is kept is no image
 */
export async function imageUrl(content: ContentStore, hash: string): Promise<{ url: string }> {
  const bytes = await content.read(hash).catch(() => undefined);
  const type = bytes && imageTypeOf(bytes);
  if (!bytes || type === undefined) throw new AppError('NOT_FOUND', 'This image is not kept any more', { where: hash });
  return { url: `data:${type};base64,${bytes.toString('base64')}` };
}

/**
 * Completes the images of a message from the kept content.
 *
 * @throws AppError NOT_FOUND if one is not kept, INVALID_INPUT if there are too many
 */
export async function checkedImages(content: ContentStore, images: readonly MessageImage[]): Promise<MessageImage[]> {
  if (images.length > MAX_IMAGES) {
    throw new AppError('INVALID_INPUT', `A message may have ${MAX_IMAGES} images at most`, { where: 'images' });
  }
  const checked: MessageImage[] = [];
  for (const { hash, name } of images) {
    const bytes = await content.read(hash).catch(() => undefined);
    const type = bytes && imageTypeOf(bytes);
    if (!bytes || type === undefined || bytes.length > MAX_IMAGE_BYTES) {
      const advice = 'Attach it again';
      throw new AppError('NOT_FOUND', 'An image of the message is not kept any more', { where: name ?? hash, advice });
    }
    checked.push({ hash, type, bytes: bytes.length, ...(name !== undefined && { name }) });
  }
  return checked;
}

/** The images without repetitions: one that is attached twice is sent once. */
export function distinctImages(images: readonly MessageImage[]): MessageImage[] {
  return [...new Map(images.map((image) => [image.hash, image])).values()];
}

/**
 * Refuses images where the profile's model is known to take none.
 *
 * @param mentioned name of a file whose mention alone makes it one
 * @throws AppError INVALID_INPUT
 */
export function refuseImages(profile: ChatProfile | undefined, mentioned?: string): void {
  if (profile && profile.images !== false) return;
  const message = profile ? `${profile.name}'s model does not take images` : 'The demo does not take images';
  const without = mentioned === undefined ? 'send the message without them' : `write ${mentioned} without @`;
  const advice = `Choose a profile whose model does, or ${without}`;
  throw new AppError('INVALID_INPUT', message, { where: 'images', advice });
}

/** The messages with the bytes of their images; one that is not kept any more, or that the model does not take, is named to it instead. */
export async function withImages(
  content: ContentStore,
  messages: readonly ModelMessage[],
  profile: ChatProfile | undefined,
): Promise<readonly ModelMessage[]> {
  if (profile?.images === false) return messages;
  return await Promise.all(
    messages.map(async (message) => {
      if (message.role !== 'user' || !message.images) return message;
      const images = await Promise.all(
        message.images.map(async (image) => {
          const bytes = await content.read(image.hash).catch(() => undefined);
          return bytes && imageTypeOf(bytes) === image.type ? { ...image, data: bytes.toString('base64') } : image;
        }),
      );
      return { ...message, images };
    }),
  );
}
