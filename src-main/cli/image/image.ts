import { resolve } from 'node:path';
import { bytesOfFile, compareLayers, type OpenImage, openCopy, openImage, unpackImage } from '#images';
import { printableText } from '../printable-text.ts';
import { givenWords, type ImageCommand, refuseWords, runSafely } from './image-command.ts';
import { LAYERS_HELP, layersCommand } from './layers.ts';
import { PACK_HELP, packCommand } from './pack.ts';
import { RESTORE_HELP, restoreCommand } from './restore.ts';
import { sayTaken } from './say-paths.ts';
import { SNAPSHOT_HELP, snapshotCommand } from './snapshot.ts';

/** Commands that change images or take from them, each in a file of its own. */
const WRITING: Readonly<Record<string, (command: ImageCommand) => Promise<number>>> = {
  pack: packCommand,
  snapshot: snapshotCommand,
  restore: restoreCommand,
  tag: layersCommand,
  default: layersCommand,
  'delete-layer': layersCommand,
  squash: layersCommand,
};

const READING = ['verify', 'diff', 'unpack'];

export const IMAGE_HELP = `${PACK_HELP}
${SNAPSHOT_HELP}
${RESTORE_HELP}
${LAYERS_HELP}
  sigma workspace list <image> [--json]
  sigma workspace verify <image>
  sigma workspace diff <image> <layer> <layer>
  sigma workspace unpack <image> --output <folder> [--layer <tag|uuid>] [--raw]

An image is a workspace in one file, layer upon layer. Nothing of it runs; --raw unpacks all layers as they are.`;

const KINDS = {
  input: 'text',
  'input-file': 'text',
  output: 'text',
  'output-dir': 'text',
  layer: 'text',
  raw: 'switch',
  json: 'switch',
} as const;

/** Whether the words after `workspace` are about an image; `list` without a place is about folders. */
export function isAboutImage([verb = '', first]: readonly string[]): boolean {
  if (verb === 'list') return first !== undefined && !/^--?json$/.test(first);
  return READING.includes(verb) || Object.hasOwn(WRITING, verb);
}

/**
 * `sigma workspace …` about an image: the exit code; 1 when it failed, 2 when the words are wrong, 130 if it was
 * cancelled.
 */
export async function imageCommand(command: ImageCommand): Promise<number> {
  const { words, cwd, signal } = command;
  const [verb = '', ...rest] = words;
  const write = Object.hasOwn(WRITING, verb) ? WRITING[verb] : undefined;
  if (write) return await write(command);
  const given = readImageWords(rest);
  const problem = given.problem ?? missingWord(verb, given);
  if (problem !== undefined) return refuseWords(command, problem, IMAGE_HELP);
  return await runSafely(command, async () => {
    using source = bytesOfFile(resolve(cwd, given.image ?? ''));
    const open = await openImage(source, { signal, data: verb === 'verify' });
    await act(open, { verb, given, command });
  });
}

type ImageWords = ReturnType<typeof readImageWords>;

function readImageWords(words: readonly string[]) {
  const { places, problem, last, has } = givenWords(words, KINDS);
  const input = last('input', 'input-file');
  const [image, ...layers] = input === undefined ? places : [input, ...places];
  return {
    problem,
    image,
    layers,
    output: last('output', 'output-dir'),
    layer: last('layer'),
    isRaw: has('raw'),
    isJson: has('json'),
  };
}

function missingWord(verb: string, { image, layers, output, isRaw, layer }: ImageWords): string | undefined {
  if (image === undefined) return `${verb} needs an image`;
  if (verb === 'diff' && layers.length !== 2) return 'diff needs two layers';
  if (verb !== 'diff' && layers.length > 0) return `One image at a time: ${layers.join(' ')} is too much`;
  if (verb === 'unpack' && output === undefined) return 'unpack needs --output <folder>';
  return isRaw && layer !== undefined ? '--raw unpacks all layers; leave --layer away' : undefined;
}

interface ImageAction {
  readonly verb: string;
  readonly given: ImageWords;
  readonly command: ImageCommand;
}

async function act(open: OpenImage, { verb, given, command }: ImageAction): Promise<void> {
  const { stdout } = command;
  if (verb === 'verify') stdout.write(verifiedText(open));
  else if (verb === 'list')
    stdout.write(given.isJson ? `${JSON.stringify(imageJson(open), undefined, 2)}\n` : imageListText(open));
  else if (verb === 'diff') stdout.write(imageDiffText(open, given.layers));
  else await unpack(open, given, command);
}

function verifiedText({ manifest, tolerated }: OpenImage): string {
  const left = tolerated.map(({ message }) => `  ${message}; it is left out when the image is unpacked\n`).join('');
  return `The image is sound: ${manifest.layers.size} layers, every block can be read\n${left}`;
}

function imageJson({ manifest, image }: OpenImage) {
  const { codec, size, inodeCount } = image.superblock;
  const layers = [...manifest.layers.values()].map(({ uuid, parent, tag }) => ({
    uuid,
    parent,
    tag,
    isDefault: uuid === manifest.defaultLayer,
  }));
  return { codec, size, inodes: inodeCount, layers };
}

function imageListText(open: OpenImage): string {
  const { codec, size, inodes, layers } = imageJson(open);
  const lines = layers.map(({ uuid, parent, tag, isDefault }) => {
    const below = parent === undefined ? '' : `  on ${parent}`;
    return `${uuid}  ${tag === undefined ? '(no tag)' : printableText(tag)}${below}${isDefault ? '  (default)' : ''}\n`;
  });
  return `${layers.length} layers, ${inodes} entries, ${size} bytes, ${codec}\n${lines.join('')}`;
}

function imageDiffText(open: OpenImage, [from = '', to = '']: readonly string[]): string {
  const marks = { added: '+', deleted: '-', changed: '~' };
  const lines = compareLayers(open, from, to).map(({ path, change }) => `${marks[change]} ${printableText(path)}\n`);
  return lines.join('') || 'The layers show the same\n';
}

async function unpack(open: OpenImage, given: ImageWords, command: ImageCommand): Promise<void> {
  const { stdout, stderr, cwd, signal, records, progress, writeXattrs } = command;
  const output = resolve(cwd, given.output ?? '');
  const options = { output, layer: given.layer, signal, progress, writeXattrs };
  const done = given.isRaw
    ? await unpackImage(open, { ...options, isRaw: true })
    : await openCopy(open, { ...options, image: resolve(cwd, given.image ?? ''), records });
  stdout.write(`Unpacked ${done.entries} entries, ${done.bytes} bytes, into ${output}\n`);
  sayTaken(stderr, done);
}
