import { MessageImage } from '#contract';
import { isPlainObject } from '#contract/plain-object';

/** Scheme of the address that represents an image for a workspace's functions: its bytes stay in the app. */
const SCHEME = 'sigma-image:';

/** A part of a message in the form of OpenAI's chat completions that names a kept image. */
export function imagePart({ hash, type, bytes, name }: MessageImage): unknown {
  const facts = new URLSearchParams({ type, bytes: String(bytes), ...(name !== undefined && { name }) });
  return { type: 'image_url', image_url: { url: `${SCHEME}${hash}?${facts}` } };
}

/** The image that such a part names; undefined for a text, and for any other image. */
export function partImage(part: unknown): MessageImage | undefined {
  if (!isPlainObject(part) || part.type !== 'image_url' || !isPlainObject(part.image_url)) return undefined;
  const { url } = part.image_url;
  if (typeof url !== 'string' || !url.startsWith(SCHEME)) return undefined;
  const [hash, facts] = url.slice(SCHEME.length).split('?', 2);
  const { bytes, ...others } = Object.fromEntries(new URLSearchParams(facts));
  const read = MessageImage.safeParse({ hash, bytes: Number(bytes), ...others });
  return read.success ? read.data : undefined;
}
