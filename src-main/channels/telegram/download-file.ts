import { MAX_IMAGE_BYTES } from '#contract';
import { messageOf } from '#core/app-error';
import { ServiceFailure } from '../messenger/messenger.ts';

export interface DownloadOptions {
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
  /** Token, which is part of the address: it is removed from messages. */
  readonly token: string;
}

const LIMIT_MS = 60_000;

/** The bytes of a file, within the limits of an image. @throws ServiceFailure */
export async function downloadFile(
  url: string,
  { fetch: fetchThere, signal, token }: DownloadOptions,
): Promise<Uint8Array> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
  let answer: Response;
  try {
    answer = await fetchThere(url, { signal: limit, redirect: 'error' });
  } catch (error) {
    throw new ServiceFailure('network', `its download failed: ${messageOf(error).replaceAll(token, '…')}`);
  }
  if (!answer.ok || !answer.body) {
    await answer.body?.cancel();
    throw new ServiceFailure('refused', `its download was answered with the status ${answer.status}`);
  }
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
    length += piece.length;
    if (length > MAX_IMAGE_BYTES)
      throw new ServiceFailure('refused', `it is larger than ${MAX_IMAGE_BYTES / 1024 / 1024} MB`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
