import type { ModelFailure, ModelMessage, ModelRequest } from '../model-client.ts';

/** Words of servers that refuse images; a revision, or what is provisioned, is none. */
const ABOUT_IMAGES = /image|(?<![a-z])vision|multi-?modal|content.{0,20}(string|type|part)/i;

/** Whether a server's refusal is about images, by its own words: its address may have such a word in it as well. */
export function isAboutImages({ status, origin }: Pick<ModelFailure, 'status' | 'origin'>): boolean {
  const said = origin?.kind === 'answer' ? origin.said : '';
  return (status === 400 || status === 415 || status === 422) && ABOUT_IMAGES.test(said);
}

/** Says of a server's refusal that it is about the images of the request, where it is. */
export function tellingOfImages(failure: ModelFailure, { messages }: ModelRequest): ModelFailure {
  if (!messages.some(hasImages) || !isAboutImages(failure)) return failure;
  return { ...failure, retryable: false, message: `The model does not take images: ${failure.message}` };
}

/**
 * The request with the images of earlier messages named in words, for a model that refuses them; `undefined` if the
 * last message of the person has images itself, or none has any: nothing else can be sent then.
 */
export function withoutEarlierImages(request: ModelRequest): ModelRequest | undefined {
  const last = request.messages.findLast(({ role }) => role === 'user');
  if (!request.messages.some(hasImages) || (last && hasImages(last))) return undefined;
  return { ...request, messages: request.messages.map(withImagesNamed) };
}

function hasImages(message: ModelMessage): boolean {
  return message.role === 'user' && (message.images ?? []).some(({ data }) => data !== undefined);
}

function withImagesNamed(message: ModelMessage): ModelMessage {
  if (message.role !== 'user' || !message.images) return message;
  return { ...message, images: message.images.map(({ data: _, ...image }) => image) };
}
