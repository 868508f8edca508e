import type { Hunk } from '#contract';
import { editor, Uri } from '../../editor/monaco.ts';
import { setKnownHunks } from '../mappings/diff-provider.ts';
import { PLAIN_BRACKETS } from './diff-options.ts';

interface DiffTexts {
  readonly id: string;
  readonly path: string;
  readonly original: string;
  readonly proposed: string;
  readonly hunks: readonly Hunk[] | undefined;
}

/** Both sides of one change as Monaco holds texts. Whoever makes them disposes them. */
export function diffModels(sides: DiffTexts): {
  readonly original: editor.ITextModel;
  readonly modified: editor.ITextModel;
} {
  const models = {
    original: editor.createModel(sides.original, undefined, uriOf('original', sides)),
    modified: editor.createModel(sides.proposed, undefined, uriOf('proposed', sides)),
  };
  for (const model of Object.values(models)) model.updateOptions(PLAIN_BRACKETS);
  if (sides.hunks !== undefined) setKnownHunks(models, sides.hunks);
  return models;
}

/** The path at the end lets Monaco choose the language. */
function uriOf(side: 'original' | 'proposed', { id, path }: DiffTexts): Uri {
  opened += 1;
  const model = `${id}-${opened}`;
  return Uri.from({ scheme: 'sigma', authority: side, path: `/${model}/${path.replace(/^\/+/, '')}` });
}

let opened = 0;
