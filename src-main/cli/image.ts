import { resolve } from 'node:path';
import { messageOf } from '#core/app-error';
import { shownBytes } from '#core/path-bytes';
import { bytesOfFile, compareLayers, type OpenImage, openImage, unpackImage } from '#images';
import { parseDashed } from './dashed-flags.ts';

interface Output {
  write(text: string): unknown;
}

export interface ImageCommand {
  readonly stdout: Output;
  readonly stderr: Output;
  /** After `workspace`. */
  readonly words: readonly string[];
  /** Where relative paths begin; absolute. */
  readonly cwd: string;
  readonly signal: AbortSignal;
}

export const IMAGE_HELP = `  sigma workspace list <image> [--json]
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
/** Longest lists of what was left out. */
const SHOWN = 20;

/** Whether the words after `workspace` are about an image; `list` without a place is about folders. */
export function isAboutImage([verb = '', first]: readonly string[]): boolean {
  if (verb === 'list') return first !== undefined && !/^--?json$/.test(first);
  return verb === 'verify' || verb === 'diff' || verb === 'unpack';
}

/** `sigma workspace list|verify|diff|unpack`: the exit code; 1 when it failed, 2 when the words are wrong, 130 when it was cancelled. */
export async function imageCommand(command: ImageCommand): Promise<number> {
  const { stderr, words, cwd, signal } = command;
  const [verb = '', ...rest] = words;
  const given = wordsOf(rest);
  const problem = given.problem ?? whatIsMissing(verb, given);
  if (problem !== undefined) {
    stderr.write(`${problem}.\n\nUsage:\n${IMAGE_HELP}\n`);
    return 2;
  }
  try {
    using source = bytesOfFile(resolve(cwd, given.image ?? ''));
    const open = await openImage(source, { signal, data: verb === 'verify' });
    return await act(open, { verb, given, command });
  } catch (error) {
    stderr.write(signal.aborted ? 'Cancelled; nothing is left\n' : `${messageOf(error)}\n`);
    return signal.aborted ? 130 : 1;
  }
}

type Given = ReturnType<typeof wordsOf>;

function wordsOf(words: readonly string[]) {
  const places: string[] = [];
  const flags: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (!word.startsWith('-')) places.push(word);
    else {
      flags.push(word);
      const isText = /^--(?:input|input[-_]file|output|output[-_]dir|layer)$/.test(word);
      if (isText && at + 1 < words.length) flags.push(words[++at] ?? '');
    }
  }
  const { values, problem } = parseDashed(flags, KINDS);
  const last = (...names: string[]) =>
    names.map((name) => values.get(name)?.at(-1)).find((value) => value !== undefined);
  const input = last('input', 'input-file');
  const [image, ...layers] = input === undefined ? places : [input, ...places];
  return {
    ...{ problem, image, layers, output: last('output', 'output-dir'), layer: last('layer') },
    ...{ isRaw: values.has('raw'), isJson: values.has('json') },
  };
}

function whatIsMissing(verb: string, { image, layers, output, isRaw, layer }: Given): string | undefined {
  if (image === undefined) return `${verb} needs an image`;
  if (verb === 'diff' && layers.length !== 2) return 'diff needs two layers';
  if (verb !== 'diff' && layers.length > 0) return `One image at a time: ${layers.join(' ')} is too much`;
  if (verb === 'unpack' && output === undefined) return 'unpack needs --output <folder>';
  return isRaw && layer !== undefined ? '--raw unpacks all layers; leave --layer away' : undefined;
}

interface Acting {
  readonly verb: string;
  readonly given: Given;
  readonly command: ImageCommand;
}

async function act(open: OpenImage, { verb, given, command }: Acting): Promise<number> {
  const { stdout } = command;
  if (verb === 'verify') stdout.write(verified(open));
  else if (verb === 'list')
    stdout.write(given.isJson ? `${JSON.stringify(listed(open), undefined, 2)}\n` : listText(open));
  else if (verb === 'diff') stdout.write(diffText(open, given.layers));
  else await unpack(open, given, command);
  return 0;
}

function verified({ manifest, tolerated }: OpenImage): string {
  const left = tolerated.map(({ message }) => `  ${message}; it is left out when the image is unpacked\n`).join('');
  return `The image is sound: ${manifest.layers.size} layers, every block can be read\n${left}`;
}

function listed({ manifest, image }: OpenImage) {
  const { codec, size, inodeCount } = image.superblock;
  const layers = [...manifest.layers.values()].map(({ uuid, parent, tag }) => ({
    ...{ uuid, parent, tag },
    isDefault: uuid === manifest.defaultLayer,
  }));
  return { codec, size, inodes: inodeCount, layers };
}

function listText(open: OpenImage): string {
  const { codec, size, inodes, layers } = listed(open);
  const lines = layers.map(({ uuid, parent, tag, isDefault }) => {
    const below = parent === undefined ? '' : `  on ${parent}`;
    return `${uuid}  ${tag === undefined ? '(no tag)' : shownText(tag)}${below}${isDefault ? '  (default)' : ''}\n`;
  });
  return `${layers.length} layers, ${inodes} entries, ${size} bytes, ${codec}\n${lines.join('')}`;
}

function diffText(open: OpenImage, [from = '', to = '']: readonly string[]): string {
  const marks = { added: '+', deleted: '-', changed: '~' };
  const lines = compareLayers(open, from, to).map(({ path, change }) => `${marks[change]} ${shownText(path)}\n`);
  return lines.join('') || 'The layers show the same\n';
}

async function unpack(open: OpenImage, given: Given, { stdout, stderr, cwd, signal }: ImageCommand): Promise<void> {
  const output = resolve(cwd, given.output ?? '');
  const { layer, isRaw } = given;
  const done = await unpackImage(open, { output, layer, isRaw, signal });
  stdout.write(`Unpacked ${done.entries} entries, ${done.bytes} bytes, into ${output}\n`);
  say(stderr, 'Left out, since no device, pipe or socket is made from an image', done.leftOut);
  say(stderr, 'Unpacked without the bits that let it run as another user', done.tamed);
  if (done.withoutXattrs > 0) stderr.write(`Extended attributes of ${done.withoutXattrs} entries are left out\n`);
}

function say(stderr: Output, what: string, paths: readonly string[]): void {
  if (paths.length === 0) return;
  const more = paths.length > SHOWN ? ` and ${paths.length - SHOWN} more` : '';
  stderr.write(`${what}: ${paths.slice(0, SHOWN).map(shownText).join(', ')}${more}\n`);
}

/** Nothing that an image says may steer a terminal. */
function shownText(text: string): string {
  return shownBytes(text).replace(/\p{C}/gu, (mark) => `\\u{${mark.codePointAt(0)?.toString(16)}}`);
}
