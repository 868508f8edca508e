import { resolve } from 'node:path';
import { LEVELS, type PackOptions, packFolder, WRITTEN_CODECS } from '#images';
import type { DashedKind } from '../dashed-flags.ts';
import { type CommandWords, givenWords, type ImageCommand, refuseWords, runSafely } from './image-command.ts';
import { sayLeftOut } from './say-paths.ts';

export const PACK_HELP = `  sigma workspace pack <folder> -o <image> [--tag <tag>] [--compression zstd|gzip|xz] [--level <n>]
                       [--include-secrets <path>|all] [--force] [--json]`;

const KINDS: Readonly<Record<string, DashedKind>> = {
  input: 'text',
  'input-dir': 'text',
  output: 'text',
  'output-file': 'text',
  tag: 'text',
  compression: 'text',
  level: 'text',
  'include-secrets': 'text',
  force: 'switch',
  json: 'switch',
};

/** `sigma workspace pack`: the exit code. */
export async function packCommand(command: ImageCommand): Promise<number> {
  const words = command.words.slice(1).map((word) => (word === '-o' ? '--output' : word));
  const parsed = parsePackArguments(givenWords(words, KINDS), command);
  if (typeof parsed === 'string') return refuseWords(command, parsed, PACK_HELP);
  const { stdout, stderr, signal, readXattrs, feed, progress } = command;
  return await runSafely(command, async () => {
    const packed = await packFolder({ ...parsed.options, signal, readXattrs, feed, progress });
    if (parsed.isJson) stdout.write(`${JSON.stringify({ image: parsed.options.output, ...packed }, undefined, 2)}\n`);
    else {
      const { entries, bytes, imageBytes, layer } = packed;
      stdout.write(`Packed ${entries} entries, ${bytes} bytes, into ${parsed.options.output} (${imageBytes} bytes)\n`);
      stdout.write(`Its layer is ${layer}\n`);
    }
    sayLeftOut(stderr, packed);
    if (packed.withoutXattrs > 0) {
      stderr.write(`Extended attributes of the system are left out, of ${packed.withoutXattrs} entries\n`);
    }
  });
}

interface PackArguments {
  readonly options: PackOptions;
  readonly isJson: boolean;
}

/** Parses what is to be packed; returns a sentence if the words are wrong. */
function parsePackArguments(given: CommandWords, { cwd, findTool }: ImageCommand): PackArguments | string {
  const { places, problem, last, all, has } = given;
  if (problem !== undefined) return problem;
  const named = last('input', 'input-dir');
  const [folder, ...rest] = named === undefined ? places : [named, ...places];
  const output = last('output', 'output-file');
  if (folder === undefined) return 'pack needs a folder';
  if (rest.length > 0) return `One folder at a time: ${rest.join(' ')} is too much`;
  if (output === undefined) return 'pack needs -o <image>';
  const packing = packingOf(last('compression'), last('level'), findTool);
  if (typeof packing === 'string') return packing;
  const paths = { folder: resolve(cwd, folder), output: resolve(cwd, output) };
  const includesSecret = secretFilter(all('include-secrets'));
  return {
    options: { ...paths, packing, includesSecret, tag: last('tag'), replaces: has('force') },
    isJson: has('json'),
  };
}

function packingOf(
  name = 'zstd',
  level: string | undefined,
  findTool: ImageCommand['findTool'],
): PackOptions['packing'] | string {
  if (name === 'xz')
    return level === undefined ? { codec: 'xz', program: findTool?.('mksquashfs') } : 'xz has no level';
  const codec = WRITTEN_CODECS.find((one) => one === name);
  if (!codec) return `There is no compression ${name}; there are ${WRITTEN_CODECS.join(', ')}, xz`;
  const { usual, highest } = LEVELS[codec];
  const number = level === undefined ? usual : Number(level);
  const isLevel = Number.isInteger(number) && number >= 1 && number <= highest;
  return isLevel ? { codec, level: number } : `The level of ${codec} is 1 to ${highest}`;
}

/** Whether a file that may hold a secret is packed, by its path in the folder. */
export function secretFilter(included: readonly string[]): (path: string) => boolean {
  const paths = new Set(included.map((path) => path.replace(/^\.\//, '')));
  return (path) => paths.has('all') || paths.has(path);
}
