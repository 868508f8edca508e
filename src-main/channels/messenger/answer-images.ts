import { ImageType } from '#contract';
import type { ImageBytes } from './messenger.ts';

/** An image that an answer carries in its own text. */
const INLINE = /!\[([^\]\n]{0,300})\]\(data:(image\/[a-z]+);base64,([A-Za-z0-9+/=\s]+)\)/g;

/** One that is still being written at the end of a text. */
const UNFINISHED = /!\[[^\]\n]{0,300}\]\(data:image\/[a-z]+;base64,[A-Za-z0-9+/=\s]*$/;

/** Takes the images that stand in a text as data URLs out of it; what is no image that is known stays. */
export function takeImages(text: string): { readonly text: string; readonly images: readonly ImageBytes[] } {
  const images: ImageBytes[] = [];
  const rest = text.replace(INLINE, (whole, alt: string, type: string, data: string) => {
    const known = ImageType.safeParse(type).data;
    if (known === undefined) return whole;
    images.push({ type: known, data: Buffer.from(data, 'base64') });
    return alt.trim() === '' ? '' : `[${alt.trim()}]`;
  });
  return { text: rest, images };
}

/** The words of a text that grows, without its images, the unfinished one at its end included. */
export function growingWords(text: string): string {
  return takeImages(text).text.replace(UNFINISHED, '');
}
