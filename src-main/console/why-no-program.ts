import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ProgramLookup } from '#process/find-program';

/** Explains why there is no such program, with the exit code that shells use. */
export function whyNoProgram(
  name: string,
  { cwd }: ProgramLookup,
): { readonly text: string; readonly exitCode: number } {
  const state = name.includes('/') ? statSync(resolve(cwd, name), { throwIfNoEntry: false }) : undefined;
  if (state?.isDirectory()) return { text: `${name}: is a folder; cd goes there`, exitCode: 126 };
  if (state) return { text: `${name}: permission denied: it is not executable`, exitCode: 126 };
  return { text: `${name}: ${name.includes('/') ? 'no such file' : 'command not found'}`, exitCode: 127 };
}
