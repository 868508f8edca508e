import type { ImageWork } from '#contract';
import { type OpenWork as OpenStreamedWork, type StreamedWork, useStreamedWork } from './use-work.ts';

export type OpenImageWork = OpenStreamedWork<ImageWork>;

/** Work on an image that a dialog begins, watches and may cancel. */
export type ImageJob = StreamedWork<ImageWork>;

const WORDS = {
  cancelled: 'Cancelled; nothing is left.',
  lost: 'The work ended without a result. Look at the image before you go on',
} as const;

/** Follows work on an image; it is cancelled when the dialog goes away. */
export function useImageWork(): ImageJob {
  return useStreamedWork<ImageWork>(WORDS);
}
