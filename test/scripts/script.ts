import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../support/built-host.ts';

/** Imports a script; scripts are plain JavaScript, so the caller declares the type. */
export async function script<T>(name: string): Promise<T> {
  return await import(pathToFileURL(join(ROOT, 'scripts', `${name}.mjs`)).href);
}
