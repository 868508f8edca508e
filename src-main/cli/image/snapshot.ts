import { resolve } from 'node:path';
import { snapshotFolder } from '#images';
import type { DashedKind } from '../dashed-flags.ts';
import { givenWords, type ImageCommand, refuseWords, runSafely } from './image-command.ts';
import { secretFilter } from './pack.ts';
import { sayLeftOut } from './say-paths.ts';

export const SNAPSHOT_HELP = `  sigma workspace snapshot <folder> [--tag <tag>] [--output <image>] [--force]
                           [--include-secrets <path>|all] [--json]`;

const KINDS: Readonly<Record<string, DashedKind>> = {
  input: 'text',
  'input-file': 'text',
  'mount-point': 'text',
  output: 'text',
  'output-file': 'text',
  tag: 'text',
  'include-secrets': 'text',
  force: 'switch',
  json: 'switch',
};

/** `sigma workspace snapshot`: the exit code. */
export async function snapshotCommand(command: ImageCommand): Promise<number> {
  const { stdout, stderr, cwd, signal, records, readXattrs, progress } = command;
  const { places, problem, last, all, has } = givenWords(command.words.slice(1), KINDS);
  const folder = last('mount-point') ?? places[0];
  const wrong = problem ?? whatIsWrong(folder, places.length + (last('mount-point') === undefined ? 0 : 1));
  if (wrong !== undefined || folder === undefined) return refuseWords(command, wrong ?? '', SNAPSHOT_HELP);
  const at = (path: string | undefined) => (path === undefined ? undefined : resolve(cwd, path));
  return await runSafely(command, async () => {
    const result = await snapshotFolder({
      folder: resolve(cwd, folder),
      records,
      readXattrs,
      signal,
      progress,
      tag: last('tag'),
      image: at(last('input', 'input-file')),
      output: at(last('output', 'output-file')),
      replaces: has('force'),
      includesSecret: secretFilter(all('include-secrets')),
    });
    if (has('json')) stdout.write(`${JSON.stringify(result, undefined, 2)}\n`);
    else stdout.write(`${sentenceOf(result)}\n`);
    sayLeftOut(stderr, result);
    if (result.layer !== undefined && result.storedIn !== undefined) {
      stderr.write(
        `The image is packed with ${result.storedIn}, in which nothing is written: new data is stored as it is\n`,
      );
    }
  });
}

function whatIsWrong(folder: string | undefined, count: number): string | undefined {
  if (folder === undefined) return 'snapshot needs the folder that was opened from an image';
  return count > 1 ? 'One folder at a time' : undefined;
}

function sentenceOf({
  layer,
  parent,
  image,
  added,
  changed,
  deleted,
}: Awaited<ReturnType<typeof snapshotFolder>>): string {
  if (layer === undefined) return `Nothing has changed since ${parent}; no layer was added`;
  return `${added} added, ${changed} changed, ${deleted} deleted: the layer ${layer}, upon ${parent}, is in ${image}`;
}
