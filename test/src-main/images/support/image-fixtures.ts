import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bytesInMemory } from '#images';

export const IMAGES = join(import.meta.dirname, '../../../fixtures/images');

export function fixture(name: string): Buffer {
  return readFileSync(join(IMAGES, name));
}

export function casesOf(suite: string): readonly { readonly name: string; readonly input: unknown }[] {
  return JSON.parse(fixture(`${suite}.json`).toString('utf8'));
}

export function sample(name = 'three-layers.squashfs') {
  return bytesInMemory(fixture(name));
}
