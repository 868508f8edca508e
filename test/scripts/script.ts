import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../support/built-host.ts';

/** What a script exports; scripts are plain JavaScript, so the caller says what it expects of it. */
export async function script<T>(name: string): Promise<T> {
  return await import(pathToFileURL(join(ROOT, 'scripts', `${name}.mjs`)).href);
}
