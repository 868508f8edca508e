import type { useLayoutPieces } from '../../state/layout.tsx';
import { argsKeys, type PromptDraft, parametersKey, promptDraftKey } from '../workbench/use-workbench.ts';

type LayoutPieces = ReturnType<typeof useLayoutPieces>;

interface RenamedPrompt {
  readonly id: string;
  readonly to: string;
  /** Content that was renamed; a draft of it goes on from the renamed one. */
  readonly hash: string;
  readonly renamed: string;
}

/** Moves what was written of a prompt along with it: a draft, arguments and parameters. */
export function moveWritten(pieces: LayoutPieces, renamed: RenamedPrompt): void {
  moveDraft(pieces, renamed);
  moveTyped(pieces, renamed.id, renamed.to);
}

/** Moves what is written and not saved yet along with its prompt. */
function moveDraft(pieces: LayoutPieces, { id, to, hash, renamed }: RenamedPrompt): void {
  const draft = pieces.get(promptDraftKey(id)) as PromptDraft | undefined;
  if (draft === undefined) return;
  pieces.set(promptDraftKey(to), { ...draft, base: draft.base === hash ? renamed : draft.base });
  pieces.set(promptDraftKey(id), undefined);
}

/** Arguments and parameters that were typed go on under the new id. */
function moveTyped(pieces: LayoutPieces, from: string, to: string): void {
  const keysOf = (id: string) => [parametersKey(id), ...Object.values(argsKeys(id))];
  const targets = keysOf(to);
  for (const [index, key] of keysOf(from).entries()) {
    pieces.set(targets[index] ?? '', pieces.get(key));
    pieces.set(key, undefined);
  }
}
