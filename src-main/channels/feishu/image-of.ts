import type { Readable } from 'node:stream';
import { MAX_IMAGE_BYTES } from '#contract';
import { imageTypeOf } from '#core/files/image-type';
import { type ImageBytes, ServiceFailure } from '../messenger/messenger.ts';

interface FeishuResources {
  readonly im: {
    readonly messageResource: {
      get(asked: {
        readonly params: { readonly type: string };
        readonly path: { readonly message_id: string; readonly file_key: string };
      }): Promise<{ getReadableStream(): Readable }>;
    };
  };
}

/** The bytes of a message's image. @throws ServiceFailure */
export async function feishuImage(
  { im }: FeishuResources,
  message: string,
  key: string,
  failure: (error: unknown) => ServiceFailure,
): Promise<ImageBytes> {
  const path = { message_id: message, file_key: key };
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    const resource = await im.messageResource.get({ params: { type: 'image' }, path });
    for await (const piece of resource.getReadableStream()) {
      length += (piece as Buffer).length;
      if (length > MAX_IMAGE_BYTES) break;
      pieces.push(piece as Buffer);
    }
  } catch (error) {
    throw failure(error);
  }
  if (length > MAX_IMAGE_BYTES) throw new ServiceFailure('refused', 'it is larger than 20 MB');
  const data = Buffer.concat(pieces);
  const type = imageTypeOf(data);
  if (type === undefined) throw new ServiceFailure('refused', 'it is no PNG, JPEG, GIF or WebP');
  return { type, data };
}
