import { resolve } from 'node:path';
import { deleteLayer, setDefaultLayer, squashLayer, tagLayer } from '#images';
import type { DashedKind } from '../dashed-flags.ts';
import { type CommandWords, givenWords, type ImageCommand, refuseWords, runSafely } from './image-command.ts';

export const LAYERS_HELP = `  sigma workspace tag <image> <layer> [<tag>]      without a tag the layer has none any more
  sigma workspace default <image> <layer>
  sigma workspace delete-layer <image> <layer>     one on which no other stands
  sigma workspace squash <image> <layer> [--drop]  makes it stand by itself; --drop deletes layers below that nothing needs`;

const KINDS: Readonly<Record<string, DashedKind>> = {
  input: 'text',
  'input-file': 'text',
  layer: 'text',
  drop: 'switch',
};

interface LayerChange {
  readonly command: ImageCommand;
  readonly image: string;
  readonly layer: string;
  readonly tag: string | undefined;
  readonly given: CommandWords;
}

/** Commands, each returning the sentence that it prints. */
const CHANGES: Readonly<Record<string, (change: LayerChange) => Promise<string>>> = {
  tag: async ({ command: { signal }, image, layer, tag }) => {
    const uuid = await tagLayer({ image, layer, tag, signal });
    return tag === undefined ? `The layer ${uuid} has no tag any more` : `The layer ${uuid} has the tag ${tag}`;
  },
  default: async ({ command: { signal }, image, layer }) =>
    `The layer ${await setDefaultLayer({ image, layer, signal })} opens where none is named`,
  'delete-layer': async ({ command: { signal }, image, layer }) =>
    `The layer ${await deleteLayer({ image, layer, signal })} is deleted`,
  squash: async ({ command: { signal }, image, layer, given }) => {
    const { layer: uuid, dropped } = await squashLayer({ image, layer, dropsBelow: given.has('drop'), signal });
    const went = dropped.length === 0 ? '' : `\nLayers below it that went: ${dropped.join(', ')}`;
    return `The layer ${uuid} stands by itself${went}`;
  },
};

/** `sigma workspace tag|default|delete-layer|squash`: the exit code. */
export async function layersCommand(command: ImageCommand): Promise<number> {
  const [verb = '', ...rest] = command.words;
  const given = givenWords(rest, KINDS);
  const input = given.last('input', 'input-file');
  const named = given.last('layer');
  const words = [...(input === undefined ? [] : [input]), ...given.places];
  const [image, layer, tag, odd] = named === undefined ? words : [...words.slice(0, 1), named, ...words.slice(1)];
  const change = CHANGES[verb];
  const tooMuch = verb === 'tag' ? odd : tag;
  if (given.problem !== undefined) return refuseWords(command, given.problem, LAYERS_HELP);
  if (!change || image === undefined || layer === undefined) {
    return refuseWords(command, `${verb} needs an image and a layer`, LAYERS_HELP);
  }
  if (tooMuch !== undefined) return refuseWords(command, `${tooMuch} is too much`, LAYERS_HELP);
  return await runSafely(command, async () => {
    const said = await change({ command, image: resolve(command.cwd, image), layer, tag, given });
    command.stdout.write(`${said}\n`);
  });
}
