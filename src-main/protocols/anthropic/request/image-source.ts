import type { ImageBlock } from '../anthropic-request-types.ts';
import { TranslationError } from './untranslatable.ts';

const MEDIA_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

/**
 * An image of a `data:` URL with its data, one of the web as its address.
 *
 * @throws TranslationError `image` for every other address, media type and broken data
 */
export function imageBlock(url: string, place: string): ImageBlock {
  if (/^https?:\/\//i.test(url) && URL.canParse(url)) return { type: 'image', source: { type: 'url', url } };
  if (!/^data:/i.test(url)) throw imageError(place, 'its address is neither a data: URL nor one of the web');
  const comma = url.indexOf(',');
  if (comma < 0) throw imageError(place, 'its data: URL has no data');
  const [type = '', ...parameters] = url.slice('data:'.length, comma).split(';');
  const mediaType = type.trim().toLowerCase();
  if (!MEDIA_TYPES.has(mediaType)) throw imageError(place, 'it is no JPEG, PNG, GIF or WebP');
  if (parameters.at(-1)?.trim().toLowerCase() !== 'base64') throw imageError(place, 'its data is not in base64');
  const data = url.slice(comma + 1);
  if (!isBase64(data)) throw imageError(place, 'its data is no valid base64');
  return { type: 'image', source: { type: 'base64', media_type: mediaType, data } };
}

/** Searches for what does not belong there, since images are long and a pattern over all of them is slow. */
function isBase64(data: string): boolean {
  if (data === '' || data.length % 4 !== 0) return false;
  const odd = data.search(/[^A-Za-z0-9+/]/);
  return odd < 0 || /^={1,2}$/.test(data.slice(odd));
}

function imageError(place: string, why: string): TranslationError {
  return new TranslationError('image', `The image in ${place} cannot be sent: ${why}`);
}
