import type { ModelFailure, ModelRequest } from './model-client.ts';

/** What servers call it that they refuse. */
const ABOUT_IMAGES = /image|vision|multi-?modal|content.{0,20}(string|type|part)/i;

/** Says of a server's refusal that it is about the images of the request, where it is. */
export function tellingOfImages(failure: ModelFailure, { messages }: ModelRequest): ModelFailure {
  const hasImages = messages.some((one) => one.role === 'user' && one.images !== undefined && one.images.length > 0);
  const isRefusal = failure.status === 400 || failure.status === 415 || failure.status === 422;
  if (!hasImages || !isRefusal || !ABOUT_IMAGES.test(failure.message)) return failure;
  return { ...failure, retryable: false, message: `The model does not take images: ${failure.message}` };
}
