import { WANTED_BACKENDS, type WantedBackend } from '#mounts';
import { flagWord, parseDashed } from '../dashed-flags.ts';

export const MOUNT_HELP = `  sigma workspace mount <image> --output <folder> [--layer <tag|uuid>] [--backend copy|fuse|kernel]
  sigma workspace mount list [--json] [--clean] [--discard]
  sigma workspace umount <folder> [--discard]

mount opens an image as a folder in which you can work; umount closes it. Changes that are in no snapshot are never
deleted without a question or --discard. As root it mounts with the kernel; else with FUSE where that is installed, and
where it is not it unpacks a copy. --backend forces one way; kernel asks for a password where you are not root.`;

export interface MountWords {
  readonly verb: 'mount' | 'list' | 'umount';
  /** The image, or what is unmounted, as it was written. */
  readonly place: string | undefined;
  readonly output: string | undefined;
  readonly layer: string | undefined;
  readonly backend: WantedBackend | undefined;
  readonly isJson: boolean;
  readonly isClean: boolean;
  readonly discard: boolean;
}

const TEXTS = ['input', 'input-file', 'output', 'output-dir', 'layer', 'backend', 'mount-point'] as const;
const SWITCHES = ['json', 'clean', 'discard'] as const;
const KINDS = {
  ...Object.fromEntries(TEXTS.map((name) => [name, 'text' as const])),
  ...Object.fromEntries(SWITCHES.map((name) => [name, 'switch' as const])),
};
/** Options of each verb, in addition to a place. */
const TAKES: Readonly<Record<MountWords['verb'], readonly string[]>> = {
  mount: ['input', 'input-file', 'output', 'output-dir', 'layer', 'backend'],
  list: ['json', 'clean', 'discard'],
  umount: ['mount-point', 'discard'],
};

/** Whether the words after `workspace` are about open images. */
export function isAboutMounts([verb = '']: readonly string[]): boolean {
  return verb === 'mount' || verb === 'umount';
}

/** Parses the words after `workspace`; returns a sentence if they are wrong. */
export function mountWords([first, ...rest]: readonly string[]): MountWords | string {
  const isList = first === 'mount' && rest[0] === 'list';
  const verb = first === 'umount' ? 'umount' : isList ? 'list' : 'mount';
  const { places, flags } = sortWords(isList ? rest.slice(1) : rest);
  const { values, problem, wantsHelp } = parseDashed(flags, KINDS);
  if (wantsHelp) return 'This is how images are opened';
  const odd = [...values.keys()].find((name) => !TAKES[verb].includes(name));
  if (problem !== undefined || odd !== undefined) return problem ?? `${verb} takes no --${odd}`;
  const last = (...names: string[]) =>
    names.map((name) => values.get(name)?.at(-1)).find((value) => value !== undefined);
  const named = last('input', 'input-file', 'mount-point');
  const [place, ...more] = named === undefined ? places : [named, ...places];
  const words = { verb, place, output: last('output', 'output-dir'), layer: last('layer') } as const;
  const missing = missingPlace(words, more) ?? unknownBackend(last('backend'));
  if (missing !== undefined) return missing;
  const backend = WANTED_BACKENDS.find((name) => name === last('backend'));
  return {
    ...words,
    backend,
    isJson: values.has('json'),
    isClean: values.has('clean'),
    discard: values.has('discard'),
  };
}

function unknownBackend(backend: string | undefined): string | undefined {
  if (backend === undefined || WANTED_BACKENDS.some((name) => name === backend)) return undefined;
  return `--backend is copy, fuse or kernel, not '${backend}'`;
}

function missingPlace({ verb, place, output }: Pick<MountWords, 'verb' | 'place' | 'output'>, more: readonly string[]) {
  if (more.length > 0) return `One at a time: ${more.join(' ')} is too much`;
  if (verb === 'list') return place === undefined ? undefined : `mount list takes no place: ${place} is too much`;
  if (place === undefined) return verb === 'mount' ? 'mount needs an image' : 'umount needs a folder';
  return verb === 'mount' && output === undefined ? 'mount needs --output <folder>' : undefined;
}

/** Words that stand alone, and flags each with its value. */
function sortWords(words: readonly string[]) {
  const places: string[] = [];
  const flags: string[] = [];
  const isText = (word: string) => {
    const flag = flagWord(word);
    return flag?.value === undefined && TEXTS.some((name) => name === flag?.name);
  };
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (!word.startsWith('-')) places.push(word);
    else flags.push(word, ...(isText(word) && at + 1 < words.length ? [words[++at] ?? ''] : []));
  }
  return { places, flags };
}
