import { textStart } from '#contract/text-ends';
import type { ContentStore } from '#ledger';
import type { AnswerBlock, CallAnswer } from './server-answers.ts';

/** Keeps pictures and sounds, which a model is told of in words. */
export type KeepMedia = Pick<ContentStore, 'keep'>;

/** A server's answer as a model reads it; `undefined` if it says nothing. */
export async function answerText(answer: CallAnswer, media: KeepMedia | undefined): Promise<string | undefined> {
  const parts: string[] = [];
  for (const block of answer.content) parts.push(await blockText(block, media));
  const structured = structuredText(answer, parts);
  if (structured !== undefined) parts.push(parts.length === 0 ? structured : `As data: ${structured}`);
  if (parts.length === 0 && answer.toolResult !== undefined) parts.push(jsonText(answer.toolResult));
  return parts.length === 0 ? undefined : parts.join('\n');
}

/** The data beside the text, unless the text is the data. */
function structuredText({ structuredContent }: CallAnswer, parts: readonly string[]): string | undefined {
  if (structuredContent === undefined || structuredContent === null) return undefined;
  const json = JSON.stringify(structuredContent);
  return parts.some((part) => isSameJson(part, json)) ? undefined : json;
}

function isSameJson(text: string, json: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false;
  try {
    return JSON.stringify(JSON.parse(text)) === json;
  } catch {
    return false;
  }
}

function jsonText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

async function blockText(block: AnswerBlock, media: KeepMedia | undefined): Promise<string> {
  const { type, text, data, mimeType, uri, name, description, resource } = block;
  if (type === 'text') return text ?? '';
  if (type === 'image' || type === 'audio') return await mediaText({ kind: type, data, mimeType }, media);
  if (type === 'resource_link') {
    const about = [mimeType, description].filter((one) => one !== undefined).join(', ');
    return `[A resource: ${name ?? 'unnamed'} at ${uri ?? 'no address'}${about === '' ? '' : ` (${about})`}]`;
  }
  if (type === 'resource' && resource) return await resourceText(resource, media);
  return `[Content of the type "${textStart(type, 40)}", which cannot be shown to you]`;
}

/** One resource's content. */
export async function resourceText(
  resource: NonNullable<AnswerBlock['resource']>,
  media: KeepMedia | undefined,
): Promise<string> {
  const { uri, mimeType, text, blob } = resource;
  const where = uri === undefined ? '' : `${uri}:\n`;
  if (text !== undefined) return `${where}${text}`;
  return `${where}${await mediaText({ kind: 'file', data: blob, mimeType }, media)}`;
}

interface Media {
  readonly kind: 'image' | 'audio' | 'file';
  /** Base64. */
  readonly data: string | undefined;
  readonly mimeType: string | undefined;
}

const WORDS = { image: 'An image', audio: 'A sound', file: 'A file that is not text' } as const;

async function mediaText({ kind, data, mimeType }: Media, media: KeepMedia | undefined): Promise<string> {
  const bytes = Buffer.from(data ?? '', 'base64');
  const about = [mimeType ?? 'unknown type', `${bytes.length} bytes`].join(', ');
  const hash = bytes.length > 0 ? await media?.keep(bytes).catch(() => undefined) : undefined;
  const kept = hash === undefined ? '' : ` The person has it in the record as ${hash}.`;
  return `[${WORDS[kind]} (${about}), which cannot be shown to you.${kept}]`;
}
