import { resolve } from 'node:path';
import { bytesOfFile, openImage, restorePath } from '#images';
import type { DashedKind } from '../dashed-flags.ts';
import { givenWords, type ImageCommand, refuseWords, runSafely } from './image-command.ts';
import { sayPaths } from './say-paths.ts';

export const RESTORE_HELP = `  sigma workspace restore <image> <path> --output <file> [--layer <tag|uuid>] [--force]`;

const KINDS: Readonly<Record<string, DashedKind>> = {
  input: 'text',
  'input-file': 'text',
  output: 'text',
  'output-file': 'text',
  layer: 'text',
  force: 'switch',
};

/** `sigma workspace restore`: the exit code. */
export async function restoreCommand(command: ImageCommand): Promise<number> {
  const { stdout, stderr, cwd, signal, writeXattrs } = command;
  const { places, problem, last, has } = givenWords(command.words.slice(1), KINDS);
  const input = last('input', 'input-file');
  const [image, path, odd] = input === undefined ? places : [input, ...places];
  const output = last('output', 'output-file');
  if (problem !== undefined) return refuseWords(command, problem, RESTORE_HELP);
  if (image === undefined || path === undefined || output === undefined) {
    return refuseWords(command, 'restore needs an image, a path in it and --output <file>', RESTORE_HELP);
  }
  if (odd !== undefined) return refuseWords(command, `${odd} is too much`, RESTORE_HELP);
  return await runSafely(command, async () => {
    using source = bytesOfFile(resolve(cwd, image));
    const open = await openImage(source, { signal });
    const place = resolve(cwd, output);
    const options = { path, output: place, layer: last('layer'), replaces: has('force'), writeXattrs, signal };
    const { entries, bytes, leftOut, tamed } = await restorePath(open, options);
    stdout.write(`Restored ${entries} entries, ${bytes} bytes, as ${place}\n`);
    sayPaths(stderr, 'Left out, since no device, pipe or socket is made from an image', leftOut);
    sayPaths(stderr, 'Restored without the bits that let it run as another user', tamed);
  });
}
