import { useCallback } from 'react';
import type { FormContent } from '../forms/kept-content.ts';
import type { FormKeeping } from '../forms/use-kept-form.ts';
import { useLayoutPieces } from '../state/layout.tsx';

interface TrialDraft {
  readonly content: FormContent;
  /** Time at which it was filled in, later than that of every other. */
  readonly at: number;
}

/** Start of the keys of the layout under which drafts are kept: one each, for windows do not know each other's. */
const KEYS = 'tools.tried.';
/** Tools whose arguments are kept; those that were filled in longest ago give way. */
const MOST = 30;
/** UTF-16 units of arguments that are kept, as JSON: all that the page keeps has a limit. */
const LONGEST = 20_000;
/** UTF-16 units of a tool's name in a key: the host takes no key above 200. */
const LONGEST_NAME = 180;

/** Keeps the arguments with which a tool is tried. `tool` names it among all that can be tried. */
export function useTrialDraft(tool: string): FormKeeping {
  const pieces = useLayoutPieces();
  // A folder may be long, and what tells tools apart stands at the end.
  const key = `${KEYS}${tool.slice(-LONGEST_NAME)}`;
  const keep = useCallback(
    (content: FormContent | undefined) => {
      const isKept = content !== undefined && JSON.stringify(content).length <= LONGEST;
      if (!isKept) return pieces.set(key, undefined);
      const others = draftsOf(pieces).filter((one) => one.key !== key);
      pieces.set(key, { content, at: Math.max(Date.now(), (others.at(-1)?.at ?? 0) + 1) });
      for (const old of others.slice(0, Math.max(0, others.length + 1 - MOST))) pieces.set(old.key, undefined);
    },
    [key, pieces],
  );
  return { kept: (pieces.get(key) as TrialDraft | undefined)?.content, keep };
}

/** The drafts that are kept, the oldest first. */
function draftsOf(pieces: ReturnType<typeof useLayoutPieces>) {
  const drafts = pieces.keys(KEYS).map((key) => ({ key, at: (pieces.get(key) as TrialDraft).at }));
  return drafts.sort((one, other) => one.at - other.at);
}
