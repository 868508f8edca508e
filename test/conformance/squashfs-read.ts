import { bytesInMemory, ImageError } from '#images';
import { readEntries } from '../support/read-entries.ts';
import { comparing } from './compare-cases.ts';

/** Suite about everything that an image holds. */
export const squashfsRead = comparing(async (input) => {
  const { image } = input as { readonly image: string };
  try {
    return { entries: await readEntries(bytesInMemory(Buffer.from(image, 'base64'))) };
  } catch (error) {
    if (error instanceof ImageError) return { error: error.defect };
    throw error;
  }
});
