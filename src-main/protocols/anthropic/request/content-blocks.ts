import { isPlainObject } from '#contract/plain-object';
import type { ImageBlock, TextBlock } from '../anthropic-request-types.ts';
import { imageBlock } from './image-source.ts';
import { TranslationError } from './untranslatable.ts';

/** Whether a text is empty or only white space: Anthropic refuses such blocks. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** The text blocks of a message that may have no other parts. @throws TranslationError */
export function textBlocks(content: unknown, place: string): TextBlock[] {
  return contentBlocks(content, place).map((block) => {
    if (block.type === 'text') return block;
    throw new TranslationError('unsupported', `${place} has an image, which only messages of users and tools may have`);
  });
}

/** Text and images of a message; what is blank is left out. @throws TranslationError */
export function contentBlocks(content: unknown, place: string): (TextBlock | ImageBlock)[] {
  if (content === undefined || content === null) return [];
  if (typeof content === 'string') return textBlock(content);
  if (!Array.isArray(content)) throw new TranslationError('shape', `${place} has content that is no text and no list`);
  return content.flatMap((part, at) => partBlocks(part, `${place}, part ${at}`));
}

function textBlock(text: string): TextBlock[] {
  return isBlank(text) ? [] : [{ type: 'text', text }];
}

function partBlocks(part: unknown, place: string): (TextBlock | ImageBlock)[] {
  if (!isPlainObject(part) || typeof part.type !== 'string') {
    throw new TranslationError('shape', `${place} is no object with a type`);
  }
  if (part.type === 'text') {
    if (typeof part.text !== 'string') throw new TranslationError('shape', `${place} has no text`);
    return textBlock(part.text);
  }
  if (part.type !== 'image_url') {
    throw new TranslationError(
      'unsupported',
      `${place} is of the type ${JSON.stringify(part.type)}, which is not sent`,
    );
  }
  const { image_url: image } = part;
  if (!isPlainObject(image) || typeof image.url !== 'string') {
    throw new TranslationError('shape', `${place} has no image_url with a url`);
  }
  return [imageBlock(image.url, place)];
}
