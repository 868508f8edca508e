import { bytesInMemory, checkImage } from '#images';
import { comparing } from './compare-cases.ts';

interface Given {
  readonly image: string;
  readonly limits?: Readonly<Record<'entries' | 'bytes' | 'depth', number>>;
}

/** The first thing that is wrong with an image, or `ok`. */
export const imageCheck = comparing(async (input) => {
  const { image, limits } = input as Given;
  const source = bytesInMemory(Buffer.from(image, 'base64'));
  const { findings } = await checkImage(source, { data: true, ...(limits && { limits }) });
  return findings[0]?.defect ?? 'ok';
});
