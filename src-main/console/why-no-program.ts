import { type Stats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { systemReason } from '#core/files/pinned-folder';
import type { ProgramLookup } from '#process/find-program';

/** Explains why there is no such program, with the exit code that shells use. */
export function whyNoProgram(
  name: string,
  { cwd }: ProgramLookup,
): { readonly text: string; readonly exitCode: number } {
  let state: Stats | undefined;
  try {
    if (name.includes('/')) state = statSync(resolve(cwd, name), { throwIfNoEntry: false });
  } catch (error) {
    return { text: `${name}: ${systemReason(error)}`, exitCode: 126 };
  }
  if (state?.isDirectory()) return { text: `${name}: is a folder; cd goes there`, exitCode: 126 };
  if (state) return { text: `${name}: permission denied: it is not executable`, exitCode: 126 };
  return { text: `${name}: ${name.includes('/') ? 'no such file' : 'command not found'}`, exitCode: 127 };
}
